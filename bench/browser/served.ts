import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { requireChromium } from '../../scripts/chromium.ts';
import { startThrowawayPostgres } from '#server/testing/postgres.ts';
import { migrateDatabase, openServerDatabase } from '#server/database.ts';
import { startServer } from '#server/testing/process.ts';
import { fillWithVolume } from '#server/testing/volume.ts';
import { dayOf } from '#shared/dates.ts';

export interface Served {
  url: string;
  /** Makes as many partners in all, with which that list is as long as the others cannot be. */
  fillPartners: (count: number) => Promise<void>;
  close: () => Promise<void>;
}

const ADMIN = { username: 'alex', password: 'a password for benchmarks' };

/** The server as `npm start` runs it, on a PostgreSQL with years of work in it. */
export async function serve(donations: number): Promise<Served> {
  const postgres = await startThrowawayPostgres({ durable: true });
  if (!postgres) throw new Error('This benchmark needs the programs of a PostgreSQL server on this machine.');
  const directory = await mkdtemp(join(tmpdir(), 'reround-browser-'));
  const cleanUp = async () => {
    await postgres.stop();
    await rm(directory, { recursive: true });
  };
  try {
    const opened = openServerDatabase(postgres.url, (error) => console.error(error));
    await migrateDatabase(opened.database, async () => {});
    await fillWithVolume(opened.database, donations, dayOf(new Date(), 'America/Winnipeg'));
    await opened.close();
    const server = await startServer({
      DATABASE_URL: postgres.url,
      DATA_DIR: directory,
      SECRET_KEY: 'a secret key that only this benchmark knows',
      ADMIN_USERNAME: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
      RATE_LIMITS: 'off',
    });
    return {
      url: server.url,
      fillPartners: async (count) => {
        const filler = openServerDatabase(postgres.url, (error) => console.error(error));
        await filler.database.execute(sql`
          insert into partners (name, discount, pin_hash, created_at)
          select 'Store ' || number, '10% off', md5('pin' || number), now()
          from generate_series((select count(*) + 1 from partners), ${count}::int) number`);
        await filler.close();
      },
      close: async () => {
        server.child.kill('SIGTERM');
        await server.ended;
        await cleanUp();
      },
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

/** Real Chromium, without windows. */
export async function openBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: requireChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu'],
  });
}

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1366, height: 768 } };
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 780 },
  hasTouch: true,
  isMobile: true,
};

/** The console with an admin signed in. */
export async function openConsole(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = DESKTOP,
): Promise<Page> {
  const context = await browser.newContext({ ...options, baseURL: url });
  const page = await context.newPage();
  await page.goto('/admin-login');
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Pending donations' }).waitFor();
  return page;
}

/** How many times slower the page's own processor is made. */
export const slowdowns = [1, 4] as const;

/** Makes a page's processor slower, as Chromium's developer tools do. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Waits until a list of the console shows rows, and none that are on their way. */
export async function untilListed(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('main [data-row]') !== null &&
      document.querySelector('main [aria-busy="true"]') === null,
  );
}
