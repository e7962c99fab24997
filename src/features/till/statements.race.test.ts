import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { statementLinks, statements } from '#server/db/schema.ts';
import { collide, useTestSite } from '#server/testing/harness.ts';
import { confirmedCode, partnerStore } from '#server/testing/scenarios.ts';
import { contract } from './contract.ts';
import { closeMonths } from './serverClosing.ts';

const site = useTestSite({ on: 'races' });

async function redeemOnce() {
  const admin = await site.admin();
  const { code } = await confirmedCode(site, admin);
  const { pin } = await partnerStore(admin);
  await partnerStore(admin, 'Second Chance');
  await site.visitor().call(contract.redeemCode, { params: { code }, body: { pin } });
}

function sortedStatuses(answers: readonly { status: number }[]): number[] {
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

test('if three admins make a link at once, one link works and the two others have ended', async () => {
  await redeemOnce();
  const admins = [await site.admin(), await site.admin('sam'), await site.admin('robin')];
  const answers = await collide(
    site,
    sql`select from partners where id = 1 for update`,
    admins.map((admin) => () => admin.call(contract.createStatementLink, { params: { id: 1 } })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const links = await site.database.select().from(statementLinks);
  expect(links).toHaveLength(3);
  expect(links.filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
  const opened = await Promise.all(
    answers.map(({ body: { link } }) =>
      site.visitor().refused(contract.storeStatement, {
        params: { token: link.slice(link.lastIndexOf('/') + 1) },
      }),
    ),
  );
  expect(sortedStatuses(opened)).toEqual([200, 404, 404]);
});

test('several processes that close months at once close each month once', async () => {
  await redeemOnce();
  site.now = new Date('2027-03-04T18:00:00Z');
  await Promise.all(Array.from({ length: 6 }, () => closeMonths(site.site)));
  const rows = await site.database.select().from(statements);
  expect(rows).toHaveLength(8);
  const closings = (await site.audit()).filter(({ action }) => action === 'statement.closed');
  expect(closings).toHaveLength(8);
});
