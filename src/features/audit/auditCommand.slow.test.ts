import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  connectEmbedded,
  type Database,
  holdMigrationLock,
  inTransaction,
  migrateDatabase,
  migrateUntil,
  migrations,
  refuseOtherSchema,
} from '#server/database.ts';
import { openEmbeddedDatabase } from '#server/embedded.ts';
import { preparedImage } from '#server/preparedImage.ts';
import { auditLog, auditSeals } from '#server/schema.ts';
import { type Running, runCommand } from '#server/testing/process.ts';
import { type Day, dayOf, daysAfter } from '#shared/dates.ts';
import { recordVisitor } from './server.ts';
import { removeAuditBefore, sealDays } from './serverSeals.ts';

const MINUTES = 60_000;

let data: string;
const started: Running[] = [];

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'reround-audit-'));
});
afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.splice(0).map(({ ended }) => ended));
  await rm(data, { recursive: true, force: true });
});

async function withSite<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  const { database, close } = connectEmbedded(await openEmbeddedDatabase(data, await preparedImage()));
  try {
    await migrateDatabase(database, async () => {});
    return await work(database);
  } finally {
    await close();
  }
}

async function run(environment: Record<string, string>, ...parameters: string[]) {
  const running = runCommand('audit', parameters, {
    DATA_DIR: data,
    ...environment,
  });
  started.push(running);
  return await running.ended;
}

// The command goes by the machine's clock, and a day is not due for a seal before it is over for an hour.
const today = dayOf(new Date(Date.now() - 60 * 60_000), 'UTC');
const [yesterday, old] = [daysAfter(today, -1), daysAfter(today, -40)];
const noonOf = (day: Day) => new Date(`${day}T12:00:00Z`);

test(
  'the log is compared with its seals from a shell: 0 where all is as it was, 1 with the row that is not',
  { timeout: 2 * MINUTES },
  async () => {
    const seals = await withSite(async (database) => {
      for (const [index, day] of [old, yesterday, today].entries()) {
        await inTransaction(database, (transaction) =>
          recordVisitor(transaction, noonOf(day), {
            action: 'pickup.requested',
            entityType: 'pickup',
            entityId: index,
          }),
        );
      }
      const made: string[] = [];
      await sealDays(database, noonOf(today), ({ seal }) => made.push(seal));
      await removeAuditBefore(database, daysAfter(old, 1), noonOf(today));
      return [made[0], made.at(-1)];
    });
    const [first = '', last = ''] = seals;
    const told = [
      'Rows that are as they were sealed: 1, in 39 days.',
      `Removed when their time was over: the rows of 1 day, ${old} to ${old}.`,
      'Rows of days that are not sealed yet: 2.',
      `The last seal, of ${yesterday}, to be noted elsewhere: ${last}`,
    ];
    expect(await run({}, 'verify', first)).toEqual({ code: 0, output: `${told.join('\n')}\n` });
    const dashed = `-begins-with-a-dash-${'x'.repeat(23)}`;
    for (const other of [[dashed], ['--', dashed], [`-${dashed.slice(0, -1)}`]]) {
      expect(await run({}, 'verify', ...other)).toEqual({
        code: 1,
        output: 'The seal that was noted is not among them: days were sealed anew since, or removed.\n',
      });
    }
    for (const none of ['abc', '-abc', `${dashed}A`, `${'x'.repeat(42)}.`]) {
      expect(await run({}, 'verify', none)).toEqual({
        code: 1,
        output: `${none} is no seal: one has 43 characters, each a letter, a digit, - or _.\n`,
      });
    }
    expect(await run({})).toMatchObject({
      code: 2,
      output: expect.stringMatching(/^npm run audit/) as string,
    });

    const whole = await withSite(async (database) => {
      const [seal] = await database.delete(auditSeals).where(eq(auditSeals.day, yesterday)).returning();
      return seal;
    });
    expect(await run({}, 'verify')).toMatchObject({
      code: 0,
      output: expect.stringContaining(`${yesterday} is over and has no seal.`) as string,
    });

    await withSite(async (database) => {
      if (whole) await database.insert(auditSeals).values(whole);
      await database.update(auditLog).set({ entityId: 7 });
    });
    expect(await run({}, 'verify')).toEqual({
      code: 1,
      output: `Row 2 of ${yesterday} (pickup.requested by visitor) was changed.\n`,
    });
  },
);

test(
  'a look at the log makes no database, and brings none to another version',
  { timeout: 2 * MINUTES },
  async () => {
    const empty = join(data, 'empty');
    expect(await run({ DATA_DIR: empty }, 'verify')).toEqual({
      code: 1,
      output: `There is no database in ${empty}. Set DATA_DIR, or DATABASE_URL.\n`,
    });
    expect(existsSync(empty)).toBe(false);

    const schemaAt = async (change: (database: Database) => Promise<unknown>) => {
      const { database, close } = connectEmbedded(await openEmbeddedDatabase(data));
      try {
        await change(database);
      } finally {
        await close();
      }
    };
    const older = migrations.at(-2) ?? 0;
    await schemaAt((database) =>
      holdMigrationLock(database, (_client, single) => migrateUntil(single, older)),
    );
    expect(await run({}, 'verify')).toEqual({
      code: 1,
      output:
        'The database is that of an older version of ReRound. Start the site with this version first, or use that one.\n',
    });
    await schemaAt(async (database) => {
      await expect(refuseOtherSchema(database)).rejects.toThrow('older');
      await migrateDatabase(database, async () => {});
      await refuseOtherSchema(database);
      await database.execute(
        sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${(migrations.at(-1) ?? 0) + 1})`,
      );
      await expect(refuseOtherSchema(database)).rejects.toThrow('newer');
    });
  },
);
