import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { dayOf } from '#shared/dates.ts';
import { expect, type ServedSite, signInAdmin, test } from '#e2e/fixtures.ts';
import { contract } from './contract.ts';
import { contract as logging } from '#features/donations/contract.ts';
import { contract as participants } from '#features/donors/contract.ts';

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
}

async function openTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name });
  await tab.click();
  // Until its code has come the tab before is on show, with a search box and rows of its own.
  await expect(tab).toHaveAttribute('aria-current', 'page');
}

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name });

test('a volunteer turns the pages of a long list, finds a donation, decides it there and takes the list home', async ({
  page,
  site,
}) => {
  await log(site, { studentId: 'DONOR1' });
  await repeatDonation(site, 52);
  await signInAdmin(page, site);
  const pendingTab = page.getByRole('link', { name: /^Pending/ });

  await test.step('the last page goes with its last row', async () => {
    await expect(page.getByText('1 to 50 of 52')).toBeVisible();
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByText('51 to 52 of 52')).toBeVisible();
    for (const [donor, left] of [
      [/DONOR51\b/, '51 to 51 of 51'],
      [/DONOR52\b/, '1 to 50 of 50'],
    ] as const) {
      await row(page, donor).getByRole('button', { name: 'Confirm' }).click();
      await expect(page.getByText(left)).toBeVisible();
    }
    await expect(page).not.toHaveURL(/page=/);
    await expect(pendingTab).toContainText('50');
  });

  const found = page.getByRole('row', { name: /ASH|OAK|ELM/ });
  const search = page.getByRole('searchbox', { name: 'Search' });
  await test.step('letters that are not drawn yet are kept when another filter is chosen at that moment', async () => {
    await log(site, { studentId: 'ASH', weight: '0-1kg', dropSite: 'UC East' });
    await log(site, { studentId: 'OAK', dropSite: 'UC East' });
    await log(site, { studentId: 'ELM', dropSite: 'Osborne Village' });
    await openTab(page, 'Search');
    await expect(found).toHaveCount(3);
    const weight = await page.getByLabel('Weight').elementHandle();
    // In one go, so that nothing can be drawn in between.
    await search.evaluate((box, select) => {
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
    await expect(search).toHaveValue('uc east');
  });

  await test.step('what is decided there stays, with the focus on it', async () => {
    await row(page, /OAK/).getByRole('button', { name: 'Confirm' }).click();
    await expect(row(page, /OAK/)).toContainText('Confirmed');
    await expect(row(page, /OAK/).getByRole('button')).toHaveCount(0);
    await expect(row(page, /OAK/).getByRole('link', { name: 'Details' })).toBeFocused();
  });

  await test.step('the file and a reload have the same list', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const file = await readFile(await (await downloading).path(), 'utf8');
    expect(file.trim().split('\r\n')).toHaveLength(2);
    expect(file).toContain('confirmed');
    await page.reload();
    await expect(search).toHaveValue('uc east');
    await expect(found).toHaveCount(1);
    await page.getByLabel('Status').selectOption('Pending');
    await expect(page.getByText('No results.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).first().click();
    await expect(found).toHaveCount(3);
    await expect(search).toHaveValue('');
  });

  await test.step('a donation that a colleague decided first says so, and the list catches up', async () => {
    const colleague = await site.admin('robin');
    await colleague.call(contract.rejectDonation, { body: { id: 53 } });
    await row(page, /ASH/).getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('This donation is already rejected.', { exact: true })).toBeVisible();
    await expect(row(page, /ASH/)).toContainText('Rejected');
  });
});

test('a volunteer reads what was rejected and confirmed, and reopens: at once their own, with a reason a colleague’s', async ({
  page,
  site,
}) => {
  const kept = await log(site, { studentId: 'KEPT', dropSite: 'UC East' });
  const broken = await log(site, { studentId: 'BROKEN', weight: '0-1kg' });
  const empty = await log(site, { studentId: 'EMPTY' });
  await signInAdmin(page, site);
  const [alex, robin] = [await site.admin(), await site.admin('robin')];

  await test.step('lists that are empty say so', async () => {
    await openTab(page, 'Rejected');
    await expect(page.getByText('No rejected donations')).toBeVisible();
    await openTab(page, 'Confirmed');
    await expect(page.getByText('No confirmed donations yet.')).toBeVisible();
    await page.getByRole('link', { name: 'See pending donations' }).click();
  });

  await test.step('a confirmed one stands with what was measured', async () => {
    await row(page, /KEPT/).getByRole('button', { name: 'Confirm' }).click();
    // The row goes before the server has answered.
    await expect(page.getByText('Donation confirmed', { exact: true })).toBeVisible();
    const measured = { photoUrl: `${site.url}/favicon.svg`, actualWeight: '1-2kg' as const };
    await alex.call(contract.attachPhoto, { params: { id: kept }, body: measured });
    await openTab(page, 'Confirmed');
    await expect(row(page, /KEPT/)).toContainText('1-2kg');
    await expect(row(page, /KEPT/).getByRole('img', { name: 'Differs from the claim' })).toBeVisible();
    await expect(row(page, /KEPT/).getByRole('img', { name: 'Photo attached' })).toBeVisible();
  });

  await test.step('the details have an address, reject with a reason and reopen', async () => {
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

  await test.step('a colleague’s takes a reason, which stays when a tablet is turned', async () => {
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

test('at any width the pending list shows whose each is and what can be done, and its chart says the same in words', async ({
  page,
  site,
}) => {
  const studentId = 'LTREMBLAY1204.EXCHANGE@MYUMANITOBA.EXAMPLE.CA';
  const admin = await site.admin();
  const id = await log(site, { studentId: 'ASH', dropSite: 'UC East' });
  await admin.call(contract.confirmDonation, { body: { id } });
  const ofAmara = await log(site, { studentId: 'AOKAFOR', dropSite: 'UC East' });
  await admin.call(participants.updateParticipant, {
    params: { id: 2 },
    body: { displayName: 'Amara Okafor' },
  });
  await log(site, { studentId, dropSite: 'Osborne Village' });
  await signInAdmin(page, site);

  await test.step('no width cuts the donor ID of whoever has no name, and the place stands once where room is short', async () => {
    for (const [width, places] of [
      [768, ['Location']],
      [1280, ['Location']],
      [1440, ['Drop site', 'Bin location']],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const name = page.getByRole('rowheader', { name: studentId });
      await expect(name).toBeVisible();
      for (const cell of await page.getByRole('cell', { name: studentId }).or(name).all()) {
        const cut = await cell.evaluate((element) => element.scrollWidth > element.clientWidth);
        expect(cut, `cut at ${width}`).toBe(false);
      }
      const heads = await page.getByRole('columnheader').allInnerTexts();
      expect(heads.filter((head) => /Location|Drop site|Bin location/.test(head))).toEqual(places);
      const table = page.getByRole('table', { name: 'Pending donations' });
      const wider = await table.evaluate(
        (element) => element.scrollWidth > element.parentElement!.clientWidth,
      );
      expect(wider, `wider than ${width}`).toBe(false);
    }
  });

  await test.step('the chart says in words what its bars show', async () => {
    const weeks = page.getByRole('list', { name: 'Donations by week' }).getByRole('listitem');
    await expect(weeks).toHaveCount(7);
    await expect(weeks.last()).toContainText(/Week of \w+ \d+: 1 confirmed, 2 pending/);
  });

  await test.step('between phone and desktop it is cards that line up, with what can be done beside them', async () => {
    await page.setViewportSize({ width: 700, height: 900 });
    const cards = page.getByRole('list', { name: 'Pending donations' }).getByRole('listitem');
    await expect(cards).toHaveCount(2);
    const [amaras, other] = [cards.first(), cards.last()];
    await expect(other.getByRole('heading')).toHaveText(studentId);
    await expect(amaras).toContainText(/3kg\+.*Amara Okafor.*AOKAFOR.*UC East/);
    const start = async (card: Locator) => (await card.getByRole('heading').boundingBox())?.x;
    expect(await start(other)).toBe(await start(amaras));
    const confirm = amaras.getByRole('button', { name: 'Confirm' });
    const [heading, button] = [await amaras.getByRole('heading').boundingBox(), await confirm.boundingBox()];
    expect(button?.height).toBe(44);
    expect(button?.x).toBeGreaterThan(500);
    expect(button?.y).toBeLessThan((heading?.y ?? 0) + (heading?.height ?? 0));
    await amaras.getByRole('checkbox').check();
    await expect(page.getByRole('button', { name: 'Confirm 1 selected' })).toBeInViewport();
    await page.getByRole('button', { name: 'Clear' }).click();

    await amaras.getByText('3kg+').click({ force: true });
    await expect(page.getByRole('dialog', { name: `Donation ${ofAmara}` })).toBeVisible();
    await page.keyboard.press('Escape');
    await amaras.getByRole('link', { name: 'Amara Okafor' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Amara Okafor' })).toBeVisible();
  });
});
