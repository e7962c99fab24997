import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Counts } from './dump.ts';

/** How a command is written; shown to whoever wrote it otherwise. */
class Usage extends Error {}

/** Runs a command: an error becomes a sentence and the exit code 1, wrong arguments the usage and 2. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = error instanceof Usage ? 2 : 1;
  }
}

/** The file that the arguments name, and whether they have the option. */
export function givenFile(usage: string, option?: string): { path: string; otherKey: boolean } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: option ? { [option]: { type: 'boolean' } } : {},
    });
    const [file, ...others] = positionals;
    if (!file || others.length > 0) throw new Usage(usage);
    // npm runs commands in the package's folder, wherever they were typed.
    const path = resolve(process.env['INIT_CWD'] ?? process.cwd(), file);
    return { path, otherKey: option !== undefined && values[option] === true };
  } catch (error) {
    throw new Usage(usage, { cause: error });
  }
}

/** Prints what was backed up or restored. */
export function reportCounts({ rows, photos, missingPhotos }: Counts): void {
  for (const [table, count] of Object.entries(rows)) {
    console.log(`${count.toLocaleString('en-CA').padStart(12)}  ${table}`);
  }
  console.log(`${photos.toLocaleString('en-CA').padStart(12)}  photos`);
  if (missingPhotos > 0) console.log(`${missingPhotos} photos that rows name are missing.`);
}
