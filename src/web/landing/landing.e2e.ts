import type { Locator, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { contract as partners } from '#features/partners/contract.ts';
import { newsletterSubscribers } from '#server/schema.ts';
import { confirmedCode } from '#server/testing/scenarios.ts';
import { dayOf } from '#shared/dates.ts';
import { expect, type ServedSite, test } from '#e2e/fixtures.ts';
import { furnish } from '#e2e/furnish.ts';
import { layoutShift } from '#e2e/layoutShift.ts';

const bar = (page: Page) => page.getByRole('banner').getByRole('navigation', { name: 'Main' });
const section = (page: Page, name: string) => page.getByRole('region', { name });
const menu = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu of ReRound' });

test('every link leads on, and no button is dead', async ({ page }) => {
  await page.goto('/');
  await expect
    .poll(() => linksOf(bar(page)))
    .toEqual({
      Home: '/#home',
      'How It Works': '/#how-it-works',
      "What's Bric-a-Brac?": '/bric-a-brac',
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
      '/privacy',
      '/accessibility',
      '/#about',
    ]),
  );

  // What leads to a part of this page or of the guide finds it there.
  await page.emulateMedia({ reducedMotion: 'reduce' });
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

test('the section on show is marked, the way there is smooth unless less motion is asked for', async ({
  page,
}) => {
  await page.goto('/');
  await expectMarked(page, 'Home');
  for (const [link, heading] of [
    ['Contact', 'Come by, or write'],
    ['How It Works', 'How It Works'],
    ['Community', 'Community'],
    ['Services', 'Services'],
    ['Home', 'Close the Loop. Open a Future.'],
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
    const names = ['Home', 'How It Works', "What's Bric-a-Brac?", 'Services', 'Community', 'Contact'];
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

test('a donor who is signed in finds the dashboard where the ways in were', async ({ page, site }) => {
  const { cookies } = await site.donor('AOKAFOR');
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: site.url })));
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('figures, terms and partner stores are those of the site', async ({ page, site }) => {
  await page.goto('/');
  await expect(
    page.getByRole('img', { name: 'Community goal: 0.0 of 250 kilograms this month, 0 percent' }),
  ).toBeVisible();
  await expect(page.getByText('2 uses, 30 days')).toBeVisible();
  await expect(page.getByText('Each code can be used twice within 30 days.')).toBeVisible();
  await expect(page.getByText('No partner stores yet')).toBeVisible();

  const admin = await site.admin();
  await admin.call(partners.createPartner, {
    body: { name: 'Main Street Thrift', link: 'https://example.ca/' },
  });
  await admin.call(partners.createPartner, { body: { name: 'Second Byte Books' } });
  const date = dayOf(site.site.clock(), site.site.timeZone);
  await confirmedCode(site, admin, { date, weight: '3kg+' });
  await site.database.execute(
    sql`update settings set uses_per_code = 3, days_valid = 45, monthly_goal_kilograms = 10`,
  );
  await page.reload();
  await expect(
    page.getByRole('img', { name: 'Community goal: 3.5 of 10 kilograms this month, 35 percent' }),
  ).toBeVisible();
  await expect(
    page.getByText(/so far: 35% of the community goal\. At 10 kg the loop closes\./),
  ).toBeVisible();
  await expect(page.getByText('3 uses, 45 days')).toBeVisible();
  await expect(page.getByText('Each code can be used 3 times within 45 days.')).toBeVisible();
  const community = section(page, 'Community');
  await expect(community.getByText('Second Byte Books')).toBeVisible();
  const website = community.getByRole('link', { name: 'Visit Website of Main Street Thrift, in a new tab' });
  await expect(website).toHaveAttribute('href', 'https://example.ca/');
  await expect(website).toHaveAttribute('target', '_blank');
  await expect(community.getByRole('link', { name: /Visit Website/ })).toHaveCount(1);
});

test('the window closes at the goal and not before, and its figures keep clear of the ring', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  let kg = 0;
  await page.route('**/api/public/site', async (route) => {
    const response = await route.fetch();
    const site = await response.json();
    await route.fulfill({ response, json: { ...site, community: { ...site.community, month: { kg } } } });
  });
  for (const [kilograms, name] of [
    [0.5, 'Community goal: 0.5 of 250 kilograms this month, 0 percent'],
    [88.5, 'Community goal: 88.5 of 250 kilograms this month, 35 percent'],
    [249.5, 'Community goal: 249.5 of 250 kilograms this month, 99 percent'],
    [250, 'Community goal reached: 250.0 of 250 kilograms this month, 100 percent'],
    [888.5, 'Community goal reached: 888.5 of 250 kilograms this month, 355 percent'],
    [1204.5, 'Community goal reached: 1,204.5 of 250 kilograms this month, 481 percent'],
    [88_888.5, 'Community goal reached: 88,888.5 of 250 kilograms this month, 35555 percent'],
  ] as const) {
    kg = kilograms;
    await page.goto('/');
    const window = page.getByRole('img', { name });
    await expect(window).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    expect(await window.evaluate(roomInTheSun), name).toBeGreaterThanOrEqual(14);
    const isReached = kilograms >= 250;
    await expect(page.getByText(/^\w+ is closed\.$/)).toBeVisible({ visible: isReached });
    await expect(window.locator('.ring-grain-solid'), name).toHaveCSS('opacity', isReached ? '1' : '0');
  }
  await expect(
    page.getByText('88,888.5 kg, 35555% of the goal. What you give now still earns.'),
  ).toBeVisible();
});

test('the example tag is as white in the dark as in the light', async ({ page }) => {
  await page.goto('/');
  const code = page.getByText('RR-7KM4QD');
  const looks = () =>
    code.evaluate((text) => {
      const tag = text.parentElement ?? text;
      return [tag, ...tag.querySelectorAll('p')].map((part) => {
        const { color, backgroundColor } = getComputedStyle(part);
        return { color, backgroundColor };
      });
    });
  await page.emulateMedia({ colorScheme: 'light' });
  const inTheLight = await looks();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await looks()).toEqual(inTheLight);
});

test('three services stand in a row from 768 px on', async ({ page }) => {
  const tops = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    const bays = section(page, 'Services').locator('ul > li');
    return await bays.evaluateAll(
      (items) => new Set(items.map((item) => item.getBoundingClientRect().top)).size,
    );
  };
  await page.goto('/');
  expect(await tops(767)).toBe(3);
  expect(await tops(768)).toBe(1);
});

test.describe('the newsletter', () => {
  test('says what is missing, asks the server, thanks and clears', async ({ page, site }) => {
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

    await email.fill('amara@example.ca');
    await form.getByLabel('First name').fill('Amara');
    await consent.check();
    await subscribe.click();
    await expectToast(page, 'Success!', 'Thank you for subscribing. You will hear from us.');
    await expect(form.getByLabel('First name')).toHaveValue('');
    expect(await subscribers(site)).toEqual([
      { email: 'jo@example.ca', firstName: null },
      { email: 'amara@example.ca', firstName: 'Amara' },
    ]);
  });

  test('says so where no answer comes, and keeps what was typed', async ({ browser, site }) => {
    // A context of its own: Chromium calls each failed request an error of the page.
    const context = await browser.newContext({ baseURL: site.url });
    const page = await context.newPage();
    await page.goto('/');
    const form = page.getByRole('form', { name: 'Newsletter' });
    await form.getByLabel('Email').fill('jo@example.ca');
    await form.getByLabel('I agree to receive newsletters and updates.').check();
    await context.setOffline(true);
    await form.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByRole('alert')).toHaveText('Error Failed to subscribe to newsletter');
    await expect(form.getByLabel('Email')).toHaveValue('jo@example.ca');
    await context.close();
  });
});

