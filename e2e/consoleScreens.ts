import { sql } from 'drizzle-orm';
import { loggedDonation } from '#server/testing/scenarios.ts';
import type { ScreenName } from '#shared/screens.ts';
import type { ConsoleTab } from '#web/console/consoleTabs.ts';
import { paths } from '#web/paths.ts';
import { expect } from './fixtures.ts';
import { type OpenState, press, shown, type Visit } from './visit.ts';

type ConsoleName = Extract<ScreenName, `console${string}` | 'adminLogin'>;

/** The visits of each console tab. */
export const consoleTabVisits: Record<ConsoleTab, readonly Visit[]> = {
  pending: [
    {
      address: paths.console,
      as: 'admin',
      ready: 'Ben Friesen',
      readyEmpty: 'No pending donations 🎉',
      states: {
        'the selection': async (page) => await page.getByLabel('Select all').check(),
        'the details': press('link', 'Details'),
        'the reason': press('button', 'Reject'),
        'the question before an undo': async (page, site) => {
          const donors = ['UNDONE1', 'UNDONE2'];
          for (const studentId of donors) await loggedDonation(site, { studentId, date: site.today });
          await page.reload();
          for (const donor of donors)
            await page.getByRole('row', { name: donor }).getByRole('checkbox').check();
          await page.keyboard.press('c');
          await page.getByRole('button', { name: 'Undo 2', exact: true }).click();
          await expect(page.getByRole('dialog')).toBeVisible();
        },
        'the commands': press('button', 'Commands'),
        'no command found': async (page) => {
          await page.getByRole('button', { name: 'Commands' }).click();
          await page.keyboard.type('no such thing');
          await expect(page.getByText(/Nothing found for/).first()).toBeVisible();
        },
        'a command found': async (page) => {
          await page.getByRole('button', { name: 'Commands' }).click();
          await page.keyboard.type('Ben');
          await expect(page.getByRole('option', { name: 'Ben Friesen' })).toBeVisible();
        },
        'the shortcuts': press('button', 'Keyboard shortcuts'),
        'the menu of a phone': async (page) => {
          await page.setViewportSize({ width: 360, height: 780 });
          await page.getByRole('button', { name: 'Menu' }).click();
          await expect(page.getByRole('menu')).toBeVisible();
        },
      },
    },
  ],
  rejected: [
    {
      address: paths.consoleTab('rejected'),
      as: 'admin',
      ready: 'Winter jackets only',
      readyEmpty: 'No rejected donations',
      states: {
        'the details': press('link', 'Details'),
        'the reason to reopen': async (page, site) => {
          await site.database.execute(
            sql`update donations set rejected_by = 'robin' where rejected_by is not null`,
          );
          await page.reload();
          await press('button', 'Reopen')(page, site);
        },
      },
    },
  ],
  confirmed: [
    {
      address: paths.consoleTab('confirmed'),
      as: 'admin',
      ready: 'Amara Okafor',
      readyEmpty: 'No confirmed donations yet.',
      states: {
        'the details': press('link', 'Details'),
        'the correction': async (page, site) => {
          await press('link', 'Details')(page, site);
          await page.getByRole('dialog').getByRole('button', { name: 'Correct' }).click();
          await expect(page.getByRole('dialog', { name: /^Correct donation/ })).toBeVisible();
        },
      },
    },
  ],
  search: [
    {
      address: paths.consoleTab('search'),
      as: 'admin',
      ready: 'Amara Okafor',
      readyEmpty: 'No results.',
    },
  ],
  activity: [
    {
      address: paths.consoleTab('activity'),
      as: 'admin',
      ready: 'rejected',
      readyEmpty: 'signed in',
      states: {
        'an entry': async (page) => await page.getByRole('button', { name: 'Details' }).first().click(),
      },
    },
  ],
  participants: [
    {
      address: paths.consoleTab('participants'),
      as: 'admin',
      ready: 'Amara Okafor',
      readyEmpty: 'No participants yet.',
      states: {
        'the profile': press('button', 'Edit'),
        'the merge': press('button', 'Merge'),
      },
    },
  ],
  bins: [
    {
      address: paths.consoleTab('bins'),
      as: 'admin',
      ready: 'UC East',
      readyEmpty: 'No bins.',
      states: {
        'the bin on a phone': async (page) => {
          await page.setViewportSize({ width: 360, height: 780 });
          await page.getByRole('button', { name: 'UC East' }).click();
          await expect(page.getByRole('dialog')).toBeVisible();
        },
        'the form of the bin': pressInEastBin('Edit'),
        'a pickup': pressInEastBin('Schedule'),
        'the history': pressInEastBin('History'),
      },
    },
  ],
  codes: [
    {
      address: paths.consoleTab('codes'),
      as: 'admin',
      ready: 'Amara Okafor',
      readyEmpty: 'No codes found.',
      states: {
        'a new code': press('button', 'Create code'),
        'a later expiry': press('button', 'Extend'),
        'the question before a code is revoked': press('button', 'Revoke'),
      },
    },
  ],
  partners: [
    {
      address: paths.consoleTab('partners'),
      as: 'admin',
      ready: 'Main Street Thrift',
      readyEmpty: 'No partners created yet.',
      states: {
        'refused fields': async (page, site) => {
          await press('button', 'Add partner')(page, site);
          const dialog = page.getByRole('dialog');
          await dialog.getByLabel('Link').fill('javascript:alert(1)');
          await dialog.getByRole('button', { name: 'Add partner' }).click();
          await expect(dialog.getByLabel('Name')).toHaveAccessibleDescription(/Partner name is required/);
          await expect(dialog.getByLabel('Name')).toBeFocused();
          await expect(dialog.getByLabel('Link')).toHaveAccessibleDescription(/Please enter a valid URL/);
        },
        'the partner': press('button', 'Edit'),
        'the question before a new PIN': press('button', 'Rotate PIN'),
      },
    },
  ],
  pickups: [
    {
      address: paths.consoleTab('pickups'),
      as: 'admin',
      ready: 'Noah Reimer',
      readyEmpty: 'No pickup requests yet',
      states: {
        'the status': press('button', 'Change status'),
        'another time': async (page, site) => {
          await site.database.execute(
            sql`update pickups set status = 'scheduled', scheduled_at = now() where status = 'pending'`,
          );
          await page.reload();
          await press('button', 'Change status')(page, site);
          await page.getByLabel('New status').selectOption('Change time or notes');
        },
      },
    },
  ],
  mail: [
    { address: paths.consoleTab('mail'), as: 'admin', ready: 'Mail is off', readyEmpty: 'Mail is off' },
    {
      address: `${paths.consoleTab('mail')}&view=newsletter`,
      as: 'admin',
      ready: 'zoe@example.ca',
      readyEmpty: 'No subscribers yet',
      states: {
        'the proof of consent': async (page) => {
          await page.getByRole('button', { name: 'Details' }).click();
          await expect(shown(page, 'Home page')).toBeVisible();
        },
      },
    },
  ],
  settings: [
    {
      address: paths.consoleTab('settings'),
      as: 'admin',
      ready: 'How long we keep',
      states: {
        'a refused field': async (page) => {
          await page.getByLabel('Second milestone').fill('1');
          await page.getByRole('button', { name: 'Save changes' }).click();
          await expect(shown(page, 'Please give three whole numbers')).toBeVisible();
        },
      },
    },
  ],
  admins: [
    {
      address: paths.consoleTab('admins'),
      as: 'admin',
      ready: 'The last admin stays',
      readyEmpty: 'The last admin stays',
      states: {
        'a new admin': press('button', 'Add admin'),
        'the question before a second factor for everyone': async (page) => {
          await page.getByLabel('Everyone needs a second factor').click();
          await page.getByRole('alertdialog').waitFor();
        },
        'the question before an admin is switched off': async (page, site) => {
          await site.volunteer();
          await page.reload();
          await press('button', 'Switch off')(page, site);
        },
        'a new password': async (page, site) => {
          await press('button', 'Reset password')(page, site);
          await page.getByRole('alertdialog').getByRole('button', { name: 'Reset password' }).click();
          await page.getByRole('region', { name: 'Password of vera' }).waitFor();
        },
      },
    },
  ],
};

