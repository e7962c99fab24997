import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { connectEmbedded, type Database, migrateDatabase } from '#server/database.ts';
import { openEmbeddedDatabase } from '#server/embedded.ts';
import { runNode } from '#server/testing/process.ts';

test(
  'the command finds a wrong total, puts it right when told to, and says so',
  { timeout: 120_000 },
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'reround-totals-'));
    const change = async (work: (database: Database) => Promise<unknown>) => {
      const { database, close } = connectEmbedded(await openEmbeddedDatabase(directory));
      await migrateDatabase(database, async () => {});
      await work(database);
      await close();
    };
    const run = (...parameters: string[]) =>
      runNode('src/server/totals/totalsCommand.ts', parameters, { DATA_DIR: directory }).ended;
    try {
      await change(async (database) => {
        await database.execute(sql`
        insert into participants (share_token, created_at)
        select 'token' || number, now() from generate_series(1, 3) number`);
        await database.execute(sql`update row_counts set rows = 5 where table_name = 'participants'`);
      });
      expect(await run()).toEqual({
        code: 1,
        output: `row_counts rows: participants: kept 5, recounted 3
Wrong totals: 1. \`npm run totals -- mend\` puts them right.\n`,
      });
      expect((await run('mend')).output).toContain('Totals that were wrong and are right now: 1.');
      expect(await run()).toEqual({ code: 0, output: 'Every kept total equals its recount.\n' });
      expect((await run('everything')).output).toContain('npm run totals -- mend');
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
);
