import type { Locator, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { dayOf } from '#shared/dates.ts';
import { screens as allScreens } from '#shared/screens.ts';
import { problems } from './axe.ts';
import { expect, type ServedSite, test } from './fixtures.ts';
import { SHARE_TOKEN, STATEMENT_TOKEN } from './furnish.ts';
import { furnishedTest, signIn } from './furnishedTest.ts';

// The rules of axe, best practices too, in every look that a screen has. A new screen is one more line.

interface Screen {
  address: string;
  as?: 'donor' | 'admin';
  /** What is there once the screen has loaded: on the furnished site, and on one where nothing has happened yet. */
  ready: string;
  readyEmpty?: string;
  /** What can lie over it: its name, and the button or link that opens it. */
  over?: Record<string, (page: Page, site: ServedSite) => Promise<void>>;
}

const tab = (name: string) => `/reround-admin-843?tab=${name}`;

/** Of the store that was added first. */
const store = (name: string) => `/reround-admin-843/partners/1?tab=${name}`;

const screens: readonly Screen[] = [
  {
    address: '/',
    ready: 'Main Street Thrift',
    readyEmpty: 'No partner stores yet',
    over: {
      'the drawer': async (page) => {
        await page.setViewportSize({ width: 360, height: 780 });
        await page.getByRole('button', { name: 'Menu' }).click();
        await expect(page.getByRole('dialog', { name: 'Menu of ReRound' })).toBeVisible();
      },
      'an error of the newsletter': async (page) => {
        await page.getByRole('button', { name: 'Subscribe' }).click();
        await expect(shown(page, 'Please enter your email address')).toBeVisible();
      },
    },
  },
  {
    address: '/log',
    ready: 'Log a donation',
    over: {
      'the weights as a list': async (page) => await page.getByRole('button', { name: 'Use a list' }).click(),
      'what is wrong': async (page) => {
        await page.getByRole('button', { name: 'Log Donation' }).click();
        await expect(page.getByLabel('Student ID')).toHaveAccessibleDescription(/required/);
      },
      'the donation logged': async (page) => {
        await page.getByLabel('Student ID').fill('AOKAFOR');
        await page.getByRole('button', { name: 'Log Donation' }).click();
        await expect(page.getByRole('heading', { name: 'Donation logged' })).toBeVisible();
      },
      // The last, since the connection stays away.
      'what was kept, offline': async (page) => {
        await page.getByLabel('Student ID').fill('AOKAFOR');
        await page.reload();
        const change = page.getByRole('button', { name: /^Change/ });
        if (await change.isVisible()) await change.click();
        await expect(page.getByText('What you wrote before is still here.')).toBeVisible();
        await page.context().setOffline(true);
        await expect(page.getByText('No connection')).toBeVisible();
        await page.getByRole('button', { name: 'Log Donation' }).click();
        await expect(page.getByRole('heading', { name: 'Kept on this phone' })).toBeVisible();
      },
    },
  },
  { address: '/log?bin=UC_EAST&location=University+Centre', ready: 'QR Code Scan Detected' },
  { address: '/login', ready: 'Donor ID', over: { 'an empty form': signInAsNobody } },
  {
    address: '/donor-login',
    ready: 'Donor ID',
    over: {
      'an empty form': signInAsNobody,
      'a refused sign-in': async (page) => {
        await page.getByLabel('Donor ID').fill('AOKAFOR');
        await page.getByRole('button', { name: 'Add your email or name' }).click();
        await page.getByLabel('Email optional').fill('someone.else@example.ca');
        await page.getByRole('button', { name: 'Log in' }).click();
        await expect(page.getByRole('alert').filter({ visible: true }).first()).toBeVisible();
      },
      'the code that was mailed': async (page) => {
        const answer = { json: { ok: true, codeSent: true } };
        await page.route('**/api/students/login', (route) => route.fulfill(answer));
        await page.getByLabel('Donor ID or email').fill('AOKAFOR');
        await page.getByRole('button', { name: 'Log in' }).click();
        await page.getByLabel('Six-digit code').fill('12345');
      },
    },
  },
  {
    address: '/dashboard',
    as: 'donor',
    ready: 'Recent donations',
    readyEmpty: 'No donations yet.',
    over: { 'the tiers': async (page) => await page.getByText('How the tiers work').click() },
  },
  { address: '/status', as: 'donor', ready: 'Recent donations' },
  {
    address: '/redeem',
    ready: 'Reward code',
    over: {
      'an unknown code': async (page) => await checkCode(page, 'RR-AAAAAA', 'Code not found'),
      'a good code': async (page, site) => await checkCode(page, await codeOf(site), 'Valid Code'),
      'a wrong PIN': async (page, site) => {
        await checkCode(page, await codeOf(site), 'Valid Code');
        await page.getByLabel('Partner PIN').fill('1');
        await page.getByRole('button', { name: 'Redeem Now' }).click();
        await expect(page.getByLabel('Partner PIN')).toHaveAccessibleDescription(/Invalid PIN/);
      },
      'a kept PIN': async (page) => {
        await page.getByLabel('Keep the PIN for the next customer').check();
        await page.getByLabel('Partner PIN').fill('1');
        await expect(page.getByRole('button', { name: 'Lock' })).toBeVisible();
      },
      'a locked till': async (page) => {
        await page.getByLabel('Keep the PIN for the next customer').check();
        await page.getByLabel('Partner PIN').fill('1');
        await page.getByRole('button', { name: 'Lock' }).click();
        await expect(page.getByLabel('Partner PIN')).toHaveAccessibleDescription(/Locked/);
      },
      practice: practise,
      'a practised refusal': async (page) => {
        await practise(page);
        await page.getByText('Expired', { exact: true }).click();
        await expect(shown(page, 'Code expired')).toBeVisible();
      },
      'another code in practice': async (page) => {
        await practise(page);
        await page.getByRole('button', { name: 'New code' }).click();
        await page.getByLabel('Reward code').fill('RR-ABC234');
        await page.keyboard.press('Enter');
        await expect(page.getByLabel('Reward code')).toHaveAccessibleDescription(/Practice takes only/);
      },
      'a practised use': async (page) => {
        await practise(page);
        await page.getByLabel('Partner PIN').fill('1');
        await page.keyboard.press('Enter');
        await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
      },
      'the question before a use is given back': async (page) => {
        await practise(page);
        await page.getByLabel('Partner PIN').fill('1');
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Undo' }).click();
        await expect(page.getByRole('button', { name: 'Give the use back' })).toBeFocused();
      },
      'a code used up': async (page, site) => {
        const code = await codeOf(site);
        await site.database.execute(sql`update discount_codes set use_count = max_uses where code = ${code}`);
        await checkCode(page, code, 'Fully used');
      },
      'an expired code': async (page, site) => {
        const code = await codeOf(site);
        await site.database.execute(
          sql`update discount_codes set expires_at = generated_at + interval '1 second' where code = ${code}`,
        );
        await checkCode(page, code, 'Expired');
      },
      'the camera': async (page) => {
        await page.evaluate(() => {
          navigator.mediaDevices.getUserMedia = async () => document.createElement('canvas').captureStream();
        });
        await page.getByRole('button', { name: 'Use camera' }).click();
        await expect(page.getByRole('dialog', { name: 'Hold the code in the frame' })).toBeVisible();
        await expect(page.getByRole('button', { name: 'Tone on' })).toBeVisible();
      },
      'no camera': async (page) => {
        await page.getByRole('button', { name: 'Use camera' }).click();
        await expect(page.getByRole('dialog', { name: 'No picture' })).toBeVisible();
      },
      // The last, since the connection stays away.
      'no connection': async (page) => {
        await page.getByLabel('Reward code').fill('RR-AAAAAA');
        await page.context().setOffline(true);
        await page.getByRole('button', { name: 'Check Code' }).click();
        await expect(page.getByRole('alert').filter({ hasText: 'No connection.' })).toBeVisible();
      },
    },
  },
  { address: '/redeem/guide', ready: 'Code not found' },
  { address: '/discounts', ready: 'Main Street Thrift', readyEmpty: 'No partner stores yet.' },
  { address: '/discounts', as: 'donor', ready: 'Your best code', readyEmpty: 'No partner stores yet.' },
  { address: `/p/${SHARE_TOKEN}`, ready: 'Amara Okafor', readyEmpty: 'Link not found or expired.' },
  { address: '/privacy', ready: 'What is kept, and why' },
  { address: '/accessibility', ready: 'Known limits' },
  {
    address: '/bric-a-brac',
    ready: 'Accepted categories',
    over: {
      'the report': async (page) => await reportFromGuide(page),
      'the report sent': async (page) => {
        await reportFromGuide(page);
        await sendReport(page);
      },
    },
  },
  {
    address: '/pickup-request',
    ready: 'Preferred date and time',
    over: {
      'what is wrong': async (page) => {
        await expect(async () => {
          await page.getByRole('button', { name: 'Request Pickup' }).click();
          await expect(page.getByText('Items description is required')).toBeVisible({ timeout: 1000 });
        }).toPass();
      },
      'the request sent': async (page) => {
        for (const label of ['Name', 'Address', 'Items']) await page.getByLabel(label).fill('Amara');
        await expect(async () => {
          await page.getByRole('button', { name: 'Request Pickup' }).click();
          await expect(page.getByText('Back to the guide')).toBeVisible({ timeout: 5000 });
        }).toPass();
      },
    },
  },
  { address: '/report-overflow', ready: 'Your name', readyEmpty: 'No bins yet.', over: { sent: sendReport } },
  { address: '/report-overflow?bin=0&code=SAMPLE_A', ready: 'This is a sample bin' },
  { address: '/report-overflow?code=UC_EAST', ready: 'University Centre, east entrance' },
  { address: '/bin-demo', ready: 'Sample bin A' },
  {
    address: '/admin-login',
    ready: 'Username',
    over: {
      'a refused sign-in': async (page) => {
        await page.getByLabel('Username').fill('alex');
        await page.getByLabel('Password').fill('not the password');
        await page.getByRole('button', { name: 'Log in' }).click();
        await expect(page.getByRole('alert').filter({ visible: true }).first()).toBeVisible();
      },
    },
  },
  { address: '/offline', ready: 'You are offline' },
  { address: '/mail/link', ready: 'This link does not work' },
  { address: '/no-such-page', ready: "We couldn't find that page" },
  {
    address: '/reround-admin-843',
    as: 'admin',
    ready: 'Ben Friesen',
    readyEmpty: 'No pending donations 🎉',
    over: {
      'the selection': async (page) => await page.getByLabel('Select all').check(),
      'the details': press('link', 'Details'),
      'the sheet of somebody who claims to be somebody': press('link', 'NONAME'),
      'the reason': press('button', 'Reject'),
      'what an undo would take back': async (page, site) => {
        const donors = ['UNDONE1', 'UNDONE2'];
        const date = dayOf(site.site.clock(), site.site.timeZone);
        for (const studentId of donors) await loggedDonation(site, { studentId, date });
        await page.reload();
        for (const donor of donors) {
          await page.getByRole('row', { name: donor }).getByRole('checkbox').check();
        }
        await page.keyboard.press('c');
        await page.getByRole('button', { name: 'Undo 2', exact: true }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
      'the commands': press('button', 'Commands'),
      'the commands found': async (page) => {
        await page.getByRole('button', { name: 'Commands' }).click();
        await page.keyboard.type('Ben');
        await expect(page.getByRole('option', { name: 'Ben Friesen' })).toBeVisible();
      },
      'no command found': async (page) => {
        await page.getByRole('button', { name: 'Commands' }).click();
        await page.keyboard.type('no such thing');
        await expect(page.getByText(/Nothing found for/).first()).toBeVisible();
      },
      'the shortcuts': press('button', 'Keyboard shortcuts'),
      'the menu of a phone': async (page) => {
        await page.setViewportSize({ width: 360, height: 780 });
        await page.getByRole('button', { name: 'Menu' }).click();
        await expect(page.getByRole('menu')).toBeVisible();
      },
    },
  },
  {
    address: tab('rejected'),
    as: 'admin',
    ready: 'Winter jackets only',
    readyEmpty: 'No rejected donations',
    over: {
      'the details': press('link', 'Details'),
      'the reason to reopen': async (page, site) => {
        await site.database.execute(
          sql`update donations set rejected_by = 'robin' where rejected_by is not null`,
        );
        await page.reload();
        await press('button', 'Reopen')(page);
      },
    },
  },
  {
    address: tab('confirmed'),
    as: 'admin',
    ready: 'Amara Okafor',
    readyEmpty: 'No confirmed donations yet.',
    over: { 'the details': press('link', 'Details') },
  },
  { address: tab('search'), as: 'admin', ready: 'Amara Okafor', readyEmpty: 'No results.' },
  {
    address: tab('activity'),
    as: 'admin',
    ready: 'rejected',
    readyEmpty: 'signed in',
    over: {
      'an entry': async (page) => await page.getByRole('button', { name: 'Details' }).first().click(),
    },
  },
  {
    address: tab('participants'),
    as: 'admin',
    ready: 'Amara Okafor',
    readyEmpty: 'No participants yet.',
    over: {
      'the profile': press('button', 'Edit'),
      'the merge': press('button', 'Merge'),
      'the sheet': async (page, site) => {
        await site.database.execute(
          sql`update participants set phone = '204 555 0134' where display_name is not null`,
        );
        await press('link', 'Amara Okafor')(page);
        await expect(page.getByRole('region', { name: 'Possible double' })).toBeVisible();
      },
      'the removal': async (page) => {
        await press('link', 'Amara Okafor')(page);
        await page.getByRole('button', { name: 'More for Amara Okafor' }).click();
        await page.getByRole('menuitem', { name: 'Remove' }).click();
        await expect(page.getByRole('heading', { name: 'Stays' })).toBeVisible();
      },
    },
  },
  {
    address: tab('bins'),
    as: 'admin',
    ready: 'UC East',
    readyEmpty: 'No bins.',
    over: {
      'the menu': async (page) => await openMenu(page),
      'the bin': pressInMenu('Edit'),
      'a pickup': pressInMenu('Schedule pickup'),
      'the history': pressInMenu('Overflow history'),
    },
  },
  {
    address: tab('codes'),
    as: 'admin',
    ready: 'Amara Okafor',
    readyEmpty: 'No codes found.',
    over: {
      'a new code': press('button', 'Create code'),
      'a later expiry': press('button', 'Extend'),
      'the last question': press('button', 'Revoke'),
    },
  },
  {
    address: tab('partners'),
    as: 'admin',
    ready: 'Main Street Thrift',
    readyEmpty: 'No partners created yet.',
    over: {
      'a new partner': press('button', 'Add partner'),
      'the partner': press('button', 'Edit'),
      'the last question': press('button', 'Rotate PIN'),
    },
  },
  {
    address: tab('pickups'),
    as: 'admin',
    ready: 'Noah Reimer',
    readyEmpty: 'No pickup requests yet',
    over: {
      'the status': press('button', 'Change status'),
      'another time': async (page, site) => {
        await site.database.execute(
          sql`update pickups set status = 'scheduled', scheduled_at = now() where status = 'pending'`,
        );
        await page.reload();
        await press('button', 'Change status')(page);
        await page.getByLabel('New status').selectOption('Change time or notes');
      },
    },
  },
  { address: tab('mail'), as: 'admin', ready: 'Mail is off', readyEmpty: 'Mail is off' },
  {
    address: tab('mail&view=newsletter'),
    as: 'admin',
    ready: 'zoe@example.ca',
    readyEmpty: 'No subscribers yet',
    over: {
      'the proof of consent': async (page) => {
        await page.getByRole('button', { name: 'Details' }).click();
        await expect(shown(page, 'Home page')).toBeVisible();
      },
    },
  },
  {
    address: tab('settings'),
    as: 'admin',
    ready: 'How long we keep',
    over: {
      'a change that is not saved': async (page) => {
        await page.getByLabel('Monthly goal').fill('300');
        await expect(page.getByText('1 change not saved')).toBeVisible();
      },
      'what is wrong': async (page) => {
        await page.getByLabel('Second milestone').fill('1');
        await page.getByRole('button', { name: 'Save changes' }).click();
        await expect(shown(page, 'Please give three whole numbers')).toBeVisible();
      },
      'the preview': async (page) => {
        await page.setViewportSize({ width: 360, height: 780 });
        await page.getByRole('button', { name: 'Preview' }).click();
        await expect(page.getByRole('dialog', { name: 'Preview' })).toBeVisible();
      },
      'a question before leaving': async (page) => {
        await page.getByLabel('Monthly goal').fill('300');
        await page.getByRole('link', { name: 'Codes' }).click();
        await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
      },
    },
  },
  {
    address: tab('admins'),
    as: 'admin',
    ready: 'The last admin stays',
    readyEmpty: 'The last admin stays',
    over: {
      'a new admin': press('button', 'Add admin'),
      'the last question': async (page, site) => {
        await site.volunteer();
        await page.reload();
        await press('button', 'Switch off')(page);
      },
      'the question whether everyone needs a second factor': async (page) => {
        await page.getByLabel('Everyone needs a second factor').click();
        await page.getByRole('alertdialog').waitFor();
      },
      'a new password': async (page, site) => {
        await site.volunteer();
        await page.reload();
        await press('button', 'Reset password')(page);
        await page.getByRole('alertdialog').getByRole('button', { name: 'Reset password' }).click();
        await page.getByRole('region', { name: 'Password of vera' }).waitFor();
      },
    },
  },
  {
    address: store('store'),
    as: 'admin',
    ready: 'Only the store knows it',
    readyEmpty: 'There is no such store.',
    over: { 'what is said of it': press('button', 'Edit') },
  },
  {
    address: store('statement'),
    as: 'admin',
    ready: 'The store says: not ours',
    over: {
      'a use given back': press('button', 'Give back'),
      'an answer': press('button', 'Answer'),
      'the link for the store': press('button', 'Link for the store'),
    },
  },
  {
    address: store('tills'),
    as: 'admin',
    ready: 'Till since',
    over: {
      'the link of a till': async (page) => {
        await press('button', 'Make a till')(page);
        await page.getByRole('button', { name: 'Make the link' }).click();
        await expect(shown(page, 'It is shown only once.')).toBeVisible();
      },
      'the last question': press('button', 'End'),
    },
  },
  {
    address: `/statement/${STATEMENT_TOKEN}`,
    ready: 'You said: not ours',
    readyEmpty: 'This link has ended',
    over: { 'a line that is not theirs': press('button', 'Not ours') },
  },
  {
    address: '/reround-admin-843/pending/process',
    as: 'admin',
    ready: 'Ben Friesen',
    readyEmpty: 'No pending donations 🎉',
    over: {
      'the reason': async (page) => {
        await page.getByRole('button', { name: 'Reject', exact: true }).click();
        await expect(page.getByLabel(/^Why\?/)).toBeFocused();
      },
      'the reasons of a phone': async (page) => {
        await page.setViewportSize({ width: 360, height: 780 });
        await page.getByRole('button', { name: 'Reject', exact: true }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
      'one that looks the same': async (page, site) => {
        const date = dayOf(site.site.clock(), site.site.timeZone);
        await loggedDonation(site, { date, studentId: 'BFRIESEN', weight: '1-2kg' });
        await page.reload();
        await press('button', 'Compare')(page);
      },
      'the photo': async (page, site) => {
        await site.database.execute(
          sql`update donations set photo_url = '/favicon.svg' where not is_confirmed and rejected_at is null`,
        );
        await page.reload();
        await press('button', 'Enlarge')(page);
      },
    },
  },
  { address: '/reround-admin-843/intake', as: 'admin', ready: 'Participant' },
  { address: '/reround-admin-843/intake', ready: 'Admin login required' },
  {
    address: '/reround-admin-843/photos',
    as: 'admin',
    ready: 'AOKAFOR',
    readyEmpty: 'No donations wait for a photo',
    over: { 'the photo proof': press('button', 'Upload') },
  },
  {
    address: '/reround-admin-843/bins',
    as: 'admin',
    ready: 'UC East',
    readyEmpty: 'No bins.',
    over: { 'a new bin': press('button', 'Add New Bin'), 'the codes': press('button', 'Show the QR codes') },
  },
  {
    address: '/reround-admin-843/bins?tab=alerts',
    as: 'admin',
    ready: 'The lid does not close',
    readyEmpty: 'No pending overflow alerts',
  },
  { address: '/reround-admin-843/bins/print', as: 'admin', ready: 'UC East' },
  {
    address: '/reround-admin-843/password',
    as: 'admin',
    ready: 'New password',
    over: {
      'what is wrong': async (page) => {
        await page.getByRole('button', { name: 'Change password' }).click();
        await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/at least 15 characters/);
      },
    },
  },
  { address: '/reround-admin-843/account?tab=sessions', as: 'admin', ready: 'This one' },
  {
    address: '/reround-admin-843/account',
    as: 'admin',
    ready: 'Set up a second factor',
    over: {
      'its three compartments': async (page) => {
        await page.getByRole('button', { name: 'Set up a second factor' }).click();
        await page.getByRole('button', { name: 'My app has it' }).click();
        await expect(page.getByLabel('Code from the app')).toBeFocused();
      },
      'the door where everyone needs one': async (page, site) => {
        await site.database.execute(sql`update settings set is_second_factor_required = true`);
        await page.reload();
        await page.getByRole('heading', { name: 'Set up your second factor' }).waitFor();
      },
    },
  },
];

const TIMEOUT_MILLISECONDS = 120_000;

test.describe.configure({ mode: 'parallel' });

for (const { address, as, ready, readyEmpty, over = {} } of screens) {
  const name = as === undefined ? address : `${address} as ${as}`;

  furnishedTest(`${name}: breaks no rule`, async ({ page, site }) => {
    furnishedTest.setTimeout(TIMEOUT_MILLISECONDS * (1 + Object.keys(over).length));
    await signIn(page, site, as);
    const visit = async () => {
      await page.goto(address);
      await expect(shown(page, ready)).toBeVisible();
    };
    await visit();
    const found = await problems(page);
    for (const [what, open] of Object.entries(over)) {
      await furnishedTest.step(what, async () => {
        await visit();
        await open(page, site);
        for (const problem of await problems(page)) found.push(`${what}, ${problem}`);
      });
    }
    expect(found).toEqual([]);
  });

  if (readyEmpty === undefined) continue;

  test(`${name}, empty: breaks no rule`, async ({ page, site }) => {
    test.setTimeout(TIMEOUT_MILLISECONDS);
    await signIn(page, site, as);
    await page.goto(address);
    await expect(shown(page, readyEmpty)).toBeVisible();
    expect(await problems(page)).toEqual([]);
  });
}

test('no screen is left out', () => {
  const visited = new Set(screens.map(({ address }) => address.replace(/\?.*/, '')));
  const paths = Object.values(allScreens).map(({ path }) => path);
  expect(paths.filter((path) => !path.includes(':') && !visited.has(path))).toEqual([]);
});

async function practise(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Practise' }).click();
  await expect(page.getByRole('heading', { name: 'Practice' })).toBeVisible();
}

async function signInAsNobody(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(shown(page, 'Please enter an email or a donor ID.')).toBeVisible();
}

async function checkCode(page: Page, code: string, verdict: string): Promise<void> {
  await page.getByLabel('Reward code').fill(code);
  await page.getByRole('button', { name: 'Check Code' }).click();
  await expect(shown(page, verdict)).toBeVisible();
}

/** The code of Amara Okafor's that was issued last of those that still have uses. */
async function codeOf(site: ServedSite): Promise<string> {
  const { rows } = await site.database.execute<{ code: string }>(
    sql`select code from discount_codes where use_count < max_uses and expires_at > now() order by id desc`,
  );
  return rows[0]?.code ?? '';
}

async function reportFromGuide(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Report a Full / Damaged Bin' }).click();
  await expect(page.getByLabel('Your name')).toBeVisible();
}

async function sendReport(page: Page): Promise<void> {
  await page.getByLabel('Bin', { exact: true }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Thank you. We will look after the bin.')).toBeVisible();
}

function shown(page: Page, text: string): Locator {
  return page.getByText(text).filter({ visible: true }).first();
}

function press(role: 'button' | 'link', name: string) {
  return async (page: Page) => {
    await page.getByRole('main').or(page.getByRole('banner')).getByRole(role, { name }).first().click();
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')).first()).toBeVisible();
  };
}

function pressInMenu(item: string) {
  return async (page: Page) => {
    await openMenu(page);
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More for UC East' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
}
