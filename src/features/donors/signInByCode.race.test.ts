import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { mails, pendingSignIns, sessions } from '#server/db/schema.ts';
import { collide, useMailbox, useTestSite } from '#server/testing/harness.ts';
import { createDonor } from '#server/testing/scenarios.ts';
import { contract } from './contract.ts';

const site = useTestSite({ on: 'races' });
const mailbox = useMailbox();

/** Asks for a code. Returns it, with a function that enters a code in this browser. */
async function askForCode() {
  site.site.mailer = mailbox.mailer();
  const admin = await site.admin();
  const id = await createDonor(site, 'JTHIESSEN');
  await admin.call(contract.updateParticipant, { params: { id }, body: { email: 'jo@example.ca' } });
  const client = site.visitor();
  await client.call(contract.studentLogin, { body: { studentId: 'JTHIESSEN' } });
  const [mail] = await site.database.select().from(mails);
  if (!mail) throw new Error('No code was mailed.');
  const { sealedCode } = mail.content as { sealedCode: string };
  const code = site.site.secrets.openMailedCode(sealedCode);
  // A copy of the browser for each call, so that calls can be simultaneous.
  const enter = (typed: string) => {
    const tab = site.visitor();
    for (const [name, value] of client.cookies) tab.cookies.set(name, value);
    return tab.refused(contract.studentLoginCode, { body: { code: typed } });
  };
  return { code, enter };
}

const countStatuses = (answers: { status: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

test('a code that is entered several times at once signs in once', async () => {
  const { code, enter } = await askForCode();
  const answers = await collide(
    site,
    sql`select id from pending_sign_ins for update`,
    Array.from({ length: 4 }, () => () => enter(code)),
  );
  expect(countStatuses(answers)).toEqual({ 200: 1, 410: 3 });
  expect(await site.database.$count(sessions, sql`student_id is not null`)).toBe(1);
});

test('only five tries count, however many are sent at once', async () => {
  const { code, enter } = await askForCode();
  const wrong = code === '000000' ? '000001' : '000000';
  const answers = await collide(
    site,
    sql`select id from pending_sign_ins for update`,
    Array.from({ length: 8 }, () => () => enter(wrong)),
  );
  // The fifth try is answered with 429, because none is left after it.
  expect(countStatuses(answers)).toEqual({ 401: 4, 429: 4 });
  expect(await site.database.select().from(pendingSignIns)).toMatchObject([{ wrongTries: 5 }]);
  expect((await enter(code)).status).toBe(429);
});
