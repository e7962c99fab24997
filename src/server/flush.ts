import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { PRIVATE_FOLDER } from './privateFolders.ts';

/** What a file is called until it is whole. */
export function unfinished(path: string): string {
  return `${path}.unfinished`;
}

/** Resolves once a file's bytes, or a folder's names, would survive a loss of power. */
export async function flush(path: string): Promise<void> {
  const opened = await open(path, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/** Flushes a folder and all that is in it. It holds the process up, which with a thousand files is much the quicker way. */
export function flushAll(folder: string): void {
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const path of [...inside, '.']) {
    const file = openSync(join(folder, path), 'r');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }
}

/** Makes a folder, and those above it as need be, for their owner alone, so that their names survive a loss of power. */
export async function makeFolder(path: string): Promise<void> {
  const folder = resolve(path);
  const first = await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await flush(dirname(made));
}
