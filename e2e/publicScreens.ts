import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { pickupToken } from '#server/testing/furnish.ts';
import type { ScreenName } from '#shared/screens.ts';
import { expect, type ServedSite, signIn } from './fixtures.ts';
import { SHARE_TOKEN, STATEMENT_TOKEN } from './furnish.ts';
import { press, shown, type Visit } from './visit.ts';

type PublicName = Exclude<ScreenName, `console${string}` | 'adminLogin'>;

/** The visits of each public screen, or the name of the screen that is the same page. */
export const publicScreens: Record<PublicName, readonly Visit[] | PublicName> = {
  home: [
    {
      address: '/',
      ready: 'Main Street Thrift',
      readyEmpty: 'No partner stores yet',
      states: {
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
  ],
  log: [
    {
      address: '/log',
      ready: 'Log a donation',
      states: {
        'the weights as a list': async (page) =>
          await page.getByRole('button', { name: 'Use a list' }).click(),
        'refused fields': async (page) => {
          await page.getByLabel('Date', { exact: true }).fill('');
          await page.getByRole('button', { name: 'Log Donation' }).click();
          await expect(page.getByLabel('Student ID')).toHaveAccessibleDescription(/Student ID is required/);
          await expect(page.getByLabel('Student ID')).toBeFocused();
          await expect(page.getByLabel('Date', { exact: true })).toHaveAccessibleDescription(
            /Date is required/,
          );
        },
        'the form of a scanned bin': async (page) => {
          await page.goto('/log?bin=UC_EAST&location=University+Centre');
          await expect(page.getByText('QR Code Scan Detected')).toBeVisible();
          await expect(page.getByText('What you wrote before is still here.')).toBeVisible();
        },
        'a logged donation': async (page) => {
          await page.getByRole('button', { name: 'Start over' }).click();
          await page.getByLabel('Student ID').fill('AOKAFOR');
          await page.getByRole('button', { name: 'Log Donation' }).click();
          await expect(page.getByRole('heading', { name: /^Write \w{3} on your bag$/ })).toBeVisible();
        },
        'a donation that waits for a connection': async (page) => {
          await page.goto('/log');
          await page.getByLabel('Student ID').fill('AOKAFOR');
          await page.context().setOffline(true);
          await expect(page.getByText('No connection')).toBeVisible();
          await page.getByRole('button', { name: 'Log Donation' }).click();
          await expect(page.getByRole('heading', { name: 'Kept on this phone' })).toBeVisible();
        },
      },
    },
  ],
  redeem: [
    {
      address: '/redeem',
      ready: 'Reward code',
      states: {
        'an unknown code': async (page) => await checkCode(page, 'RR-AAAAAA', 'Code not found'),
        'a good code': async (page, site) => await checkCode(page, await findValidCode(site), 'Valid Code'),
        'a wrong PIN': async (page) => {
          await page.getByLabel('Partner PIN').fill('1');
          await page.getByRole('button', { name: 'Redeem Now' }).click();
          await expect(page.getByLabel('Partner PIN')).toHaveAccessibleDescription(/Invalid PIN/);
        },
        'a PIN that stays': async (page) => {
          await page.getByLabel('Keep the PIN for the next customer').check();
          await page.getByLabel('Partner PIN').fill('1');
          await expect(page.getByRole('button', { name: 'Lock' })).toBeVisible();
        },
        'a locked till': async (page) => {
          await page.getByRole('button', { name: 'Lock' }).click();
          await expect(page.getByLabel('Partner PIN')).toHaveAccessibleDescription(/Locked/);
        },
        'an expired code': async (page, site) => {
          const code = await findValidCode(site);
          await site.database.execute(
            sql`update discount_codes set expires_at = generated_at + interval '1 second' where code = ${code}`,
          );
          await page.reload();
          await checkCode(page, code, 'Expired');
        },
        'a code without a use left': async (page, site) => {
          const code = await findValidCode(site);
          await site.database.execute(
            sql`update discount_codes set use_count = max_uses where code = ${code}`,
          );
          await checkCode(page, code, 'Fully used');
        },
        practice: async (page) => {
          await page.reload();
          await page.getByRole('button', { name: 'Practise' }).click();
          await page.keyboard.press('Enter');
          await expect(shown(page, 'Practice: nothing is spent.')).toBeVisible();
          await page.getByLabel('Partner PIN').fill('12345678');
          await page.keyboard.press('Enter');
          await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
        },
        'the question before a use is given back': async (page) => {
          await page.getByRole('button', { name: 'Undo' }).click();
          await expect(page.getByLabel('Partner PIN')).toBeFocused();
        },
        'no camera': async (page) => {
          await page.reload();
          await page.getByRole('button', { name: 'Use camera' }).click();
          await expect(page.getByRole('dialog', { name: 'No picture' })).toBeVisible();
        },
        'the camera': async (page) => {
          await page.evaluate(() => {
            navigator.mediaDevices.getUserMedia = async () =>
              document.createElement('canvas').captureStream();
          });
          await page.getByRole('button', { name: 'Use camera' }).click();
          await expect(page.getByRole('dialog', { name: 'Hold the code in the frame' })).toBeVisible();
        },
        'no connection': async (page) => {
          await page.getByLabel('Reward code').fill('RR-AAAAAA');
          await page.context().setOffline(true);
          await page.getByRole('button', { name: 'Check Code' }).click();
          await expect(page.getByRole('alert').filter({ hasText: 'No connection.' })).toBeVisible();
        },
      },
    },
  ],
  guide: [
    {
      address: '/bric-a-brac',
      ready: 'Accepted categories',
      states: {
        'the report': press('button', 'Report a Full / Damaged Bin'),
        'the sent report': async (page, site) => {
          await press('button', 'Report a Full / Damaged Bin')(page, site);
          await sendReport(page);
        },
      },
    },
  ],
  dropOff: [
    {
      address: '/bins',
      ready: 'Between the two sets of doors.',
      readyEmpty: 'No bins yet',
      states: {
        'the nearest bin first': async (page) => {
          await page.context().grantPermissions(['geolocation']);
          await page.context().setGeolocation({ latitude: 49.8, longitude: -97.1 });
          await page.getByRole('button', { name: 'Nearest first' }).click();
          await expect(page.getByText('The nearest bin comes first.')).toBeAttached();
        },
        'no place': async (page) => {
          await page.getByRole('button', { name: 'Nearest first' }).click();
          await page.context().clearPermissions();
          await page.getByRole('button', { name: 'Nearest first' }).click();
          await expect(page.getByText(/did not give its place/)).toBeVisible();
        },
      },
    },
  ],
  pickupRequest: [
    {
      address: '/pickup-request',
      ready: 'Preferred date and time',
      states: {
        'refused fields': async (page) => {
          await page.getByRole('button', { name: 'Request Pickup' }).click();
          await expect(page.getByLabel('Items')).toHaveAccessibleDescription(/description is required/);
        },
        'the sent request': async (page) => {
          for (const label of ['Name', 'Phone', 'Address', 'Items'])
            await page.getByLabel(label).fill('Amara');
          await page.getByRole('button', { name: 'Request Pickup' }).click();
          await expect(page.getByText('Back to the guide')).toBeVisible();
        },
      },
    },
  ],
  discounts: [
    {
      address: '/discounts',
      ready: 'Main Street Thrift',
      readyEmpty: 'No partner stores yet.',
      states: {
        'the best code of a donor': async (page, site) => {
          await signIn(page, site, 'donor');
          await page.reload();
          await expect(page.getByText('Your best code')).toBeVisible();
        },
      },
    },
  ],
  privacy: [{ address: '/privacy', ready: 'What is kept, and why' }],
  accessibility: [{ address: '/accessibility', ready: 'Known limits' }],
  binDemo: [{ address: '/bin-demo', ready: 'Sample bin A' }],
  donorLogin: [
    {
      address: '/donor-login',
      ready: 'Donor ID',
      states: {
        'an empty form': async (page) => {
          await page.getByRole('button', { name: 'Log in' }).click();
          await expect(shown(page, 'Please enter an email or a donor ID.')).toBeVisible();
        },
        'a refused sign-in': async (page) => {
          await page.getByLabel('Donor ID').fill('AOKAFOR');
          await page.getByRole('button', { name: 'Add your email or name' }).click();
          await page.getByLabel('Email optional').fill('someone.else@example.ca');
          await page.getByRole('button', { name: 'Log in' }).click();
          await expect(page.getByRole('alert')).toHaveText('That email does not match this donor ID.');
        },
        'the mailed code': async (page, site) => {
          await site.openMailbox();
          await page.goto('/donor-login');
          await page.getByLabel('Donor ID or email').fill('AOKAFOR');
          await page.getByRole('button', { name: 'Send me a code' }).click();
          await page.getByLabel('Six-digit code').fill('12345');
          await site.closeMailbox();
        },
      },
    },
  ],
  login: 'donorLogin',
  reportOverflow: [
    {
      address: '/report-overflow',
      ready: 'Your name',
      readyEmpty: 'No bins yet.',
      states: {
        'the sent report': sendReport,
        'a scanned sample bin': async (page) => {
          await page.goto('/report-overflow?bin=0&code=SAMPLE_A');
          await expect(page.getByText('This is a sample bin')).toBeVisible();
        },
        'a scanned bin': async (page) => {
          await page.goto('/report-overflow?code=UC_EAST');
          await expect(page.getByText('University Centre, east entrance')).toBeVisible();
        },
      },
    },
  ],
  sharedStatus: [
    { address: `/p/${SHARE_TOKEN}`, ready: 'Amara Okafor', readyEmpty: 'Link not found or expired.' },
  ],
  dashboard: [
    {
      address: '/dashboard',
      as: 'donor',
      ready: 'Recent donations',
      readyEmpty: 'No donations yet.',
      states: { 'the tiers': async (page) => await page.getByText('How the tiers work').click() },
    },
  ],
  status: 'dashboard',
  offline: [{ address: '/offline', ready: 'You are offline' }],
  mailLink: [
    { address: '/mail/link', ready: 'This link does not work' },
    { address: '/no-such-page', ready: "We couldn't find that page" },
  ],
  storeStatement: [
    {
      address: `/statement/${STATEMENT_TOKEN}`,
      ready: 'Dana',
      readyEmpty: 'This link has ended',
    },
  ],
  pickup: [
    {
      address: `/pickup/${pickupToken(1)}`,
      ready: 'We have your request',
      readyEmpty: 'This link does not work',
      states: { 'the question before it is cancelled': press('button', 'Cancel pickup') },
    },
  ],
};

async function checkCode(page: Page, code: string, verdict: string): Promise<void> {
  await page.getByLabel('Reward code').fill(code);
  await page.getByRole('button', { name: 'Check Code' }).click();
  await expect(shown(page, verdict)).toBeVisible();
}

/** The newest code that still has uses. */
async function findValidCode(site: ServedSite): Promise<string> {
  const { rows } = await site.database.execute<{ code: string }>(
    sql`select code from discount_codes where use_count < max_uses and expires_at > now() order by id desc`,
  );
  return rows[0]?.code ?? '';
}

async function sendReport(page: Page): Promise<void> {
  await page.getByLabel('Bin', { exact: true }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(/Thank you/)).toBeVisible();
}
