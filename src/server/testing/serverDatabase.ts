import pg from 'pg';
import { type OpenDatabase, openServerDatabase } from '#server/database.ts';

/** Makes a database on a PostgreSQL server, a copy of `template` where there is one. Closing it removes it. */
export async function createServerDatabase(serverUrl: string, template?: string): Promise<OpenDatabase> {
  const name = `reround_test_${process.pid}_${Math.floor(performance.now())}`;
  const keeper = new pg.Client({ connectionString: serverUrl });
  await keeper.connect();
  await keeper.query(`create database ${name}${template ? ` template ${template}` : ''}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const opened = openServerDatabase(url.href, (error) => {
    throw error;
  });
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
