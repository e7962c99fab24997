import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { dayOf } from '#shared/dates.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';
import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { contract as logging } from '#features/donations/logging/contract.ts';
import { contract as participants } from '#features/participants/contract.ts';
import { contract as photoProof } from '#features/donations/photoProof/contract.ts';
import { paths } from '#web/paths.ts';

type Given = { studentId: string; weight?: '0-1kg' | '3kg+'; dropSite?: string };

async function log(site: ServedSite, { weight = '3kg+', ...given }: Given): Promise<number> {
  const date = dayOf(new Date(), 'America/Winnipeg');
  const { body } = await site.visitor().call(logging.logDonation, { body: { ...given, weight, date } });
  return body.id;
}

/** Fifty calls one after another would be most of a test's time. */
async function repeatDonation(site: ServedSite, times: number): Promise<void> {
  await site.database.execute(sql`
    insert into donations (participant_id, student_id, weight, date, year, created_at)
    select participant_id, 'DONOR' || number, weight, date, year, created_at
    from donations, generate_series(2, ${times}::int) as number order by number`);
  await site.database.execute(sql`update participants set total_donations = ${times}`);
}

async function openTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name });
  await tab.click();
  // Until its code has come the tab before is on show, with a search box and rows of its own.
  await expect(tab).toHaveAttribute('aria-current', 'page');
}

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name });

test('a volunteer turns the pages of a long pending list', async ({ page, site }) => {
  await log(site, { studentId: 'DONOR1' });
  await repeatDonation(site, 52);
  await signInAdmin(page, site);
  const pendingTab = page.getByRole('link', { name: /^Pending/ });
  await expect(page.getByText('1 to 50 of 52')).toBeVisible();
  await expect(page.getByRole('row', { name: /DONOR/ })).toHaveCount(50);

  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText('51 to 52 of 52')).toBeVisible();
  await expect(page.getByRole('row', { name: /DONOR/ })).toHaveCount(2);
  await row(page, /DONOR51\b/)
    .getByRole('button', { name: 'Confirm' })
    .click();
  await expect(page.getByText('51 to 51 of 51')).toBeVisible();
  await expect(pendingTab).toContainText('51');

  // With the last row its page goes, and what is left is shown.
  await row(page, /DONOR52\b/)
    .getByRole('button', { name: 'Confirm' })
    .click();
  await expect(page.getByText('1 to 50 of 50')).toBeVisible();
  await expect(page).not.toHaveURL(/page=/);
  await expect(pendingTab).toContainText('50');
});

test('a search that finds very much says so, turns its pages, and ends with what is counted', async ({
  page,
  site,
}) => {
  await log(site, { studentId: 'DONOR1', dropSite: 'Osborne Street' });
  await site.database.execute(sql`
    insert into donations (participant_id, student_id, weight, date, year, drop_site, created_at)
    select participant_id, 'DONOR' || number, weight, date, year, drop_site, created_at
    from donations, generate_series(2, 12000) as number order by number`);
  await signInAdmin(page, site);
  await page.goto(`${paths.consoleTab('search')}&q=osborne`);
  await expect(page.getByText('1 to 50 of more than 10,000')).toBeVisible();
  await expect(row(page, /DONOR12000\b/)).toBeVisible();

  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByText('51 to 100 of more than 10,000')).toBeVisible();
  await expect(row(page, /DONOR11950\b/)).toBeVisible();
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(row(page, /DONOR12000\b/)).toBeVisible();

  await page.goto(`${paths.consoleTab('search')}&q=osborne&page=200`);
  await expect(page.getByText('9,951 to 10,000 of more than 10,000')).toBeVisible();
  const end = page.getByText('The list ends here. Narrow the search to see further.');
  await expect(end.filter({ visible: true })).toHaveCount(1);
});

