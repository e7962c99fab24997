import type { Page } from '@playwright/test';
import { type CameraBrowser, openCameraBrowser } from '#e2e/cameraBrowser.ts';
import type { Scene } from '#e2e/cameraFilm.ts';
import { test as base, expect, watchErrors } from '#e2e/fixtures.ts';
import { codeAndStore } from '#server/testing/scenarios.ts';

interface CameraFixtures {
  /** Opens a till on a phone whose camera shows a film. */
  openTill: (film: readonly Scene[], prepare?: (page: Page) => Promise<unknown>) => Promise<Page>;
}

const PHONE = { width: 390, height: 844 };

const test = base.extend<CameraFixtures>({
  openTill: async ({ site }, use) => {
    const cameras: CameraBrowser[] = [];
    const errors: string[][] = [];
    await use(async (film, prepare) => {
      const camera = await openCameraBrowser(film);
      cameras.push(camera);
      const page = await camera.browser.newPage({ baseURL: site.url, viewport: PHONE });
      errors.push(await watchErrors(page));
      await page.addInitScript(countTracks);
      await prepare?.(page);
      await page.goto('/redeem');
      return page;
    });
    await Promise.all(cameras.map((camera) => camera.close()));
    expect(errors.flat(), 'errors in the consoles of the pages').toEqual([]);
  },
});

/** Runs in the page, and counts the camera tracks that were opened and those that are still live. */
function countTracks() {
  const opened: MediaStreamTrack[] = [];
  const devices = navigator.mediaDevices;
  const getUserMedia = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (constraints) => {
    const stream = await getUserMedia(constraints);
    opened.push(...stream.getTracks());
    return stream;
  };
  const countLive = () => opened.filter(({ readyState }) => readyState === 'live').length;
  Object.assign(window, { tracks: () => ({ opened: opened.length, live: countLive() }) });
}

async function tracks(page: Page): Promise<{ opened: number; live: number }> {
  return await page.evaluate(() =>
    (window as unknown as { tracks: () => { opened: number; live: number } }).tracks(),
  );
}

const noCode: Scene = { seconds: 1, text: null };
const showCode = (text: string): Scene => ({ seconds: 2, text });

const scanner = (page: Page) => page.getByRole('dialog', { name: 'Hold the code in the frame' });

async function pressCamera(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use camera to scan' }).click();
}

test('the camera accepts only a reward code, and redeems nothing even with a remembered PIN', async ({
  openTill,
  site,
}) => {
  const admin = await site.admin();
  const { code, pin } = await codeAndStore(site, admin);
  const address = (text: string) => `${site.url}/redeem?code=${text}`;
  const requestedPaths: string[] = [];
  const page = await openTill(
    [
      noCode,
      { seconds: 1.5, text: `${site.url}/log?bin=UC_EAST` },
      { seconds: 3, text: null },
      showCode(address(code)),
    ],
    async (opened) => {
      opened.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
    },
  );
  const isReader = (path: string) => path.includes('/decode-');
  const status = scanner(page).getByRole('status');
  await page.getByLabel('Partner PIN').fill(pin);
  await page.getByLabel('Clerk').fill('MK');
  await page.getByLabel('Keep the PIN for the next customer').check();
  expect(requestedPaths.filter(isReader)).toEqual([]);

  await test.step('another QR code shows a hint for two seconds, and scanning goes on', async () => {
    await pressCamera(page);
    await expect(scanner(page).getByText('The picture stays on this phone.')).toBeVisible();
    await expect(status).toHaveText('That is not a reward code');
    await expect(status).toBeEmpty();
  });

  await test.step('the code is checked, and the camera is off', async () => {
    await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
    await expect(page.getByText('2 uses left')).toBeVisible();
    await expect(page.getByText(code, { exact: true })).toBeVisible();
    await expect(page.locator('dialog')).toHaveCount(0);
    expect(await tracks(page)).toEqual({ opened: 1, live: 0 });
    expect(requestedPaths.filter((path) => path.startsWith('/api/redeem/'))).toEqual([`/api/redeem/${code}`]);
    expect(requestedPaths.filter(isReader)).toHaveLength(1);
  });

  await test.step('a separate Enter redeems', async () => {
    await expect(page.getByRole('button', { name: 'Redeem Now' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Redeemed' })).toBeVisible();
  });
});

test('closing the camera, or hiding the page, switches it off', async ({ openTill }) => {
  const page = await openTill([noCode]);
  const camera = page.getByRole('button', { name: 'Use camera' });

  await test.step('Escape, the cross and "Type the code" lead back', async () => {
    const waysToClose = [
      async () => await page.keyboard.press('Escape'),
      async () => await scanner(page).getByRole('button', { name: 'Close' }).click(),
      async () => await scanner(page).getByRole('button', { name: 'Type the code' }).click(),
    ];
    for (const [index, close] of waysToClose.entries()) {
      await pressCamera(page);
      await expect.poll(() => tracks(page)).toEqual({ opened: index + 1, live: 1 });
      // The focus cannot leave for the page behind.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('main'))).toBeNull();
      await close();
      await expect(scanner(page)).toBeHidden();
      await expect(index < 2 ? camera : page.getByLabel('Reward code')).toBeFocused();
      await expect.poll(() => tracks(page)).toEqual({ opened: index + 1, live: 0 });
    }
  });

  await test.step('a hidden page switches it off, too', async () => {
    await pressCamera(page);
    await expect.poll(() => tracks(page)).toEqual({ opened: 4, live: 1 });
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect(scanner(page)).toBeHidden();
    await expect.poll(() => tracks(page)).toEqual({ opened: 4, live: 0 });
  });
});

test('a till says why its camera shows no picture', async ({ openTill, site, page }) => {
  const noPicture = (till: Page) => till.getByRole('dialog', { name: 'No picture' });

  await test.step('if the reader of QR codes does not load', async () => {
    const till = await openTill(
      [noCode],
      async (opened) =>
        await opened.route('**/assets/decode-*', (route) => route.abort('internetdisconnected')),
    );
    await pressCamera(till);
    await expect(noPicture(till).getByRole('alert')).toContainText('The scanner did not load.');
    await expect.poll(async () => (await tracks(till)).live).toBe(0);
  });

  await test.step('if the browser may not use the camera', async () => {
    const refusing = await openCameraBrowser([noCode], { allowsCamera: false });
    const till = await refusing.browser.newPage({ baseURL: site.url });
    await till.goto('/redeem');
    await pressCamera(till);
    await expect(noPicture(till).getByRole('alert')).toContainText('This page may not use the camera.');
    await expect(till.locator('video')).toHaveCount(0);
    await noPicture(till).getByRole('button', { name: 'Type the code' }).click();
    await expect(till.getByLabel('Reward code')).toBeFocused();
    await refusing.close();
  });

  await test.step('at an address without https', async () => {
    const camera = await openCameraBrowser([noCode], {
      args: ['--host-resolver-rules=MAP till.test 127.0.0.1'],
    });
    const till = await camera.browser.newPage({ baseURL: site.url.replace('127.0.0.1', 'till.test') });
    await till.goto('/redeem');
    await pressCamera(till);
    await expect(till.getByRole('alert')).toContainText('at a secure (https) address only');
    await camera.close();
  });

  await test.step('without a camera', async () => {
    await page.goto('/redeem');
    await pressCamera(page);
    await expect(noPicture(page).getByRole('alert')).toContainText('This device has no camera.');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Use camera' })).toBeFocused();
  });
});
