import { contract as deciding } from '#features/donations/console/contract.ts';
import type { Page } from '@playwright/test';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { closeByEscape, expect, type ServedSite, signInAdmin, test } from './fixtures.ts';
import { furnish } from './furnish.ts';

test('a volunteer decides all donations without a mouse', async ({ page, site }) => {
  const ann = await logDonation(site, 'ANN');
  for (const donor of ['BEN', 'CAM', 'DEE', 'EVE']) await logDonation(site, donor);
  await signInAdmin(page, site);
  await expect(rowOf(page, 'ANN')).toBeVisible();

  await test.step('j and k walk through the rows, oldest first', async () => {
    await page.keyboard.press('j');
    await expectCursorOn(page, 'ANN');
    await page.keyboard.press('k');
    await expectCursorOn(page, 'ANN');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expectCursorOn(page, 'CAM');
    await page.keyboard.press('k');
    await expectCursorOn(page, 'BEN');
  });

  await test.step('c confirms the row, and the cursor moves to the next one', async () => {
    await page.keyboard.press('c');
    await expect(page.getByText('Donation confirmed', { exact: true })).toBeVisible();
    await expect(rowOf(page, 'BEN')).toHaveCount(0);
    await expectCursorOn(page, 'CAM');
  });

  await test.step('r asks for the reason and rejects', async () => {
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog', { name: 'Reject this donation?' });
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await page.keyboard.type('jackets, not bric-a-brac');
    // The letters must not act as keys of the list behind the dialog.
    await expect(dialog.getByLabel('Reason')).toHaveValue('jackets, not bric-a-brac');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('button', { name: 'Reject' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Donation rejected', { exact: true })).toBeVisible();
    await expect(dialog).toBeHidden();
    await expectCursorOn(page, 'DEE');
  });

  await test.step('Enter opens the details, and Escape returns to the row', async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: /^Donation \d+$/ })).toBeVisible();
    await leaveDialog(page);
    await expectCursorOn(page, 'DEE');
  });

  await test.step('x selects rows, and c confirms all of them', async () => {
    await page.keyboard.press('x');
    await expect(rowOf(page, 'DEE').getByRole('checkbox')).toBeChecked();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await expect(page.getByText('2 selected', { exact: true })).toBeVisible();
    await page.keyboard.press('c');
    await expect(page.getByText('2 donations confirmed', { exact: true })).toBeVisible();
    await expectCursorOn(page, 'ANN');
  });

  await test.step('u undoes the last confirmation of both after a question', async () => {
    await page.keyboard.press('u');
    const question = page.getByRole('dialog', { name: /^Take back the confirmation of 2 donations, / });
    await expect(question.getByRole('button', { name: 'Keep them confirmed' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 donations are pending again.', { exact: true })).toBeVisible();
    await expect(rowOf(page, 'DEE')).toBeVisible();
    await expect(rowOf(page, 'EVE')).toBeVisible();
    await expectCursorOn(page, 'ANN');
  });

  await test.step('a row that a colleague decided first disappears with the reloaded list', async () => {
    const colleague = await site.admin('robin');
    await colleague.call(deciding.confirmDonation, { body: { id: ann } });
    await logDonation(site, 'FAY');
    await page.keyboard.press('c');
    await expect(page.getByText('This donation is already confirmed.', { exact: true })).toBeVisible();
    await expect(rowOf(page, 'ANN')).toHaveCount(0);
    await expect(rowOf(page, 'FAY')).toBeVisible();
    await expectCursorOn(page, 'DEE');
  });

  await test.step('letters with a modifier or in a field are not shortcuts', async () => {
    for (const key of ['Control+x', 'Alt+r', 'Shift+c', 'Shift+X']) await page.keyboard.press(key);
    await expect(rowOf(page, 'DEE').getByRole('checkbox')).not.toBeChecked();
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('jxcru?');
    await expect(page.getByRole('searchbox')).toHaveValue('jxcru?');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('link', { name: 'Pending' }).click();
  });

  await test.step('after the last row further keys do nothing', async () => {
    await page.keyboard.press('j');
    for (const donor of ['DEE', 'EVE', 'FAY']) {
      await expectCursorOn(page, donor);
      await page.keyboard.press('c');
    }
    await page.keyboard.press('c');
    await page.keyboard.press('r');
    await expect(page.getByText('No pending donations 🎉')).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    await expect.poll(async () => (await readDecisions(site)).length, 'how many readDecisions').toBe(10);
  });

  expect(await readDecisions(site)).toEqual([
    'donation.confirmed',
    'donation.rejected',
    'donation.confirmed',
    'donation.confirmed',
    'donation.confirmation_undone',
    'donation.confirmation_undone',
    ...Array.from({ length: 4 }, () => 'donation.confirmed'),
  ]);
});

test('the same keys and the palette work on every console screen', async ({ page, site }) => {
  test.slow();
  await furnish(site);
  await signInAdmin(page, site);
  const palette = page.getByRole('dialog', { name: 'Commands' });
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });

  async function openPalette() {
    await page.keyboard.press('Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
  }

  async function goByPalette(command: string, heading: string) {
    await openPalette();
    await page.keyboard.type(command);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  }

  await test.step('a pending donation in the search', async () => {
    await page.getByRole('link', { name: 'Search' }).click();
    // Waits for the tab, because the pending tab has the same row.
    await expect(page.getByRole('heading', { name: 'Search donations' })).toBeVisible();
    await expect(rowOf(page, 'NONAME')).toBeVisible();
    await page.keyboard.press('j');
    await expect(rowOf(page, 'NONAME')).toBeFocused();
    await page.keyboard.press('c');
    await expect(page.getByText('Donation confirmed', { exact: true })).toBeVisible();
    await expect(rowOf(page, 'NONAME')).toContainText('Confirmed');
    await page.keyboard.press('k');
    await expect(rowOf(page, 'NONAME')).toBeFocused();
    // A decided donation cannot be rejected.
    await page.keyboard.press('r');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('u');
    await expect(rowOf(page, 'NONAME')).toContainText('Pending');
  });

  await test.step('the profile of a participant', async () => {
    await page.getByRole('link', { name: 'Participants' }).click();
    // Waits for the tab, because the search has rows with the same name.
    await expect(page.getByRole('heading', { name: 'Participants' })).toBeVisible();
    await expect(rowOf(page, 'Amara Okafor')).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Edit participant' })).toBeVisible();
    await leaveDialog(page);
    await expect(page.getByRole('row').nth(1)).toBeFocused();
  });

  await test.step('an entry of the activity', async () => {
    await page.getByRole('link', { name: 'Activity' }).click();
    await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
    await expect(rowOf(page, 'rejected donation')).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Done by')).toBeVisible();
  });

  await test.step('the palette opens a tab, an action and a participant', async () => {
    await page.getByRole('button', { name: 'Commands' }).click();
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('partners');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Partners' })).toBeVisible();

    await openPalette();
    await page.keyboard.type('add par');
    await expect(palette.getByRole('option', { selected: true })).toHaveText('Add partner');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Add partner' }).getByLabel('Name')).toBeFocused();
    await page.keyboard.press('Control+k');
    await expect(palette).toBeHidden();
    await leaveDialog(page);

    await openPalette();
    await page.keyboard.type('aokafor@');
    await expect(palette.getByRole('option')).toHaveText(/Amara Okafor/);
    await page.keyboard.press('Enter');
    await expect(palette).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Amara Okafor' })).toBeVisible();
  });

  await test.step('the other console screens', async () => {
    await goByPalette('manage bins', 'Bins');
    await page.keyboard.press('?');
    await expect(help.getByLabel('Single keys')).toBeFocused();
    await leaveDialog(page);
    // This screen has no search field.
    await page.keyboard.press('/');
    await expect(page.getByRole('heading', { level: 1, name: 'Bins' })).toBeVisible();

    await goByPalette('photos', 'Donation photos');
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();

    await goByPalette('intake', 'Quick intake');
    const participant = page.getByRole('combobox', { name: 'Who' });
    await expect(participant).toBeFocused();
    await page.keyboard.type('what?');
    await expect(participant).toHaveValue('what?');
  });
});

