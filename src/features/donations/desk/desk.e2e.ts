import type { Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as donations } from '#features/donations/contract.ts';
import { contract as donors } from '#features/donors/contract.ts';
import type { Transaction } from '#server/db/database.ts';
import { dropBins } from '#server/db/schema.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { dayOf, daysAfter } from '#shared/dates.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';
import { scanByKeys } from '#e2e/typingScanner.ts';

const DESK = '/reround-admin-843/desk';

/** The milliseconds between the keys of somebody who types fast. */
const TYPING = { delay: 90 };

const searchField = (page: Page) => page.getByLabel('Mark, ID or name');
const kilogramsField = (page: Page) => page.getByLabel('Kilograms', { exact: true });
const doneMessage = (page: Page, words: string | RegExp) =>
  page.getByRole('status').filter({ hasText: words });

/** Opens the desk for an admin whose single keys are off, which is the default. */
async function openDesk(page: Page, site: ServedSite): Promise<void> {
  await signInAdmin(page, site, { hasSingleKeys: false });
  await page.goto(DESK);
  await expect(searchField(page)).toBeFocused();
}

interface Bag {
  id: number;
  mark: string;
}

/** Logs a donation for each donor ID, a day apart, the last one for today. */
async function logBags(site: ServedSite, donorIds: readonly string[]): Promise<Bag[]> {
  const today = dayOf(site.site.clock(), site.site.timeZone);
  const bags: Bag[] = [];
  for (const [index, studentId] of donorIds.entries()) {
    const date = daysAfter(today, index + 1 - donorIds.length);
    const id = await loggedDonation(site, { studentId, date });
    bags.push({ id, mark: (await readDonation(site, id)).mark ?? '' });
  }
  return bags;
}

async function readDonation(site: ServedSite, id: number) {
  const admin = await site.admin();
  return (await admin.call(donations.donationDetails, { params: { id } })).body.row;
}

async function pendingIds(site: ServedSite): Promise<number[]> {
  const admin = await site.admin();
  return (await admin.call(deciding.findDonations, {})).body.items.map(({ id }) => id);
}

/** Finds a bag by its mark, which needs no Enter, and confirms it with its kilograms. */
async function weighByKeys(page: Page, { mark }: Bag, weight: string): Promise<void> {
  await expect(searchField(page)).toBeFocused();
  await page.keyboard.type(mark, TYPING);
  await expect(kilogramsField(page)).toBeFocused();
  await page.keyboard.type(weight, TYPING);
  await page.keyboard.press('Enter');
  await expect(doneMessage(page, `${mark} done.`)).toBeVisible();
}

/** Has a donor claim an email and prove it by the mailed code. */
async function claimEmail(site: ServedSite, studentId: string, email: string): Promise<void> {
  const donor = site.visitor();
  await donor.call(donors.studentLogin, { body: { studentId, email } });
  await donor.call(donors.studentLoginCode, { body: { code: await site.mailedCode() } });
}

