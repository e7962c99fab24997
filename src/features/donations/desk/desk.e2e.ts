import type { Page } from '@playwright/test';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as donations } from '#features/donations/contract.ts';
import { contract as donors } from '#features/donors/contract.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { dayOf, daysAfter } from '#shared/dates.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';
import { scanByKeys } from '#e2e/typingScanner.ts';

const DESK = '/reround-admin-843/desk';

/** A hand that knows its keys. */
const HAND = { delay: 90 };

const find = (page: Page) => page.getByLabel('Mark, ID or name');
const kilograms = (page: Page) => page.getByLabel('Kilograms', { exact: true });
const done = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words });

/** Opens the desk as somebody whose single keys are off, as they are at first. */
async function openDesk(page: Page, site: ServedSite): Promise<void> {
  await signInAdmin(page, site, { hasSingleKeys: false });
  await page.goto(DESK);
  await expect(find(page)).toBeFocused();
}

interface Bag {
  id: number;
  mark: string;
}

/** A donation for each donor ID, a day apart, the last of today. */
async function logBags(site: ServedSite, donorIds: readonly string[]): Promise<Bag[]> {
  const today = dayOf(site.site.clock(), site.site.timeZone);
  const bags: Bag[] = [];
  for (const [index, studentId] of donorIds.entries()) {
    const date = daysAfter(today, index + 1 - donorIds.length);
    const id = await loggedDonation(site, { studentId, date });
    bags.push({ id, mark: (await row(site, id)).mark ?? '' });
  }
  return bags;
}

/** What the console says of a donation. */
async function row(site: ServedSite, id: number) {
  const admin = await site.admin();
  return (await admin.call(donations.donationDetails, { params: { id } })).body.row;
}

async function pendingIds(site: ServedSite): Promise<number[]> {
  const admin = await site.admin();
  return (await admin.call(deciding.findDonations, {})).body.items.map(({ id }) => id);
}

/** Finds a bag by its mark, which goes on by itself, and gives it its kilograms. */
async function weighByKeys(page: Page, { mark }: Bag, weight: string): Promise<void> {
  await expect(find(page)).toBeFocused();
  await page.keyboard.type(mark, HAND);
  await expect(kilograms(page)).toBeFocused();
  await page.keyboard.type(weight, HAND);
  await page.keyboard.press('Enter');
  await expect(done(page, `${mark} done.`)).toBeVisible();
}

/** The donor of a donation enters the code that was mailed to a new email. */
async function claimEmail(site: ServedSite, studentId: string, email: string): Promise<void> {
  const donor = site.visitor();
  await donor.call(donors.studentLogin, { body: { studentId, email } });
  await donor.call(donors.studentLoginCode, { body: { code: await site.mailedCode() } });
}

