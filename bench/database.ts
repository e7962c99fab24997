import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { startThrowawayPostgres } from '#server/testing/postgres.ts';
import {
  connectEmbedded,
  type Database,
  migrateDatabase,
  type OpenDatabase,
  openServerDatabase,
} from '#server/database.ts';
import { openEmbeddedDatabase } from '#server/embedded.ts';
import * as schema from '#server/schema.ts';
import { fillWithVolume } from '#server/testing/volume.ts';

export const databaseKinds = ['postgres', 'embedded'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

export const databaseNames: Readonly<Record<DatabaseKind, string>> = {
  postgres: 'PostgreSQL',
  embedded: 'the embedded database',
};

/** A database of its own for a benchmark, filled, that nothing has open. */
export interface BenchDatabase {
  kind: DatabaseKind;
  /** Of the PostgreSQL server. */
  url: string | undefined;
  /** A folder for this benchmark; the embedded database is in its folder `app`. */
  directory: string;
  /** What tells a server to use it. */
  settings: Record<string, string>;
  open: () => Promise<OpenDatabase>;
  /** Brings statistics and the visibility map up to date once it is changed. */
  tidy: () => Promise<void>;
  fillSeconds: number;
}

/** Makes a database with so many donations, lets `work` use it, and removes it. */
export async function withDatabase(
  { kind, donations, today }: { kind: DatabaseKind; donations: number; today: string },
  work: (database: BenchDatabase) => Promise<void>,
): Promise<void> {
  // Durable, as the server insists.
  const postgres = kind === 'postgres' ? await startThrowawayPostgres({ durable: true }) : null;
  if (kind === 'postgres' && !postgres) {
    throw new Error('This benchmark needs the programs of a PostgreSQL server on this machine.');
  }
  const directory = await mkdtemp(join(tmpdir(), 'reround-bench-'));
  const url = postgres?.url;
  const folder = join(directory, 'app');
  const open = async () =>
    url === undefined
      ? connectEmbedded(await openEmbeddedDatabase(folder))
      : openServerDatabase(url, (error) => console.error(error));
  try {
    const start = performance.now();
    await migrate(open);
    await unhurried({ url, open }, (database) => fillWithVolume(database, donations, today));
    const tidy = () =>
      unhurried({ url, open }, async (database) => {
        await database.execute(sql`vacuum analyze`);
        await database.execute(sql`checkpoint`);
      });
    await tidy();
    const fillSeconds = (performance.now() - start) / 1000;
    const settings = { DATA_DIR: folder, ...(url !== undefined && { DATABASE_URL: url }) };
    await work({ kind, url, directory, settings, open, tidy, fillSeconds });
  } finally {
    await postgres?.stop();
    await rm(directory, { recursive: true });
  }
}

async function migrate(open: () => Promise<OpenDatabase>): Promise<void> {
  const opened = await open();
  try {
    await migrateDatabase(opened.database, async () => {});
  } finally {
    await opened.close();
  }
}

/** Without the time limit that the app's own connections to a server set on each statement: a fill takes longer. */
async function unhurried(
  { url, open }: { url: string | undefined; open: () => Promise<OpenDatabase> },
  work: (database: Database) => Promise<void>,
): Promise<void> {
  if (url === undefined) {
    const opened = await open();
    try {
      await work(opened.database);
    } finally {
      await opened.close();
    }
    return;
  }
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    await work(drizzle(pool, { schema, casing: 'snake_case' }));
  } finally {
    await pool.end();
  }
}
