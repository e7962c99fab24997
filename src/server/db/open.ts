import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DrizzleQueryError, sql } from 'drizzle-orm';
import {
  connectEmbedded,
  type Database,
  databaseError,
  type OpenDatabase,
  openServerDatabase,
} from './database.ts';
import { DATABASE_FOLDER, openEmbeddedDatabase } from './embedded.ts';
import type { Environment } from '#server/env.ts';
import { refuseOtherOwner } from '#server/files.ts';
import { findPreparedImage } from './preparedImage.ts';
import { reasonOf } from '#server/reasons.ts';

/**
 * Opens the site's database: the server at DATABASE_URL, else the embedded one in DATA_DIR, which is made if it is missing.
 *
 * @throws Error if another process uses DATA_DIR, its files are damaged, or the server is unreachable or not durable.
 */
export async function openOrMakeSiteDatabase(environment: Environment): Promise<OpenDatabase> {
  return await open(environment, findPreparedImage());
}

/**
 * Opens the site's database for a command, and makes none: a wrong DATA_DIR would pass for an empty site.
 *
 * @throws Error as `openOrMakeSiteDatabase` does, or if there is no database.
 */
export async function openSiteDatabase(environment: Environment): Promise<OpenDatabase> {
  requireExistingDatabase(environment);
  return await open(environment);
}

function requireExistingDatabase({ databaseUrl, dataDirectory }: Environment): void {
  if (databaseUrl !== undefined) return;
  const folder = join(dataDirectory, DATABASE_FOLDER);
  // A folder that this user may not see would look missing.
  refuseOtherOwner(folder);
  if (existsSync(folder)) return;
  throw new Error(`There is no database in ${dataDirectory}. Set DATA_DIR, or DATABASE_URL.`);
}

async function open(environment: Environment, imagePath?: string): Promise<OpenDatabase> {
  const { databaseUrl, migrationDatabaseUrl, dataDirectory } = environment;
  if (databaseUrl === undefined) return connectEmbedded(await openEmbeddedDatabase(dataDirectory, imagePath));
  const onLost = (error: Error) => console.error(`A database connection was lost: ${error.message}`);
  const opened = openServerDatabase(databaseUrl, onLost, migrationDatabaseUrl);
  try {
    await refuseUnsafeServer(opened.database);
    return opened;
  } catch (error) {
    await opened.close();
    throw connectionError(error, databaseUrl);
  }
}

/** Turns a failed connection into a sentence without the password. */
function connectionError(error: unknown, url: string): unknown {
  if (!(error instanceof DrizzleQueryError)) return error;
  const { host, searchParams } = new URL(url);
  const hostName = host || searchParams.get('host');
  const server = hostName
    ? `The PostgreSQL server at ${hostName}`
    : 'DATABASE_URL names no host, and the PostgreSQL server of the PG variables or this machine';
  const refusal = databaseError(error);
  return new Error(
    refusal
      ? `${server} refuses: ${refusal.message}. Correct DATABASE_URL, or the server.`
      : `${server} cannot be reached: ${reasonOf(error.cause)}. Start it, or correct DATABASE_URL.`,
    { cause: error },
  );
}

/** @throws Error if the server acknowledges commits that a power cut would undo. */
async function refuseUnsafeServer(database: Database): Promise<void> {
  const { rows } = await database.execute<{ fsync: string; commit: string }>(
    sql`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
  );
  // A server that gives no answer counts as unsafe.
  const [{ fsync, commit } = { fsync: 'off', commit: 'off' }] = rows;
  const disabled = [fsync === 'off' && 'fsync', commit === 'off' && 'synchronous_commit'].filter(Boolean);
  if (disabled.length === 0) return;
  throw new Error(
    `The PostgreSQL server at DATABASE_URL has ${disabled.join(' and ')} off, so that a loss of power would undo what was acknowledged. Switch on what is off.`,
  );
}