/** The address of a tab of the first store. */
const storeTab = (name: string) => `${paths.consolePartner.replace(':id', '1')}?tab=${name}`;

/** The visits of each other console screen, or the name of the screen that shows the same. */
export const consoleScreens: Record<Exclude<ConsoleName, 'console'>, readonly Visit[] | ConsoleName> = {
  adminLogin: [
    {
      address: paths.adminLogin,
      ready: 'Username',
      states: {
        'a refused sign-in': async (page) => {
          await page.getByLabel('Username').fill('alex');
          await page.getByLabel('Password').fill('not the password');
          await page.getByRole('button', { name: 'Log in' }).click();
          await expect(shown(page, 'Wrong username or password.')).toBeVisible();
        },
        'the way back from the console': async (page) => {
          await page.goto(paths.console);
          await expect(page).toHaveURL(paths.adminLogin);
        },
      },
    },
  ],
  consolePerson: [
    {
      address: paths.consolePerson(1),
      as: 'admin',
      ready: 'Amara Okafor',
      readyEmpty: 'There is no such participant.',
      states: {
        'the profile': press('button', 'Edit'),
        'the merge': press('button', 'Merge'),
        'the removal': async (page, site) => {
          await press('button', 'Remove')(page, site);
          await expect(page.getByRole('heading', { name: 'Stays' })).toBeVisible();
        },
        'the page of a person with a claim': async (page) => {
          await page.goto(paths.consoleTab('participants'));
          await page.getByRole('link', { name: 'NONAME' }).click();
          await expect(page.getByRole('region', { name: 'Not yet checked' })).toBeVisible();
        },
      },
    },
  ],
  consolePartner: [
    {
      address: storeTab('store'),
      as: 'admin',
      ready: 'Only the store knows it',
      readyEmpty: 'There is no such store.',
      states: { 'its description': press('button', 'Edit') },
    },
    {
      address: storeTab('statement'),
      as: 'admin',
      ready: 'Dana',
      states: {
        'a use given back': press('button', 'Give back'),
        'the link for the store': press('button', 'Link for the store'),
      },
    },
    {
      address: storeTab('tills'),
      as: 'admin',
      ready: 'Till since',
      states: {
        'the link of a till': async (page, site) => {
          await press('button', 'Make a till')(page, site);
          await page.getByRole('button', { name: 'Make the link' }).click();
          await expect(shown(page, 'It is shown only once.')).toBeVisible();
        },
        'the question before a till ends': press('button', 'End'),
      },
    },
  ],
  consoleDesk: [
    {
      address: paths.consoleDesk,
      as: 'admin',
      ready: 'Ben Friesen',
      readyEmpty: 'No pending donations',
      states: {
        'the reason': async (page) => {
          await page.getByRole('button', { name: 'Reject', exact: true }).click();
          await expect(page.getByLabel(/^Why\?/)).toBeFocused();
        },
        'the reasons of a phone': async (page) => {
          await page.reload();
          await page.setViewportSize({ width: 360, height: 780 });
          await page.getByRole('button', { name: 'Reject', exact: true }).click();
          await expect(page.getByRole('dialog')).toBeVisible();
        },
        'several found': async (page) => {
          await page.reload();
          await page.getByLabel('Mark, ID or name').fill('en');
          await expect(page.getByRole('listbox', { name: 'Found donations' })).toBeVisible();
        },
        'none found, and an unclaimed bag': async (page) => {
          await page.reload();
          await page.getByLabel('Mark, ID or name').fill('nobody');
          await page.getByRole('button', { name: 'Unclaimed bag: weigh it anyway' }).click();
          await expect(page.getByRole('region', { name: 'Unclaimed bag' })).toBeVisible();
        },
        'one that looks alike': async (page, site) => {
          await loggedDonation(site, {
            date: site.today,
            studentId: 'BFRIESEN',
            weight: '1-2kg',
            binLocation: 'University Centre',
          });
          await page.reload();
          await press('button', 'Compare')(page, site);
        },
        'the photo': async (page, site) => {
          await site.database.execute(
            sql`update donations set photo_url = '/favicon.svg' where not is_confirmed and rejected_at is null`,
          );
          await page.reload();
          await press('button', 'Enlarge')(page, site);
        },
      },
    },
  ],
  consoleIntake: [
    { address: paths.consoleIntake, ready: 'Admin login required' },
    { address: paths.consoleIntake, as: 'admin', ready: 'Or no scale' },
  ],
  consolePhotos: [
    {
      address: paths.consolePhotos,
      as: 'admin',
      ready: 'AOKAFOR',
      readyEmpty: 'No donations found matching your criteria',
      states: { 'the photo proof': press('button', 'Upload') },
    },
  ],
  consoleToday: [
    {
      address: paths.consoleToday,
      as: 'admin',
      ready: 'UC East',
      readyEmpty: 'Nothing today.',
      states: {
        'the bags of a bin': async (page) => {
          await page.getByRole('button', { name: 'Empty UC East' }).click();
          await expect(page.getByLabel('Bags in UC East')).toBeVisible();
        },
      },
    },
  ],
  consoleBins: [
    {
      address: paths.consoleBinAlerts,
      as: 'admin',
      ready: 'The lid does not close',
      readyEmpty: 'No pending overflow alerts',
    },
    {
      address: paths.consoleBins,
      as: 'admin',
      ready: 'UC East',
      readyEmpty: 'No bins.',
      states: {
        'a new bin': press('button', 'Add New Bin'),
        'the codes': async (page) => {
          await page.getByRole('row').getByRole('button', { name: 'UC East' }).click();
          await page.getByRole('button', { name: 'Show the QR codes' }).click();
          await expect(page.getByRole('dialog')).toBeVisible();
        },
      },
    },
  ],
  consoleBinPrint: [{ address: paths.consoleBinPrint, as: 'admin', ready: 'UC East' }],
  consolePassword: 'consoleAccount',
  consoleAccount: [
    {
      address: paths.consolePassword,
      as: 'admin',
      ready: 'New password',
      states: {
        'a refused field': async (page) => {
          await page.getByRole('button', { name: 'Change password' }).click();
          await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/at least 15 characters/);
        },
      },
    },
    { address: `${paths.consoleAccount}?tab=sessions`, as: 'admin', ready: 'This one' },
    { address: paths.consoleOwnMail, as: 'admin', ready: 'You get a mail for' },
    {
      address: paths.consoleAccount,
      as: 'admin',
      ready: 'Set up a second factor',
      states: {
        'its three steps': async (page) => {
          await page.getByRole('button', { name: 'Set up a second factor' }).click();
          await expect(page.getByLabel('Code from the app')).toBeFocused();
        },
        'the same where everyone needs one': async (page, site) => {
          await site.database.execute(sql`update settings set is_second_factor_required = true`);
          await page.reload();
          await page.getByRole('heading', { name: 'Set up your second factor' }).waitFor();
          await site.database.execute(sql`update settings set is_second_factor_required = false`);
        },
      },
    },
  ],
};

/** Presses a button in the panel of the bin UC East. */
function pressInEastBin(name: string): OpenState {
  return async (page) => {
    await page.getByRole('row').getByRole('button', { name: 'UC East' }).click();
    await page.getByRole('region', { name: 'UC East', exact: true }).getByRole('button', { name }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };
}