test.describe('a pile of twelve bags', () => {
  test.use({ sendsMail: true });

  const donorIds = Array.from({ length: 11 }, (_, index) => `784000${index}`.slice(-7));

  async function pile(site: ServedSite) {
    const admin = await site.admin();
    await admin.call(bins.createBin, {
      body: { name: 'UC East', location: 'East door', binCode: 'UC_EAST' },
    });
    const bags = await logBags(site, donorIds);
    const twin = await loggedDonation(site, {
      studentId: donorIds[0]!,
      date: (await row(site, bags[0]!.id)).date,
    });
    await claimEmail(site, donorIds[1]!, 'g@x.ca');
    return { bags, twin };
  }

  /** What is to be true once the pile is done. */
  async function isDone(site: ServedSite, bags: readonly Bag[], twin: number): Promise<void> {
    await expect.poll(async () => await pendingIds(site)).toEqual([twin]);
    for (const { id } of bags) expect((await row(site, id)).measured_kg).toBe(2.4);
    const admin = await site.admin();
    const { items } = (await admin.call(donors.participants, {})).body;
    expect(items.filter(({ email }) => email === 'g@x.ca')).toHaveLength(1);
    const found = await admin.call(deciding.searchDonations, { query: { status: 'unclaimed' } });
    expect(found.body.items).toMatchObject([{ measured_kg: 1.8, drop_site: 'UC East' }]);
  }

  test('takes less than a minute by keyboard', async ({ page, site }) => {
    const { bags, twin } = await pile(site);
    const [alike, claiming, unmarked, ...plain] = bags as [Bag, Bag, Bag, ...Bag[]];
    await openDesk(page, site);
    await expect(page.getByRole('main').getByText('12 to go')).toBeVisible();
    const from = Date.now();

    await test.step('one that looks alike says so', async () => {
      await page.keyboard.type(alike.mark, HAND);
      await expect(kilograms(page)).toBeFocused();
      await expect(page.getByText('Another one looks alike', { exact: true })).toBeVisible();
      await page.keyboard.type('2.4', HAND);
      await expect(page.getByText('2-3kg, as claimed. Counts toward Gold.')).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(done(page, new RegExp(`RR-[A-Z2-9]{6} issued. ${alike.mark} done.`))).toBeVisible();
      await expect(find(page)).toBeFocused();
      await expect(find(page)).toHaveValue('');
    });

    await test.step('a new email is accepted by a key', async () => {
      await page.keyboard.type(claiming.mark, HAND);
      await expect(kilograms(page)).toBeFocused();
      await expect(page.getByText('New email g@x.ca, code entered')).toBeVisible();
      await expect(page.getByLabel('Accept')).not.toBeChecked();
      await page.keyboard.type('2,4', HAND);
      await page.keyboard.press('e');
      await expect(page.getByLabel('Accept')).toBeChecked();
      await page.keyboard.press('Enter');
      await expect(done(page, `${claiming.mark} done.`)).toBeVisible();
    });

    await test.step('a bag without a mark is found by its donor', async () => {
      await page.keyboard.type(donorIds[2]!, HAND);
      await page.keyboard.press('Enter');
      await expect(kilograms(page)).toBeFocused();
      await page.keyboard.type('2.4', HAND);
      await page.keyboard.press('Enter');
      await expect(done(page, `${unmarked.mark} done.`)).toBeVisible();
    });

    await test.step('a bag that nobody claims is counted', async () => {
      await page.keyboard.type('LL1', HAND);
      await expect(page.getByRole('heading', { name: 'No bag with that mark' })).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(page.getByLabel('Where')).toBeVisible();
      await page.getByLabel('Where').selectOption('UC East');
      await kilograms(page).focus();
      await page.keyboard.type('1.8', HAND);
      await page.keyboard.press('Enter');
      await expect(done(page, '1.8 kg counted.')).toBeVisible();
      await expect(find(page)).toBeFocused();
    });

    for (const bag of plain) await weighByKeys(page, bag, '2.4');

    expect(Date.now() - from).toBeLessThan(60_000);
    await isDone(site, bags, twin);
    const sitting = page.getByRole('region', { name: /^This sitting/ });
    await expect(sitting.getByRole('listitem')).toHaveCount(12);
    await page.reload();
    await expect(sitting.getByRole('listitem')).toHaveCount(12);
    await expect(sitting.getByText(/RR-/)).toHaveCount(11);
  });

  test('takes less than a minute on a phone', async ({ page, site }) => {
    const { bags, twin } = await pile(site);
    const [, claiming, unmarked] = bags;
    await page.setViewportSize({ width: 390, height: 780 });
    await openDesk(page, site);
    const from = Date.now();
    for (const bag of bags) {
      await find(page).fill(bag === unmarked ? donorIds[2]! : bag.mark);
      if (bag === unmarked) await find(page).press('Enter');
      await expect(kilograms(page)).toBeFocused();
      if (bag === claiming) await page.getByLabel('Accept').check();
      await kilograms(page).fill('2.4');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await expect(done(page, `${bag.mark} done.`)).toBeVisible();
    }
    await find(page).fill('LL1');
    await page.getByRole('button', { name: 'Unclaimed bag: weigh it anyway' }).click();
    await page.getByLabel('Where').selectOption('UC East');
    await kilograms(page).fill('1.8');
    await page.getByRole('button', { name: 'Count it' }).click();
    await expect(done(page, '1.8 kg counted.')).toBeVisible();
    expect(Date.now() - from).toBeLessThan(60_000);
    await isDone(site, bags, twin);
  });
});

