import { mkdir } from 'node:fs/promises';
import { connectEmbedded, type OpenDatabase, openServerDatabase } from './database.ts';
import { openEmbeddedDatabase } from './embedded.ts';
import type { Environment } from './env.ts';

/** Opens the database that the settings name: the server at DATABASE_URL, else the one in DATA_DIR. */
export async function openSiteDatabase(environment: Environment): Promise<OpenDatabase> {
  if (environment.databaseUrl === undefined) {
    await mkdir(environment.dataDirectory, { recursive: true });
    return connectEmbedded(await openEmbeddedDatabase(environment.dataDirectory));
  }
  return openServerDatabase(environment.databaseUrl, (error) => {
    console.error(`A database connection was lost: ${error.message}`);
  });
}