test('a page beside a row is the page of its number where nothing is beside that row any more', async ({
  page,
  site,
}) => {
  await log(site, { studentId: 'DONOR1', dropSite: 'Osborne Street' });
  await repeatDonation(site, 52);
  await site.database.execute(sql`update donations set drop_site = 'Osborne Street'`);
  await signInAdmin(page, site);
  await page.goto(`${paths.consoleTab('search')}&q=osborne&page=2&after=2020-01-01.1`);
  await expect(page.getByText('51 to 52 of 52')).toBeVisible();
  await expect(page).not.toHaveURL(/after=/);
});

test('a rejected donation stands with its reason, a confirmed one with what was measured', async ({
  page,
  site,
}) => {
  const kept = await log(site, { studentId: 'KEPT', dropSite: 'UC East' });
  await log(site, { studentId: 'BROKEN', weight: '0-1kg' });
  await signInAdmin(page, site);

  await openTab(page, 'Rejected');
  await expect(page.getByText('No rejected donations')).toBeVisible();
  await openTab(page, 'Confirmed');
  await expect(page.getByText('No confirmed donations yet.')).toBeVisible();
  await page.getByRole('link', { name: 'See pending donations' }).click();

  await row(page, /BROKEN/)
    .getByRole('button', { name: 'Reject' })
    .click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Broken glass in the bag');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await row(page, /KEPT/).getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('No pending donations 🎉')).toBeVisible();

  await openTab(page, 'Rejected');
  await expect(row(page, /BROKEN/)).toContainText('Broken glass in the bag');
  await expect(row(page, /BROKEN/)).toContainText('alex');

  const admin = await site.admin();
  const measured = { photoUrl: `${site.url}/favicon.svg`, actualWeight: '1-2kg' as const };
  await admin.call(photoProof.attachPhoto, { params: { id: kept }, body: measured });
  await openTab(page, 'Confirmed');
  await expect(row(page, /KEPT/)).toContainText('1-2kg');
  await expect(row(page, /KEPT/).getByRole('img', { name: 'Differs from the claim' })).toBeVisible();
  await expect(row(page, /KEPT/).getByRole('img', { name: 'Photo attached' })).toBeVisible();

  await page.getByLabel('Search confirmed donations').fill('nowhere');
  await expect(page.getByText('No results.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await row(page, /KEPT/).getByRole('link', { name: 'Details' }).click();
  await expect(page.getByRole('dialog', { name: `Donation ${kept}` })).toContainText('Confirmed by alex');
});

test('a volunteer reopens what was rejected: at once their own, with a reason a colleague’s', async ({
  page,
  site,
}) => {
  const broken = await log(site, { studentId: 'BROKEN' });
  const empty = await log(site, { studentId: 'EMPTY' });
  const twice = await log(site, { studentId: 'TWICE' });
  await signInAdmin(page, site);
  const [alex, robin] = [await site.admin(), await site.admin('robin')];
  await alex.call(deciding.rejectDonation, { body: { id: broken } });
  await alex.call(deciding.rejectDonation, { body: { id: twice } });
  await robin.call(deciding.rejectDonation, { body: { id: empty, reason: 'The box was empty' } });

  await openTab(page, 'Rejected');
  await row(page, /BROKEN/)
    .getByRole('button', { name: 'Reopen' })
    .click();
  await expect(page.getByText('Donation reopened', { exact: true })).toBeVisible();
  await expect(row(page, /BROKEN/)).toHaveCount(0);

  await row(page, /EMPTY/).getByRole('button', { name: 'Reopen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reopen this donation?' });
  await dialog.getByRole('button', { name: 'Reopen' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Please say why/);
  await dialog.getByLabel('Reason').fill('It was the other box');
  await dialog.getByRole('button', { name: 'Reopen' }).click();
  await expect(row(page, /EMPTY/)).toHaveCount(0);
  await openTab(page, 'Activity');
  await row(page, new RegExp(`alex reopened donation #${empty}`))
    .getByRole('link', { name: `donation #${empty}` })
    .click();
  const reopened = page.getByRole('dialog', { name: `Donation ${empty}` });
  await expect(reopened).toContainText(/Reopened\s*By alex, .*It was the other box/);
  await reopened.getByRole('button', { name: 'Close' }).click();

  await openTab(page, 'Rejected');
  await row(page, /TWICE/).getByRole('link', { name: 'Details' }).click();
  const details = page.getByRole('dialog', { name: `Donation ${twice}` });
  await details.getByRole('button', { name: 'Reopen' }).click();
  await expect(details.getByRole('button', { name: 'Confirm' })).toBeVisible();
  await details.getByRole('button', { name: 'Close' }).click();
  await openTab(page, 'Pending');
  for (const donor of [/BROKEN/, /EMPTY/, /TWICE/]) await expect(row(page, donor)).toBeVisible();
});

test('a volunteer finds a donation, decides it there and takes the list home', async ({ page, site }) => {
  await log(site, { studentId: 'ASH', weight: '0-1kg', dropSite: 'UC East' });
  await log(site, { studentId: 'OAK', dropSite: 'UC East' });
  await log(site, { studentId: 'ELM', dropSite: 'Osborne Village' });
  await signInAdmin(page, site);
  await openTab(page, 'Search');
  const found = page.getByRole('row', { name: /ASH|OAK|ELM/ });
  await expect(found).toHaveCount(3);

  await page.getByRole('searchbox', { name: 'Search' }).fill('uc east');
  await expect(found).toHaveCount(2);
  await page.getByLabel('Weight').selectOption('3kg+');
  await expect(found).toHaveCount(1);
  await expect(page).toHaveURL(/q=uc\+east.*weight=3kg/);

  await row(page, /OAK/).getByRole('button', { name: 'Confirm' }).click();
  await expect(row(page, /OAK/)).toContainText('Confirmed');
  await expect(row(page, /OAK/).getByRole('button')).toHaveCount(0);
  await expect(row(page, /OAK/).getByRole('link', { name: 'Details' })).toBeFocused();

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(2);
  expect(file).toContain('confirmed');

  // The address holds it all: a reload shows the same list.
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('uc east');
  await expect(found).toHaveCount(1);
  await page.getByLabel('Status').selectOption('Pending');
  await expect(page.getByText('No results.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect(found).toHaveCount(3);
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');

  await row(page, /ELM/).getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(row(page, /ELM/)).toContainText('Rejected');
  await expect(row(page, /ASH/)).toContainText('Pending');
});

test('a donation that a colleague decided first says so, and the list catches up', async ({ page, site }) => {
  const id = await log(site, { studentId: 'SHARED' });
  await signInAdmin(page, site);
  await openTab(page, 'Search');
  await expect(row(page, /SHARED/)).toContainText('Pending');
  const colleague = await site.admin('robin');
  await colleague.call(deciding.rejectDonation, { body: { id } });
  await row(page, /SHARED/)
    .getByRole('button', { name: 'Confirm' })
    .click();
  await expect(page.getByText('This donation is already rejected.', { exact: true })).toBeVisible();
  await expect(row(page, /SHARED/)).toContainText('Rejected');
});

test('the charts unfold, and say the same as tables', async ({ page, site }) => {
  const admin = await site.admin();
  const id = await log(site, { studentId: 'ASH', dropSite: 'UC East' });
  await log(site, { studentId: 'OAK', dropSite: 'UC East' });
  await admin.call(deciding.confirmDonation, { body: { id } });
  await signInAdmin(page, site);
  await expect(page.getByRole('table', { name: 'Donations by week' }).getByRole('row').last()).toHaveText(
    /\w+ \d+112$/,
  );

  await page.getByRole('button', { name: 'All charts' }).click();
  const charts = page.getByRole('region', { name: 'Charts' });
  const kilograms = charts.getByRole('region', { name: 'Kilograms by week' });
  await kilograms.getByText('Show as a table').click();
  await expect(kilograms.getByRole('table').getByRole('row').last()).toHaveText(/\w+ \d+3\.53\.57$/);
  const sites = charts.getByRole('region', { name: 'Top drop sites' });
  await sites.getByText('Show as a table').click();
  await expect(sites.getByRole('row', { name: /UC East/ })).toHaveText('UC East27');

  await page.reload();
  await expect(charts).toBeVisible();
  await page.getByRole('button', { name: 'All charts' }).click();
  await expect(charts).toBeHidden();
});

test('letters that are not drawn yet are kept when another filter is chosen at that moment', async ({
  page,
  site,
}) => {
  await log(site, { studentId: 'ASH', weight: '0-1kg', dropSite: 'UC East' });
  await log(site, { studentId: 'OAK', weight: '3kg+', dropSite: 'UC East' });
  await log(site, { studentId: 'ELM', weight: '3kg+', dropSite: 'Osborne Village' });
  await signInAdmin(page, site);
  await openTab(page, 'Search');
  const found = page.getByRole('row', { name: /ASH|OAK|ELM/ });
  await expect(found).toHaveCount(3);
  const weight = await page.getByLabel('Weight').elementHandle();
  // In one go, so that nothing can be drawn in between.
  await page.getByRole('searchbox', { name: 'Search' }).evaluate((box, select) => {
    const change = (element: Element, value: string, event: string) => {
      // React hides the element's own setter behind one that would keep it from noticing.
      Reflect.set(Object.getPrototypeOf(element) as object, 'value', value, element);
      element.dispatchEvent(new Event(event, { bubbles: true }));
    };
    change(box, 'uc east', 'input');
    change(select as Element, '3kg+', 'change');
  }, weight);
  await expect(page).toHaveURL(/q=uc\+east.*weight=3kg/);
  await expect(found).toHaveCount(1);
  await expect(row(page, /OAK/)).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('uc east');
});

test('what is written into a row’s dialog stays when a tablet is turned', async ({ page, site }) => {
  const admin = await site.admin('robin');
  const id = await log(site, { studentId: 'DONOR1' });
  await admin.call(deciding.rejectDonation, { body: { id } });
  await page.setViewportSize({ width: 1024, height: 600 });
  await signInAdmin(page, site);
  await openTab(page, 'Rejected');
  await row(page, 'No reason given').getByRole('button', { name: 'Reopen' }).click();
  const reason = page.getByRole('dialog').getByLabel('Reason');
  await reason.fill('It was the wrong box');
  await page.setViewportSize({ width: 600, height: 1024 });
  await page.waitForFunction(() => matchMedia('(width < 48rem)').matches);
  await expect(reason).toHaveValue('It was the wrong box');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listitem').filter({ hasText: 'No reason given' })).toBeVisible();
});

test('whoever has no name goes by the donor ID, which no width cuts; the place stands once where room is short', async ({
  page,
  site,
}) => {
  const studentId = 'LTREMBLAY1204.EXCHANGE@MYUMANITOBA.EXAMPLE.CA';
  await log(site, { studentId, dropSite: 'UC East' });
  await signInAdmin(page, site);
  const heads = page.getByRole('columnheader');
  for (const [width, places] of [
    [768, ['Location']],
    [1280, ['Location']],
    [1440, ['Drop site', 'Bin location']],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const name = page.getByRole('rowheader', { name: studentId });
    await expect(name).toBeVisible();
    await expect(page.getByText('No name yet')).toHaveCount(0);
    for (const cell of await page.getByRole('cell', { name: studentId }).or(name).all()) {
      const cut = await cell.evaluate((element) => element.scrollWidth > element.clientWidth);
      expect(cut, `cut at ${width}`).toBe(false);
    }
    const shown = await heads.allInnerTexts();
    expect(shown.filter((head) => /Location|Drop site|Bin location/.test(head))).toEqual(places);
    const table = page.getByRole('table', { name: 'Pending donations' });
    const wider = await table.evaluate((element) => element.scrollWidth > element.parentElement!.clientWidth);
    expect(wider, `wider than ${width}`).toBe(false);
  }
});

test('between phone and desktop the pending list is cards that line up, with what can be done beside them', async ({
  page,
  site,
}) => {
  const admin = await site.admin();
  await log(site, { studentId: 'AOKAFOR', dropSite: 'Osborne Village' });
  await admin.call(participants.updateParticipant, {
    params: { id: 1 },
    body: { displayName: 'Amara Okafor' },
  });
  await log(site, { studentId: '7850933', weight: '0-1kg' });
  await page.setViewportSize({ width: 700, height: 900 });
  await signInAdmin(page, site);
  const cards = page.getByRole('list', { name: 'Pending donations' }).getByRole('listitem');
  await expect(cards).toHaveCount(2);
  await expect(page.getByRole('table')).toHaveCount(0);
  const [ofAmara, of7850933] = [cards.first(), cards.last()];
  await expect(of7850933.getByRole('heading')).toHaveText('7850933');
  await expect(ofAmara).toContainText(/3kg\+.*Amara Okafor.*AOKAFOR.*Osborne Village/);

  const start = async (card: Locator) => (await card.getByRole('heading').boundingBox())?.x;
  expect(await start(of7850933)).toBe(await start(ofAmara));
  const confirm = ofAmara.getByRole('button', { name: 'Confirm' });
  const [heading, button] = [await ofAmara.getByRole('heading').boundingBox(), await confirm.boundingBox()];
  expect(button?.height).toBe(44);
  expect(button?.x).toBeGreaterThan(500);
  expect(button?.y).toBeLessThan((heading?.y ?? 0) + (heading?.height ?? 0));
  await expect(page.getByText('1 selected')).toHaveCount(0);
  await ofAmara.getByRole('checkbox').check();
  await expect(page.getByRole('button', { name: 'Confirm 1 selected' })).toBeInViewport();
  await page.getByRole('button', { name: 'Clear' }).click();

  await page.setViewportSize({ width: 500, height: 900 });
  await expect.poll(async () => (await confirm.boundingBox())?.x).toBeLessThan(100);

  await page.setViewportSize({ width: 700, height: 900 });
  await ofAmara.getByText('3kg+').click({ force: true });
  await expect(page.getByRole('dialog', { name: 'Donation 1' })).toBeVisible();
  await page.keyboard.press('Escape');
  await ofAmara.getByRole('link', { name: 'Amara Okafor' }).click();
  await expect(page.getByRole('dialog', { name: 'Amara Okafor' })).toBeVisible();
});

test('the count beside Pending goes from each right number straight to the next', async ({ page, site }) => {
  const rejected = await log(site, { studentId: 'DONOR1' });
  // More than the summary holds of them.
  await repeatDonation(site, 60);
  await (await site.admin()).call(deciding.rejectDonation, { body: { id: rejected } });
  await signInAdmin(page, site);
  const tab = page.getByRole('link', { name: /^Pending/ });
  await expect(tab).toHaveAccessibleName('Pending 59 donations');
  const counts = await tab.evaluateHandle((link) => {
    const seen: string[] = [];
    new MutationObserver(() => {
      const count = /\d+/.exec(link.parentElement?.textContent ?? '')?.[0] ?? 'none';
      if (count !== seen.at(-1)) seen.push(count);
    }).observe(link.parentElement ?? link, { subtree: true, childList: true, characterData: true });
    return seen;
  });
  const shows = async (count: number) => {
    await expect(tab).toHaveAccessibleName(`Pending ${count} donations`);
    await page.waitForLoadState('networkidle');
  };

  await openTab(page, 'Rejected');
  await row(page, /DONOR1/)
    .getByRole('button', { name: 'Reopen' })
    .click();
  await shows(60);
  await openTab(page, 'Pending');
  await row(page, /DONOR2 /)
    .getByRole('button', { name: 'Confirm' })
    .click();
  await shows(59);
  await page.getByRole('button', { name: /^Undo last confirmation:/ }).click();
  await shows(60);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Confirm 50 selected' }).click();
  await shows(10);
  await row(page, /DONOR57 /)
    .getByRole('button', { name: 'Reject' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await shows(9);
  expect(await counts.jsonValue()).toEqual(['60', '59', '60', '10', '9']);
});
