import type { Page } from '@playwright/test';
import { type CameraBrowser, openCameraBrowser } from '#e2e/cameraBrowser.ts';
import type { Scene } from '#e2e/cameraFilm.ts';
import { test as base, expect, watchErrors } from '#e2e/fixtures.ts';
import { codeAndStore, confirmedCode } from '#server/testing/scenarios.ts';

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
    expect(errors.flat(), 'what the pages wrote to the console as errors').toEqual([]);
  },
});

/** Runs in the page: has it know which of the camera's tracks are still live. */
function countTracks() {
  const given: MediaStreamTrack[] = [];
  const devices = navigator.mediaDevices;
  const ask = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (constraints) => {
    const stream = await ask(constraints);
    given.push(...stream.getTracks());
    return stream;
  };
  const live = () => given.filter(({ readyState }) => readyState === 'live').length;
  Object.assign(window, { tracks: () => ({ given: given.length, live: live() }) });
}

async function tracks(page: Page): Promise<{ given: number; live: number }> {
  return await page.evaluate(() =>
    (window as unknown as { tracks: () => { given: number; live: number } }).tracks(),
  );
}

const nothing: Scene = { seconds: 1, text: null };
const shows = (text: string): Scene => ({ seconds: 2, text });

const scanner = (page: Page) => page.getByRole('dialog', { name: 'Hold the code in the frame' });

async function pressCamera(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use camera to scan' }).click();
}

