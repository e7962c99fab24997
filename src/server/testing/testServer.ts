import { createHash } from 'node:crypto';
import pg from 'pg';
import { migrateDatabase, migrationHashes } from '#server/db/migrations.ts';
import { type OpenDatabase, openServerDatabase } from '#server/db/database.ts';
import { startThrowawayPostgres } from './postgres.ts';

/** A PostgreSQL server for tests, with a migrated database that tests copy. */
export interface TestServer {
  serverUrl: string;
  templateName: string;
}

interface Started {
  template: TestServer;
  stop: () => Promise<void>;
}

/**
 * The server at TEST_DATABASE_URL, else a throwaway one, which `stop` removes. Null: this machine has no PostgreSQL.
 *
 * The template stays on the server, named by the hash of the migrations that made it, so that a later run finds it.
 */
export async function startTestServer(): Promise<Started | null> {
  const configuredUrl = process.env['TEST_DATABASE_URL'];
  const started = configuredUrl ? null : await startThrowawayPostgres();
  const serverUrl = configuredUrl ?? started?.url;
  if (serverUrl === undefined) return null;
  const stop = async () => started?.stop();
  try {
    return { template: { serverUrl, templateName: await ensureTemplate(serverUrl) }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function ensureTemplate(serverUrl: string): Promise<string> {
  const hash = createHash('sha256').update(migrationHashes.join()).digest('hex');
  const name = `reround_template_${hash.slice(0, 16)}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    // Only one run at a time looks for the template and makes it.
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await makeTemplate(client, serverUrl, name);
  } finally {
    await client.end();
  }
  return name;
}

async function makeTemplate(client: pg.Client, serverUrl: string, name: string): Promise<void> {
  const unfinished = `${name}_unfinished`;
  await client.query(`drop database if exists ${unfinished} with (force)`);
  await client.query(`create database ${unfinished}`);
  const url = Object.assign(new URL(serverUrl), { pathname: unfinished });
  const { database, close } = openServerDatabase(url.href, (error) => {
    throw error;
  });
  await migrateDatabase(database, async () => {});
  await close();
  await client.query(`alter database ${unfinished} rename to ${name}`);
}

interface Options {
  /** The database to copy. Without it the new one has no tables. */
  template?: string;
  /** Options of the pool that differ from a site's. */
  pool?: Pick<pg.PoolConfig, 'max' | 'connectionTimeoutMillis'>;
}

/** Makes a database on a PostgreSQL server. Closing it removes it. */
export async function createServerDatabase(
  serverUrl: string,
  { template, pool = {} }: Options = {},
): Promise<OpenDatabase> {
  const name = `reround_test_${process.pid}_${Math.floor(performance.now())}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name}${template ? ` template ${template}` : ''}`);
  const url = Object.assign(new URL(serverUrl), { pathname: name });
  const opened = openServerDatabase(url.href, (error) => {
    throw error;
  });
  Object.assign(opened.database.$client.options, pool);
  const closedConnections: Promise<void>[] = [];
  opened.database.$client.on('connect', (connected) => {
    closedConnections.push(new Promise((resolve) => connected.once('end', () => resolve())));
  });
  return {
    database: opened.database,
    close: async () => {
      await opened.close();
      // A pool ends before its connections are closed. Dropping the database then would be an error on them.
      await Promise.all(closedConnections);
      await client.query(`drop database ${name} with (force)`);
      await client.end();
    },
  };
}
