import { contract as deciding } from '#features/donations/console/contract.ts';
import { newsletterSubscribers } from '#server/db/schema.ts';
import type { Delivery } from '#server/testing/mailServer.ts';
import { loggedDonation, partnerStore } from '#server/testing/scenarios.ts';
import { askForCode, expect, type ServedSite, signInAdmin, test } from './fixtures.ts';

test.use({ sendsMail: true });

const EMAIL = 'grace@example.ca';
const DONOR_ID = 'GFRIESEN100';

test('a donor gets mails about donations and codes, and stops them by their links', async ({
  page,
  site,
  newVisitor,
}) => {
  // Mails link to localhost:3000, but this site is served at another port.
  const linkIn = ({ mail }: Delivery, start: string) => {
    const [, url = ''] = new RegExp(`(http://localhost:3000${start}[^\\s)]*)`).exec(mail.text ?? '') ?? [];
    if (!url) throw new Error(`No link to ${start} in "${mail.subject}": ${mail.text}`);
    return new URL(url).pathname;
  };
  const admin = await site.admin();

  await test.step('a donor scans a bin and logs a donation', async () => {
    await page.goto('/log?bin=UC_EAST&location=University+Centre');
    await page.getByLabel('Student ID').fill(DONOR_ID);
    await page.getByRole('radio', { name: /^2-3kg/ }).check();
    await page.getByRole('button', { name: 'Log Donation' }).click();
    await expect(page.getByRole('heading', { name: /^Write \w{3} on your bag$/ })).toBeVisible();
    expect(await site.newMail()).toEqual([]);
  });

  await test.step('the donor proves an email, which is still a claim and shows no codes', async () => {
    await page.getByRole('link', { name: 'View Dashboard' }).click();
    await expect(page.getByLabel('Donor ID or email')).toHaveValue(DONOR_ID);
    await askForCode(page, DONOR_ID, EMAIL);
    await page.getByRole('checkbox', { name: /Trust this/ }).check();
    await page.getByLabel('Six-digit code').fill(await site.mailedCode());
    await page.getByLabel('Name').fill('Grace Friesen');
    await page.getByRole('button', { name: 'Go to your dashboard' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText('Your codes are not shown yet.')).toBeVisible();
  });

  await test.step('the donor subscribes to the newsletter with it', async () => {
    await page.request.post('/api/newsletter/subscribe', { data: { email: EMAIL } });
    const [mail] = await site.newMail();
    const reader = await newVisitor();
    await reader.goto(linkIn(mail!, '/newsletter/confirm/'));
    await reader.getByRole('button', { name: 'Yes, subscribe' }).click();
    await expect(reader.getByRole('button', { name: 'Yes, subscribe' })).toHaveCount(0);
    const subscribers = await site.database.select().from(newsletterSubscribers);
    expect(subscribers).toMatchObject([{ email: EMAIL, confirmedAt: expect.any(Date) as Date }]);
  });

  const console = await newVisitor();
  let code = '';
  await test.step('an admin confirms the donation with the claim, and the code comes by mail', async () => {
    await signInAdmin(console, site);
    const row = console.getByRole('row', { name: new RegExp(DONOR_ID) });
    await row.getByRole('link', { name: 'Details' }).click();
    const details = console.getByRole('dialog');
    await details.getByRole('checkbox', { name: `new email ${EMAIL}, code entered` }).check();
    await details.getByRole('button', { name: 'Confirm' }).click();
    await expect(console.getByText('Donation confirmed', { exact: true })).toBeVisible();
    const arrived = await site.newMail();
    expect(arrived).toMatchObject([{ to: [EMAIL], mail: { subject: 'Confirmed, and a code is yours' } }]);
    [code = ''] = /RR-[A-Z2-9]{6}/.exec(arrived[0]?.mail.text ?? '') ?? [];
    await page.reload();
    await expect(page.getByText(code).first()).toBeVisible();
  });

  const { pin } = await partnerStore(admin, 'Prairie Rewear');
  const till = await newVisitor();
  const redeem = async (usesLeft: string) => {
    await till.goto(`/redeem?code=${code}`);
    await expect(till.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
    await till.getByLabel('Partner PIN').fill(pin);
    await till.getByRole('button', { name: 'Redeem Now' }).click();
    await expect(till.getByText(usesLeft)).toBeVisible();
  };
  await test.step('a clerk redeems the mailed code, and a mail names the store', async () => {
    await redeem('1 use left');
    expect(await site.newMail()).toMatchObject([
      { to: [EMAIL], mail: { subject: 'Your code was used at Prairie Rewear' } },
    ]);
  });

  await test.step('the donor switches this mail off on the dashboard, and another by its link', async () => {
    const codeUsedSwitch = page.getByRole('checkbox', { name: 'A code is used' });
    const saved = page.waitForResponse((response) => response.request().method() === 'POST');
    await codeUsedSwitch.click();
    expect((await saved).status()).toBe(200);
    await expect(codeUsedSwitch).not.toBeChecked();
    await logAgain(site);
    const [mail] = await site.newMail();
    const reader = await newVisitor();
    await reader.goto(linkIn(mail!, '/mail/off/'));
    await reader.getByRole('button', { name: 'Stop them' }).click();
    await expect(reader.getByRole('heading', { name: 'Done' })).toBeVisible();
    await page.reload();
    await expect(codeUsedSwitch).not.toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'A donation is logged' })).not.toBeChecked();
  });

  await test.step('only mails of the other kinds still come', async () => {
    await redeem('0 uses left');
    const id = await logAgain(site);
    expect(await site.newMail()).toEqual([]);
    await admin.call(deciding.confirmDonation, { body: { id } });
    expect(await site.newMail()).toMatchObject([{ mail: { subject: 'Confirmed, and a code is yours' } }]);
  });
});

async function logAgain(site: ServedSite): Promise<number> {
  return await loggedDonation(site, { studentId: DONOR_ID, weight: '1-2kg', date: site.today });
}
