import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract as dashboard } from '#features/donations/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import type { MailContents } from '#features/mail/serverKinds.ts';
import { contract as people } from '#features/donors/people/contract.ts';
import {
  mails,
  participants as people_,
  pendingSignIns,
  sessions,
  signInCodes,
  trustedBrowsers,
} from '#server/db/schema.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import { confirmedCode, DONATION, everyRow, loggedDonation } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { tidyDatabase } from '#server/db/upkeep.ts';
import { contract } from './contract.ts';

const site = useTestSite({ rateLimits: true });
const mailbox = useMailbox();

const NOTED = 'jo@example.ca';
const WRONG = '000000';

beforeEach(() => {
  site.site.mailer = mailbox.mailer();
});

interface Typed {
  studentId?: string;
  email?: string;
  displayName?: string;
}

/** Comes from an address of its own, so that only what a test is about is limited. */
let visitors = 0;
const elsewhere = () => ({ address: `198.51.${Math.floor(visitors / 200)}.${(visitors++ % 200) + 1}` });

async function ask(client: Client, body: Typed) {
  return await client.call(contract.studentLogin, { body }, elsewhere());
}

async function enter(client: Client, code: string, trust = false) {
  return await client.refused(contract.studentLoginCode, { body: { code, trust } }, elsewhere());
}

const mailed = () =>
  site.database.select().from(mails).where(eq(mails.kind, 'sign_in_code')).orderBy(desc(mails.id));

/** The newest code that was mailed. */
async function mailedCode(): Promise<string> {
  const [mail] = await mailed();
  if (!mail) throw new Error('No code was mailed.');
  const { sealedCode } = mail.content as MailContents['sign_in_code'];
  if (sealedCode === null) throw new Error('The mail was sent.');
  return site.site.secrets.openMailedCode(sealedCode);
}

async function signIn(body: Typed, client = site.visitor(), trust = false) {
  await ask(client, body);
  return { client, ...(await enter(client, await mailedCode(), trust)) };
}

async function note(id: number, email: string | null) {
  const admin = await site.admin();
  await admin.call(contract.updateParticipant, { params: { id }, body: { email } });
}

/** JTHIESSEN with a live code and a noted email. */
async function known() {
  const admin = await site.admin();
  const { code } = await confirmedCode(site, admin);
  await note(1, NOTED);
  return { admin, code };
}

async function codesOf(client: Client) {
  const { body } = await client.call(dashboard.donorSummary, {});
  return { opensCodes: body.opensCodes, codes: body.codes.map(({ code }) => code) };
}

const participantRow = async (id = 1) =>
  (await site.database.select().from(people_).where(eq(people_.id, id)))[0];

