import { beforeEach, describe, expect, test } from 'vitest';
import { contract as pickups } from '#features/pickups/contract.ts';
import { sendDueMail } from '#features/mail/serverWorker.ts';
import { pendingEmails } from '#server/db/schema.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import { noteStaffEmail } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { contract } from './contract.ts';

const site = useTestSite({ rateLimits: true });
const mailbox = useMailbox();

const EMAIL = 'vera@reround.example';

beforeEach(() => {
  site.site.mailer = mailbox.mailer();
});

const sendCode = (client: Client, email = EMAIL) => client.call(contract.giveEmail, { body: { email } });
const proveEmail = (client: Client, code: string) => client.refused(contract.proveEmail, { body: { code } });

async function readMailedCode(): Promise<string> {
  while (await sendDueMail(site.site));
  const [, code = ''] = / {4}(\d{6})\n/.exec(mailbox.deliveries.at(-1)?.mail.text ?? '') ?? [];
  return code;
}

async function readOwnMail(client: Client) {
  const { body } = await client.call(contract.adminMe, {});
  return body.ok ? { email: body.email, notify: body.notify } : null;
}

const noChoices = { overflow: false, pickup: false, daily: false };

describe('an email of an admin or volunteer', () => {
  test('is saved once its mailed code was typed, and stays out of the log', async () => {
    const volunteer = await site.volunteer();
    expect((await sendCode(volunteer)).body).toEqual({ ok: true, codeSent: true });
    const code = await readMailedCode();
    expect(mailbox.deliveries.at(-1)).toMatchObject({
      to: [EMAIL],
      mail: { subject: 'Your code for My account', html: expect.stringContaining(code) as string },
    });
    expect(await readOwnMail(volunteer)).toEqual({ email: null, notify: noChoices });
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await proveEmail(volunteer, spaced)).body).toEqual({ ok: true, email: EMAIL });
    expect(await readOwnMail(volunteer)).toEqual({ email: EMAIL, notify: noChoices });
    expect(await proveEmail(volunteer, code)).toMatchObject({ status: 410 });
    const [saved, sent] = await site.audit();
    expect([saved, sent]).toMatchObject([
      { actor: 'vera', action: 'admin.email_noted', details: {} },
      { actor: 'vera', action: 'admin.email_code_sent', details: { codeSent: true } },
    ]);
    expect(JSON.stringify(await site.audit())).not.toContain(EMAIL);
  });

  test('refuses the code of another admin, and an older code', async () => {
    const [alex, sam] = [await site.admin(), await site.admin('sam')];
    await sendCode(alex);
    const firstCode = await readMailedCode();
    await sendCode(sam, 'sam@reround.example');
    expect(await proveEmail(sam, firstCode)).toMatchObject({ status: 401 });
    await sendCode(alex, 'other@reround.example');
    expect(await proveEmail(alex, firstCode)).toMatchObject({ status: 401 });
    expect((await proveEmail(alex, await readMailedCode())).body).toMatchObject({
      email: 'other@reround.example',
    });
  });

  test('allows five tries at a code', async () => {
    const admin = await site.admin();
    await sendCode(admin);
    const code = await readMailedCode();
    const wrongCode = code === '000000' ? '111111' : '000000';
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
      const error = `That code is not right. ${left} left.`;
      expect(await proveEmail(admin, wrongCode)).toMatchObject({
        status: 401,
        body: { fields: { code: error } },
      });
    }
    expect(await proveEmail(admin, wrongCode)).toMatchObject({ status: 429 });
    expect(await proveEmail(admin, code)).toMatchObject({ status: 429 });
    await sendCode(admin);
    expect(await proveEmail(admin, await readMailedCode())).toMatchObject({ status: 200 });
  });

  test.each([
    [-1, 200],
    [0, 410],
  ])('answers a code %d seconds after its ten minutes with %d', async (seconds, status) => {
    const admin = await site.admin();
    await sendCode(admin);
    const code = await readMailedCode();
    site.now = new Date(site.now.getTime() + (600 + seconds) * 1000);
    expect(await proveEmail(admin, code)).toMatchObject({ status });
  });

  test('is sent three codes an hour, in any spelling', async () => {
    const admin = await site.admin();
    for (const tag of ['', '+a', '+b']) await sendCode(admin, `vera${tag}@reround.example`);
    expect((await sendCode(admin, 'VERA@reround.example')).body).toEqual({ ok: true, codeSent: false });
    expect(await proveEmail(admin, await readMailedCode())).toMatchObject({
      body: { email: 'vera+b@reround.example' },
    });
  });

  test('gets no code while the site sends no mail', async () => {
    site.site.mailer = null;
    const admin = await site.admin();
    expect((await sendCode(admin)).body).toEqual({ ok: true, codeSent: false });
    expect(await site.database.$count(pendingEmails)).toBe(0);
    expect(await proveEmail(admin, '123456')).toMatchObject({ status: 410 });
  });

  test('must be a valid address, and its code six digits', async () => {
    const admin = await site.admin();
    expect(await admin.refused(contract.giveEmail, { body: { email: 'vera' } })).toMatchObject({
      status: 400,
      body: { fields: { email: 'Please enter a valid email address' } },
    });
    expect(await proveEmail(admin, '12345')).toMatchObject({
      status: 400,
      body: { fields: { code: 'Please enter the six digits' } },
    });
  });

  test('is deleted together with the choices and a pending code', async () => {
    const admin = await site.admin();
    await noteStaffEmail(site, 'alex', { overflow: true, daily: true });
    await sendCode(admin, 'new@reround.example');
    const code = await readMailedCode();
    await admin.call(contract.removeEmail, {});
    expect(await readOwnMail(admin)).toEqual({ email: null, notify: noChoices });
    expect(await proveEmail(admin, code)).toMatchObject({ status: 410 });
    await admin.call(contract.removeEmail, {});
    const actions = (await site.audit()).map(({ action }) => action);
    expect(actions.filter((action) => action === 'admin.email_removed')).toHaveLength(1);
  });
});

