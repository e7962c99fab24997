import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';

/** The parts of `docker-compose config` that tests read. */
type Services = Record<
  string,
  Record<string, unknown> & { environment: Record<string, string>; mem_limit: string }
>;

const file = path.resolve(import.meta.dirname, '../compose.yaml');

export const hasCompose = spawnSync('docker-compose', ['version']).status === 0;

/**
 * The services of compose.yaml as Compose reads them, with these settings as `.env`.
 *
 * @throws Error with Compose's message for a wrong file or a missing setting.
 */
export function composeServices(settings: Record<string, string>): Services {
  // Uses a folder of its own, without the developer's `.env`.
  const folder = mkdtempSync(path.join(tmpdir(), 'reround-compose-'));
  try {
    cpSync(file, path.join(folder, 'compose.yaml'));
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(path.join(folder, '.env'), lines.join(''));
    const { PATH = '' } = process.env;
    const options = { cwd: folder, env: { PATH }, encoding: 'utf8', stdio: 'pipe' } as const;
    const text = execFileSync('docker-compose', ['--profile', 'https', 'config'], options);
    return (parse(text) as { services: Services }).services;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
