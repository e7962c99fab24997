import type { Locator, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { newsletterSubscribers } from '#server/db/schema.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { confirmedCode, loggedDonation } from '#server/testing/scenarios.ts';
import { expect, type ServedSite, test } from '#e2e/fixtures.ts';

const bar = (page: Page) => page.getByRole('banner').getByRole('navigation', { name: 'Main' });
const menu = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu of ReRound' });

test('every link leads to its page or section, and the header marks the section in view', async ({
  page,
}) => {
  await page.goto('/');
  await expect
    .poll(() => linksOf(bar(page)))
    .toEqual({
      Home: '/#home',
      'How It Works': '/#how-it-works',
      "What's Bric-a-Brac?": '/bric-a-brac',
      Bins: '/bins',
      Services: '/#services',
      Community: '/#community',
      Contact: '/#contact',
    });
  expect(await linksOf(page.getByRole('main'))).toMatchObject({
    'Log Donation': '/log',
    'What can I give?': '/bric-a-brac',
    'View Partner Stores': '/discounts',
    'Check Your Status': '/status',
    'Learn More: Household Collection': '/pickup-request',
    'Learn More: Eco-Processing': '/bric-a-brac',
    'Visit Store: Community Store': '/discounts',
    'Become a Volunteer': '/#contact',
  });
  expect(Object.values(await linksOf(page.getByRole('contentinfo')))).toEqual(
    expect.arrayContaining([
      '/log',
      '/status',
      '/discounts',
      '/pickup-request',
      '/bric-a-brac',
      '/bins',
      '/privacy',
      '/accessibility',
      '/#about',
    ]),
  );

  await expectCurrentLink(page, 'Home');
  for (const [link, heading] of [
    ['Contact', 'Come by, or write'],
    ['How It Works', 'How It Works'],
  ] as const) {
    await bar(page).getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeInViewport({ ratio: 1 });
    await expectCurrentLink(page, link);
  }
  // The rewards are part of the section How It Works.
  await page.getByRole('heading', { name: 'At the till' }).scrollIntoViewIfNeeded();
  await expectCurrentLink(page, 'How It Works');

  const scrollBehavior = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  expect(await scrollBehavior()).toBe('smooth');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await scrollBehavior()).toBe('auto');

  // Links to a section of this page or of the guide scroll to it.
  const addresses = await page
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  for (const address of new Set(addresses)) {
    const { hash, pathname } = new URL(address);
    if (hash === '') continue;
    await page.goto(pathname + hash);
    await expect(page.locator(hash), address).toBeInViewport();
  }
});

