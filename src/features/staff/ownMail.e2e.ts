import { contract as bins } from '#features/bins/contract.ts';
import { paths } from '#web/paths.ts';
import { expect, signInAdmin, test } from '#e2e/fixtures.ts';

test.describe('a site that sends mail', () => {
  test.use({ sendsMail: true });

  test('an admin proves an email and is mailed about a full bin, and its reporter that it was emptied', async ({
    page,
    site,
    newVisitor,
  }) => {
    const admin = await site.admin();
    const body = { name: 'UC East', location: 'East entrance', binCode: 'UC_EAST' };
    const { id } = (await admin.call(bins.createBin, { body })).body.bin;
    await signInAdmin(page, site);
    await page.getByRole('link', { name: 'My account' }).click();
    await page.getByRole('navigation', { name: 'My account' }).getByRole('link', { name: 'Mail' }).click();

    const binChoice = page.getByRole('checkbox', { name: /^A bin is reported/ });
    await expect(binChoice).toBeDisabled();
    await page.getByLabel('Email').fill('alex@reround.example');
    await page.getByRole('button', { name: 'Send a code' }).click();
    const codeField = page.getByLabel('Code from the mail');
    await expect(codeField).toBeFocused();
    const code = await site.mailedCode();
    await codeField.pressSequentially(code === '000000' ? '111111' : '000000');
    await expect(codeField).toHaveAccessibleDescription(/That code is not right\. 4 tries left\./);
    await codeField.fill(code);
    await expect(page.getByText('Your email is noted')).toBeVisible();
    await expect(page.getByText('alex@reround.example', { exact: true })).toBeVisible();
    await binChoice.click();
    // The box shows the choice before it is saved.
    await expect.poll(async () => (await site.audit())[0]?.action).toBe('admin.mail_chosen');
    await page.reload();
    await expect(binChoice).toBeChecked();
    await expect(page.getByRole('checkbox', { name: /^A list at 7/ })).not.toBeChecked();

    const visitor = await newVisitor();
    await visitor.goto(`/fr/report-overflow?bin=${id}&code=UC_EAST`);
    await visitor.getByLabel('Courriel').fill('luc@example.ca');
    await visitor.getByRole('button', { name: 'Envoyer' }).click();
    await expect(visitor.getByRole('heading', { name: 'Signalement envoyé' })).toBeVisible();
    expect((await site.newMail()).map(({ mail }) => mail.subject)).toEqual(['Bin reported: UC East']);
    await admin.call(bins.markBinEmptied, { params: { id } });
    const [reporterMail] = await site.newMail();
    expect(reporterMail).toMatchObject({ to: ['luc@example.ca'] });
    expect(reporterMail?.mail.text).toContain('Vous nous avez signalé un bac (UC East).');

    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Your email is deleted')).toBeVisible();
    await expect(binChoice).toBeDisabled();
    await expect(binChoice).not.toBeChecked();
  });
});

test('without mail the account says so, and a report asks for no email', async ({
  page,
  site,
  newVisitor,
}) => {
  const admin = await site.admin();
  const body = { name: 'UC East', location: 'East entrance', binCode: 'UC_EAST' };
  await admin.call(bins.createBin, { body });
  await signInAdmin(page, site);
  await page.goto(paths.consoleOwnMail);
  await expect(page.getByRole('heading', { name: 'Mail is off' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send a code' })).toHaveCount(0);
  const visitor = await newVisitor();
  await visitor.goto(paths.reportOverflow);
  await expect(visitor.getByLabel('Notes')).toBeVisible();
  await expect(visitor.getByLabel('Email')).toHaveCount(0);
});
