import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { connectEmbedded, type Database, migrateDatabase } from '#server/database.ts';
import { openEmbeddedDatabase } from '#server/embedded.ts';
import { preparedImage } from '#server/preparedImage.ts';
import { runCommand } from '#server/testing/process.ts';

test(
  'the command finds a wrong total, puts it right when told to, and says so',
  { timeout: 120_000 },
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'reround-totals-'));
    const change = async (work: (database: Database) => Promise<unknown>) => {
      const { database, close } = connectEmbedded(
        await openEmbeddedDatabase(directory, await preparedImage()),
      );
      await migrateDatabase(database, async () => {});
      await work(database);
      await close();
    };
    const run = (...parameters: string[]) => runCommand('totals', parameters, { DATA_DIR: directory }).ended;
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
Every closed month is what its lines in the ledger come to.
Wrong totals: 1. \`npm run totals -- mend\` puts them right.\n`,
      });
      expect((await run('mend')).output).toContain('Totals that were wrong and are right now: 1.');
      expect(await run()).toEqual({
        code: 0,
        output:
          'Every closed month is what its lines in the ledger come to.\nEvery kept total equals its recount.\n',
      });
      await change(async (database) => {
        await database.execute(sql`
          insert into partners (name, pin_hash, created_at) values ('Main Street Thrift', 'hash', '2026-10-01T18:00:00Z')`);
        await database.execute(sql`
          insert into statements (partner_id, month, ends_at, redeemed, reversed, digest, closed_at)
          values (1, '2026-10-01', '2026-11-01T05:00:00Z', 2, 0, 'abc', '2026-11-03T06:00:00Z')`);
      });
      const found = {
        code: 1,
        output: `The statement of Main Street Thrift (partner 1) for 2026-10 was closed with 2 redeemed and 0 reversed; the ledger now has 0 redeemed and 0 reversed.
Every kept total equals its recount.
Closed months that are not what their lines come to: 1. Nothing rewrites them: compare the ledger with a backup.\n`,
      };
      expect(await run()).toEqual(found);
      // It stays as it is.
      expect(await run('mend')).toEqual(found);
      expect(await run('everything')).toMatchObject({
        code: 2,
        output: expect.stringContaining('npm run totals -- mend') as string,
      });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
);
