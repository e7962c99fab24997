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
const sourceFiles = ['src/server/db/embedded.ts', 'src/server/db/preparedImage.ts'];

/** The image's path. The file's name has a hash of all that it is made from, so that an outdated one is never found. */
function imagePath(): string {
  const hash = createHash('sha256').update(JSON.stringify([pglite, drizzle, migrations, migrationHashes]));
  for (const file of sourceFiles) hash.update(readFileSync(join(repository, file)));
  return join(repository, 'dist', `database-${hash.digest('hex').slice(0, 16)}.tar`);
}

/** The image's path, if a build has made it. */
export function findPreparedImage(): string | undefined {
  const path = imagePath();
  return existsSync(path) ? path : undefined;
}

/**
 * Makes a tar of an embedded database with all migrations, unless it exists. Unpacking it takes a fraction of the time
 * that initdb and migrations take in WebAssembly. It holds no secret.
 *
 * @returns the file's path, in dist/.
 */
export async function ensurePreparedImage(): Promise<string> {
  const path = imagePath();
  if (!existsSync(path)) await writeImage(path, await makeImage());
  return path;
}

async function makeImage(): Promise<Blob> {
  const embedded = await openMemoryDatabase();
  const { database, close } = connectEmbedded(embedded);
  try {
    await migrateDatabase(database, async () => {});
    // Otherwise every first start would replay the migrations from the log.
    await embedded.database.exec('checkpoint');
    return await embedded.database.dumpDataDir('none');
  } finally {
    await close();
  }
}

/** Writes the file and deletes outdated ones. Its temporary name has the process ID, because several may write at once. */
async function writeImage(path: string, image: Blob): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const partial = `${path}.${process.pid}`;
  await writeFile(partial, image.stream());
  await flush(partial);
  await rename(partial, path);
  for (const name of await readdir(folder)) {
    const isOutdated = name.startsWith('database-') && !name.startsWith(basename(path));
    if (isOutdated) await rm(join(folder, name), { force: true });
  }
}
