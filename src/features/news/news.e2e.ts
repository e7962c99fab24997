import { expect, test } from '#e2e/fixtures.ts';
import { newsletterUnsubscribeUrl, unsubscribeUrl } from '#features/mail/serverLinks.ts';
import { contract as newsletter } from '#features/newsletter/contract.ts';
import { contract as participants } from '#features/participants/contract.ts';
import { mails, newsletterSubscribers } from '#server/schema.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { openPost } from '#server/mail.ts';

test('a donor switches news off on the dashboard, and by the link of a mail without a script', async ({
  page,
  site,
  browser,
}) => {
  await loggedDonation(site, { studentId: 'AMARA' });
  const admin = await site.admin();
  await admin.call(participants.updateParticipant, {
    params: { id: 1 },
    body: { email: 'amara@example.ca' },
  });
  await page
    .context()
    .addCookies(
      [...(await site.donor('AMARA')).cookies].map(([name, value]) => ({ name, value, url: site.url })),
    );
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Badges' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Mail to you' })).toHaveCount(0);

  site.site.post = openPost({
    mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'a@reround.example', dkim: undefined },
  });
  await page.reload();
  const used = page.getByRole('checkbox', { name: 'A code is used' });
  await used.uncheck();
  await page.reload();
  await expect(used).not.toBeChecked();

  await loggedDonation(site, { studentId: 'AMARA' });
  const [mail] = await site.database.select().from(mails);
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
  const reader = await context.newPage();
  await reader.goto(new URL(unsubscribeUrl(site.site, mail!)!).pathname);
  await expect(reader.getByRole('heading', { name: 'Stop these mails?' })).toBeVisible();
  await reader.getByRole('button', { name: 'Stop them' }).click();
  await expect(reader.getByRole('heading', { name: 'Done' })).toBeVisible();
  await expect(reader.getByRole('button')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'A donation is logged' })).not.toBeChecked();

  await site.visitor().call(newsletter.subscribe, { body: { email: 'jo@example.ca' } });
  const [subscriber] = await site.database.select().from(newsletterSubscribers);
  await reader.goto(new URL(newsletterUnsubscribeUrl(site.site, subscriber!)).pathname);
  await reader.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(reader.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
  site.site.post = null;
  await context.close();
});

test('who logs on the French page gets French mail, whose link opens a French page', async ({
  page,
  site,
  browser,
}) => {
  site.site.post = openPost({
    mail: { smtpUrl: 'smtp://127.0.0.1:1', from: 'a@reround.example', dkim: undefined },
  });
  await loggedDonation(site, { studentId: 'AMARA' });
  const admin = await site.admin();
  await admin.call(participants.updateParticipant, {
    params: { id: 1 },
    body: { email: 'amara@example.ca' },
  });
  await page.goto('/fr/log');
  await page.getByLabel('Numéro étudiant').fill('AMARA');
  await page.getByRole('button', { name: 'Inscrire le don' }).click();
  await expect(page.getByRole('heading', { name: 'Don inscrit' })).toBeVisible();
  const [mail] = await site.database.select().from(mails);
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false, locale: 'en-CA' });
  const reader = await context.newPage();
  await reader.goto(new URL(unsubscribeUrl(site.site, mail!)!).pathname);
  await expect(reader.locator('html')).toHaveAttribute('lang', 'fr-CA');
  await expect(reader).toHaveTitle('Ne plus recevoir ces courriels\u00a0? · ReRound');
  await expect(
    reader.getByText(/^Nous n’écrirons plus à amara@example\.ca quand un don est inscrit\./),
  ).toBeVisible();
  await reader.getByRole('button', { name: 'Ne plus les recevoir' }).click();
  await expect(reader.getByRole('heading', { name: 'C’est fait' })).toBeVisible();
  await expect(reader.getByRole('button')).toHaveCount(0);
  site.site.post = null;
  await context.close();
});
