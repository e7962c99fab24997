import pg from 'pg';
import { type OpenDatabase, openServerDatabase } from '#server/db/database.ts';

interface Options {
  /** The database to copy. Without it the new one has no tables. */
  template?: string;
  /** What the pool has otherwise than a site's. */
  pool?: Pick<pg.PoolConfig, 'max' | 'connectionTimeoutMillis'>;
}

/** Makes a database on a PostgreSQL server. Closing it removes it. */
export async function createServerDatabase(
  serverUrl: string,
  { template, pool = {} }: Options = {},
): Promise<OpenDatabase> {
  const name = `reround_test_${process.pid}_${Math.floor(performance.now())}`;
  const keeper = new pg.Client({ connectionString: serverUrl });
  await keeper.connect();
  await keeper.query(`create database ${name}${template ? ` template ${template}` : ''}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const opened = openServerDatabase(url.href, (error) => {
    throw error;
  });
  Object.assign(opened.database.$client.options, pool);
  const hungUp: Promise<void>[] = [];
  opened.database.$client.on('connect', (client) => {
    hungUp.push(new Promise((resolve) => client.once('end', () => resolve())));
  });
  return {
    database: opened.database,
    close: async () => {
      await opened.close();
      // A pool counts as ended while its connections still say goodbye; dropping the database then is an error on them.
      await Promise.all(hungUp);
      await keeper.query(`drop database ${name} with (force)`);
      await keeper.end();
    },
  };
}
