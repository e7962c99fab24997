import { contract as settings } from '#features/settings/contract.ts';
import { pickups } from '#server/db/schema.ts';
import { dayOf, daysAfter, weekdayOf } from '#shared/dates.ts';
import { overflow, phoneLooks, problems } from '#e2e/axe.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';
import { formatHours, formatWeekday } from '#words/formats.ts';
import { contract } from './contract.ts';

const REQUEST = { name: 'Ravi Singh', address: '500 Pembina Hwy', items: 'Books' };

/** Offers two weekly windows, from three and four days ahead, with one place each. */
async function offerWindows(site: ServedSite) {
  const today = dayOf(site.site.clock(), site.site.timeZone);
  const [first, second] = [daysAfter(today, 3), daysAfter(today, 4)] as const;
  const window = { from: '16:00', to: '18:00', capacity: 1 };
  await (
    await site.admin()
  ).call(settings.changeSettings, {
    body: { pickupWindows: [first, second].map((day) => ({ ...window, weekday: weekdayOf(day) })) },
  });
  return { first, second, names: [first, second].map((day) => `${formatWeekday(day)}, 4 to 6 PM`) };
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('a visitor chooses a window that fills meanwhile, takes another, and cancels by the link', async ({
    page,
    site,
  }) => {
    const { first, second, names } = await offerWindows(site);
    const requestButton = page.getByRole('button', { name: 'Request Pickup' });
    const times = page.getByRole('radiogroup', { name: 'When may we come?' });
    const [firstChoice, secondChoice] = names.map((name) =>
      times.getByRole('radio', { name: new RegExp(`^${name},`) }).first(),
    );
    await page.goto('/pickup-request');

    await test.step('a time has to be chosen, and no date is asked for', async () => {
      await expect(firstChoice!).toHaveAccessibleName(`${names[0]}, 1 place left`);
      await expect(page.getByLabel('Preferred date and time')).toHaveCount(0);
      for (const [label, text] of [
        ['Name', 'Amara Okafor'],
        ['Phone', '204 555 0144'],
        ['Address', '123 Example Street'],
        ['Items', 'A floor lamp'],
      ] as const) {
        await page.getByLabel(label).fill(text);
      }
      await requestButton.click();
      await expect(times).toHaveAccessibleDescription(/Please choose one of the times, or Another time/);
      await expect(firstChoice!).toBeFocused();
      expect(await problems(page, phoneLooks)).toEqual([]);
    });

    await test.step('a window that fills meanwhile turns full, and the choice is cleared', async () => {
      await firstChoice!.check();
      await expect(times).not.toHaveAccessibleDescription(/Please choose/);
      const window = { date: first, from: '16:00' };
      await site.visitor().call(contract.requestPickup, { body: { ...REQUEST, window } });
      await requestButton.click();
      await expect(times).toHaveAccessibleDescription(
        /confirm it\. This time is full by now\. Please choose another\.$/,
      );
      await expect(firstChoice!).toBeDisabled();
      await expect(firstChoice!).not.toBeChecked();
      await expect(firstChoice!).toHaveAccessibleName(`${names[0]}, Full`);
    });

    await test.step('the choice outlives a reload, and is stored', async () => {
      await secondChoice!.check();
      await page.reload();
      await expect(secondChoice!).toBeChecked();
      await requestButton.click();
      await expect(page.getByRole('heading', { name: 'Pickup Request Submitted' })).toBeFocused();
      await expect(page.getByRole('definition').filter({ hasText: names[1]! })).toBeVisible();
      expect(await site.database.select().from(pickups).orderBy(pickups.id)).toMatchObject([
        { windowDate: first },
        { windowDate: second, windowFrom: '16:00', windowTo: '18:00', preferredWords: null },
      ]);
    });

    await test.step('the link shows the pickup, and cancels it after a confirmation', async () => {
      await page.getByRole('link', { name: 'See your pickup' }).click();
      await expect(page.getByRole('heading', { name: 'We have your request' })).toBeVisible();
      await expect(page).toHaveURL(/\/pickup\/[\w.-]+$/);
      await expect(page.getByRole('definition').filter({ hasText: names[1]! })).toBeVisible();
      await page.getByRole('button', { name: 'Cancel pickup' }).click();
      const dialog = page.getByRole('alertdialog', { name: 'Cancel this pickup?' });
      await expect(dialog).toContainText('Nobody will come, and your time goes to somebody else.');
      await dialog.getByRole('button', { name: 'Keep it' }).click();
      await expect(dialog).toBeHidden();
      await page.getByRole('button', { name: 'Cancel pickup' }).click();
      await dialog.getByRole('button', { name: 'Cancel pickup' }).click();
      await expect(page.getByRole('heading', { name: 'Your pickup is cancelled' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Cancel pickup' })).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Your pickup is cancelled' })).toBeVisible();
      await page.goto('/pickup-request');
      await expect(secondChoice!).toBeEnabled();
    });
  });

  test('a visitor writes another time in words, in French too', async ({ page, site }) => {
    await offerWindows(site);
    await page.goto('/fr/pickup-request');
    for (const [label, text] of [
      ['Nom', 'Amara Okafor'],
      ['Courriel', 'amara@example.ca'],
      ['Adresse', '123, rue Exemple'],
      ['Objets', 'Un lampadaire'],
    ] as const) {
      await page.getByLabel(label).fill(text);
    }
    await page.getByRole('radio').first().focus();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('radio', { name: /^Un autre moment/ })).toBeChecked();
    await page.getByLabel('Quel moment vous conviendrait').fill('En semaine après 17 h');
    expect(await overflow(page, 320)).toEqual([]);
    await page.getByRole('button', { name: 'Demander le ramassage' }).click();
    await expect(page.getByRole('heading', { name: 'Demande de ramassage envoyée' })).toBeVisible();
    await page.getByRole('link', { name: 'Voir votre ramassage' }).click();
    await expect(page).toHaveURL(/\/fr\/pickup\//);
    await expect(page.getByRole('definition').filter({ hasText: 'En semaine après 17 h' })).toBeVisible();
    await page.getByRole('button', { name: 'Annuler le ramassage' }).click();
    // No time is reserved, so none is offered to somebody else.
    await expect(page.getByRole('alertdialog')).toHaveAccessibleDescription('Personne ne passera.');
    await page.goto('/fr/pickup/somebody.guesses');
    await expect(page.getByRole('heading', { name: 'Ce lien ne fonctionne pas' })).toBeVisible();
  });
});

