import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract as dashboard } from '#features/donations/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import type { MailContents } from '#features/mail/serverKinds.ts';
import { contract as people } from '#features/donors/people/contract.ts';
import {
  mails,
  participants,
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

const NOTED_EMAIL = 'jo@example.ca';
const WRONG_CODE = '000000';

beforeEach(() => {
  site.site.mailer = mailbox.mailer();
});

interface Credentials {
  studentId?: string;
  email?: string;
  displayName?: string;
}

let usedAddresses = 0;

/** A new network address, so that calls do not reach a limit of addresses. */
function newAddress() {
  usedAddresses += 1;
  return { address: `198.51.${Math.floor(usedAddresses / 200)}.${(usedAddresses % 200) + 1}` };
}

async function askForCode(client: Client, body: Credentials) {
  return await client.call(contract.studentLogin, { body }, newAddress());
}

async function enterCode(client: Client, code: string, trust = false) {
  return await client.refused(contract.studentLoginCode, { body: { code, trust } }, newAddress());
}

/** The mails with codes, newest first. */
const codeMails = () =>
  site.database.select().from(mails).where(eq(mails.kind, 'sign_in_code')).orderBy(desc(mails.id));

/** The code of the newest mail. */
async function mailedCode(): Promise<string> {
  const [mail] = await codeMails();
  if (!mail) throw new Error('No code was mailed.');
  const { sealedCode } = mail.content as MailContents['sign_in_code'];
  if (sealedCode === null) throw new Error('The mail was sent, which erases its code.');
  return site.site.secrets.openMailedCode(sealedCode);
}

async function signIn(body: Credentials, client = site.visitor(), trust = false) {
  await askForCode(client, body);
  return { client, ...(await enterCode(client, await mailedCode(), trust)) };
}

async function setEmail(id: number, email: string | null) {
  const admin = await site.admin();
  await admin.call(contract.updateParticipant, { params: { id }, body: { email } });
}

/** Creates JTHIESSEN with a usable reward code and a noted email. */
async function createDonorWithEmail() {
  const admin = await site.admin();
  const { code } = await confirmedCode(site, admin);
  await setEmail(1, NOTED_EMAIL);
  return { admin, code };
}

async function readCodes(client: Client) {
  const { body } = await client.call(dashboard.donorSummary, {});
  return { opensCodes: body.opensCodes, codes: body.codes.map(({ code }) => code) };
}

const findParticipant = async (id = 1) =>
  (await site.database.select().from(participants).where(eq(participants.id, id)))[0];

describe('asking for a code', () => {
  test('answers everyone the same, and mails a code only to the noted email, or else the typed one', async () => {
    await createDonorWithEmail();
    await loggedDonation(site, { studentId: 'NOBODYKNOWS' });
    const requests: [Credentials, string | null][] = [
      [{ studentId: 'JTHIESSEN' }, NOTED_EMAIL],
      [{ studentId: 'JTHIESSEN', email: 'JO@example.ca' }, NOTED_EMAIL],
      [{ studentId: 'JTHIESSEN', email: 'mallory@example.ca' }, null],
      [{ email: NOTED_EMAIL }, NOTED_EMAIL],
      [{ studentId: 'NOBODYKNOWS' }, null],
      [{ studentId: 'NOBODYKNOWS', email: 'no@example.ca' }, 'no@example.ca'],
      [{ studentId: 'NEW' }, null],
      [{ studentId: 'NEW', email: 'new@example.ca' }, 'new@example.ca'],
      [{ email: "o'brien@example.ca" }, "o'brien@example.ca"],
    ];
    for (const [body, recipient] of requests) {
      const before = await codeMails();
      const client = site.visitor();
      const answer = await askForCode(client, body);
      expect(answer).toMatchObject({ status: 200, body: { ok: true, codeSent: true } });
      const after = await codeMails();
      const newMails = after.slice(0, after.length - before.length);
      expect(newMails.map((mail) => mail.recipient)).toEqual(recipient === null ? [] : [recipient]);
      expect([...client.cookies.keys()]).toEqual(['reround_pending']);
      site.pass({ days: 1 });
    }
  });

  test('creates only the pending sign-in and its mail, and no row contains the code', async () => {
    await createDonorWithEmail();
    const before = await everyRow(site);
    await askForCode(site.visitor(), { studentId: 'JTHIESSEN', displayName: 'Mallory' });
    const after = await everyRow(site);
    const changed = Object.keys(after).filter(
      (table) => JSON.stringify(after[table]) !== JSON.stringify(before[table]),
    );
    expect(changed.toSorted()).toEqual(['mails', 'pending_sign_ins', 'rate_limits', 'sign_in_codes']);
    const code = await mailedCode();
    expect(code).toMatch(/^\d{6}$/);
    expect(JSON.stringify(after)).not.toContain(`"${code}"`);
  });

  test('answers the same for everyone after an address has reached its limit of mails', async () => {
    await createDonorWithEmail();
    for (let mail = 0; mail < 3; mail += 1) await askForCode(site.visitor(), { studentId: 'JTHIESSEN' });
    const guesses: Credentials[] = [
      { studentId: 'JTHIESSEN' },
      { studentId: 'JTHIESSEN', email: NOTED_EMAIL },
      { studentId: 'JTHIESSEN', email: 'jo.thiessen@example.ca' },
      { email: NOTED_EMAIL },
      { email: 'jo.thiessen@example.ca' },
      { studentId: 'NOBODY' },
    ];
    const attempts = guesses.map((body) => ({ body, client: site.visitor(), errors: [] as string[] }));
    const enterWrong = async (times: number) => {
      for (const { client, errors } of attempts) {
        for (let time = 0; time < times; time += 1)
          errors.push((await enterCode(client, WRONG_CODE)).body.error);
      }
    };
    for (const { client, body } of attempts) await askForCode(client, body);
    await enterWrong(1);
    site.pass({ minutes: 5 });
    for (const { client, body } of attempts) await askForCode(client, body);
    await enterWrong(5);
    site.pass({ minutes: 10 });
    for (const { client, body } of attempts) await askForCode(client, body);
    site.pass({ minutes: 10 });
    await enterWrong(2);
    expect(attempts[0]!.errors).toEqual([
      'That code is not right. 4 tries left.',
      ...['3 tries', '2 tries', '1 try'].map((left) => `That code is not right. ${left} left.`),
      ...Array<string>(2).fill('Those were too many wrong codes. Ask for a new one in 10 minutes.'),
      'That code was too old. A new one is on its way.',
      'That code is not right. 3 tries left.',
    ]);
    for (const { body, errors } of attempts) {
      expect({ body, errors }).toEqual({ body, errors: attempts[0]!.errors });
    }
  });
});

test('a change of the email ends all sessions except those that have proven the new one', async () => {
  await loggedDonation(site, { studentId: 'JTHIESSEN' });
  const { client: stranger } = await signIn({ studentId: 'JTHIESSEN', email: 'mallory@example.ca' });
  site.pass({ minutes: 1 });
  const { client: donor } = await signIn({ studentId: 'JTHIESSEN', email: NOTED_EMAIL });
  const statusOf = async (client: Client) =>
    (await client.send('POST', '/api/students/news', { body: { kinds: {} } })).status;
  expect([await statusOf(stranger), await statusOf(donor)]).toEqual([200, 200]);
  await setEmail(1, NOTED_EMAIL);
  expect([await statusOf(stranger), await statusOf(donor)]).toEqual([401, 200]);
});

describe('a code', () => {
  test('signs in once, even if typed with spaces, and is recorded', async () => {
    const { code: rewardCode } = await createDonorWithEmail();
    const client = site.visitor();
    await askForCode(client, { studentId: 'jthiessen', displayName: 'Jo' });
    const code = await mailedCode();
    const copy = site.visitor();
    for (const [name, value] of client.cookies) copy.cookies.set(name, value);
    for (const path of ['/api/students/summary', '/api/students/export'])
      expect((await copy.send('GET', path)).status, `${path} before the code`).toBe(401);
    const answer = await enterCode(client, ` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect(answer).toMatchObject({
      status: 200,
      body: { ok: true, studentId: 'JTHIESSEN', participantId: 1 },
    });
    expect(await readCodes(client)).toEqual({ opensCodes: true, codes: [rewardCode] });
    const [entry] = await site.audit();
    expect(entry).toMatchObject({ actor: 'donor 1', action: 'donor.signed_in', entityId: 1 });
    expect(await enterCode(copy, code)).toMatchObject({ status: 410, body: { code: 'expired' } });
  });

  test('does not work in another browser', async () => {
    await createDonorWithEmail();
    const client = site.visitor();
    await askForCode(client, { studentId: 'JTHIESSEN' });
    const code = await mailedCode();
    const other = site.visitor();
    expect((await enterCode(other, code)).status).toBe(410);
    await askForCode(other, { studentId: 'NEW' });
    expect((await enterCode(other, code)).status).toBe(401);
  });

  test('still works after one newer code, but not after two', async () => {
    await createDonorWithEmail();
    const client = site.visitor();
    const codes: string[] = [];
    for (let sent = 0; sent < 3; sent += 1) {
      await askForCode(client, { studentId: 'JTHIESSEN' });
      codes.push(await mailedCode());
    }
    expect(await enterCode(client, codes[0]!)).toMatchObject({
      status: 401,
      body: {
        error: 'That code is not right. 4 tries left.',
        fields: { code: expect.any(String) as string },
      },
    });
    expect((await enterCode(client, codes[1]!)).status).toBe(200);
  });

  test('is locked after five wrong ones until it expires, but only in that browser', async () => {
    await createDonorWithEmail();
    const client = site.visitor();
    await askForCode(client, { studentId: 'JTHIESSEN' });
    const code = await mailedCode();
    const otherClient = site.visitor();
    await askForCode(otherClient, { studentId: 'JTHIESSEN' });
    const otherCode = await mailedCode();
    const errors: string[] = [];
    for (let attempt = 0; attempt < 5; attempt += 1)
      errors.push((await enterCode(client, WRONG_CODE)).body.error);
    expect(errors.slice(2)).toEqual([
      'That code is not right. 2 tries left.',
      'That code is not right. 1 try left.',
      'Those were too many wrong codes. Ask for a new one in 10 minutes.',
    ]);
    expect((await enterCode(otherClient, otherCode)).status).toBe(200);
    site.pass({ minutes: 4 });
    for (const answer of [
      await enterCode(client, code),
      await client.refused(contract.studentLogin, { body: { studentId: 'JTHIESSEN' } }),
    ]) {
      expect(answer).toMatchObject({
        status: 429,
        body: { error: 'Those were too many wrong codes. Ask for a new one in 6 minutes.' },
      });
    }
    site.pass({ minutes: 6 });
    await askForCode(client, { studentId: 'JTHIESSEN' });
    expect((await enterCode(client, await mailedCode())).status).toBe(200);
  });

  test('that has expired is replaced by a new one, with the same answer for unknown donors', async () => {
    await createDonorWithEmail();
    for (const studentId of ['JTHIESSEN', 'NEW']) {
      const client = site.visitor();
      await askForCode(client, { studentId });
      const code = await mailedCode();
      site.pass({ minutes: 10 });
      expect(await enterCode(client, code)).toMatchObject({
        status: 410,
        body: { error: 'That code was too old. A new one is on its way.' },
      });
      const nextAnswer = await enterCode(client, await mailedCode());
      expect(nextAnswer.status).toBe(studentId === 'NEW' ? 401 : 200);
    }
    expect(await codeMails()).toHaveLength(2);
  });

  test.each([[''], ['12345'], ['1234567'], ['12345a']])(
    '%j is no code, and does not count as a try',
    async (code) => {
      await createDonorWithEmail();
      const client = site.visitor();
      await askForCode(client, { studentId: 'JTHIESSEN' });
      expect((await enterCode(client, code)).status).toBe(400);
      expect((await site.database.select().from(pendingSignIns))[0]?.wrongTries).toBe(0);
    },
  );

  test('does not work after the email is changed', async () => {
    await createDonorWithEmail();
    const client = site.visitor();
    await askForCode(client, { studentId: 'JTHIESSEN' });
    const code = await mailedCode();
    await setEmail(1, 'grace@example.ca');
    expect((await enterCode(client, code)).status).toBe(410);
    expect(await site.database.select().from(sessions).where(eq(sessions.studentId, 'JTHIESSEN'))).toEqual(
      [],
    );
  });

  test('after ten wrong ones in 15 minutes from one network address is refused', async () => {
    await createDonorWithEmail();
    const answers: number[] = [];
    for (let browser = 0; browser < 3; browser += 1) {
      const client = site.visitor();
      await askForCode(client, { studentId: 'JTHIESSEN' });
      for (let attempt = 0; attempt < 4; attempt += 1) {
        answers.push(
          (await client.refused(contract.studentLoginCode, { body: { code: WRONG_CODE } })).status,
        );
      }
    }
    expect(answers).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });
});

describe('a proven email', () => {
  const email = 'new@example.ca';
  const logDonation = (client: Client, studentId: string) =>
    client.call(dashboard.logDonation, { body: { ...DONATION, studentId } });

  async function confirmAll() {
    const admin = await site.admin();
    const { body } = await admin.call(deciding.findDonations, {});
    for (const { id } of body.items) {
      await admin.call(deciding.confirmDonation, { body: { id } });
    }
  }

  test.each([
    ['the same browser', 'same'],
    ['another browser', 'other'],
  ])('is a claim after donations in %s, and shows no codes until an admin accepts it', async (_, browser) => {
    const client = site.visitor();
    const loggingClient = browser === 'same' ? client : site.visitor();
    await logDonation(loggingClient, 'NEW');
    await logDonation(loggingClient, 'NEW');
    await confirmAll();
    await signIn({ studentId: 'NEW', email }, client, true);
    expect(await findParticipant()).toMatchObject({ email: null, claimedEmail: email, isClaimProven: true });
    expect(await readCodes(client)).toEqual({ opensCodes: false, codes: [] });
    const file = await client.send<{ codes: unknown[] }>('GET', '/api/students/export');
    expect(file.body.codes).toEqual([]);
    const admin = await site.admin();
    await admin.call(contract.decideClaim, { params: { id: 1 }, body: { accept: true } });
    expect((await readCodes(client)).codes).toHaveLength(2);
  });

  test('of a stranger who logged the first donation shows no codes, on the dashboard or by mail', async () => {
    const stranger = site.visitor();
    await logDonation(stranger, 'NEW');
    await signIn({ studentId: 'NEW', email }, stranger);
    await logDonation(site.visitor(), 'NEW');
    await confirmAll();
    expect(await readCodes(stranger)).toEqual({ opensCodes: false, codes: [] });
    const newsMails = (await site.database.select().from(mails)).filter(
      ({ kind }) => kind !== 'sign_in_code',
    );
    expect(newsMails).toEqual([]);
    await askForCode(site.visitor(), { studentId: 'NEW', email: 'owner@example.ca' });
    expect((await codeMails())[0]?.recipient).toBe('owner@example.ca');
  });

  test('is a claim if it is the noted email of somebody else', async () => {
    await createDonorWithEmail();
    const client = site.visitor();
    await logDonation(client, 'NEW');
    await signIn({ studentId: 'NEW', email: NOTED_EMAIL }, client);
    expect(await findParticipant(2)).toMatchObject({ email: null, claimedEmail: NOTED_EMAIL });
  });

  test('can be followed by a name, which is shown and becomes part of the claim', async () => {
    const client = site.visitor();
    await logDonation(client, 'NEW');
    const { body } = await signIn({ studentId: 'NEW', email: 'Else@example.ca' });
    expect(body).toMatchObject({ displayName: null });
    const { client: browser } = await signIn({ studentId: 'NEW', email });
    const named = await browser.call(contract.studentName, { body: { displayName: '  Robin ' } });
    expect(named.body).toMatchObject({ studentId: 'NEW', displayName: 'Robin' });
    expect((await browser.call(contract.studentMe, {})).body).toMatchObject({ displayName: 'Robin' });
    expect(await findParticipant()).toMatchObject({
      displayName: null,
      claimedName: 'Robin',
      claimedEmail: email,
    });
    expect(await browser.refused(contract.studentName, { body: { displayName: ' ' } })).toMatchObject({
      status: 400,
      body: { fields: { displayName: 'Please enter your name' } },
    });
  });

  test.each(['same', 'other'])(
    'before a first donation in the %s browser is a claim, and shows no codes until accepted',
    async (browser) => {
      const { client } = await signIn({ studentId: 'NEW', email, displayName: 'Jo' });
      expect(await readCodes(client)).toEqual({ opensCodes: false, codes: [] });
      await logDonation(browser === 'same' ? client : site.visitor(), 'NEW');
      await confirmAll();
      expect(await readCodes(client)).toEqual({ opensCodes: false, codes: [] });
      const claim = { claimedName: 'Jo', claimedEmail: email, isClaimProven: true };
      expect(await findParticipant()).toMatchObject({ email: null, ...claim });
      const admin = await site.admin();
      await admin.call(contract.decideClaim, { params: { id: 1 }, body: { accept: true } });
      expect((await readCodes(client)).codes).toHaveLength(1);
    },
  );

  test('is required for codes once mail is switched on, also in earlier sessions', async () => {
    const { code } = await createDonorWithEmail();
    site.site.mailer = null;
    const client = await site.donor('JTHIESSEN');
    expect(await readCodes(client)).toEqual({ opensCodes: true, codes: [code] });
    site.site.mailer = mailbox.mailer();
    expect(await readCodes(client)).toEqual({ opensCodes: false, codes: [] });
  });
});

describe('a claim whose email a mailed code proved', () => {
  const email = 'new@example.ca';
  const readSheet = async (id = 1) =>
    (await (await site.admin()).call(people.participantSheet, { params: { id } })).body;
  const readClaim = async (id = 1) => {
    const { claimedName, claimedEmail, isClaimProven } = (await readSheet(id)).participant;
    return { claimedName, claimedEmail, isClaimProven };
  };
  const proven = { claimedName: null, claimedEmail: email, isClaimProven: true };
  const decide = async (accept: boolean) =>
    await (await site.admin()).call(contract.decideClaim, { params: { id: 1 }, body: { accept } });

  /** Logs a donation in another browser, and then signs in with the email. */
  async function createProvenClaim(studentId = 'NEW', displayName?: string) {
    await loggedDonation(site, { studentId });
    return await signIn({ studentId, email, ...(displayName && { displayName }) });
  }

  test('is marked as proven, for admins only, and recorded', async () => {
    const admin = await site.admin();
    await createProvenClaim('NEW', 'Jo');
    expect(await readClaim()).toEqual({ ...proven, claimedName: 'Jo' });
    const { body } = await admin.call(people.participantSheet, { params: { id: 1 } });
    expect(body.participant.isClaimProven).toBe(true);
    const volunteer = await site.volunteer();
    const sheet = await volunteer.call(people.participantSheet, { params: { id: 1 } });
    expect(sheet.body.participant).toMatchObject({ claimedEmail: null, isClaimProven: false });
    expect((await site.audit()).find(({ action }) => action === 'participant.claimed')).toMatchObject({
      details: { fields: ['displayName', 'email'], isProven: true },
    });
  });

  test.each([true, false])('ends when it is decided: accepted %s', async (accepted) => {
    const { client } = await createProvenClaim();
    expect((await decide(accepted)).body.participant).toMatchObject({
      email: accepted ? email : null,
      claimedEmail: null,
      isClaimProven: false,
    });
    expect((await readCodes(client)).opensCodes).toBe(accepted);
  });

  test('is decided only if it was shown as proven', async () => {
    await createProvenClaim();
    const admin = await site.admin();
    const body = { accept: false, claimedName: null, claimedEmail: email };
    const decision = (isClaimProven: boolean) => ({ params: { id: 1 }, body: { ...body, isClaimProven } });
    expect((await admin.refused(contract.decideClaim, decision(false))).status).toBe(409);
    expect((await admin.refused(contract.decideClaim, decision(true))).status).toBe(200);
  });

  test('is dropped when its person is merged away, and restored when the merge is undone', async () => {
    await loggedDonation(site, { studentId: 'OTHER' });
    await createProvenClaim();
    const admin = await site.admin();
    const { mergeId } = (await admin.call(contract.mergeParticipants, { body: { fromId: 2, toId: 1 } })).body;
    expect((await readClaim()).isClaimProven).toBe(false);
    const file = await admin.call(people.exportPerson, { params: { id: 1 } });
    expect(file.body.merges).toMatchObject([{ source: proven }]);
    await admin.call(contract.undoMerge, { params: { mergeId } });
    expect(await readClaim(2)).toEqual(proven);
  });

  test('stays when another person is merged in, and is dropped when that merge is undone', async () => {
    await createProvenClaim();
    await loggedDonation(site, { studentId: 'OTHER' });
    const admin = await site.admin();
    const { mergeId } = (await admin.call(contract.mergeParticipants, { body: { fromId: 2, toId: 1 } })).body;
    expect(await readClaim()).toEqual(proven);
    await admin.call(contract.undoMerge, { params: { mergeId } });
    expect((await readClaim()).isClaimProven).toBe(false);
  });

  test('is dropped by a newer claim from an intake, and by a removal', async () => {
    await createProvenClaim();
    const admin = await site.admin();
    await admin.call(contract.updateParticipant, { params: { id: 1 }, body: { phone: '204-555-0134' } });
    const body = { phone: '204-555-0134', email: 'table@example.ca' };
    await admin.call(contract.upsertParticipant, { body });
    expect((await readClaim()).isClaimProven).toBe(false);
    await createProvenClaim('OTHER');
    await admin.call(people.removePerson, { params: { id: 2 }, body: { reason: 'Asked for it' } });
    expect((await readClaim(2)).isClaimProven).toBe(false);
  });

  test('is listed before other claims, and is counted', async () => {
    await createProvenClaim();
    await loggedDonation(site, { studentId: 'CLAIMS' });
    await loggedDonation(site, { studentId: 'SILENT' });
    site.site.mailer = null;
    for (const studentId of ['CLAIMS', 'SILENT']) {
      const claim = studentId === 'CLAIMS' ? { displayName: 'Jo' } : {};
      await site.visitor().call(contract.studentLogin, { body: { studentId, ...claim } });
    }
    const admin = await site.admin();
    const { body } = await admin.call(contract.participants, { query: { claim: 'open' } });
    expect(body).toMatchObject({ total: 2, claims: { open: 2, proven: 1 } });
    expect(body.items.map(({ id, isClaimProven }) => [id, isClaimProven])).toEqual([
      [1, true],
      [2, false],
    ]);
    const found = await admin.call(contract.participants, { query: { claim: 'open', q: 'CLAIMS' } });
    expect(found.body.items.map(({ id }) => id)).toEqual([2]);
    const provenOnly = await admin.call(contract.participants, { query: { claim: 'proven' } });
    expect(provenOnly.body.items.map(({ id }) => id)).toEqual([1]);
    const countProven = async (client: Client) =>
      (await client.call(deciding.adminSummary, {})).body.stats.provenClaims;
    expect([await countProven(admin), await countProven(await site.volunteer())]).toEqual([1, 0]);
    await decide(false);
    expect(await countProven(admin)).toBe(0);
  });
});

describe('a trusted browser', () => {
  test('signs that donor in without a code, for thirty days', async () => {
    const { code } = await createDonorWithEmail();
    const { client } = await signIn({ studentId: 'JTHIESSEN' }, site.visitor(), true);
    site.pass({ days: 30, minutes: -1 });
    expect((await askForCode(client, { studentId: 'JTHIESSEN' })).body).toMatchObject({ participantId: 1 });
    expect(await readCodes(client)).toEqual({ opensCodes: true, codes: [code] });
    expect((await askForCode(client, { studentId: 'SOMEBODYELSE' })).body).toEqual({
      ok: true,
      codeSent: true,
    });
    site.pass({ minutes: 1 });
    expect((await askForCode(client, { studentId: 'JTHIESSEN' })).body).toEqual({ ok: true, codeSent: true });
  });

  test('is not created without the choice, nor by a claim', async () => {
    await createDonorWithEmail();
    await signIn({ studentId: 'JTHIESSEN' });
    await loggedDonation(site, { studentId: 'NEW' });
    await signIn({ studentId: 'NEW', email: 'new@example.ca' }, site.visitor(), true);
    expect(await site.database.select().from(trustedBrowsers)).toEqual([]);
  });

  test('has its cookie rotated when another donor trusts it, so that a copy is useless', async () => {
    await createDonorWithEmail();
    await loggedDonation(site, { studentId: 'MALLORY' });
    await setEmail(2, 'mallory@example.ca');
    const { client } = await signIn({ studentId: 'MALLORY' }, site.visitor(), true);
    const copy = site.visitor();
    copy.cookies.set('reround_trusted', client.cookies.get('reround_trusted')!);
    await signIn({ studentId: 'JTHIESSEN' }, client, true);
    expect((await askForCode(copy, { studentId: 'JTHIESSEN' })).body).toEqual({ ok: true, codeSent: true });
    expect((await askForCode(client, { studentId: 'MALLORY' })).body).toMatchObject({ participantId: 2 });
  });
});

test.each(['a merge', 'a removal'])('%s ends pending sign-ins and trusted browsers', async (change) => {
  const { admin } = await createDonorWithEmail();
  await loggedDonation(site, { studentId: 'OTHER' });
  await signIn({ studentId: 'JTHIESSEN' }, site.visitor(), true);
  const client = site.visitor();
  await askForCode(client, { email: NOTED_EMAIL });
  await askForCode(site.visitor(), { studentId: 'JTHIESSEN' });
  if (change === 'a merge') {
    await admin.call(contract.mergeParticipants, { body: { fromId: 2, toId: 1 } });
  } else {
    await admin.call(people.removePerson, { params: { id: 1 }, body: { reason: 'Asked for it' } });
  }
  for (const table of [pendingSignIns, signInCodes, trustedBrowsers]) {
    expect(await site.database.select().from(table)).toEqual([]);
  }
  expect((await enterCode(client, WRONG_CODE)).status).toBe(410);
});

test('the upkeep deletes expired codes, pending sign-ins and trusted browsers', async () => {
  await createDonorWithEmail();
  await signIn({ studentId: 'JTHIESSEN' }, site.visitor(), true);
  await askForCode(site.visitor(), { studentId: 'JTHIESSEN' });
  const countRows = () =>
    Promise.all([signInCodes, pendingSignIns, trustedBrowsers].map((table) => site.database.$count(table)));
  site.pass({ minutes: 11 });
  await tidyDatabase(site.database, site.now);
  expect(await countRows()).toEqual([0, 1, 1]);
  site.pass({ minutes: 50 });
  await tidyDatabase(site.database, site.now);
  expect(await countRows()).toEqual([0, 0, 1]);
  site.pass({ days: 31 });
  await tidyDatabase(site.database, site.now);
  expect(await countRows()).toEqual([0, 0, 0]);
});
