import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { inTransaction } from '#server/db/database.ts';
import { auditLog } from '#server/db/schema.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { deleteEntriesBefore } from './server.ts';

const site = useTestSite();

const refusal = (operation: string) =>
  expect.objectContaining({
    cause: expect.objectContaining({
      message: `The audit log is only ever added to: ${operation} of audit_log is refused.`,
    }) as unknown,
  }) as unknown;

test.each([
  ['UPDATE', sql`update audit_log set actor = 'robin'`],
  ['DELETE', sql`delete from audit_log`],
  ['TRUNCATE', sql`truncate audit_log`],
])('the database refuses %s of the audit log', async (operation, statement) => {
  await loggedDonation(site);
  const before = await site.audit();
  await expect(site.database.execute(statement)).rejects.toThrow(refusal(operation));
  expect(await site.audit()).toEqual(before);
});

test('retention deletes the oldest entries and cannot change any', async () => {
  for (let day = 0; day < 3; day += 1) {
    await loggedDonation(site);
    site.pass({ days: 1 });
  }
  const entries = await site.audit();
  await inTransaction(site.database, async (transaction) => {
    expect(await deleteEntriesBefore(transaction, site.now, 1)).toBe(1);
  });
  expect(await site.audit()).toEqual(entries.slice(0, 2));
  const update = inTransaction(site.database, async (transaction) => {
    await transaction.execute(sql`select set_config('reround.retention', 'yes', true)`);
    await transaction.update(auditLog).set({ actor: 'robin' });
  });
  await expect(update).rejects.toThrow(refusal('UPDATE'));
});

test('after a retention nobody else may delete, neither in its transaction nor later', async () => {
  await loggedDonation(site);
  const deletionAfterRetention = inTransaction(site.database, async (transaction) => {
    await deleteEntriesBefore(transaction, new Date('2026-01-01'), 10);
    await transaction.delete(auditLog);
  });
  await expect(deletionAfterRetention).rejects.toThrow(refusal('DELETE'));
  await inTransaction(site.database, (transaction) =>
    deleteEntriesBefore(transaction, new Date('2026-01-01'), 10),
  );
  await expect(site.database.delete(auditLog).where(eq(auditLog.actorRole, 'donor'))).rejects.toThrow(
    refusal('DELETE'),
  );
});
