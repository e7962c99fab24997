import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { dayOf } from '#shared/dates.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';
import { contract as logging } from '#features/donations/contract.ts';
import { contract as participants } from '#features/donors/contract.ts';

type DonationFields = { studentId: string; weight?: '0-1kg' | '3kg+'; dropSite?: string };

async function logDonation(
  site: ServedSite,
  { weight = '3kg+', ...fields }: DonationFields,
): Promise<number> {
  const date = dayOf(new Date(), 'America/Winnipeg');
  const { body } = await site.visitor().call(logging.logDonation, { body: { ...fields, weight, date } });
  return body.id;
}

/** Inserts donations directly, because fifty calls would take most of the test's time. */
async function insertDonations(site: ServedSite, times: number): Promise<void> {
  await site.database.execute(sql`
    insert into donations (participant_id, student_id, weight, date, year, created_at)
    select participant_id, 'DONOR' || number, weight, date, year, created_at
    from donations, generate_series(2, ${times}::int) as number order by number`);
}

async function openTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name });
  await tab.click();
  // Until the tab's code has loaded, the previous tab stays visible with its own search box and rows.
  await expect(tab).toHaveAttribute('aria-current', 'page');
}

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name });

test('a volunteer pages through a long list, decides a found donation and exports the list', async ({
  page,
  site,
}) => {
  await logDonation(site, { studentId: 'DONOR1' });
  await insertDonations(site, 52);
  await signInAdmin(page, site);
  const pendingTab = page.getByRole('link', { name: /^Pending/ });

  await test.step('leaves the last page when its last row is decided', async () => {
    await expect(page.getByText('1 to 50 of 52')).toBeVisible();
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByText('51 to 52 of 52')).toBeVisible();
    for (const [donor, range] of [
      [/DONOR51\b/, '51 to 51 of 51'],
      [/DONOR52\b/, '1 to 50 of 50'],
    ] as const) {
      await row(page, donor).getByRole('button', { name: 'Confirm' }).click();
      await expect(page.getByText(range)).toBeVisible();
    }
    await expect(page).not.toHaveURL(/page=/);
    await expect(pendingTab).toContainText('50');
  });

  const foundRows = page.getByRole('row', { name: /ASH|OAK|ELM/ });
  const search = page.getByRole('searchbox', { name: 'Search' });
  await test.step('keeps typed letters that are not rendered yet when another filter changes', async () => {
    await logDonation(site, { studentId: 'ASH', weight: '0-1kg', dropSite: 'UC East' });
    await logDonation(site, { studentId: 'OAK', dropSite: 'UC East' });
    await logDonation(site, { studentId: 'ELM', dropSite: 'Osborne Village' });
    await openTab(page, 'Search');
    await expect(foundRows).toHaveCount(3);
    const weight = await page.getByLabel('Weight').elementHandle();
    // Both change in one task, so that nothing can be rendered in between.
    await search.evaluate((box, select) => {
      const setValue = (element: Element, value: string, event: string) => {
        // The prototype's setter is used, because React does not notice a value that the element's own setter sets.
        Reflect.set(Object.getPrototypeOf(element) as object, 'value', value, element);
        element.dispatchEvent(new Event(event, { bubbles: true }));
      };
      setValue(box, 'uc east', 'input');
      setValue(select as Element, '3kg+', 'change');
    }, weight);
    await expect(page).toHaveURL(/q=uc\+east.*weight=3kg/);
    await expect(foundRows).toHaveCount(1);
    await expect(search).toHaveValue('uc east');
  });

  await test.step('keeps a decided row and moves the focus to its details link', async () => {
    await row(page, /OAK/).getByRole('button', { name: 'Confirm' }).click();
    await expect(row(page, /OAK/)).toContainText('Confirmed');
    await expect(row(page, /OAK/).getByRole('button')).toHaveCount(0);
    await expect(row(page, /OAK/).getByRole('link', { name: 'Details' })).toBeFocused();
  });

  await test.step('exports the same list and shows it after a reload', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const file = await readFile(await (await downloading).path(), 'utf8');
    expect(file.trim().split('\r\n')).toHaveLength(2);
    expect(file).toContain('confirmed');
    await page.reload();
    await expect(search).toHaveValue('uc east');
    await expect(foundRows).toHaveCount(1);
    await page.getByLabel('Status').selectOption('Pending');
    await expect(page.getByText('No results.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await expect(foundRows).toHaveCount(3);
    await expect(search).toHaveValue('');
  });

  await test.step('says that a colleague has already decided a donation, and updates the list', async () => {
    const colleague = await site.admin('robin');
    await colleague.call(contract.rejectDonation, { body: { id: 53 } });
    await row(page, /ASH/).getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('This donation is already rejected.', { exact: true })).toBeVisible();
    await expect(row(page, /ASH/)).toContainText('Rejected');
  });
});