test('a scanner that types confirms and rejects nothing, wherever the focus is', async ({ page, site }) => {
  const [ann, ben] = (await logBags(site, ['7654321', 'BEN'])) as [Bag, Bag];
  const pending = [ann.id, ben.id];
  await openDesk(page, site);
  await expect(page.getByRole('region', { name: ann.mark })).toBeVisible();

  const fields: [string, () => Promise<void>][] = [
    ['the search field', async () => await find(page).focus()],
    ['the kilograms', async () => await kilograms(page).focus()],
    [
      'the kilograms of a bag that is weighed already',
      async () => {
        await kilograms(page).focus();
        await page.keyboard.type('2.4', HAND);
      },
    ],
    [
      'the reason',
      async () => {
        await kilograms(page).focus();
        // A moment after a scan no key acts.
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
        await find(page).fill('');
        await expect(page.getByRole('region', { name: ann.mark })).toBeVisible();
        await focus();
        await scanByKeys(page, text);
      });
    }
  }
  await page.keyboard.press('Escape');
  await expect(find(page)).toBeFocused();
  expect(await pendingIds(site)).toEqual(pending);
  const actions = (await site.audit()).map(({ action }) => action);
  expect(actions.filter((action) => /^donation\.(confirmed|rejected|unclaimed)/.test(action))).toEqual([]);

  await test.step('a student card shows the donor’s bag, wherever it is scanned', async () => {
    await find(page).fill(ben.mark);
    await page.keyboard.press('Enter');
    await expect(kilograms(page)).toBeFocused();
    await page.keyboard.type('2.4', HAND);
    // The keys of a scan say that they came earlier: a hand's last one must be well before.
    await page.keyboard.press('End', HAND);
    await scanByKeys(page, '7654321');
    await expect(find(page)).toHaveValue('7654321');
    await expect(page.getByRole('region', { name: ann.mark })).toBeVisible();
    await expect(kilograms(page)).toHaveValue('');
  });
});