test.describe('a pile of twelve bags', () => {
  test.use({ sendsMail: true });

  const donorIds = Array.from({ length: 11 }, (_, index) => String(7_840_000 + index));

  async function createPile(site: ServedSite) {
    const admin = await site.admin();
    await admin.call(bins.createBin, {
      body: { name: 'UC East', location: 'East door', binCode: 'UC_EAST' },
    });
    const bags = await logBags(site, donorIds);
    const twinId = await loggedDonation(site, {
      studentId: donorIds[0]!,
      date: (await readDonation(site, bags[0]!.id)).date,
    });
    await claimEmail(site, donorIds[1]!, 'g@x.ca');
    return { bags, twinId };
  }

  /** Checks the state after all twelve bags. */
  async function expectPileDone(site: ServedSite, bags: readonly Bag[], twinId: number): Promise<void> {
    await expect.poll(async () => await pendingIds(site)).toEqual([twinId]);
    for (const { id } of bags) expect((await readDonation(site, id)).measured_kg).toBe(2.4);
    const admin = await site.admin();
    const { items } = (await admin.call(donors.participants, {})).body;
    expect(items.filter(({ email }) => email === 'g@x.ca')).toHaveLength(1);
    const found = await admin.call(deciding.searchDonations, { query: { status: 'unclaimed' } });
    expect(found.body.items).toMatchObject([{ measured_kg: 1.8, drop_site: 'UC East' }]);
  }

  test('takes less than a minute by keyboard', async ({ page, site }) => {
    const { bags, twinId } = await createPile(site);
    const [alikeBag, claimingBag, unmarkedBag, ...plainBags] = bags as [Bag, Bag, Bag, ...Bag[]];
    await openDesk(page, site);
    await expect(page.getByRole('main').getByText('12 to go')).toBeVisible();
    const startedAt = Date.now();

    await test.step('warns that a donation looks like another one', async () => {
      await page.keyboard.type(alikeBag.mark, TYPING);
      await expect(kilogramsField(page)).toBeFocused();
      await expect(page.getByText('Another one looks alike', { exact: true })).toBeVisible();
      await page.keyboard.type('2.4', TYPING);
      await expect(page.getByText('2-3kg, as claimed. Counts toward Gold.')).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(
        doneMessage(page, new RegExp(`RR-[A-Z2-9]{6} issued. ${alikeBag.mark} done.`)),
      ).toBeVisible();
      await expect(searchField(page)).toBeFocused();
      await expect(searchField(page)).toHaveValue('');
    });

    await test.step('accepts a new email by a key', async () => {
      await page.keyboard.type(claimingBag.mark, TYPING);
      await expect(kilogramsField(page)).toBeFocused();
      await expect(page.getByText('New email g@x.ca, code entered')).toBeVisible();
      await expect(page.getByLabel('Accept')).not.toBeChecked();
      await page.keyboard.type('2,4', TYPING);
      await page.keyboard.press('e');
      await expect(page.getByLabel('Accept')).toBeChecked();
      await page.keyboard.press('Enter');
      await expect(doneMessage(page, `${claimingBag.mark} done.`)).toBeVisible();
    });

    await test.step('finds a bag without a mark by its donor', async () => {
      await page.keyboard.type(donorIds[2]!, TYPING);
      await page.keyboard.press('Enter');
      await expect(kilogramsField(page)).toBeFocused();
      await page.keyboard.type('2.4', TYPING);
      await page.keyboard.press('Enter');
      await expect(doneMessage(page, `${unmarkedBag.mark} done.`)).toBeVisible();
    });

    await test.step('counts an unclaimed bag', async () => {
      await page.keyboard.type('LL1', TYPING);
      await expect(page.getByRole('heading', { name: 'No bag with that mark' })).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(page.getByLabel('Where')).toBeVisible();
      await page.getByLabel('Where').selectOption('UC East');
      await kilogramsField(page).focus();
      await page.keyboard.type('1.8', TYPING);
      await page.keyboard.press('Enter');
      await expect(doneMessage(page, '1.8 kg counted.')).toBeVisible();
      await expect(searchField(page)).toBeFocused();
    });

    for (const bag of plainBags) await weighByKeys(page, bag, '2.4');

    expect(Date.now() - startedAt).toBeLessThan(60_000);
    await expectPileDone(site, bags, twinId);
    const sitting = page.getByRole('region', { name: /^This sitting/ });
    await expect(sitting.getByRole('listitem')).toHaveCount(12);
    await page.reload();
    await expect(sitting.getByRole('listitem')).toHaveCount(12);
    await expect(sitting.getByText(/RR-/)).toHaveCount(11);
  });

  test('takes less than a minute on a phone', async ({ page, site }) => {
    const { bags, twinId } = await createPile(site);
    const [, claimingBag, unmarkedBag] = bags;
    await page.setViewportSize({ width: 390, height: 780 });
    await openDesk(page, site);
    const startedAt = Date.now();
    for (const bag of bags) {
      await searchField(page).fill(bag === unmarkedBag ? donorIds[2]! : bag.mark);
      if (bag === unmarkedBag) await searchField(page).press('Enter');
      await expect(kilogramsField(page)).toBeFocused();
      if (bag === claimingBag) await page.getByLabel('Accept').check();
      await kilogramsField(page).fill('2.4');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await expect(doneMessage(page, `${bag.mark} done.`)).toBeVisible();
    }
    await searchField(page).fill('LL1');
    await page.getByRole('button', { name: 'Unclaimed bag: weigh it anyway' }).click();
    await page.getByLabel('Where').selectOption('UC East');
    await kilogramsField(page).fill('1.8');
    await page.getByRole('button', { name: 'Count it' }).click();
    await expect(doneMessage(page, '1.8 kg counted.')).toBeVisible();
    expect(Date.now() - startedAt).toBeLessThan(60_000);
    await expectPileDone(site, bags, twinId);
  });
});