test('a code in the camera’s view is checked, and with a kept PIN no more than that', async ({
  openTill,
  site,
}) => {
  const { code, pin } = await codeAndStore(site);
  const files: string[] = [];
  const page = await openTill([nothing, shows(`${site.url}/redeem?code=${code}`)], async (opened) => {
    opened.on('request', (request) => files.push(new URL(request.url()).pathname));
  });
  const isOfScanner = (path: string) => /CameraScanner|decode/.test(path);
  await page.getByLabel('Partner PIN').fill(pin);
  await page.getByLabel('Clerk').fill('MK');
  await page.getByLabel('Keep the PIN for the next customer').check();
  expect(files.filter(isOfScanner)).toEqual([]);

  await pressCamera(page);
  await expect(scanner(page)).toBeVisible();
  await expect(scanner(page).getByText('The picture stays on this phone.')).toBeVisible();
  await expect(scanner(page).getByText('MK at work')).toBeVisible();
  expect((await tracks(page)).live).toBeLessThanOrEqual(1);
  await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
  await expect(page.getByText('2 uses left')).toBeVisible();
  await expect(page.getByText(code, { exact: true })).toBeVisible();
  await expect(page.locator('dialog')).toHaveCount(0);
  expect(await tracks(page)).toEqual({ given: 1, live: 0 });
  expect(files.filter(isOfScanner).length).toBeGreaterThanOrEqual(2);

  await expect(page.getByRole('button', { name: 'Redeem Now' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Redeemed' })).toBeVisible();
});

test('a QR code of something else is said to be none, and scanning goes on', async ({ openTill, site }) => {
  const { code } = await codeAndStore(site);
  const other = { seconds: 1.5, text: `${site.url}/log?bin=UC_EAST` };
  const page = await openTill([other, nothing, shows(`${site.url}/redeem?code=${code}`)]);
  await pressCamera(page);
  await expect(scanner(page).getByRole('status')).toHaveText('That is not a reward code');
  await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
  await expect(page.getByLabel('Partner PIN')).toBeFocused();
});

test('a code beside the frame is not taken, though the camera sees it', async ({ openTill, site }) => {
  const admin = await site.admin();
  const { code } = await codeAndStore(site, admin);
  const { code: beside } = await confirmedCode(site, admin, { studentId: 'KFRIESEN' });
  const checked: string[] = [];
  const page = await openTill(
    [
      { ...shows(`${site.url}/redeem?code=${beside}`), pixelsDown: 225 },
      nothing,
      shows(`${site.url}/redeem?code=${code}`),
    ],
    async (opened) => {
      opened.on('request', (request) => {
        if (request.url().includes('/api/redeem/')) checked.push(request.url());
      });
    },
  );
  await pressCamera(page);
  await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
  expect(checked).toEqual([expect.stringContaining(code)]);
});

test('a code that is held too close for the frame is read', async ({ openTill, site }) => {
  const { code } = await codeAndStore(site);
  const page = await openTill([{ ...shows(`${site.url}/redeem?code=${code}`), pixels: 360 }]);
  await pressCamera(page);
  await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
});

test('what is said of something else is gone after two seconds', async ({ openTill, site }) => {
  const page = await openTill([
    { seconds: 1, text: `${site.url}/log?bin=UC_EAST` },
    { seconds: 5, text: null },
  ]);
  await pressCamera(page);
  const status = scanner(page).getByRole('status');
  await expect(status).toHaveText('That is not a reward code');
  await expect(status).toBeEmpty();
});

test('closing leads back, by Escape, the cross or "Type the code", and switches the camera off', async ({
  openTill,
}) => {
  const page = await openTill([nothing]);
  const camera = page.getByRole('button', { name: 'Use camera' });
  const ways = [
    async () => await page.keyboard.press('Escape'),
    async () => await scanner(page).getByRole('button', { name: 'Close' }).click(),
    async () => await scanner(page).getByRole('button', { name: 'Type the code' }).click(),
  ];
  for (const [index, leave] of ways.entries()) {
    await pressCamera(page);
    await expect.poll(() => tracks(page)).toEqual({ given: index + 1, live: 1 });
    // The page behind is out of reach.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
    await leave();
    await expect(scanner(page)).toBeHidden();
    await expect(index < 2 ? camera : page.getByLabel('Reward code')).toBeFocused();
    await expect.poll(() => tracks(page)).toEqual({ given: index + 1, live: 0 });
  }
});

test('a page that is hidden switches the camera off, and goes on when asked to', async ({
  openTill,
  site,
}) => {
  const { code } = await codeAndStore(site);
  const page = await openTill([{ seconds: 4, text: null }, shows(`${site.url}/redeem?code=${code}`)]);
  await pressCamera(page);
  await expect.poll(() => tracks(page)).toEqual({ given: 1, live: 1 });
  const show = async (hidden: boolean) =>
    await page.evaluate((isHidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await show(true);
  await expect.poll(() => tracks(page)).toEqual({ given: 1, live: 0 });
  await show(false);
  const goOn = scanner(page).getByRole('button', { name: 'Go on scanning' });
  await expect(goOn).toBeFocused();
  expect((await tracks(page)).given).toBe(1);
  await page.keyboard.press('Enter');
  await expect(goOn).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
});

test('the tone can be switched off, and stays so', async ({ openTill }) => {
  const page = await openTill([nothing]);
  await pressCamera(page);
  await scanner(page).getByRole('button', { name: 'Tone on' }).click();
  await expect(scanner(page).getByRole('button', { name: 'Tone off' })).toBeFocused();
  await page.reload();
  await pressCamera(page);
  await expect(scanner(page).getByRole('button', { name: 'Tone off' })).toBeVisible();
});

test('the light is offered where the phone has one', async ({ openTill }) => {
  const asked = (page: Page) => page.evaluate(() => (window as unknown as { lights: unknown[] }).lights);
  const page = await openTill([nothing], (opened) =>
    opened.addInitScript(() => {
      const lights: unknown[] = [];
      Object.assign(window, { lights });
      const { prototype } = MediaStreamTrack;
      prototype.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities;
      prototype.applyConstraints = async (constraints) => void lights.push(constraints?.advanced);
    }),
  );
  await pressCamera(page);
  const light = scanner(page).getByRole('button', { name: 'Light' });
  await expect(light).toHaveAttribute('aria-pressed', 'false');
  await light.click();
  await expect(light).toHaveAttribute('aria-pressed', 'true');
  await light.click();
  await expect(light).toHaveAttribute('aria-pressed', 'false');
  expect(await asked(page)).toEqual([[{ torch: true }], [{ torch: false }]]);

  const without = await openTill([nothing]);
  await pressCamera(without);
  await expect.poll(async () => (await tracks(without)).live).toBe(1);
  await expect(scanner(without).getByRole('button', { name: 'Tone on' })).toBeVisible();
  await expect(scanner(without).getByRole('button', { name: 'Light' })).toBeHidden();
});

for (const works of [true, false]) {
  test(`a browser that reads QR codes itself ${works ? 'does' : 'and then fails has them read for it'}`, async ({
    openTill,
    site,
  }) => {
    const { code } = await codeAndStore(site);
    const files: string[] = [];
    const page = await openTill([shows(`${site.url}/redeem?code=${code}`)], async (opened) => {
      opened.on('request', (request) => files.push(request.url()));
      await opened.addInitScript(
        ([text, isWorking]) => {
          class Detector {
            static async getSupportedFormats() {
              return ['ean_13', 'qr_code'];
            }
            async detect() {
              if (!isWorking) throw new Error('This phone lacks the part of its system.');
              return [{ rawValue: text, boundingBox: new DOMRect(200, 200, 200, 200) }];
            }
          }
          Object.assign(window, { BarcodeDetector: Detector });
        },
        [`https://reround.example/redeem?code=${code}`, works] as const,
      );
    });
    await pressCamera(page);
    await expect(page.getByRole('heading', { name: 'Valid Code' })).toBeVisible();
    expect(files.some((file) => file.includes('/decode-'))).toBe(!works);
  });
}

for (const hasOwn of [true, false]) {
  test(`a reader that does not load is said${hasOwn ? ', also where the browser’s own fails' : ''}`, async ({
    openTill,
  }) => {
    const page = await openTill([nothing], async (opened) => {
      await opened.route('**/assets/decode-*', (route) => route.abort('internetdisconnected'));
      if (!hasOwn) return;
      await opened.addInitScript(() => {
        class Detector {
          static async getSupportedFormats() {
            return ['qr_code'];
          }
          async detect() {
            throw new Error('This phone lacks the part of its system.');
          }
        }
        Object.assign(window, { BarcodeDetector: Detector });
      });
    });
    await pressCamera(page);
    await expect(page.getByRole('dialog', { name: 'No picture' }).getByRole('alert')).toContainText(
      'The scanner did not load.',
    );
    await expect.poll(async () => (await tracks(page)).live).toBe(0);
  });
}

test('who refuses the camera is told how to allow it, and types', async ({ site }) => {
  const refusing = await openCameraBrowser([nothing], { allows: false });
  const page = await refusing.browser.newPage({ baseURL: site.url });
  await page.goto('/redeem');
  await pressCamera(page);
  const dialog = page.getByRole('dialog', { name: 'No picture' });
  await expect(dialog.getByRole('alert')).toHaveText(
    'This page may not use the camera. Allow it in the browser’s settings for this site. You can type the code instead.',
  );
  await expect(page.locator('video')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Type the code' }).click();
  await expect(page.getByLabel('Reward code')).toBeFocused();
  await refusing.close();
});

test('without a camera the sheet says so', async ({ page }) => {
  await page.goto('/redeem');
  await pressCamera(page);
  const dialog = page.getByRole('dialog', { name: 'No picture' });
  await expect(dialog.getByRole('alert')).toHaveText(
    'This device has no camera. You can type the code instead.',
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Use camera' })).toBeFocused();
});

test('at an address without https the sheet says what the camera needs', async ({ site }) => {
  const camera = await openCameraBrowser([nothing], {
    args: ['--host-resolver-rules=MAP till.test 127.0.0.1'],
  });
  const page = await camera.browser.newPage({ baseURL: site.url.replace('127.0.0.1', 'till.test') });
  await page.goto('/redeem');
  await pressCamera(page);
  await expect(page.getByRole('alert')).toContainText('at a secure (https) address only');
  await camera.close();
});

test('where the camera’s code does not load, the page says so, and the next press tries again', async ({
  openTill,
}) => {
  let isCut = true;
  const page = await openTill([nothing], (opened) =>
    opened.route('**/assets/CameraScanner*', async (route) => {
      if (isCut) await route.abort('internetdisconnected');
      else await route.continue();
    }),
  );
  await pressCamera(page);
  await expect(page.getByText('The camera did not load', { exact: true })).toBeVisible();
  await expect(page.getByText('Type the code instead.', { exact: true })).toBeVisible();
  isCut = false;
  await pressCamera(page);
  await expect(scanner(page)).toBeVisible();
});
