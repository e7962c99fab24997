import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DrizzleQueryError, sql } from 'drizzle-orm';
import {
  callLimits,
  connectEmbedded,
  type Database,
  databaseError,
  type OpenDatabase,
  openServerDatabase,
  type TimeLimits,
} from './database.ts';
import { DATABASE_FOLDER, openEmbeddedDatabase } from './embedded.ts';
import type { Environment } from '#server/env.ts';
import { refuseOtherOwner } from '#server/files.ts';
import { findPreparedImage } from './preparedImage.ts';
import { reasonOf } from '#server/reasons.ts';

/**
 * Opens the database that the settings name, the server at DATABASE_URL, else the one in DATA_DIR, for a start: where none is
 * in DATA_DIR it makes one.
 *
 * @throws Error if another process has the one in DATA_DIR, or its files are not whole; if the server is not there, or does
 * not keep what it acknowledges.
 */
export async function openOrMakeSiteDatabase(environment: Environment): Promise<OpenDatabase> {
  return await open(environment, callLimits, findPreparedImage());
}

/**
 * Opens it for a command, which makes none: a DATA_DIR that is wrong would be taken for a site in order.
 *
 * @throws Error as `openOrMakeSiteDatabase` does, or if there is none.
 */
export async function openSiteDatabase(environment: Environment): Promise<OpenDatabase> {
  refuseNone(environment);
  return await open(environment, callLimits);
}

function refuseNone({ databaseUrl, dataDirectory }: Environment): void {
  if (databaseUrl !== undefined) return;
  const folder = join(dataDirectory, DATABASE_FOLDER);
  // Else one that this user may not see would not be there.
  refuseOtherOwner(folder);
  if (existsSync(folder)) return;
  throw new Error(`There is no database in ${dataDirectory}. Set DATA_DIR, or DATABASE_URL.`);
}

async function open(environment: Environment, limits: TimeLimits, image?: string): Promise<OpenDatabase> {
  if (environment.databaseUrl === undefined) {
    return connectEmbedded(await openEmbeddedDatabase(environment.dataDirectory, image));
  }
  const { databaseUrl, migrationDatabaseUrl } = environment;
  const onLost = (error: Error) => console.error(`A database connection was lost: ${error.message}`);
  const opened = openServerDatabase(databaseUrl, onLost, migrationDatabaseUrl, limits);
  try {
    await refuseUnsafeServer(opened.database);
    return opened;
  } catch (error) {
    await opened.close();
    throw explained(error, environment.databaseUrl);
  }
}

/** What the driver says of a server that it does not reach, or that lets nobody in, as a sentence. The password is not in it. */
function explained(error: unknown, url: string): unknown {
  if (!(error instanceof DrizzleQueryError)) return error;
  const { host, searchParams } = new URL(url);
  const named = host || searchParams.get('host');
  const server = named
    ? `The PostgreSQL server at ${named}`
    : 'DATABASE_URL names no host, and the PostgreSQL server that is then meant';
  const refusal = databaseError(error);
  return new Error(
    refusal
      ? `${server} refuses: ${refusal.message}. Correct DATABASE_URL, or the server.`
      : `${server} cannot be reached: ${reasonOf(error.cause)}. Start it, or correct DATABASE_URL.`,
    { cause: error },
  );
}

/** @throws Error if the server acknowledges commits that a loss of power would undo. */
async function refuseUnsafeServer(database: Database): Promise<void> {
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