test('a typing scanner confirms and rejects nothing, wherever the focus is', async ({ page, site }) => {
  const [ann, ben] = (await logBags(site, ['7654321', 'BEN'])) as [Bag, Bag];
  const pending = [ann.id, ben.id];
  await openDesk(page, site);
  await expect(page.getByRole('region', { name: ann.mark })).toBeVisible();

  const fields: [string, () => Promise<void>][] = [
    ['the search field', async () => await searchField(page).focus()],
    ['the kilograms', async () => await kilogramsField(page).focus()],
    [
      'the kilograms of a bag that is weighed already',
      async () => {
        await kilogramsField(page).focus();
        await page.keyboard.type('2.4', TYPING);
      },
    ],
    [
      'the reason',
      async () => {
        await kilogramsField(page).focus();
        // No key acts for a moment after a scan.
        await expect(async () => {
          await page.keyboard.press('r');
          await expect(page.getByLabel(/^Why\?/)).toBeFocused({ timeout: 500 });
        }).toPass();
      },
    ],
    ['Confirm', async () => await page.getByRole('button', { name: 'Confirm' }).focus()],
    ['a reason’s button', async () => await page.getByRole('button', { name: 'Logged twice' }).focus()],
    ['nothing', async () => await page.getByRole('main').evaluate((main) => main.focus())],
  ];
  const texts = [
    'RR-ABC234',
    'https://reround.example.ca/p/r-s-1234',
    '7654321',
    '12.5',
    '2.4',
    '123',
    '1',
    ben.mark,
  ];
  for (const [name, focus] of fields) {
    for (const text of texts) {
      await test.step(`${text} into ${name}`, async () => {
        await page.keyboard.press('Escape');
        await searchField(page).fill('');
        await expect(page.getByRole('region', { name: ann.mark })).toBeVisible();
        await focus();
        await scanByKeys(page, text);
      });
    }
  }
  await page.keyboard.press('Escape');
  await expect(searchField(page)).toBeFocused();
  expect(await pendingIds(site)).toEqual(pending);
  const actions = (await site.audit()).map(({ action }) => action);
  expect(actions.filter((action) => /^donation\.(confirmed|rejected|unclaimed)/.test(action))).toEqual([]);

  await test.step('shows a donor’s bag when the student card is scanned in another field', async () => {
    await searchField(page).fill(ben.mark);
    await page.keyboard.press('Enter');
    await expect(kilogramsField(page)).toBeFocused();
    await page.keyboard.type('2.4', TYPING);
    // A scan's keys have earlier timestamps, so the last typed key must be well before them.
    await page.keyboard.press('End', TYPING);
    await scanByKeys(page, '7654321');
    await expect(searchField(page)).toHaveValue('7654321');
    await expect(page.getByRole('region', { name: ann.mark })).toBeVisible();
    await expect(kilogramsField(page)).toHaveValue('');
  });
});