test('a mail to staff has a link and a header that switch its kind off without a sign-in', async () => {
  const admin = await site.admin();
  await noteStaffEmail(site, 'alex', { pickup: true, daily: true });
  const request = { name: 'Noah', address: '12 Osborne Street', items: 'Books' };
  await site.visitor().call(pickups.requestPickup, { body: request });
  while (await sendDueMail(site.site));
  const { mail } = mailbox.deliveries[0]!;
  const [link = '', token = ''] = /http\S*\/mail\/staff\/(\S+)/.exec(mail.text ?? '') ?? [];
  expect(mail.headers.get('list')).toMatchObject({ unsubscribe: { url: link } });
  const stranger = site.visitor();
  const page = await stranger.send<string>('GET', `/mail/staff/${token}`);
  expect(page.body).toContain('alex@reround.example any more when a pickup is asked for.');
  expect((await readOwnMail(admin))?.notify.pickup).toBe(true);
  const sending = { body: 'List-Unsubscribe=One-Click' };
  expect(await stranger.send('POST', `/mail/staff/${token}`, sending)).toMatchObject({ status: 200 });
  expect((await readOwnMail(admin))?.notify).toEqual({ overflow: false, pickup: false, daily: true });
  expect((await stranger.send('POST', `/mail/staff/${token}x`)).status).toBe(404);
  expect(await site.audit()).toMatchObject([
    { action: 'mail.news_stopped', entityId: 1, details: { kind: 'staff_pickup' } },
    { action: 'pickup.requested' },
    { action: 'admin.signed_in' },
  ]);
});

test('each choice of mail changes by itself, and is recorded', async () => {
  const admin = await site.admin();
  const choose = async (body: object) => (await admin.refused(contract.changeNotify, { body })).body;
  expect(await choose({ overflow: true, pickup: true })).toEqual({
    ok: true,
    notify: { overflow: true, pickup: true, daily: false },
  });
  await choose({ pickup: false, daily: true });
  await choose({ overflow: true });
  expect(await readOwnMail(admin)).toEqual({
    email: null,
    notify: { overflow: true, pickup: false, daily: true },
  });
  const chosen = (await site.audit()).filter(({ action }) => action === 'admin.mail_chosen');
  expect(chosen.map(({ details }) => details)).toEqual([
    { on: ['daily'], off: ['pickup'] },
    { on: ['overflow', 'pickup'], off: [] },
  ]);
  expect(await choose({ daily: 'yes' })).toMatchObject({ fields: { daily: 'Please choose yes or no' } });
});