test('an admin offers windows with closed days, and schedules a pickup for the chosen one', async ({
  page,
  site,
}) => {
  const today = dayOf(site.site.clock(), site.site.timeZone);
  const day = daysAfter(today, 5);
  const window = `${formatWeekday(day)}, ${formatHours('09:30', '12:00')}`;
  await signInAdmin(page, site);

  await test.step('the settings take windows, and report wrong values', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    const section = page.getByRole('region', { name: 'Pickups' });
    await section.getByRole('button', { name: 'Add a time' }).click();
    await section.getByLabel('Day (time 1)').selectOption({ index: weekdayOf(day) });
    await section.getByLabel('From (time 1)').fill('09:30');
    await section.getByLabel('To (time 1)').fill('09:00');
    await section.getByLabel('Places (time 1)').fill('two');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(section.getByLabel('Places (time 1)')).toHaveAccessibleDescription(/takes 1 to 50 pickups/);
    await section.getByLabel('Places (time 1)').fill('2');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(section.getByLabel('To (time 1)')).toHaveAccessibleDescription(/after the one it begins at/);
    await section.getByLabel('To (time 1)').fill('12:00');
    await section.getByRole('button', { name: 'Add a closed day' }).click();
    await section.getByLabel('Closed day 1', { exact: true }).fill(daysAfter(day, 7));
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Settings saved')).toBeVisible();
    const { windows } = (await site.visitor().call(contract.pickupWindows, {})).body;
    expect(windows.map(({ date, left }) => ({ date, left }))).toEqual(
      [0, 14, 21].map((days) => ({ date: daysAfter(day, days), left: 2 })),
    );
  });

  await test.step('the request shows its window, whose start is suggested', async () => {
    const chosen = { date: day, from: '09:30' };
    await site.visitor().call(contract.requestPickup, { body: { ...REQUEST, window: chosen } });
    await page.getByRole('link', { name: 'Pickups' }).first().click();
    const row = page.getByRole('row', { name: /Ravi/ });
    await expect(row).toContainText(window);
    await row.getByRole('button', { name: 'Change status' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change status' });
    await expect(dialog).toContainText(`Asked for: ${window}`);
    await expect(dialog.getByLabel('Date and time')).toHaveValue(`${day}T09:30`);
    await dialog.getByRole('button', { name: 'Save status' }).click();
    await expect(row).toContainText('9:30 AM');
  });
});
