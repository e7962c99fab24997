import { contract as donors } from '#features/donors/contract.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { confirmedCode } from '#server/testing/scenarios.ts';
import { askForCode, expect, type ServedSite, test } from './fixtures.ts';

test.use({ sendsMail: true });

const GRACE = 'grace@example.ca';
const MALLORY = 'mallory@example.ca';

/** Makes a donor with a reward code. Returns the code. */
async function makeDonor(
  site: ServedSite,
  admin: Client,
  studentId: string,
  email?: string,
): Promise<string> {
  const { code } = await confirmedCode(site, admin, { studentId, date: site.today });
  const { body } = await admin.call(donors.participants, { query: { q: studentId } });
  const id = body.items[0]?.id ?? 0;
  if (email) await admin.call(donors.updateParticipant, { params: { id }, body: { email } });
  await site.newMail();
  return code;
}

test('a stranger who knows a donor’s number and email is stopped at each step', async ({
  page,
  site,
  newVisitor,
}) => {
  const admin = await site.admin();
  await makeDonor(site, admin, 'GFRIESEN100', GRACE);
  const field = page.getByLabel('Six-digit code');

  await test.step('the sign-in looks the same for any donor ID, and only the donor gets the code', async () => {
    const screens: string[] = [];
    for (const donorId of ['NOBODY', 'GFRIESEN100']) {
      // Leaves the sign-in page, because a reload would continue to ask for the code.
      await page.goto('/discounts');
      await page.goto('/donor-login');
      const response = page.waitForResponse(`**${donors.studentLogin.path}`);
      await askForCode(page, donorId);
      const answer = await response;
      screens.push(`${answer.status()} ${await answer.text()} ${await page.getByRole('main').innerText()}`);
      expect((await site.newMail()).map(({ to }) => to)).toEqual(donorId === 'NOBODY' ? [] : [[GRACE]]);
    }
    expect(screens[1]?.replace('GFRIESEN100', 'NOBODY')).toBe(screens[0]);
  });

  await test.step('each wrong code is counted, and the fifth locks the sign-in', async () => {
    for (const triesLeft of ['4 tries', '3 tries', '2 tries', '1 try']) {
      await field.fill('000000');
      await expect(field).toHaveAccessibleDescription(new RegExp(`${triesLeft} left`));
    }
    await field.fill('000000');
    await expect(page.getByRole('alert')).toHaveText(
      /too many wrong codes\. Ask for a new one in \d+ minutes\./,
    );
  });

  await test.step('for a donor without an email it becomes a claim, which shows no codes', async () => {
    const code = await makeDonor(site, admin, 'BENEDICT7');
    const stranger = await newVisitor();
    // A donation under the donor ID proves nothing.
    const logged = { studentId: 'BENEDICT7', weight: '1-2kg', date: site.today };
    await stranger.request.post('/api/donations', { data: logged });
    await stranger.goto('/donor-login');
    await askForCode(stranger, 'BENEDICT7', MALLORY);
    await stranger.getByRole('checkbox', { name: /Trust this/ }).check();
    await stranger.getByLabel('Six-digit code').fill(await site.mailedCode());
    await stranger.getByRole('button', { name: 'Not now' }).click();
    await expect(stranger.getByText('Your codes are not shown yet.')).toBeVisible();
    await expect(stranger.getByText('An admin looks at the email that you gave')).toBeVisible();
    expect(await stranger.content()).not.toContain(code);
  });
});
