import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';
import { contract as auth } from '#features/auth/contract.ts';
import { sendDueMail } from '#features/mail/serverWorker.ts';
import { knownDonor, loggedDonation } from '#server/testing/scenarios.ts';
import { dayOf } from '#shared/dates.ts';

test.use({ sendsMail: true });

test('an address that a mailed code proved waits first among the claims, and is accepted on the sheet', async ({
  page,
  site,
}) => {
  const admin = await site.admin();
  await log(site, 'GFRIESEN100');
  await prove(site, 'GFRIESEN100', 'grace@example.ca');
  await log(site, 'SILENT');
  await knownDonor(site, 'JTHIESSEN');
  const { code } = (await admin.call(auth.printSlip, { params: { id: 3 } })).body;
  const client = site.visitor();
  await client.call(auth.studentLogin, { body: { studentId: 'JTHIESSEN', displayName: 'Jo' } });
  await client.call(auth.studentLoginCode, { body: { code } });

  await signInAdmin(page, site);
  await page.getByRole('link', { name: /^Participants 1/ }).click();
  const state = page.getByRole('group', { name: 'State' });
  await state.getByRole('button', { name: 'Claims 2' }).click();
  await expect(page).toHaveURL(/claim=open/);
  const rows = page.getByRole('table', { name: 'Participants' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('proved by a mailed code: grace@example.ca');
  await expect(rows.nth(1)).not.toContainText('not proven');
  await expect(rows.nth(2)).toContainText('says: Jo, not proven');
  await state.getByRole('button', { name: 'Proven 1' }).click();
  await expect(rows).toHaveCount(2);

  await rows.nth(1).getByRole('link', { name: 'GFRIESEN100' }).click();
  const claim = page.getByRole('region', { name: 'Claim' });
  await expect(claim).toContainText('proved by a mailed code: grace@example.ca');
  await expect(claim).toContainText('Until then they see no codes.');
  await claim.getByRole('button', { name: 'Accept' }).click();
  await expect(claim).toBeHidden();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'grace@example.ca' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(claim).toContainText('proved by a mailed code: grace@example.ca');
  await claim.getByRole('button', { name: 'Accept' }).click();
  await expect(claim).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Nobody claims anything.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Participants', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(rows).toHaveCount(4);
});

async function log(site: ServedSite, studentId: string): Promise<void> {
  await loggedDonation(site, { studentId, date: dayOf(site.site.clock(), site.site.timeZone) });
}

async function prove(served: ServedSite, studentId: string, email: string): Promise<void> {
  const client = served.visitor();
  await client.call(auth.studentLogin, { body: { studentId, email } });
  while (await sendDueMail(served.site));
  const text = served.mailbox?.deliveries.at(-1)?.mail.text ?? '';
  const code = /\b\d{3} ?\d{3}\b/.exec(text)?.[0] ?? '';
  await client.call(auth.studentLoginCode, { body: { code } });
}
