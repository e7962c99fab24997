import { openAsBlob } from 'node:fs';
import { inject } from 'vitest';
import { connectEmbedded, type OpenDatabase } from '#server/db/database.ts';
import { openMemoryDatabase } from '#server/db/embedded.ts';
import { preparedImage } from '#server/db/preparedImage.ts';
import { createServerDatabase } from './serverDatabase.ts';

/** Calls that collide hold a connection each. On a busy machine one may wait long for its turn. */
const RACING = { max: 20, connectionTimeoutMillis: 30_000 };
/** A handler that asks outside its own transaction waits for itself, and fails. */
const ALONE = { max: 1, connectionTimeoutMillis: 5_000 };

/** Migrated and empty, on the PostgreSQL of the tests, else embedded. */
export async function openTestDatabase(pool = {}): Promise<OpenDatabase> {
  const server = inject('testServer');
  if (!server) return await openEmbeddedTestDatabase();
  return await createServerDatabase(server.serverUrl, { template: server.templateName, pool });
}

/** Migrated and empty, embedded. */
async function openEmbeddedTestDatabase(): Promise<OpenDatabase> {
  return connectEmbedded(await openMemoryDatabase(await openAsBlob(await preparedImage())));
}

/** Without tables, as a new site finds it. */
export async function openBlankDatabase(): Promise<OpenDatabase> {
  const server = inject('testServer');
  return server ? await createServerDatabase(server.serverUrl) : connectEmbedded(await openMemoryDatabase());
}

const shared = new Map<string, Promise<OpenDatabase>>();

/** The database that all test files of this process share. See `useTestSite`. */
export async function sharedDatabase(on: 'server' | 'races' | 'embedded'): Promise<OpenDatabase> {
  const which = inject('testServer') ? on : 'embedded';
  const open = {
    server: () => openTestDatabase(ALONE),
    races: () => openTestDatabase(RACING),
    embedded: openEmbeddedTestDatabase,
  };
  const opened = shared.get(which) ?? open[which]();
  shared.set(which, opened);
  return await opened;
}