describe('asking for a code', () => {
  test('answers everyone the same, and mails one to the noted address or the typed one alone', async () => {
    await known();
    await loggedDonation(site, { studentId: 'NOBODYKNOWS' });
    const asked: [Typed, string | null][] = [
      [{ studentId: 'JTHIESSEN' }, NOTED],
      [{ studentId: 'JTHIESSEN', email: 'JO@example.ca' }, NOTED],
      [{ studentId: 'JTHIESSEN', email: 'mallory@example.ca' }, null],
      [{ email: NOTED }, NOTED],
      [{ studentId: 'NOBODYKNOWS' }, null],
      [{ studentId: 'NOBODYKNOWS', email: 'no@example.ca' }, 'no@example.ca'],
      [{ studentId: 'NEW' }, null],
      [{ studentId: 'NEW', email: 'new@example.ca' }, 'new@example.ca'],
      [{ email: "o'brien@example.ca" }, "o'brien@example.ca"],
    ];
    for (const [body, recipient] of asked) {
      const before = await mailed();
      const client = site.visitor();
      const answer = await ask(client, body);
      expect(answer).toMatchObject({ status: 200, body: { ok: true, codeSent: true } });
      const written = (await mailed()).slice(0, -before.length || undefined);
      expect(written.map((mail) => mail.recipient)).toEqual(recipient === null ? [] : [recipient]);
      expect([...client.cookies.keys()]).toEqual(['reround_pending']);
      site.pass({ days: 1 });
    }
  });

  test('creates only the pending sign-in, and no row contains the code', async () => {
    await known();
    const before = await everyRow(site);
    await ask(site.visitor(), { studentId: 'JTHIESSEN', displayName: 'Mallory' });
    const after = await everyRow(site);
    const changed = Object.keys(after).filter(
      (table) => JSON.stringify(after[table]) !== JSON.stringify(before[table]),
    );
    expect(changed.toSorted()).toEqual(['mails', 'pending_sign_ins', 'rate_limits', 'sign_in_codes']);
    const code = await mailedCode();
    expect(code).toMatch(/^\d{6}$/);
    expect(JSON.stringify(after)).not.toContain(`"${code}"`);
  });

  test('answers the same after the address has reached its limit of mails', async () => {
    await known();
    for (let mail = 0; mail < 3; mail += 1) await ask(site.visitor(), { studentId: 'JTHIESSEN' });
    const guesses: Typed[] = [
      { studentId: 'JTHIESSEN' },
      { studentId: 'JTHIESSEN', email: NOTED },
      { studentId: 'JTHIESSEN', email: 'jo.thiessen@example.ca' },
      { email: NOTED },
      { email: 'jo.thiessen@example.ca' },
      { studentId: 'NOBODY' },
    ];
    const tried = guesses.map((body) => ({ body, client: site.visitor(), said: [] as string[] }));
    const enterWrong = async (times: number) => {
      for (const { client, said } of tried) {
        for (let time = 0; time < times; time += 1) said.push((await enter(client, WRONG)).body.error);
      }
    };
    for (const { client, body } of tried) await ask(client, body);
    await enterWrong(1);
    site.pass({ minutes: 5 });
    for (const { client, body } of tried) await ask(client, body);
    await enterWrong(5);
    site.pass({ minutes: 10 });
    for (const { client, body } of tried) await ask(client, body);
    site.pass({ minutes: 10 });
    await enterWrong(2);
    expect(tried[0]!.said).toEqual([
      'That code is not right. 4 tries left.',
      ...['3 tries', '2 tries', '1 try'].map((left) => `That code is not right. ${left} left.`),
      ...Array<string>(2).fill('Those were too many wrong codes. Ask for a new one in 10 minutes.'),
      'That code was too old. A new one is on its way.',
      'That code is not right. 3 tries left.',
    ]);
    for (const { body, said } of tried) expect({ body, said }).toEqual({ body, said: tried[0]!.said });
  });
});

test('a change of the email ends all sessions but those that have proven the new one', async () => {
  await loggedDonation(site, { studentId: 'JTHIESSEN' });
  const { client: stranger } = await signIn({ studentId: 'JTHIESSEN', email: 'mallory@example.ca' });
  site.pass({ minutes: 1 });
  const { client: donor } = await signIn({ studentId: 'JTHIESSEN', email: NOTED });
  const statusOf = async (client: Client) =>
    (await client.send('POST', '/api/students/news', { body: { kinds: {} } })).status;
  expect([await statusOf(stranger), await statusOf(donor)]).toEqual([200, 200]);
  await note(1, NOTED);
  expect([await statusOf(stranger), await statusOf(donor)]).toEqual([401, 200]);
});

