import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { hasPostgres } from '#server/testing/postgres.ts';
import { findChromium, findOnPath } from './chromium.ts';

/** Debian packages that `npm test -- --all` needs, by a program of each. */
const furtherPrograms = {
  age: 'age',
  caddy: 'caddy',
  'docker-compose': 'docker-compose',
  pdftoppm: 'poppler-utils',
  'systemd-analyze': 'systemd',
  zbarimg: 'zbar-tools',
};

/**
 * Installs missing programs of tests: by apt-get as root on Debian, elsewhere only Playwright's Chromium. Tests whose program
 * is still missing are skipped, and say so.
 */
export function installPrograms(extent: 'usual' | 'all'): void {
  if (process.getuid?.() === 0 && findOnPath(['apt-get'])) installByApt(missingPackages(extent));
  if (!findChromium()) downloadChromium();
}

function missingPackages(extent: 'usual' | 'all'): string[] {
  const further = extent === 'usual' ? [] : Object.entries(furtherPrograms);
  return [
    ...(findChromium() ? [] : ['chromium-headless-shell']),
    ...(hasPostgres() ? [] : ['postgresql']),
    ...further.filter(([program]) => !findOnPath([program])).map(([, name]) => name),
  ];
}

function installByApt(packages: readonly string[]): void {
  if (packages.length === 0) return;
  console.log(`Installing ${packages.join(', ')}…`);
  const aptGet = (...parameters: string[]) => {
    const networkOptions = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20'];
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync('apt-get', [...networkOptions, ...parameters], { env: environment, encoding: 'utf8' });
  };
  aptGet('update');
  for (const name of packages) {
    const { status, stderr } = aptGet('install', '-y', '--no-install-recommends', name);
    // Older Debians lack the browser without windows.
    if (status !== 0 && name === 'chromium-headless-shell') installByApt(['chromium']);
    else if (status !== 0) console.log(`${name} could not be installed: ${stderr.trim().split('\n').at(-1)}`);
  }
}

function downloadChromium(): void {
  console.log('Downloading Chromium…');
  const command = path.resolve(import.meta.dirname, '../node_modules/@playwright/test/cli.js');
  const environment = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' };
  spawnSync(process.execPath, [command, 'install', 'chromium'], { env: environment, timeout: 300_000 });
}