test('nothing jumps while figures, fonts and stores arrive', async ({ page, site }) => {
  const measure = async (address: string, width: number) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('about:blank');
    await page.goto(address);
    await expect(page.getByRole('img', { name: /this month/ })).toBeAttached();
    await page.waitForLoadState('networkidle');
    return await layoutShift(page);
  };
  const shifts: Record<string, number> = {};
  for (const furnished of [false, true]) {
    if (furnished) await furnish(site);
    for (const width of [390, 1280]) {
      for (const address of ['/', '/#community', '/#contact']) {
        shifts[`${address} ${width} px${furnished ? ', furnished' : ''}`] = await measure(address, width);
      }
    }
  }
  expect(Object.entries(shifts).filter(([, shift]) => shift >= 0.02)).toEqual([]);
});

test('without JavaScript it can be read all the same', async ({ browser, site }) => {
  const context = await browser.newContext({
    baseURL: site.url,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 780 },
  });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Close the Loop\. Open a Future\./);
  for (const name of [
    'How It Works',
    'Run by students, for Manitoba',
    'Services',
    'Community',
    'Come by, or write',
  ]) {
    await expect(section(page, name)).toBeVisible();
  }
  await expect(page.getByText('Each code can be used twice within 30 days.')).toBeVisible();
  await expect(page.getByText(/is on the list of partner discounts/)).toBeVisible();
  await expect(page.getByText(/This form needs JavaScript/)).toBeVisible();
  await expect(menu(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeHidden();
  await page.getByRole('main').getByRole('link', { name: 'Log Donation' }).first().click();
  await expect(page).toHaveURL(/\/log$/);
  await context.close();
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
  const { email, firstName, id } = newsletterSubscribers;
  return await site.database.select({ email, firstName }).from(newsletterSubscribers).orderBy(id);
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
