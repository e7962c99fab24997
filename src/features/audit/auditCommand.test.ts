import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectEmbedded, type Database, inTransaction, migrateDatabase } from '#server/database.ts';
import { openEmbeddedDatabase } from '#server/embedded.ts';
import { auditLog } from '#server/schema.ts';
import { type Running, runNode } from '#server/testing/process.ts';
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
  const { database, close } = connectEmbedded(await openEmbeddedDatabase(data));
  try {
    await migrateDatabase(database, async () => {});
    return await work(database);
  } finally {
    await close();
  }
}

async function run(...parameters: string[]) {
  const running = runNode('src/features/audit/auditCommand.ts', parameters, { DATA_DIR: data });
  started.push(running);
  return await running.ended;
}

const dayAt = (day: number) => new Date(`2026-11-${day}T18:00:00Z`);

test(
  'the log is compared with its seals from a shell: 0 where all is as it was, 1 with the row that is not',
  { timeout: 2 * MINUTES },
  async () => {
    const seals = await withSite(async (database) => {
      for (const day of [18, 19, 20]) {
        await inTransaction(database, (transaction) =>
          recordVisitor(transaction, dayAt(day), {
            action: 'pickup.requested',
            entityType: 'pickup',
            entityId: day,
          }),
        );
      }
      const made = await sealDays(database, dayAt(20));
      await removeAuditBefore(database, '2026-11-19', dayAt(20));
      return made.map(({ seal }) => seal);
    });
    const [first = '', last = ''] = seals;
    const told = [
      'Rows that are as they were sealed: 1, in 1 day.',
      'Removed when their time was over: the rows of 1 day, 2026-11-18 to 2026-11-18.',
      'Rows of days that are not sealed yet: 1.',
      `The last seal, of 2026-11-19, to be noted elsewhere: ${last}`,
    ];
    expect(await run('verify', first)).toEqual({ code: 0, output: `${told.join('\n')}\n` });
    expect(await run('verify', 'another')).toMatchObject({ code: 1 });
    expect(await run()).toMatchObject({ code: 1, output: expect.stringMatching(/^npm run audit/) as string });

    await withSite(async (database) => await database.update(auditLog).set({ entityId: 7 }));
    expect(await run('verify')).toEqual({
      code: 1,
      output: 'Row 2 of 2026-11-19 (pickup.requested by visitor) was changed.\n',
    });
  },
);