test('a volunteer decides by the keys of the kilograms field alone', async ({ page, site }) => {
  const [ann, ben, cam, dee] = (await logBags(site, ['ANN', 'BEN', 'CAM', 'DEE'])) as [Bag, Bag, Bag, Bag];
  await openDesk(page, site);
  const shown = (bag: Bag) => page.getByRole('region', { name: bag.mark, exact: true });

  await test.step('shows the oldest donation without a text, and skips it by plus', async () => {
    await expect(shown(ann)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(kilogramsField(page)).toBeFocused();
    await page.keyboard.press('+');
    await expect(shown(ben)).toBeVisible();
    await expect(searchField(page)).toBeFocused();
  });

  await test.step('rejects by minus and a digit, with a usual reason', async () => {
    await page.keyboard.press('Enter');
    await expect(kilogramsField(page)).toBeFocused();
    for (const digit of ['1', '2']) await page.keyboard.press(digit);
    await page.keyboard.press('-');
    await expect(page.getByLabel(/^Why\?/)).toBeFocused();
    await page.keyboard.press('3');
    await expect(doneMessage(page, `${ben.mark} rejected.`)).toBeVisible();
    await expect(searchField(page)).toBeFocused();
    expect((await readDonation(site, ben.id)).rejectionReason).toBe('Not something we take');
  });

  await test.step('rejects by R and a typed reason, and cancels by Escape', async () => {
    await expect(shown(cam)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(kilogramsField(page)).toBeFocused();
    await page.keyboard.press('r');
    await page.keyboard.press('Escape');
    await expect(page.getByLabel(/^Why\?/)).toHaveCount(0);
    await expect(kilogramsField(page)).toBeFocused();
    await page.keyboard.press('r');
    await page.keyboard.type('r was 2 jackets', TYPING);
    await page.keyboard.press('Enter');
    await expect(doneMessage(page, `${cam.mark} rejected.`)).toBeVisible();
    expect((await readDonation(site, cam.id)).rejectionReason).toBe('r was 2 jackets');
  });

  await test.step('undoes the last verdict by a slash, and shows the donation again', async () => {
    await page.keyboard.press('Enter');
    await expect(kilogramsField(page)).toBeFocused();
    await page.keyboard.press('/');
    await expect(page.getByText(`Undone: ${cam.mark} is pending again.`)).toBeVisible();
    await expect(shown(cam)).toBeVisible();
    await expect(doneMessage(page, `${ben.mark} rejected.`)).toBeVisible();
    expect((await readDonation(site, cam.id)).rejectedAt).toBeNull();
  });

  await test.step('confirms the claimed weight without kilograms', async () => {
    await page.keyboard.press('Enter');
    await expect(kilogramsField(page)).toBeFocused();
    // A press right after the previous one may be ignored, so it is repeated.
    await expect(async () => {
      if (await kilogramsField(page).evaluate((field) => field === document.activeElement))
        await page.keyboard.press('Enter');
      await expect(doneMessage(page, `${cam.mark} done.`)).toBeVisible({ timeout: 1000 });
    }).toPass();
    expect(await readDonation(site, cam.id)).toMatchObject({ isConfirmed: true, measured_kg: null });
  });

  await test.step('asks about more than 40 kg, refuses more than 500, and names another band', async () => {
    await expect(shown(dee)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(kilogramsField(page)).toBeFocused();
    await page.keyboard.type('501', TYPING);
    await page.keyboard.press('Enter');
    await expect(kilogramsField(page)).toHaveAccessibleDescription(/Please give 0.05 to 500 kg/);
    await kilogramsField(page).fill('');
    await page.keyboard.type('44', TYPING);
    await expect(page.getByText('Claimed 2-3kg, this is 3kg+.')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText('44 kg? Enter again.')).toBeVisible();
    expect((await readDonation(site, dee.id)).isConfirmed).toBe(false);
    await page.keyboard.press('Enter');
    await expect(doneMessage(page, `${dee.mark} done.`)).toBeVisible();
    expect((await readDonation(site, dee.id)).measured_kg).toBe(44);
  });

  await test.step('undoes a confirmation by its button', async () => {
    await page.getByRole('button', { name: `Undo ${dee.mark}` }).click();
    await expect(page.getByText(`Undone: ${dee.mark} is pending again.`)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(kilogramsField(page)).toHaveValue('44');
    await page.keyboard.type('3.6', TYPING);
    await page.keyboard.press('Enter');
    await expect(doneMessage(page, `${dee.mark} done.`)).toBeVisible();
  });

  await test.step('says that all is done, and that a searched bag was confirmed', async () => {
    await expect(shown(ann)).toBeVisible();
    await weighByKeys(page, ann, '2.4');
    await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible();
    await page.keyboard.type(ann.mark, TYPING);
    await expect(page.getByRole('heading', { name: new RegExp(`^${ann.mark} was confirmed`) })).toBeVisible();
    await page.getByRole('link', { name: 'Open' }).click();
    await expect(page.getByRole('dialog', { name: `Donation ${ann.id}` })).toBeVisible();
  });
});

test('a volunteer chooses among several found donations by keys and by a click', async ({ page, site }) => {
  const [first, second] = (await logBags(site, ['7850001', '7850002', 'OTHER'])) as [Bag, Bag, Bag];
  await openDesk(page, site);
  await page.keyboard.type('7850', TYPING);
  const rows = page.getByRole('listbox', { name: 'Found donations' }).getByRole('option');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('+');
  await expect(rows.last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(kilogramsField(page)).toBeFocused();
  await expect(page.getByRole('region', { name: second.mark })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(searchField(page)).toBeFocused();
  await expect(rows).toHaveCount(2);
  await rows.first().click();
  await expect(page.getByRole('region', { name: first.mark })).toBeVisible();
  await expect(kilogramsField(page)).toBeFocused();
});

test('a reason is sent for the bag that it was typed for, even if a colleague decides that bag first', async ({
  page,
  site,
}) => {
  const [ann, ben] = (await logBags(site, ['ANN', 'BEN'])) as [Bag, Bag];
  const colleague = await site.admin('robin');
  await page.clock.install();
  await openDesk(page, site);
  await expect(page.getByRole('region', { name: ann.mark, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByLabel(/^Why/).fill('Wet');
  await colleague.call(deciding.confirmDonation, { body: { id: ann.id } });
  const refreshed = page.waitForResponse(/donations\/find/);
  await page.clock.fastForward(31_000);
  await refreshed;
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText([`${ann.mark}: `]);
  expect(await pendingIds(site)).toEqual([ben.id]);
});

test('two desks confirm a bag once, and a bag whose confirmation failed is shown again', async ({
  page,
  site,
}) => {
  const [ann, ben] = (await logBags(site, ['ANN', 'BEN'])) as [Bag, Bag];
  const colleague = await site.admin('robin');
  await openDesk(page, site);
  const shown = (bag: Bag) => page.getByRole('region', { name: bag.mark, exact: true });
  await expect(shown(ann)).toBeVisible();

  await test.step('says at the second desk that the bag is already confirmed, and shows the next one', async () => {
    await colleague.call(deciding.confirmDonation, { body: { id: ann.id, kilograms: 3 } });
    await page.keyboard.press('Enter');
    await page.keyboard.type('2.4', TYPING);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText([`${ann.mark}: This donation is already confirmed.`]);
    await expect(shown(ben)).toBeVisible();
    expect(await readDonation(site, ann.id)).toMatchObject({ confirmedBy: 'robin', measured_kg: 3 });
  });

  await test.step('shows a bag again with its kilograms if there is no connection', async () => {
    await page.keyboard.press('Enter');
    await expect(kilogramsField(page)).toBeFocused();
    await page.keyboard.type('2.6', TYPING);
    await page.context().setOffline(true);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText([`${ben.mark}: Network error`]);
    await page.context().setOffline(false);
    await expect(shown(ben)).toBeVisible();
    await expect(kilogramsField(page)).toHaveValue('2.6');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(doneMessage(page, `${ben.mark} done.`)).toBeVisible();
    expect((await readDonation(site, ben.id)).measured_kg).toBe(2.6);
  });
});

test('an unclaimed bag that is counted late gets its line, and the desk stays where it is', async ({
  page,
  site,
}) => {
  const admin = await site.admin();
  const body = { name: 'UC East', location: 'East door', binCode: 'UC_EAST' };
  const { bin } = (await admin.call(bins.createBin, { body })).body;
  await openDesk(page, site);
  const counting = page.getByRole('button', { name: 'Counting…' });
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/unclaimed')) keys.push(request.headers()['idempotency-key']);
  });

  /** Types an unclaimed bag of 1.8 kg into its form. */
  async function weighUnclaimed() {
    await searchField(page).fill('LL1');
    await expect(page.getByRole('heading', { name: 'No bag with that mark' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(kilogramsField(page)).toBeFocused();
    await page.keyboard.type('1.8', TYPING);
  }

  /** Sends the bag, and searches on before the server can answer. */
  async function countAndLeave(change: (transaction: Transaction) => Promise<unknown>) {
    await site.database.transaction(async (transaction) => {
      await transaction.execute(sql`lock table donations, drop_bins`);
      await change(transaction);
      await page.keyboard.press('Enter');
      await expect(counting).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(counting).toBeHidden();
      await searchField(page).fill('LL2');
    });
  }

  await test.step('adds the line of a bag whose form was left', async () => {
    await weighUnclaimed();
    await countAndLeave(async () => {});
    await expect(doneMessage(page, '1.8 kg counted.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo 1.8 kg' })).toBeVisible();
    await expect(searchField(page)).toBeFocused();
    await expect(searchField(page)).toHaveValue('LL2');
  });

  await test.step('says that a bag whose form was left was not counted', async () => {
    await weighUnclaimed();
    await page.getByLabel('Where').selectOption('UC East');
    await kilogramsField(page).focus();
    await countAndLeave((transaction) => transaction.delete(dropBins).where(eq(dropBins.id, bin.id)));
    await expect(page.getByRole('alert')).toContainText(['1.8 kg: There is no such bin.']);
    await expect(searchField(page)).toHaveValue('LL2');
  });

  await test.step('sends a bag again under its key, and gives the next one another', async () => {
    await weighUnclaimed();
    await page.keyboard.press('Enter');
    await expect.poll(() => keys.length).toBe(3);
    await expect(page.getByRole('alert')).toContainText(['1.8 kg: There is no such bin.']);
    expect(keys[2]).toBe(keys[1]);
    await page.getByLabel('Where').selectOption('Not known');
    await kilogramsField(page).focus();
    await page.keyboard.press('Enter');
    await expect(searchField(page)).toHaveValue('');
    await weighUnclaimed();
    await page.keyboard.press('Enter');
    await expect(searchField(page)).toHaveValue('');
    expect(new Set(keys).size).toBe(4);
    const actions = (await site.audit()).map(({ action }) => action);
    expect(actions.filter((action) => action === 'donation.unclaimed_created')).toHaveLength(3);
  });
});

test('a phone shows the four reasons in a sheet, and the old address leads to the desk', async ({
  page,
  site,
}) => {
  const [ann] = (await logBags(site, ['ANN'])) as [Bag];
  await page.setViewportSize({ width: 390, height: 780 });
  await signInAdmin(page, site);
  await page.goto('/reround-admin-843/pending/process');
  await expect(page).toHaveURL(DESK);
  await expect(page.getByRole('region', { name: ann.mark })).toBeVisible();
  // The second press falls on what the first one opened, and does nothing there.
  await page.getByRole('button', { name: 'Reject' }).dblclick();
  await page.getByRole('dialog').getByRole('button', { name: 'Broken or dirty' }).click();
  await expect(doneMessage(page, `${ann.mark} rejected.`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible();
  await expect(searchField(page)).toBeFocused();
});