test('a volunteer reopens their own rejection at once, and a colleague’s with a reason', async ({
  page,
  site,
}) => {
  const good = await logDonation(site, { studentId: 'GOOD', dropSite: 'UC East' });
  const broken = await logDonation(site, { studentId: 'BROKEN', weight: '0-1kg' });
  const empty = await logDonation(site, { studentId: 'EMPTY' });
  await signInAdmin(page, site);
  const [alex, robin] = [await site.admin(), await site.admin('robin')];

  await test.step('says that the lists are empty', async () => {
    await openTab(page, 'Rejected');
    await expect(page.getByText('No rejected donations')).toBeVisible();
    await openTab(page, 'Confirmed');
    await expect(page.getByText('No confirmed donations yet.')).toBeVisible();
    await page.getByRole('link', { name: 'See pending donations' }).click();
  });

  await test.step('lists a confirmed donation with its measured weight', async () => {
    await row(page, /GOOD/).getByRole('button', { name: 'Confirm' }).click();
    // The row disappears before the server has answered.
    await expect(page.getByText('Donation confirmed', { exact: true })).toBeVisible();
    const measured = { photoUrl: `${site.url}/favicon.svg`, actualWeight: '1-2kg' as const };
    await alex.call(contract.attachPhoto, { params: { id: good }, body: measured });
    await openTab(page, 'Confirmed');
    await expect(row(page, /GOOD/)).toContainText('1-2kg');
    await expect(row(page, /GOOD/).getByRole('img', { name: 'Differs from the claim' })).toBeVisible();
    await expect(row(page, /GOOD/).getByRole('img', { name: 'Photo attached' })).toBeVisible();
  });

  await test.step('rejects with a reason and reopens in the details, which have an address', async () => {
    const details = page.getByRole('dialog', { name: `Donation ${broken}` });
    await openTab(page, 'Pending');
    await row(page, /BROKEN/)
      .getByRole('link', { name: 'Details' })
      .click();
    await expect(details.getByText('No photo attached')).toBeVisible();
    await page.reload();
    await details.getByLabel('Reason').fill('Broken glass in the bag');
    await details.getByRole('button', { name: 'Reject' }).click();
    await expect(page.getByText('Donation rejected', { exact: true })).toBeVisible();
    await expect(details).toBeHidden();
    await robin.call(contract.rejectDonation, { body: { id: empty, reason: 'The box was empty' } });
    await openTab(page, 'Rejected');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(row(page, /BROKEN/)).toContainText('Broken glass in the bag');
    await row(page, /BROKEN/)
      .getByRole('link', { name: 'Details' })
      .click();
    await details.getByRole('button', { name: 'Reopen' }).click();
    await expect(details.getByRole('button', { name: 'Confirm' })).toBeVisible();
    await details.getByRole('button', { name: 'Close' }).click();
    await expect(row(page, /BROKEN/)).toHaveCount(0);
  });

  await test.step('asks for a reason to reopen a colleague’s rejection, and keeps it when a tablet is turned', async () => {
    await page.setViewportSize({ width: 1024, height: 600 });
    await row(page, /EMPTY/).getByRole('button', { name: 'Reopen' }).click();
    const dialog = page.getByRole('dialog', { name: 'Reopen this donation?' });
    await dialog.getByRole('button', { name: 'Reopen' }).click();
    await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Please say why/);
    await dialog.getByLabel('Reason').fill('It was the other box');
    await page.setViewportSize({ width: 600, height: 1024 });
    await page.waitForFunction(() => matchMedia('(width < 48rem)').matches);
    await expect(dialog.getByLabel('Reason')).toHaveValue('It was the other box');
    await dialog.getByRole('button', { name: 'Reopen' }).click();
    await expect(page.getByText('No rejected donations')).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 900 });
    await openTab(page, 'Pending');
    for (const donor of [/BROKEN/, /EMPTY/]) await expect(row(page, donor)).toBeVisible();
  });
});