describe('a code', () => {
  test('signs in once, with spaces or without, and is recorded', async () => {
    const { code: reward } = await known();
    const client = site.visitor();
    await ask(client, { studentId: 'jthiessen', displayName: 'Jo' });
    const code = await mailedCode();
    const copy = site.visitor();
    for (const [name, value] of client.cookies) copy.cookies.set(name, value);
    for (const path of ['/api/students/summary', '/api/students/export'])
      expect((await copy.send('GET', path)).status, `${path} before the code`).toBe(401);
    const answer = await enter(client, ` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect(answer).toMatchObject({
      status: 200,
      body: { ok: true, studentId: 'JTHIESSEN', participantId: 1 },
    });
    expect(await codesOf(client)).toEqual({ opensCodes: true, codes: [reward] });
    const [entry] = await site.audit();
    expect(entry).toMatchObject({ actor: 'donor 1', action: 'donor.signed_in', entityId: 1 });
    expect(await enter(copy, code)).toMatchObject({ status: 410, body: { code: 'expired' } });
  });

  test('is worth nothing in another browser', async () => {
    await known();
    const own = site.visitor();
    await ask(own, { studentId: 'JTHIESSEN' });
    const code = await mailedCode();
    const other = site.visitor();
    expect((await enter(other, code)).status).toBe(410);
    await ask(other, { studentId: 'NEW' });
    expect((await enter(other, code)).status).toBe(401);
  });

  test('works with the one after it, not with two after it', async () => {
    await known();
    const client = site.visitor();
    const codes: string[] = [];
    for (let sent = 0; sent < 3; sent += 1) {
      await ask(client, { studentId: 'JTHIESSEN' });
      codes.push(await mailedCode());
    }
    expect(await enter(client, codes[0]!)).toMatchObject({
      status: 401,
      body: {
        error: 'That code is not right. 4 tries left.',
        fields: { code: expect.any(String) as string },
      },
    });
    expect((await enter(client, codes[1]!)).status).toBe(200);
  });

  test('is locked after five wrong ones until it is too old, also for a new one, but in that browser alone', async () => {
    await known();
    const client = site.visitor();
    await ask(client, { studentId: 'JTHIESSEN' });
    const code = await mailedCode();
    const own = site.visitor();
    await ask(own, { studentId: 'JTHIESSEN' });
    const ownCode = await mailedCode();
    const said: string[] = [];
    for (let wrong = 0; wrong < 5; wrong += 1) said.push((await enter(client, WRONG)).body.error);
    expect(said.slice(2)).toEqual([
      'That code is not right. 2 tries left.',
      'That code is not right. 1 try left.',
      'Those were too many wrong codes. Ask for a new one in 10 minutes.',
    ]);
    expect((await enter(own, ownCode)).status).toBe(200);
    site.pass({ minutes: 4 });
    for (const answer of [
      await enter(client, code),
      await client.refused(contract.studentLogin, { body: { studentId: 'JTHIESSEN' } }),
    ]) {
      expect(answer).toMatchObject({
        status: 429,
        body: { error: 'Those were too many wrong codes. Ask for a new one in 6 minutes.' },
      });
    }
    site.pass({ minutes: 6 });
    await ask(client, { studentId: 'JTHIESSEN' });
    expect((await enter(client, await mailedCode())).status).toBe(200);
  });

  test('that is too old is replaced by a new one, with the same answer for unknown donors', async () => {
    await known();
    for (const studentId of ['JTHIESSEN', 'NEW']) {
      const client = site.visitor();
      await ask(client, { studentId });
      const code = await mailedCode();
      site.pass({ minutes: 10 });
      expect(await enter(client, code)).toMatchObject({
        status: 410,
        body: { error: 'That code was too old. A new one is on its way.' },
      });
      const next = await enter(client, await mailedCode());
      expect(next.status).toBe(studentId === 'NEW' ? 401 : 200);
    }
    expect(await mailed()).toHaveLength(2);
  });

  test.each([[''], ['12345'], ['1234567'], ['12345a']])('%j is no code, and costs no try', async (code) => {
    await known();
    const client = site.visitor();
    await ask(client, { studentId: 'JTHIESSEN' });
    expect((await enter(client, code)).status).toBe(400);
    expect((await site.database.select().from(pendingSignIns))[0]?.wrongTries).toBe(0);
  });

  test('proves nothing after the email is changed', async () => {
    await known();
    const client = site.visitor();
    await ask(client, { studentId: 'JTHIESSEN' });
    const code = await mailedCode();
    await note(1, 'grace@example.ca');
    expect((await enter(client, code)).status).toBe(410);
    expect(await site.database.select().from(sessions).where(eq(sessions.studentId, 'JTHIESSEN'))).toEqual(
      [],
    );
  });

  test('of wrong ones an address has ten in 15 minutes', async () => {
    await known();
    const answers: number[] = [];
    for (let browser = 0; browser < 3; browser += 1) {
      const client = site.visitor();
      await ask(client, { studentId: 'JTHIESSEN' });
      for (let wrong = 0; wrong < 4; wrong += 1) {
        answers.push((await client.refused(contract.studentLoginCode, { body: { code: WRONG } })).status);
      }
    }
    expect(answers).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });
});

describe('an email that was proven', () => {
  const email = 'new@example.ca';
  const log = (client: Client, studentId: string) =>
    client.call(dashboard.logDonation, { body: { ...DONATION, studentId } });

  async function confirmAll() {
    const admin = await site.admin();
    const { body } = await admin.call(deciding.findDonations, {});
    for (const { id } of body.items) {
      await admin.call(deciding.confirmDonation, { body: { id } });
    }
  }

  test.each([
    ['the same browser', 'own'],
    ['another browser', 'other'],
  ])(
    'is a claim where all was logged in %s, and shows no codes until an admin accepts it',
    async (_, who) => {
      const own = site.visitor();
      await log(who === 'own' ? own : site.visitor(), 'NEW');
      await log(who === 'own' ? own : site.visitor(), 'NEW');
      await confirmAll();
      await signIn({ studentId: 'NEW', email }, own, true);
      expect(await participantRow()).toMatchObject({ email: null, claimedEmail: email, isClaimProven: true });
      expect(await codesOf(own)).toEqual({ opensCodes: false, codes: [] });
      const file = await own.send<{ codes: unknown[] }>('GET', '/api/students/export');
      expect(file.body.codes).toEqual([]);
      const admin = await site.admin();
      await admin.call(contract.decideClaim, { params: { id: 1 }, body: { accept: true } });
      expect((await codesOf(own)).codes).toHaveLength(2);
    },
  );

  test('by the first to log a donation shows no code of the next donation, on the dashboard or by mail', async () => {
    const stranger = site.visitor();
    await log(stranger, 'NEW');
    await signIn({ studentId: 'NEW', email }, stranger);
    await log(site.visitor(), 'NEW');
    await confirmAll();
    expect(await codesOf(stranger)).toEqual({ opensCodes: false, codes: [] });
    const newsMails = (await site.database.select().from(mails)).filter(
      ({ kind }) => kind !== 'sign_in_code',
    );
    expect(newsMails).toEqual([]);
    await ask(site.visitor(), { studentId: 'NEW', email: 'owner@example.ca' });
    expect((await mailed())[0]?.recipient).toBe('owner@example.ca');
  });

  test('is a claim where it is somebody else’s', async () => {
    await known();
    const client = site.visitor();
    await log(client, 'NEW');
    await signIn({ studentId: 'NEW', email: NOTED }, client);
    expect(await participantRow(2)).toMatchObject({ email: null, claimedEmail: NOTED });
  });

  test('is followed by a name, which greets them, and is a claim beside that of the email', async () => {
    const client = site.visitor();
    await log(client, 'NEW');
    const { body } = await signIn({ studentId: 'NEW', email: 'Else@example.ca' });
    expect(body).toMatchObject({ displayName: null });
    const said = await signIn({ studentId: 'NEW', email });
    const named = await said.client.call(contract.studentName, { body: { displayName: '  Robin ' } });
    expect(named.body).toMatchObject({ studentId: 'NEW', displayName: 'Robin' });
    expect((await said.client.call(contract.studentMe, {})).body).toMatchObject({ displayName: 'Robin' });
    const [person] = await site.database.select().from(people_);
    expect(person).toMatchObject({ displayName: null, claimedName: 'Robin', claimedEmail: email });
    expect(await said.client.refused(contract.studentName, { body: { displayName: ' ' } })).toMatchObject({
      status: 400,
      body: { fields: { displayName: 'Please enter your name' } },
    });
  });

  test.each(['own', 'other'])(
    'before the first donation is a claim, and takes no codes, where that comes from the %s browser',
    async (who) => {
      const { client } = await signIn({ studentId: 'NEW', email, displayName: 'Jo' });
      expect(await codesOf(client)).toEqual({ opensCodes: false, codes: [] });
      await log(who === 'own' ? client : site.visitor(), 'NEW');
      await confirmAll();
      expect(await codesOf(client)).toEqual({ opensCodes: false, codes: [] });
      const claim = { claimedName: 'Jo', claimedEmail: email, isClaimProven: true };
      expect(await participantRow()).toMatchObject({ email: null, ...claim });
      const admin = await site.admin();
      await admin.call(contract.decideClaim, { params: { id: 1 }, body: { accept: true } });
      expect((await codesOf(client)).codes).toHaveLength(1);
    },
  );

  test('opens nothing that was typed without a proof, before mail was switched on', async () => {
    const { code } = await known();
    site.site.mailer = null;
    const client = await site.donor('JTHIESSEN');
    expect(await codesOf(client)).toEqual({ opensCodes: true, codes: [code] });
    site.site.mailer = mailbox.mailer();
    expect(await codesOf(client)).toEqual({ opensCodes: false, codes: [] });
  });
});

describe('a claim whose email a mailed code proved', () => {
  const email = 'new@example.ca';
  const row = async (id = 1) =>
    (await (await site.admin()).call(people.participantSheet, { params: { id } })).body;
  const claimOf = async (id = 1) => {
    const { claimedName, claimedEmail, isClaimProven } = (await row(id)).participant;
    return { claimedName, claimedEmail, isClaimProven };
  };
  const proven = { claimedName: null, claimedEmail: email, isClaimProven: true };
  const decide = async (accept: boolean) =>
    await (await site.admin()).call(contract.decideClaim, { params: { id: 1 }, body: { accept } });

  /** Of donations that came from elsewhere. */
  async function claimed(studentId = 'NEW', displayName?: string) {
    await loggedDonation(site, { studentId });
    return await signIn({ studentId, email, ...(displayName && { displayName }) });
  }

  test('is marked as proven, for admins only, and recorded', async () => {
    const admin = await site.admin();
    await claimed('NEW', 'Jo');
    expect(await claimOf()).toEqual({ ...proven, claimedName: 'Jo' });
    const { body } = await admin.call(people.participantSheet, { params: { id: 1 } });
    expect(body.participant.isClaimProven).toBe(true);
    const volunteer = await site.volunteer();
    const seen = await volunteer.call(people.participantSheet, { params: { id: 1 } });
    expect(seen.body.participant).toMatchObject({ claimedEmail: null, isClaimProven: false });
    expect((await site.audit()).find(({ action }) => action === 'participant.claimed')).toMatchObject({
      details: { fields: ['displayName', 'email'], isProven: true },
    });
  });

  test.each([true, false])('ends when it is decided: accepted %s', async (accepted) => {
    const { client } = await claimed();
    expect((await decide(accepted)).body.participant).toMatchObject({
      email: accepted ? email : null,
      claimedEmail: null,
      isClaimProven: false,
    });
    expect((await codesOf(client)).opensCodes).toBe(accepted);
  });

  test('is decided as shown: one that was proven meanwhile is another one', async () => {
    await claimed();
    const admin = await site.admin();
    const body = { accept: false, claimedName: null, claimedEmail: email };
    const parts = (isClaimProven: boolean) => ({ params: { id: 1 }, body: { ...body, isClaimProven } });
    expect((await admin.refused(contract.decideClaim, parts(false))).status).toBe(409);
    expect((await admin.refused(contract.decideClaim, parts(true))).status).toBe(200);
  });

  test('goes with a merge of its person, and is there again when that is taken back', async () => {
    await loggedDonation(site, { studentId: 'OTHER' });
    await claimed();
    const admin = await site.admin();
    const { mergeId } = (await admin.call(contract.mergeParticipants, { body: { fromId: 2, toId: 1 } })).body;
    expect((await claimOf()).isClaimProven).toBe(false);
    const file = await admin.call(people.exportPerson, { params: { id: 1 } });
    expect(file.body.merges).toMatchObject([{ source: proven }]);
    await admin.call(contract.undoMerge, { params: { mergeId } });
    expect(await claimOf(2)).toEqual(proven);
  });

  test('stays somebody’s whom another is merged into, and goes when that is taken back', async () => {
    await claimed();
    await loggedDonation(site, { studentId: 'OTHER' });
    const admin = await site.admin();
    const { mergeId } = (await admin.call(contract.mergeParticipants, { body: { fromId: 2, toId: 1 } })).body;
    expect(await claimOf()).toEqual(proven);
    await admin.call(contract.undoMerge, { params: { mergeId } });
    expect((await claimOf()).isClaimProven).toBe(false);
  });

  test('goes with what an intake types over it, and with a removal', async () => {
    await claimed();
    const admin = await site.admin();
    await admin.call(contract.updateParticipant, { params: { id: 1 }, body: { phone: '204-555-0134' } });
    const body = { phone: '204-555-0134', email: 'table@example.ca' };
    await admin.call(contract.upsertParticipant, { body });
    expect((await claimOf()).isClaimProven).toBe(false);
    await claimed('OTHER');
    await admin.call(people.removePerson, { params: { id: 2 }, body: { reason: 'Asked for it' } });
    expect((await claimOf(2)).isClaimProven).toBe(false);
  });

  test('waits first in the queue of claims, and is counted', async () => {
    await claimed();
    await loggedDonation(site, { studentId: 'SAYS' });
    await loggedDonation(site, { studentId: 'SILENT' });
    site.site.mailer = null;
    for (const studentId of ['SAYS', 'SILENT']) {
      const said = studentId === 'SAYS' ? { displayName: 'Jo' } : {};
      await site.visitor().call(contract.studentLogin, { body: { studentId, ...said } });
    }
    const admin = await site.admin();
    const { body } = await admin.call(contract.participants, { query: { claim: 'open' } });
    expect(body).toMatchObject({ total: 2, claims: { open: 2, proven: 1 } });
    expect(body.items.map(({ id, isClaimProven }) => [id, isClaimProven])).toEqual([
      [1, true],
      [2, false],
    ]);
    const found = await admin.call(contract.participants, { query: { claim: 'open', q: 'SAYS' } });
    expect(found.body.items.map(({ id }) => id)).toEqual([2]);
    const proved = await admin.call(contract.participants, { query: { claim: 'proven' } });
    expect(proved.body.items.map(({ id }) => id)).toEqual([1]);
    const waiting = async (client: Client) =>
      (await client.call(deciding.adminSummary, {})).body.stats.provenClaims;
    expect([await waiting(admin), await waiting(await site.volunteer())]).toEqual([1, 0]);
    await decide(false);
    expect(await waiting(admin)).toBe(0);
  });
});

describe('a trusted browser', () => {
  test('signs that person in without a code, for thirty days', async () => {
    const { code } = await known();
    const { client } = await signIn({ studentId: 'JTHIESSEN' }, site.visitor(), true);
    site.pass({ days: 30, minutes: -1 });
    expect((await ask(client, { studentId: 'JTHIESSEN' })).body).toMatchObject({ participantId: 1 });
    expect(await codesOf(client)).toEqual({ opensCodes: true, codes: [code] });
    expect((await ask(client, { studentId: 'SOMEBODYELSE' })).body).toEqual({ ok: true, codeSent: true });
    site.pass({ minutes: 1 });
    expect((await ask(client, { studentId: 'JTHIESSEN' })).body).toEqual({ ok: true, codeSent: true });
  });

  test('is not made where it was not asked for, nor by a claim', async () => {
    await known();
    await signIn({ studentId: 'JTHIESSEN' });
    await loggedDonation(site, { studentId: 'NEW' });
    await signIn({ studentId: 'NEW', email: 'new@example.ca' }, site.visitor(), true);
    expect(await site.database.select().from(trustedBrowsers)).toEqual([]);
  });

  test('makes a copy of its cookie useless when another donor trusts it', async () => {
    await known();
    await loggedDonation(site, { studentId: 'MALLORY' });
    await note(2, 'mallory@example.ca');
    const { client } = await signIn({ studentId: 'MALLORY' }, site.visitor(), true);
    const copy = site.visitor();
    copy.cookies.set('reround_trusted', client.cookies.get('reround_trusted')!);
    await signIn({ studentId: 'JTHIESSEN' }, client, true);
    expect((await ask(copy, { studentId: 'JTHIESSEN' })).body).toEqual({ ok: true, codeSent: true });
    expect((await ask(client, { studentId: 'MALLORY' })).body).toMatchObject({ participantId: 2 });
  });
});

test.each(['a merge', 'a removal'])('%s ends sign-ins that wait and trusted browsers', async (what) => {
  const { admin } = await known();
  await loggedDonation(site, { studentId: 'OTHER' });
  await signIn({ studentId: 'JTHIESSEN' }, site.visitor(), true);
  const client = site.visitor();
  await ask(client, { email: NOTED });
  await ask(site.visitor(), { studentId: 'JTHIESSEN' });
  if (what === 'a merge') {
    await admin.call(contract.mergeParticipants, { body: { fromId: 2, toId: 1 } });
  } else {
    await admin.call(people.removePerson, { params: { id: 1 }, body: { reason: 'Asked for it' } });
  }
  for (const table of [pendingSignIns, signInCodes, trustedBrowsers]) {
    expect(await site.database.select().from(table)).toEqual([]);
  }
  expect((await enter(client, WRONG)).status).toBe(410);
});

test('what has expired is tidied away', async () => {
  await known();
  await signIn({ studentId: 'JTHIESSEN' }, site.visitor(), true);
  await ask(site.visitor(), { studentId: 'JTHIESSEN' });
  const left = () =>
    Promise.all([signInCodes, pendingSignIns, trustedBrowsers].map((table) => site.database.$count(table)));
  site.pass({ minutes: 11 });
  await tidyDatabase(site.database, site.now);
  expect(await left()).toEqual([0, 1, 1]);
  site.pass({ minutes: 50 });
  await tidyDatabase(site.database, site.now);
  expect(await left()).toEqual([0, 0, 1]);
  site.pass({ days: 31 });
  await tidyDatabase(site.database, site.now);
  expect(await left()).toEqual([0, 0, 0]);
});
