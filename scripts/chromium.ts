import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

/** Flags of every Chromium that tests start. Its sandbox refuses to start as root. */
export const chromiumFlags: readonly string[] = [
  '--disable-gpu',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** The headless shell comes first, because it does a quarter less work for the same pages. */
const chromiumPrograms = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The first of these programs that is on PATH. */
export function findOnPath(programs: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  return programs.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
}

/**
 * The Chromium on this machine: CHROMIUM_PATH, else one on PATH, else Playwright's download.
 *
 * @throws Error if CHROMIUM_PATH names no program.
 */
export function findChromium(): string | undefined {
  const configured = process.env['CHROMIUM_PATH'];
  if (!configured) return findOnPath(chromiumPrograms) ?? [chromium.executablePath()].find(isExecutable);
  if (isExecutable(configured)) return configured;
  throw new Error(`CHROMIUM_PATH names ${configured}, which is no program that can be run.`);
}

/** @throws Error with a sentence if there is none. */
export function requireChromium(): string {
  const found = findChromium();
  if (found) return found;
  throw new Error(
    'There is no Chromium. Install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH.',
  );
}