test('the drawer works by keyboard, and holds focus and scrolling until it closes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await page.goto('/');
  await expect(bar(page)).toBeHidden();
  await expect(menu(page)).toBeEnabled();
  await menu(page).focus();
  await page.keyboard.press('Enter');
  await expect(drawer(page).getByRole('button', { name: 'Close menu' })).toBeFocused();

  await test.step('neither Tab nor scrolling reaches the page behind it', async () => {
    const names = ['Home', 'How It Works', "What's Bric-a-Brac?", 'Bins', 'Services', 'Community', 'Contact'];
    for (const name of [...names, 'Log Donation', 'Donor Login']) {
      await page.keyboard.press('Tab');
      await expect(drawer(page).getByRole('link', { name })).toBeFocused();
    }
    await page.mouse.move(20, 400);
    await page.mouse.wheel(0, 600);
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  await test.step('Escape and a click outside close it', async () => {
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toBeHidden();
    await expect(menu(page)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(drawer(page)).toBeVisible();
    await page.mouse.click(20, 400);
    await expect(drawer(page)).toBeHidden();
  });

  await test.step('a link leads to its section', async () => {
    await menu(page).click();
    await drawer(page).getByRole('link', { name: 'Contact' }).press('Enter');
    await expect(drawer(page)).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Come by, or write' })).toBeInViewport({ ratio: 1 });
    await expect(page).toHaveURL('/#contact');
  });
});

test('the ring in the shop window closes only at the goal, and its figure does not touch the ring', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const admin = await site.admin();
  const date = site.today;
  await confirmedCode(site, admin, { date, weight: '3kg+' });
  const id = await loggedDonation(site, { date });
  await admin.call(deciding.confirmDonation, { body: { id, kilograms: 0.5 } });
  for (const [goal, name] of [
    [5, 'Community goal: 4.0 of 5 kilograms this month, 80 percent'],
    [3, 'Community goal reached: 4.0 of 3 kilograms this month, 133 percent'],
  ] as const) {
    await site.database.execute(sql`update settings set monthly_goal_kilograms = ${goal}`);
    await page.goto('/');
    const window = page.getByRole('img', { name });
    await expect(window).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    expect(await window.evaluate(measureClearance), name).toBeGreaterThanOrEqual(14);
    const isReached = goal === 3;
    await expect(page.getByText(/^\w+ is closed\.$/)).toBeVisible({ visible: isReached });
    await expect(page.getByText(/ 12% weighed by us\.$/)).toBeVisible();
    await expect(window.locator('.ring-grain-solid'), name).toHaveCSS('opacity', isReached ? '1' : '0');
  }
});

test('the newsletter form names missing values, empties after a success, and stays filled after a failure', async ({
  page,
  site,
  newVisitor,
}) => {
  await page.goto('/#contact');
  const form = page.getByRole('form', { name: 'Newsletter' });
  const email = form.getByLabel('Email');
  const consent = form.getByLabel('I agree to receive newsletters and updates.');
  const subscribe = form.getByRole('button');

  await subscribe.click();
  await expectToast(page, 'Error', 'Please enter your email address');
  await expect(email).toBeFocused();
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveAccessibleDescription('Your email is missing.');

  await email.fill('jo@');
  await expect(email).not.toHaveAttribute('aria-invalid');
  await email.press('Enter');
  await expectToast(page, 'Error', 'Please agree to receive newsletters and updates');
  await expect(consent).toBeFocused();
  await expect(consent).toHaveAccessibleDescription('Please tick this box.');

  await consent.check();
  await subscribe.click();
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
  await expect(page.getByText('Please enter a valid email address')).toHaveCount(1);
  await expect(email).toBeFocused();
  await expect(email).toHaveValue('jo@');
  expect(await subscribers(site)).toEqual([]);

  await email.fill(' jo@example.ca ');
  await slowDown(page);
  await subscribe.click();
  await expect(subscribe).toHaveText('Subscribing...');
  await expect(subscribe).toBeDisabled();
  await expectToast(page, 'Success!', 'Thank you for subscribing. You will hear from us.');
  await expect(subscribe).toHaveText('Subscribe');
  await expect(email).toHaveValue('');
  await expect(consent).not.toBeChecked();
  expect(await subscribers(site)).toEqual([{ email: 'jo@example.ca', firstName: null }]);

  const otherPage = await newVisitor();
  await otherPage.goto('/');
  const offlineForm = otherPage.getByRole('form', { name: 'Newsletter' });
  await offlineForm.getByLabel('Email').fill('jo@example.ca');
  await offlineForm.getByLabel('I agree to receive newsletters and updates.').check();
  await otherPage.context().setOffline(true);
  await offlineForm.getByRole('button', { name: 'Subscribe' }).click();
  await expect(otherPage.getByRole('alert')).toHaveText('Error Failed to subscribe to newsletter');
  await expect(offlineForm.getByLabel('Email')).toHaveValue('jo@example.ca');
});

/** The address of each link, by the link's name. */
async function linksOf(place: Locator): Promise<Record<string, string>> {
  const links = await place
    .getByRole('link')
    .evaluateAll((elements) =>
      elements.map((link) => [link.textContent?.trim() ?? '', link.getAttribute('href') ?? ''] as const),
    );
  return Object.fromEntries(links);
}

async function expectCurrentLink(page: Page, name: string): Promise<void> {
  await expect(bar(page).locator('[aria-current]')).toHaveText([name]);
}

async function expectToast(page: Page, title: string, description: string): Promise<void> {
  const notifications = page.getByRole('region', { name: 'Notifications' });
  await expect(notifications.getByText(title, { exact: true })).toBeVisible();
  await expect(notifications.getByText(description, { exact: true })).toBeVisible();
}

/** Delays each answer by a second, as on a bad connection. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 1000,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

async function subscribers(site: ServedSite) {
  const { email, firstName } = newsletterSubscribers;
  return await site.database.select({ email, firstName }).from(newsletterSubscribers);
}

/** The shortest distance between the figure in the sun and the ring around it, in units of the drawing. */
function measureClearance(window: Element): number {
  const figure = window.querySelector('text') as SVGTextElement;
  const { x, width } = figure.getBBox();
  const size = Number(figure.getAttribute('font-size'));
  const baseline = Number(figure.getAttribute('y'));
  // Digits are 0.7 of their font size high, with a margin of a fortieth at each side.
  const [left, right, top] = [x + size / 40, x + width - size / 40, baseline - 0.7 * size];
  const corners = [left, right].flatMap((side) =>
    [top, baseline].map((y) => Math.hypot(side - 280, y - 220)),
  );
  // ShopWindow enlarges a ring of radius 80 by 1.26. Half of its stroke and its outline reach 12 inwards.
  return 1.26 * (80 - 12) - Math.max(...corners);
}
