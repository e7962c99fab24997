import type { Page } from '@playwright/test';
import { contract as auth } from '#features/auth/contract.ts';
import { contract as dashboard } from '#features/donations/dashboard/contract.ts';
import { contract as logging } from '#features/donations/logging/contract.ts';
import { contract as participants } from '#features/participants/contract.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { confirmedCode } from '#server/testing/scenarios.ts';
import { dayOf } from '#shared/dates.ts';
import { expect, type ServedSite, test } from './fixtures.ts';

test.use({ sendsMail: true });

const GRACE = 'grace@example.ca';
const MALLORY = 'mallory@example.ca';

/** A donor with a code, and with an email if one is noted. */
async function donor(site: ServedSite, admin: Client, studentId: string, email?: string) {
  const { code } = await confirmedCode(site, admin, { studentId, date: today(site) });
  const { body } = await admin.call(participants.participants, { query: { q: studentId } });
  const id = body.items[0]?.id ?? 0;
  if (email) await admin.call(participants.updateParticipant, { params: { id }, body: { email } });
  await site.newMail();
  return { id, code };
}

test('a stranger who knows a donor’s number and email is stopped at each step', async ({
  page,
  site,
  newVisitor,
}) => {
  const admin = await site.admin();
  const grace = await donor(site, admin, 'GFRIESEN100', GRACE);
  const field = page.getByLabel('Six-digit code');

  await test.step('the sign-in says the same as for anybody, and the code goes to the donor alone', async () => {
    const said: (string | null)[] = [];
    for (const typed of ['NOBODY', 'GFRIESEN100']) {
      // By another page: the sign-in's own, loaded anew, goes on asking for the code.
      await page.goto('/discounts');
      await page.goto('/donor-login');
      const answered = page.waitForResponse(`**${auth.studentLogin.path}`);
      await askForCode(page, typed);
      const answer = await answered;
      said.push(`${answer.status()} ${await answer.text()} ${await page.getByRole('main').innerText()}`);
      expect((await site.newMail()).map(({ to }) => to)).toEqual(typed === 'NOBODY' ? [] : [[GRACE]]);
    }
    expect(said[1]?.replace('GFRIESEN100', 'NOBODY')).toBe(said[0]);
  });

  await test.step('five guesses lock the sign-in, and leave the donor theirs', async () => {
    const own = site.visitor();
    await own.call(auth.studentLogin, { body: { studentId: 'GFRIESEN100' } });
    const code = await site.mailedCode();
    // The one that the donor was sent is of no use in the stranger's browser.
    await field.fill(code);
    await expect(field).toHaveAccessibleDescription(/4 tries left/);
    for (const left of ['3 tries', '2 tries', '1 try']) {
      await field.fill('000000');
      await expect(field).toHaveAccessibleDescription(new RegExp(`${left} left`));
    }
    await field.fill('000000');
    await expect(page.getByRole('alert')).toHaveText(
      /too many wrong codes\. Ask for a new one in \d+ minutes\./,
    );
    const signedIn = await own.call(auth.studentLoginCode, { body: { code } });
    expect(signedIn.body).toMatchObject({ ok: true, participantId: grace.id });
    expect(await codesOf(own)).toEqual([grace.code]);
  });

  await test.step('an address of their own beside the number is sent nothing', async () => {
    const stranger = await newVisitor();
    await stranger.goto('/donor-login');
    await askForCode(stranger, 'GFRIESEN100', MALLORY);
    expect(await site.newMail()).toEqual([]);
    for (const path of ['/api/students/summary', '/api/students/export', '/api/students/news']) {
      expect((await stranger.request.get(path)).status(), path).toBe(401);
    }
  });

  await test.step('of a donor without an email it becomes a claim, which shows no codes and says why', async () => {
    const ben = await donor(site, admin, 'BENEDICT7');
    const stranger = await newVisitor();
    // A donation under the number does not make it theirs.
    const logged = { studentId: 'BENEDICT7', weight: '1-2kg', date: today(site) };
    await stranger.request.post('/api/donations', { data: logged });
    await stranger.goto('/donor-login');
    await askForCode(stranger, 'BENEDICT7', MALLORY);
    await stranger.getByRole('checkbox', { name: /Trust this/ }).check();
    await stranger.getByLabel('Six-digit code').fill(await site.mailedCode());
    await stranger.getByRole('button', { name: 'Not now' }).click();
    await expect(stranger.getByText('Your codes are not shown yet.')).toBeVisible();
    await expect(stranger.getByText('An admin looks at the email that you gave')).toBeVisible();
    const shown = [
      await stranger.content(),
      await (await stranger.request.get('/api/students/summary')).text(),
      await (await stranger.request.get('/api/students/export')).text(),
    ];
    for (const text of shown) expect(text).not.toContain(ben.code);
    const { body } = await admin.call(participants.participants, { query: { q: 'BENEDICT7' } });
    expect(body.items).toMatchObject([{ email: null, claimedEmail: MALLORY }]);
    // Nor does the browser stay trusted by it.
    const again = await stranger.request.post('/api/students/login', { data: { studentId: 'BENEDICT7' } });
    expect(await again.json()).toEqual({ ok: true, codeSent: true });
  });

  await test.step('proved before the donor’s first donation it takes nothing of it', async () => {
    const stranger = site.visitor();
    await signIn(site, stranger, { studentId: 'NEWCOMER', email: MALLORY });
    const { code } = await donor(site, admin, 'NEWCOMER');
    expect(await codesOf(stranger)).toEqual([]);
    const file = await stranger.send('GET', '/api/students/export');
    expect(JSON.stringify(file.body)).not.toContain(code);
  });

  const mallory = await donor(site, admin, 'MALLORY1', MALLORY);
  const trusted = site.visitor();
  await test.step('a browser that they trust themself opens nobody else', async () => {
    await signIn(site, trusted, { studentId: 'MALLORY1' }, true);
    expect(await codesOf(trusted)).toEqual([mallory.code]);
    const { body } = await trusted.call(auth.studentLogin, { body: { studentId: 'GFRIESEN100' } });
    expect(body).toEqual({ ok: true, codeSent: true });
    expect(await codesOf(trusted)).toEqual([mallory.code]);
    await site.newMail();
  });

  await test.step('the cookie of a sign-in that waits opens nothing, and nothing once it is used', async () => {
    const own = site.visitor();
    await own.call(auth.studentLogin, { body: { studentId: 'GFRIESEN100' } });
    const code = await site.mailedCode();
    const moved = site.visitor();
    for (const [name, value] of own.cookies) moved.cookies.set(name, value);
    expect((await moved.send('GET', '/api/students/summary')).status).toBe(401);
    expect((await moved.send('GET', '/api/students/export')).status).toBe(401);
    expect((await own.call(auth.studentLoginCode, { body: { code } })).status).toBe(200);
    expect((await moved.refused(auth.studentLoginCode, { body: { code } })).status).toBe(410);
  });

  await test.step('a slip of their own opens nobody else', async () => {
    const { body: slip } = await admin.call(auth.printSlip, { params: { id: mallory.id } });
    const stranger = site.visitor();
    await stranger.call(auth.studentLogin, { body: { studentId: 'GFRIESEN100' } });
    await site.newMail();
    const { status } = await stranger.refused(auth.studentLoginCode, { body: { code: slip.code } });
    expect(status).toBe(401);
  });

  await test.step('nor does the link of their own mail switch off what the donor hears', async () => {
    await logAgain(site, 'MALLORY1');
    const [{ mail } = { mail: undefined }] = await site.newMail();
    const [link = ''] = /\/mail\/off\/[^\s)]+/.exec(mail?.text ?? '') ?? [];
    const [own = '', signature = ''] = link.slice('/mail/off/'.length).split('.');
    const text = Buffer.from(own, 'base64url').toString();
    const forged = Buffer.from(text.replace(MALLORY, GRACE).replace(String(mallory.id), String(grace.id)));
    for (const token of [`${forged.toString('base64url')}.${signature}`, forged.toString('base64url')]) {
      expect((await site.visitor().send('POST', `/mail/off/${token}`)).status).toBe(404);
    }
    expect((await site.visitor().send('POST', link)).status).toBe(200);
    await logAgain(site, 'MALLORY1');
    await logAgain(site, 'GFRIESEN100');
    expect((await site.newMail()).map(({ to }) => to)).toEqual([[GRACE]]);
  });
});

async function askForCode(page: Page, donorId: string, email?: string): Promise<void> {
  await page.getByLabel('Donor ID or email').fill(donorId);
  if (email) {
    await page.getByRole('button', { name: 'Add your email', exact: true }).click();
    await page.getByLabel('Email').fill(email);
  }
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
}

async function signIn(
  site: ServedSite,
  client: Client,
  body: { studentId: string; email?: string },
  trust = false,
): Promise<void> {
  await client.call(auth.studentLogin, { body });
  const { status } = await client.call(auth.studentLoginCode, {
    body: { code: await site.mailedCode(), trust },
  });
  expect(status).toBe(200);
}

async function codesOf(client: Client): Promise<string[]> {
  const { body } = await client.call(dashboard.donorSummary, {});
  return body.codes.map(({ code }) => code);
}

async function logAgain(site: ServedSite, studentId: string): Promise<void> {
  const body = { studentId, weight: '1-2kg', date: today(site) } as const;
  await site.visitor().call(logging.logDonation, { body });
}

function today(site: ServedSite) {
  return dayOf(site.site.clock(), site.site.timeZone);
}
