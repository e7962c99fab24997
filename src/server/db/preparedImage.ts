import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import packageJson from '#package.json' with { type: 'json' };
import { connectEmbedded } from './database.ts';
import { migrateDatabase, migrationHashes, migrations } from './migrations.ts';
import { openMemoryDatabase } from './embedded.ts';
import { flush, repository } from '#server/files.ts';

const { '@electric-sql/pglite': pglite, 'drizzle-orm': drizzle } = packageJson.dependencies;
const code = ['src/server/db/embedded.ts', 'src/server/db/preparedImage.ts'];

/** The name has a hash of all that the file is made from, so that an outdated one is never found. */
function imagePath(): string {
  const hash = createHash('sha256').update(JSON.stringify([pglite, drizzle, migrations, migrationHashes]));
  for (const file of code) hash.update(readFileSync(join(repository, file)));
  return join(repository, 'dist', `database-${hash.digest('hex').slice(0, 16)}.tar`);
}

/** The file that `preparedImage` gives, if a build has made it. */
export function findPreparedImage(): string | undefined {
  const path = imagePath();
  return existsSync(path) ? path : undefined;
}

/**
 * A tar of an embedded database's files with all migrations and nothing else, made now unless it is there: to unpack it
 * takes a fraction of the time that initdb and migrations take in WebAssembly.
 *
 * It is uncompressed: to decompress it takes longer than to read it. Every database made from it has the same
 * `system_identifier`. No secret is in it: a site makes its own at its first start.
 *
 * @returns the file's path, in dist/.
 */
export async function preparedImage(): Promise<string> {
  const path = imagePath();
  if (!existsSync(path)) await writeWhole(path, await makeImage());
  return path;
}

async function makeImage(): Promise<Blob> {
  const embedded = await openMemoryDatabase();
  const { database, close } = connectEmbedded(embedded);
  try {
    await migrateDatabase(database, async () => {});
    // Without it the migrations would be in the log only, and every first start would play them back.
    await embedded.database.exec('checkpoint');
    return await embedded.database.dumpDataDir('none');
  } finally {
    await close();
  }
}

/** Several processes may do so at once. Removes files of the same kind that are outdated. */
async function writeWhole(path: string, image: Blob): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, image.stream());
  await flush(unfinished);
  await rename(unfinished, path);
  for (const name of await readdir(folder)) {
    const isOutdated = name.startsWith('database-') && !name.startsWith(basename(path));
    if (isOutdated) await rm(join(folder, name), { force: true });
  }
}