test('a volunteer decides by the keys of the kilograms alone', async ({ page, site }) => {
  const [ann, ben, cam, dee] = (await logBags(site, ['ANN', 'BEN', 'CAM', 'DEE'])) as [Bag, Bag, Bag, Bag];
  await openDesk(page, site);
  const shown = (bag: Bag) => page.getByRole('region', { name: bag.mark, exact: true });

  await test.step('an empty field shows the oldest; plus puts it last', async () => {
    await expect(shown(ann)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(kilograms(page)).toBeFocused();
    await page.keyboard.press('+');
    await expect(shown(ben)).toBeVisible();
    await expect(find(page)).toBeFocused();
  });

  await test.step('minus and a digit reject, with the reason', async () => {
    await page.keyboard.press('Enter');
    await expect(kilograms(page)).toBeFocused();
    for (const digit of ['1', '2']) await page.keyboard.press(digit);
    await page.keyboard.press('-');
    await expect(page.getByLabel(/^Why\?/)).toBeFocused();
    await page.keyboard.press('3');
    await expect(done(page, `${ben.mark} rejected.`)).toBeVisible();
    await expect(find(page)).toBeFocused();
    expect((await row(site, ben.id)).rejectionReason).toBe('Not something we take');
  });

  await test.step('letters after r are a reason of one’s own; Escape leaves it', async () => {
    await expect(shown(cam)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(kilograms(page)).toBeFocused();
    await page.keyboard.press('r');
    await page.keyboard.press('Escape');
    await expect(page.getByLabel(/^Why\?/)).toHaveCount(0);
    await expect(kilograms(page)).toBeFocused();
    await page.keyboard.press('r');
    await page.keyboard.type('r was 2 jackets', HAND);
    await page.keyboard.press('Enter');
    await expect(done(page, `${cam.mark} rejected.`)).toBeVisible();
    expect((await row(site, cam.id)).rejectionReason).toBe('r was 2 jackets');
  });

  await test.step('a slash takes back the last, and it is there again', async () => {
    await page.keyboard.press('Enter');
    await expect(kilograms(page)).toBeFocused();
    await page.keyboard.press('/');
    await expect(page.getByText(`Undone: ${cam.mark} is pending again.`)).toBeVisible();
    await expect(shown(cam)).toBeVisible();
    await expect(done(page, `${ben.mark} rejected.`)).toBeVisible();
    expect((await row(site, cam.id)).rejectedAt).toBeNull();
  });

  await test.step('empty kilograms confirm the claim', async () => {
    await page.keyboard.press('Enter');
    await expect(kilograms(page)).toBeFocused();
    // A press right behind the first may be one too many.
    await expect(async () => {
      if (await kilograms(page).evaluate((field) => field === document.activeElement))
        await page.keyboard.press('Enter');
      await expect(done(page, `${cam.mark} done.`)).toBeVisible({ timeout: 1000 });
    }).toPass();
    expect(await row(site, cam.id)).toMatchObject({ isConfirmed: true, measured_kg: null });
  });

  await test.step('more than 40 kg are asked about, more than 500 are none, another band is named', async () => {
    await expect(shown(dee)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(kilograms(page)).toBeFocused();
    await page.keyboard.type('501', HAND);
    await page.keyboard.press('Enter');
    await expect(kilograms(page)).toHaveAccessibleDescription(/Please give 0.05 to 500 kg/);
    await kilograms(page).fill('');
    await page.keyboard.type('44', HAND);
    await expect(page.getByText('Claimed 2-3kg, this is 3kg+.')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText('44 kg? Enter again.')).toBeVisible();
    expect((await row(site, dee.id)).isConfirmed).toBe(false);
    await page.keyboard.press('Enter');
    await expect(done(page, `${dee.mark} done.`)).toBeVisible();
    expect((await row(site, dee.id)).measured_kg).toBe(44);
  });

  await test.step('a confirmation is taken back too', async () => {
    await page.getByRole('button', { name: `Undo ${dee.mark}` }).click();
    await expect(page.getByText(`Undone: ${dee.mark} is pending again.`)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(kilograms(page)).toHaveValue('44');
    await page.keyboard.type('3.6', HAND);
    await page.keyboard.press('Enter');
    await expect(done(page, `${dee.mark} done.`)).toBeVisible();
  });

  await test.step('at the end the ring closes; what is decided is said to be', async () => {
    await expect(shown(ann)).toBeVisible();
    await weighByKeys(page, ann, '2.4');
    await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible();
    await page.keyboard.type(ann.mark, HAND);
    await expect(page.getByRole('heading', { name: new RegExp(`^${ann.mark} was confirmed`) })).toBeVisible();
    await page.getByRole('link', { name: 'Open' }).click();
    await expect(page.getByRole('dialog', { name: `Donation ${ann.id}` })).toBeVisible();
  });
});

test('several that are found are chosen by the keys; a name that begins like a mark is typed on', async ({
  page,
  site,
}) => {
  const [first, second] = (await logBags(site, ['7850001', '7850002', 'OTHER'])) as [Bag, Bag, Bag];
  await openDesk(page, site);
  await page.keyboard.type('7850', HAND);
  const rows = page.getByRole('listbox', { name: 'Found donations' }).getByRole('option');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('+');
  await expect(rows.last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(rows.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(kilograms(page)).toBeFocused();
  await expect(page.getByRole('region', { name: second.mark })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(find(page)).toBeFocused();
  await expect(rows).toHaveCount(2);
  await rows.first().click();
  await expect(page.getByRole('region', { name: first.mark })).toBeVisible();
  await expect(kilograms(page)).toBeFocused();
});

test('two desks confirm a bag once, and what the server did not take is there again', async ({
  page,
  site,
}) => {
  const [ann, ben] = (await logBags(site, ['ANN', 'BEN'])) as [Bag, Bag];
  const colleague = await site.admin('robin');
  await openDesk(page, site);
  const shown = (bag: Bag) => page.getByRole('region', { name: bag.mark, exact: true });
  await expect(shown(ann)).toBeVisible();

  await test.step('the second is told, and goes on with the next', async () => {
    await colleague.call(deciding.confirmDonation, { body: { id: ann.id, kilograms: 3 } });
    await page.keyboard.press('Enter');
    await page.keyboard.type('2.4', HAND);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText([`${ann.mark}: This donation is already confirmed.`]);
    await expect(shown(ben)).toBeVisible();
    expect(await row(site, ann.id)).toMatchObject({ confirmedBy: 'robin', measured_kg: 3 });
  });

  await test.step('without a connection it comes back with its kilograms', async () => {
    await page.keyboard.press('Enter');
    await expect(kilograms(page)).toBeFocused();
    await page.keyboard.type('2.6', HAND);
    await page.context().setOffline(true);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText([`${ben.mark}: Network error`]);
    await page.context().setOffline(false);
    await expect(shown(ben)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(kilograms(page)).toHaveValue('2.6');
    await page.keyboard.press('Enter');
    await expect(done(page, `${ben.mark} done.`)).toBeVisible();
    expect((await row(site, ben.id)).measured_kg).toBe(2.6);
  });
});

test('on a phone the four reasons come as a sheet; the old address leads to the desk', async ({
  page,
  site,
}) => {
  const [ann] = (await logBags(site, ['ANN'])) as [Bag];
  await page.setViewportSize({ width: 390, height: 780 });
  await signInAdmin(page, site);
  await page.goto('/reround-admin-843/pending/process');
  await expect(page).toHaveURL(DESK);
  await expect(page.getByRole('region', { name: ann.mark })).toBeVisible();
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Broken or dirty' }).click();
  await expect(done(page, `${ann.mark} rejected.`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible();
  await expect(find(page)).toBeFocused();
});
