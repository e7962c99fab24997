import { resolve } from 'node:path';
import { readCall, WrongCall } from '#server/commandLine.ts';
import type { Counts } from './dump.ts';

/**
 * The file that a command was given, and whether it was given the option.
 *
 * @throws WrongCall for none, or for more than one.
 */
export function givenFile(given: string[], option?: string): { path: string; otherKey: boolean } {
  const { positionals, values } = readCall(given, option ? { [option]: { type: 'boolean' } } : {});
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new WrongCall();
  // npm runs commands in the package's folder, wherever they were typed.
  const path = resolve(process.env['INIT_CWD'] ?? process.cwd(), file);
  return { path, otherKey: option !== undefined && values[option] === true };
}

/** Prints what was backed up or restored. */
export function reportCounts({ rows, photos, missingPhotos }: Counts): void {
  for (const [table, count] of Object.entries(rows)) {
    console.log(`${count.toLocaleString('en-CA').padStart(12)}  ${table}`);
  }
  console.log(`${photos.toLocaleString('en-CA').padStart(12)}  photos`);
  if (missingPhotos > 0) console.log(`${missingPhotos} photos that the site shows are missing.`);
}
