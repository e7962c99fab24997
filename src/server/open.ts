import { sql } from 'drizzle-orm';
import { connectEmbedded, type Database, type OpenDatabase, openServerDatabase } from './database.ts';
import { openEmbeddedDatabase } from './embedded.ts';
import type { Environment } from './env.ts';
import { callLimits } from './timeLimits.ts';

/**
 * Opens the database that the settings name: the server at DATABASE_URL, else the one in DATA_DIR.
 *
 * @throws Error if another process has the one in DATA_DIR, or the server does not keep what it acknowledges.
 */
export async function openSiteDatabase(environment: Environment, limits = callLimits): Promise<OpenDatabase> {
  if (environment.databaseUrl === undefined) {
    return connectEmbedded(await openEmbeddedDatabase(environment.dataDirectory));
  }
  const { databaseUrl, migrationDatabaseUrl } = environment;
  const onLost = (error: Error) => console.error(`A database connection was lost: ${error.message}`);
  const opened = openServerDatabase(databaseUrl, onLost, migrationDatabaseUrl, limits);
  try {
    await refuseForgetful(opened.database);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** @throws Error if the server acknowledges commits that a loss of power would undo. */
async function refuseForgetful(database: Database): Promise<void> {
  const { rows } = await database.execute<{ fsync: string; commit: string }>(
    sql`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
  );
  const [{ fsync, commit } = { fsync: 'off', commit: 'off' }] = rows;
  const off = [...(fsync === 'off' ? ['fsync'] : []), ...(commit === 'off' ? ['synchronous_commit'] : [])];
  if (off.length === 0) return;
  throw new Error(
    `The PostgreSQL server at DATABASE_URL has ${off.join(' and ')} off, so that a loss of power would undo what was acknowledged. Switch on what is off.`,
  );
}
