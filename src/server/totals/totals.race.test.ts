import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { collide } from '#server/testing/races.ts';
import { knownDonor, loggedDonation } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { wrongTotals } from './checkTotals.ts';
import { foldTotals } from './foldTotals.ts';

const site = useTestSite({ on: 'races' });

test('kept totals are right after many changes and foldings at the same moment', async () => {
  const admin = await site.admin();
  const answers = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const id = await loggedDonation(site, { studentId: `D${index % 7}` });
      if (index % 5 === 0) await foldTotals(site.database);
      const change = index % 3 === 0 ? deciding.rejectDonation : deciding.confirmDonation;
      return (await admin.call(change, { body: { id } })).status;
    }),
  );
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await wrongTotals(site.database)).toEqual([]);
  await foldTotals(site.database);
  expect(await wrongTotals(site.database)).toEqual([]);
  const { rows } = await site.database.$client.query('select from row_counts where slot <> 0');
  expect(rows).toEqual([]);
});

const renamed = sql`update participants set display_name = 'Grace'`;
const made = sql`
  insert into discount_codes (code, participant_id, generated_at, expires_at) select 'RR-GRACE2', id, now(), now() from participants`;

test.each([
  ['made while its participant is renamed', renamed, made],
  ['not there yet when its participant is renamed', made, renamed],
])('a code that is %s has the new text', async (_, held, waiting) => {
  await knownDonor(site, 'FIRST');
  await collide(site, held, [async () => await site.database.execute(waiting)]);
  const { rows } = await site.database.execute(sql`select participant_text as text from discount_codes`);
  expect(rows).toEqual([{ text: 'grace  ' }]);
});
