import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract as auth } from '#features/auth/contract.ts';
import { contract as participants } from '#features/participants/contract.ts';
import { useMailbox } from '#server/testing/mailbox.ts';
import { tidyDatabase } from '#server/upkeep.ts';
import { limits } from '#shared/limits.ts';
import { callAt, callMany, issueCode } from './calls.ts';
import { figure, isFull } from './figures.ts';
import { type Server, siteForAll } from './fixtures.ts';

const DONORS = isFull ? 20 : 4;
const SIGN_INS = isFull ? 1500 : 200;
const AT_ONCE = 20;
/** Of wrong codes all strangers have 200 at once. */
const GUESSING_BROWSERS = 30;

const mailbox = useMailbox();
// It has the tables made, and sends nothing: where the mail server listens is known only now.
const site = siteForAll({ servers: 1, settings: { RATE_LIMITS: 'on', TRUST_PROXY: 'true' } });

let addresses = 0;
/** From an address that nobody called from before. */
const elsewhere = () => {
  addresses += 1;
  return { 'x-forwarded-for': `198.18.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}` };
};

const idOf = (donor: number) => `DONOR${donor}`;
const emailOf = (donor: number) => `donor${donor}@example.ca`;

test('a flood of sign-ins at two servers mails nobody more than they may be sent, and leaves a donor the codes and tries that they have', async () => {
  const first = site.address(0);
  for (let donor = 0; donor < DONORS; donor += 1) {
    await issueCode(first, site.admin, idOf(donor), elsewhere());
    const parts = { params: { id: donor + 1 }, body: { email: emailOf(donor) } };
    expect((await callAt(first, participants.updateParticipant, parts, site.admin)).status).toBe(200);
  }
  const settings = { ...site.settings, SMTP_URL: mailbox.smtpUrl, MAIL_FROM: mailbox.post().from };
  const servers: Server[] = [await site.processes.serve(settings), await site.processes.serve(settings)];
  const at = (turn: number) => servers[turn % servers.length]?.url ?? '';
  const ask = async (turn: number, studentId: string, cookie = '') => {
    const answer = await callAt(
      at(turn),
      auth.studentLogin,
      { body: { studentId } },
      { ...elsewhere(), cookie },
    );
    return { ...answer, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
  };
  const enter = (turn: number, code: string, cookie: string) =>
    callAt(at(turn), auth.studentLoginCode, { body: { code } }, { ...elsewhere(), cookie });
  const untilSent = async () => {
    for (;;) {
      const { rows } = await site.database.execute<{ waiting: number }>(
        sql`select count(*)::int as waiting from mails where status = 'waiting'`,
      );
      if (rows[0]?.waiting === 0) return;
      await setTimeout(20);
    }
  };
  const codesTo = (donor: number) =>
    mailbox.deliveries
      .filter(({ to }) => to.includes(emailOf(donor)))
      .map(({ mail }) => /^ {4}(\d{6})$/m.exec(mail.text ?? '')?.[1] ?? '');

  const own = await ask(0, idOf(0));
  await untilSent();
  await ask(1, idOf(0), own.cookie);
  await untilSent();
  const [older = '', newer = ''] = codesTo(0);

  const cookies: string[] = [];
  /** Every other one is of the donor who has just been sent two. */
  const flood = () =>
    callMany(SIGN_INS, AT_ONCE, async (turn) => {
      const answer = await ask(turn, idOf(turn % 2 === 0 ? 0 : Math.floor(turn / 2) % DONORS));
      expect(answer.body).toEqual({ ok: true, codeSent: true });
      cookies.push(answer.cookie);
      return answer;
    });
  expect([...(await flood())]).toEqual([[200, SIGN_INS]]);
  await untilSent();
  const sent = () => Array.from({ length: DONORS }, (_, donor) => codesTo(donor).length);
  expect(new Set(sent())).toEqual(new Set([limits.signInMailHourly.most]));
  figure('Sign-ins of a flood, at two servers', SIGN_INS);
  figure('Donors that it is of', DONORS);
  figure('Codes that each is mailed in an hour', limits.signInMailHourly.most);

  const wrong = [older, newer, ...codesTo(0)].includes('000000') ? '000001' : '000000';
  const guesses = await callMany(GUESSING_BROWSERS * 6, AT_ONCE, (turn) =>
    enter(turn, wrong, cookies[turn % GUESSING_BROWSERS] ?? ''),
  );
  // The last of the five says that it was the last.
  expect(Object.fromEntries(guesses)).toEqual({
    401: GUESSING_BROWSERS * 4,
    429: GUESSING_BROWSERS * 2,
  });
  expect((await enter(0, wrong, own.cookie)).text).toContain('4 tries left');
  const signedIn = await enter(1, older, own.cookie);
  expect(signedIn.body).toMatchObject({ ok: true, studentId: idOf(0) });

  for (const hour of [2, 3]) {
    await site.database.execute(
      sql`update rate_limits set window_started_at = window_started_at - interval '61 minutes' where name like 'signInMail%'`,
    );
    await site.database.execute(sql`delete from rate_limits where subject = 'everybody'`);
    expect([...(await flood())], `hour ${hour}`).toEqual([[200, SIGN_INS]]);
    await untilSent();
    expect(new Set(sent())).toEqual(new Set([limits.signInMailDaily.most]));
  }
  figure('Codes that each is mailed in a day', limits.signInMailDaily.most);

  const rows = async () => {
    const counted = await site.database.execute<{ rows: number }>(
      sql`select (select count(*) from pending_sign_ins)::int + (select count(*) from sign_in_codes)::int as rows`,
    );
    return counted.rows[0]?.rows;
  };
  expect(await rows()).toBeGreaterThan(SIGN_INS);
  await tidyDatabase(site.database, new Date(Date.now() + 61 * 60_000));
  expect(await rows()).toBe(0);
});
