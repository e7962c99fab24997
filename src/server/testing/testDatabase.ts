import { readFile } from 'node:fs/promises';
import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { inject } from 'vitest';
import { connectEmbedded, type Database, type OpenDatabase, openServerDatabase } from '../database.ts';
import { openMemoryDatabase } from '../embedded.ts';
import * as schema from '../schema.ts';

/** A database of a test file's own, migrated and empty: on the server that TEST_DATABASE_URL names, else embedded. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const template = inject('databaseTemplate');
  if ('imagePath' in template) {
    const image = new Blob([await readFile(template.imagePath)]);
    return connectEmbedded(await openMemoryDatabase(image));
  }
  const { serverUrl, templateName } = template;
  const name = `reround_test_${process.pid}_${Math.floor(performance.now())}`;
  const keeper = new pg.Client({ connectionString: serverUrl });
  await keeper.connect();
  await keeper.query(`create database ${name} template ${templateName}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const opened = openServerDatabase(url.href, (error) => {
    throw error;
  });
  return {
    database: opened.database,
    close: async () => {
      await opened.close();
      await keeper.query(`drop database ${name} with (force)`);
      await keeper.end();
    },
  };
}

const tableNames = Object.values(schema)
  .filter((value) => is(value, PgTable))
  .map((table) => getTableName(table))
  .filter((name) => name !== 'settings');

/** Empties every table and puts the settings back to their defaults. */
export async function emptyDatabase(database: Database): Promise<void> {
  await database.execute(sql.raw(`truncate ${tableNames.join(', ')} restart identity cascade`));
  await database.execute(sql.raw('delete from settings; insert into settings default values'));
}
