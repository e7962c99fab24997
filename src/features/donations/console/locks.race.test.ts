import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract as participants } from '#features/donors/contract.ts';
import { contract as people } from '#features/donors/people/contract.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });

const PEOPLE = 4;
const ROUNDS = 6;

/** Counts the deadlocks of all sessions of this database, including ended ones. */
async function countDeadlocks(): Promise<number> {
  await site.database.execute(sql`select pg_stat_clear_snapshot()`);
  const { rows } = await site.database.execute<{ deadlocks: number }>(
    sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
  );
  return rows[0]?.deadlocks ?? 0;
}

test('confirmations, rejections, undoing, merges and removals of the same people never deadlock', async () => {
  const admins = await Promise.all(['ada', 'ben', 'cy', 'dee'].map((name) => site.admin(name)));
  const admin = admins[0]!;
  const before = await countDeadlocks();
  const statuses = new Set<number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const ids: number[] = [];
    for (let donation = 0; donation < PEOPLE * 3; donation += 1) {
      ids.push(await loggedDonation(site, { studentId: `R${round}D${donation % PEOPLE}` }));
    }
    const firstParticipantId = round * PEOPLE + 1;
    const calls = ids.flatMap((id, index) => {
      const caller = admins[index % admins.length]!;
      return [
        () => caller.refused(contract.confirmDonation, { body: { id } }),
        () => caller.refused(contract.confirmDonations, { body: { ids: ids.toReversed() } }),
        () => caller.refused(contract.rejectDonation, { body: { id, reason: 'Not there' } }),
        () => caller.refused(contract.reopenDonation, { body: { id, reason: 'Found' } }),
        () => caller.refused(contract.undoLastConfirmation, { body: {} }),
      ];
    });
    calls.push(
      async () => {
        const merged = await admin.refused(participants.mergeParticipants, {
          body: { fromId: firstParticipantId, toId: firstParticipantId + 1 },
        });
        const { mergeId } = merged.body as unknown as { mergeId: number };
        return await admin.refused(participants.undoMerge, { params: { mergeId } });
      },
      () =>
        admins[1]!.refused(people.removePerson, {
          params: { id: firstParticipantId + 2 },
          body: { reason: 'Asked for it' },
        }),
    );
    for (const { status } of await Promise.all(calls.map((call) => call()))) statuses.add(status);
  }
  expect([...statuses].filter((status) => status >= 500)).toEqual([]);
  expect((await countDeadlocks()) - before).toBe(0);
});
