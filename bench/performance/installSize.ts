// `node bench/performance/installSize.ts`: how much room the packages take that `npm start` installs.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type InstallSize, keepInstallSize } from './parts.ts';

const LARGEST = 10;

/** Installs what `npm start` does into a folder of its own and weighs it. */
export async function measureInstall(): Promise<InstallSize> {
  const folder = await mkdtemp(join(tmpdir(), 'reround-install-'));
  try {
    for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
      if (existsSync(name)) await cp(name, join(folder, name));
    }
    await install(folder);
    const modules = join(folder, 'node_modules');
    const packages = await Promise.all(
      (await packagesIn(modules)).map(async (name) => ({ name, bytes: await weigh(join(modules, name)) })),
    );
    return {
      day: new Date().toISOString().slice(0, 10),
      platform: `${process.platform} ${process.arch}`,
      total: await weigh(modules),
      largest: packages.toSorted((one, other) => other.bytes - one.bytes).slice(0, LARGEST),
      packages: packages.length,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function install(folder: string): Promise<void> {
  // What `npm run` says of the package that it runs is nothing for another folder.
  const environment = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const npm = spawn('npm', ['ci', '--omit=dev'], {
    cwd: folder,
    env: Object.fromEntries(environment),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const code = await new Promise((resolve, reject) => {
    npm.once('error', reject);
    npm.once('close', resolve);
  });
  if (code !== 0) throw new Error(`npm ci --omit=dev ended with ${String(code)}.`);
}

async function packagesIn(modules: string): Promise<string[]> {
  const names = (await readdir(modules)).filter((name) => !name.startsWith('.'));
  const scoped = names
    .filter((name) => name.startsWith('@'))
    .map(async (scope) => (await readdir(join(modules, scope))).map((name) => `${scope}/${name}`));
  return [...names.filter((name) => !name.startsWith('@')), ...(await Promise.all(scoped)).flat()];
}

/** The bytes of the files in a folder, each once however many names it has. */
async function weigh(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = new Map<string, number>();
  for (const entry of entries.filter((one) => one.isFile())) {
    const { dev, ino, size } = await lstat(join(entry.parentPath, entry.name));
    sizes.set(`${dev}:${ino}`, size);
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

if (import.meta.main) {
  const size = await measureInstall();
  await keepInstallSize(size);
  for (const { name, bytes } of size.largest) console.log(`${(bytes / 1e6).toFixed(1)} MB  ${name}`);
  console.log(`${(size.total / 1e6).toFixed(1)} MB  all ${size.packages} packages`);
}
