import { expect, signInAdmin, test, type ServedSite } from '#e2e/fixtures.ts';
import { inTransaction } from '#server/db/database.ts';
import { queueMail } from './serverOutbox.ts';
import { sendDueMail } from './serverWorker.ts';

/** Sends a mail that is refused for good, and then one that arrives. */
async function fillOutbox(site: ServedSite): Promise<void> {
  site.site.mailer = {
    from: 'letters@reround.example',
    domain: 'reround.example',
    send: ({ to }) =>
      Promise.resolve(
        to.startsWith('gone')
          ? { result: 'refused', code: 550, answer: '550 5.1.1 No such user' }
          : { result: 'sent', code: 250, answer: '250 ok' },
      ),
  };
  await sendMails(site, ['gone@example.ca', 'jo@example.ca']);
}

async function sendMails(site: ServedSite, recipients: readonly string[]): Promise<void> {
  const mail = {
    kind: 'test',
    language: 'en',
    content: { sentBy: 'alex' },
  } as const;
  for (const recipient of recipients) {
    await inTransaction(site.database, (transaction) =>
      queueMail(transaction, site.site, { ...mail, recipient }, new Date()),
    );
    await sendDueMail(site.site);
  }
}

test('an admin sees which mails arrived and why others did not, reads them, and sends them again', async ({
  page,
  site,
}) => {
  await signInAdmin(page, site);
  await page.setViewportSize({ width: 1280, height: 800 });
  const list = page.getByRole('table', { name: 'Mail' });
  const row = (recipient: string) => list.getByRole('row').filter({ hasText: recipient });

  await test.step('while mail is off the tab says what that means', async () => {
    await page.getByRole('link', { name: 'Mail' }).click();
    await expect(page.getByText('Mail is off. Donors see everything on their dashboard only.')).toBeVisible();
  });

  await test.step('a row says why its mail did not arrive, and shows the text on demand', async () => {
    await fillOutbox(site);
    await page.reload();
    await expect(
      list.getByText(
        'The mail server answered “550 5.1.1 No such user”. It is marked: “Send again” lifts the mark if the mail arrives.',
      ),
    ).toBeVisible();
    await row('jo@example.ca').getByRole('button', { name: 'Details' }).click();
    await expect(list.locator('pre')).toContainText('123 Example Street');
  });

  await test.step('a mail that arrived is sent again only after a confirmation', async () => {
    await row('jo@example.ca').getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Failed' }).click();
    await expect(list.getByRole('row')).toHaveCount(2);
    await row('gone@example.ca').getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('Sending again', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Waiting' }).click();
    await expect(list.getByText('gone@example.ca')).toBeVisible();
  });

  await test.step('on a phone a card shows the text on demand', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    const card = page.getByRole('list', { name: 'Mail' }).getByRole('listitem');
    await card.getByRole('button', { name: 'Details' }).click();
    await expect(card.locator('pre')).toContainText('123 Example Street');
  });

  await test.step('ten refusals in a row show a warning', async () => {
    const warning = page.getByText('The last ten mails were all refused.');
    await expect(warning).toHaveCount(0);
    await sendMails(
      site,
      [...Array(11).keys()].map((index) => `gone${index}@example.ca`),
    );
    await page.reload();
    await expect(warning).toBeVisible();
  });
});