test('the pending list shows donors and actions at any width, and its chart has a text for screen readers', async ({
  page,
  site,
}) => {
  const studentId = 'LTREMBLAY1204.EXCHANGE@MYUMANITOBA.EXAMPLE.CA';
  const admin = await site.admin();
  const id = await logDonation(site, { studentId: 'ASH', dropSite: 'UC East' });
  await admin.call(contract.confirmDonation, { body: { id } });
  const amarasDonation = await logDonation(site, { studentId: 'AOKAFOR', dropSite: 'UC East' });
  await admin.call(participants.updateParticipant, {
    params: { id: 2 },
    body: { displayName: 'Amara Okafor' },
  });
  await logDonation(site, { studentId, dropSite: 'Osborne Village' });
  await signInAdmin(page, site);

  await test.step('shows the full donor ID of a donor without a name, and a single place column if room is short', async () => {
    for (const [width, places] of [
      [768, ['Location']],
      [1280, ['Location']],
      [1440, ['Drop site', 'Bin location']],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const name = page.getByRole('rowheader', { name: studentId });
      await expect(name).toBeVisible();
      for (const cell of await page.getByRole('cell', { name: studentId }).or(name).all()) {
        const isCut = await cell.evaluate((element) => element.scrollWidth > element.clientWidth);
        expect(isCut, `cut at ${width}`).toBe(false);
      }
      const heads = await page.getByRole('columnheader').allInnerTexts();
      expect(heads.filter((head) => /Location|Drop site|Bin location/.test(head))).toEqual(places);
      const table = page.getByRole('table', { name: 'Pending donations' });
      const isTooWide = await table.evaluate(
        (element) => element.scrollWidth > element.parentElement!.clientWidth,
      );
      expect(isTooWide, `wider than ${width}`).toBe(false);
    }
  });

  await test.step('has a text for each bar of the chart', async () => {
    const weeks = page.getByRole('list', { name: 'Donations by week' }).getByRole('listitem');
    await expect(weeks).toHaveCount(7);
    await expect(weeks.last()).toContainText(/Week of \w+ \d+: 1 confirmed, 2 pending/);
  });

  await test.step('shows aligned cards with their buttons beside them between phone and desktop width', async () => {
    await page.setViewportSize({ width: 700, height: 900 });
    const cards = page.getByRole('list', { name: 'Pending donations' }).getByRole('listitem');
    await expect(cards).toHaveCount(2);
    const [amarasCard, unnamedCard] = [cards.first(), cards.last()];
    await expect(unnamedCard.getByRole('heading')).toHaveText(studentId);
    await expect(amarasCard).toContainText(/3kg\+.*Amara Okafor.*AOKAFOR.*UC East/);
    const headingStart = async (card: Locator) => (await card.getByRole('heading').boundingBox())?.x;
    expect(await headingStart(unnamedCard)).toBe(await headingStart(amarasCard));
    const confirm = amarasCard.getByRole('button', { name: 'Confirm' });
    const [heading, button] = [
      await amarasCard.getByRole('heading').boundingBox(),
      await confirm.boundingBox(),
    ];
    expect(button?.height).toBe(44);
    expect(button?.x).toBeGreaterThan(500);
    expect(button?.y).toBeLessThan((heading?.y ?? 0) + (heading?.height ?? 0));
    await amarasCard.getByRole('checkbox').check();
    await expect(page.getByRole('button', { name: 'Confirm 1 selected' })).toBeInViewport();
    await page.getByRole('button', { name: 'Clear' }).click();

    await amarasCard.getByText('3kg+').click({ force: true });
    await expect(page.getByRole('dialog', { name: `Donation ${amarasDonation}` })).toBeVisible();
    await page.keyboard.press('Escape');
    await amarasCard.getByRole('link', { name: 'Amara Okafor' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Amara Okafor' })).toBeVisible();
  });
});