test('single keys do nothing until turned on, and then stay on', async ({ page, site }) => {
  await logDonation(site, 'ANN');
  await signInAdmin(page, site, { hasSingleKeys: false });
  await expect(rowOf(page, 'ANN')).toBeVisible();

  await rowOf(page, 'ANN').getByRole('checkbox').focus();
  for (const key of ['c', 'r', 'x', '?']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(rowOf(page, 'ANN').getByRole('checkbox')).not.toBeChecked();

  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByText('Confirm the row, or all selected rows')).toBeVisible();
  await expect(help.getByLabel('Single keys')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(help.getByLabel('Single keys')).toBeChecked();
  await leaveDialog(page);

  await page.reload();
  await rowOf(page, 'ANN').getByRole('checkbox').focus();
  await page.keyboard.press('x');
  await expect(rowOf(page, 'ANN').getByRole('checkbox')).toBeChecked();

  // Ctrl K still works, because it is not a single key.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('single keys');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Single keys are off', { exact: true })).toBeVisible();
  await page.keyboard.press('c');
  await page.keyboard.press('x');
  await expect(rowOf(page, 'ANN').getByRole('checkbox')).toBeChecked();
  expect(await readDecisions(site)).toEqual([]);
});

test('a typing scanner decides nothing, even with its Enter', async ({ page, site }) => {
  await logDonation(site, 'ANN');
  await signInAdmin(page, site);
  const box = rowOf(page, 'ANN').getByRole('checkbox');

  for (const focused of [box, rowOf(page, 'ANN').getByRole('button', { name: 'Confirm' })]) {
    await focused.focus();
    await page.keyboard.type('RR-CXR234\n');
    await expect(focused).toBeFocused();
  }
  await box.focus();
  // Keys pressed by hand work again after a moment.
  await expect(async () => {
    await page.keyboard.press('x');
    await expect(box).toBeChecked({ timeout: 500 });
  }).toPass();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await readDecisions(site)).toEqual([]);
});

