import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';

// The one without windows does a quarter less work for the same pages.
const commands = [
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

/** The Chromium on this machine: CHROMIUM_PATH, else one on PATH, else the one that Playwright keeps. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return named;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  const candidates = commands.flatMap((command) => folders.map((folder) => path.join(folder, command)));
  return [...candidates, chromium.executablePath()].find(isExecutable);
}

/**
 * Finds Chromium, and downloads Playwright's where there is none.
 *
 * @throws an error with a sentence for a person where that is impossible.
 */
export function requireChromium(): string {
  const found = findChromium();
  if (found) {
    if (isExecutable(found)) return found;
    throw new Error(`CHROMIUM_PATH names ${found}, which is no program that can be run.`);
  }
  const command = path.resolve(import.meta.dirname, '../node_modules/@playwright/test/cli.js');
  const download = spawnSync(process.execPath, [command, 'install', 'chromium'], { encoding: 'utf8' });
  const downloaded = findChromium();
  if (downloaded) return downloaded;
  throw new Error(
    `${download.stdout}${download.stderr}\nThere is no Chromium, and it could not be downloaded. Install it (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH.`,
  );
}
