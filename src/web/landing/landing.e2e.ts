import type { Locator, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { newsletterSubscribers } from '#server/db/schema.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { confirmedCode, loggedDonation } from '#server/testing/scenarios.ts';
import { expect, type ServedSite, test } from '#e2e/fixtures.ts';

const bar = (page: Page) => page.getByRole('banner').getByRole('navigation', { name: 'Main' });
const menu = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu of ReRound' });

test('every link leads on, and the section in view is marked', async ({ page }) => {
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

  await expectMarked(page, 'Home');
  for (const [link, heading] of [
    ['Contact', 'Come by, or write'],
    ['How It Works', 'How It Works'],
  ] as const) {
    await bar(page).getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeInViewport({ ratio: 1 });
    await expectMarked(page, link);
  }
  // What donations earn belongs to how it works.
  await page.getByRole('heading', { name: 'At the till' }).scrollIntoViewIfNeeded();
  await expectMarked(page, 'How It Works');

  const scrolling = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  expect(await scrolling()).toBe('smooth');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await scrolling()).toBe('auto');

  // What leads to a part of this page or of the guide finds it there.
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

test('the drawer works by keyboard: it holds focus and scrolling, and gives both back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await page.goto('/');
  await expect(bar(page)).toBeHidden();
  await expect(menu(page)).toBeEnabled();
  await menu(page).focus();
  await page.keyboard.press('Enter');
  await expect(drawer(page).getByRole('button', { name: 'Close menu' })).toBeFocused();

  await test.step('nothing behind it is reached', async () => {
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

  await test.step('Escape and a click beside close it', async () => {
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

test('the shop window closes at the goal and not before, and its figure keeps clear of the ring', async ({
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
    expect(await window.evaluate(roomInTheSun), name).toBeGreaterThanOrEqual(14);
    const isReached = goal === 3;
    await expect(page.getByText(/^\w+ is closed\.$/)).toBeVisible({ visible: isReached });
    await expect(page.getByText(/ 12% weighed by us\.$/)).toBeVisible();
    await expect(window.locator('.ring-grain-solid'), name).toHaveCSS('opacity', isReached ? '1' : '0');
  }
});

test('the newsletter form names what is missing, thanks and clears, and loses nothing where no answer comes', async ({
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

  const other = await newVisitor();
  await other.goto('/');
  const lost = other.getByRole('form', { name: 'Newsletter' });
  await lost.getByLabel('Email').fill('jo@example.ca');
  await lost.getByLabel('I agree to receive newsletters and updates.').check();
  await other.context().setOffline(true);
  await lost.getByRole('button', { name: 'Subscribe' }).click();
  await expect(other.getByRole('alert')).toHaveText('Error Failed to subscribe to newsletter');
  await expect(lost.getByLabel('Email')).toHaveValue('jo@example.ca');
});

/** Where each link leads, by its name. */
async function linksOf(place: Locator): Promise<Record<string, string>> {
  const links = await place
    .getByRole('link')
    .evaluateAll((elements) =>
      elements.map((link) => [link.textContent?.trim() ?? '', link.getAttribute('href') ?? ''] as const),
    );
  return Object.fromEntries(links);
}

async function expectMarked(page: Page, name: string): Promise<void> {
  await expect(bar(page).locator('[aria-current]')).toHaveText([name]);
}

async function expectToast(page: Page, title: string, description: string): Promise<void> {
  const news = page.getByRole('region', { name: 'Notifications' });
  await expect(news.getByText(title, { exact: true })).toBeVisible();
  await expect(news.getByText(description, { exact: true })).toBeVisible();
}

/** Answers take a second to come, as on a bad line. */
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

/** How many pixels of the drawing lie between the figure in the sun and the ring round it, at the nearest. */
function roomInTheSun(window: Element): number {
  const figure = window.querySelector('text') as SVGTextElement;
  const { x, width } = figure.getBBox();
  const size = Number(figure.getAttribute('font-size'));
  const baseline = Number(figure.getAttribute('y'));
  // Of their size, digits are seven tenths high and have a fortieth of air at each side.
  const [left, right, top] = [x + size / 40, x + width - size / 40, baseline - 0.7 * size];
  const corners = [left, right].flatMap((side) =>
    [top, baseline].map((y) => Math.hypot(side - 280, y - 220)),
  );
  // The ring of radius 80, outline included, as ShopWindow enlarges it.
  return 1.26 * (80 - 12) - Math.max(...corners);
}