test('a visited tab requests nothing again, and Refresh and auto-refresh load its rows', async ({
  page,
  site,
}) => {
  await page.clock.install();
  await logDonation(site, 'ANN');
  await signInAdmin(page, site);
  await expect(rowOf(page, 'ANN')).toBeVisible();
  await page.getByRole('link', { name: 'Partners' }).click();
  await expect(page.getByText('No partners created yet.')).toBeVisible();

  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) requested.push(pathname);
  });
  await page.getByRole('link', { name: 'Pending' }).click();
  await expect(rowOf(page, 'ANN')).toBeVisible();
  await page.getByRole('link', { name: 'Partners' }).click();
  await expect(page.getByText('No partners created yet.')).toBeVisible();
  expect(requested).toEqual([]);

  await page.getByRole('link', { name: 'Pending' }).click();
  await logDonation(site, 'BEN');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(rowOf(page, 'BEN')).toBeVisible();

  await logDonation(site, 'CAM');
  await expect(page.getByLabel('Auto-refresh')).toBeChecked();
  await page.clock.fastForward(30_000);
  await expect(rowOf(page, 'CAM')).toBeVisible();
});

async function logDonation(site: ServedSite, studentId: string): Promise<number> {
  return await loggedDonation(site, { studentId, date: site.today });
}

/** The audit actions about donations, oldest first, without their logging. */
async function readDecisions(site: ServedSite): Promise<string[]> {
  const actions = (await site.audit()).map(({ action }) => action).toReversed();
  return actions.filter((action) => action.startsWith('donation.') && action !== 'donation.logged');
}

async function leaveDialog(page: Page): Promise<void> {
  await closeByEscape(page, page.getByRole('dialog'));
}

function rowOf(page: Page, donor: string) {
  return page.getByRole('row', { name: donor });
}

/** The cursor is the focus on the row's first control, where a screen reader names the donor. */
async function expectCursorOn(page: Page, donor: string): Promise<void> {
  await expect(rowOf(page, donor).getByRole('checkbox')).toBeFocused();
}
