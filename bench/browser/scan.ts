// `npm run bench:scan`: how long it takes from a code in the camera's view to the verdict on the screen, beside the same code
// from a scanner that types and the check alone, in the same run. It writes docs/evidence/scanning.md; `--rounds=` makes it
// shorter or longer, and then it only prints.
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { confirmedCode } from '#server/testing/scenarios.ts';
import { openCameraBrowser } from '../../e2e/cameraBrowser.ts';
import { FILM_FRAMES_PER_SECOND } from '../../e2e/cameraFilm.ts';
import { ServedSite } from '../../e2e/servedSite.ts';
import { scanByKeys } from '../../e2e/typingScanner.ts';
import { quantile, table, targetLine, whole } from './figures.ts';
import { PHONE, slowDown, slowdowns } from './served.ts';

const { values: options } = parseArgs({ options: { rounds: { type: 'string', default: '25' } } });
const rounds = Number(options.rounds);
const TARGET_MILLISECONDS = 300;

/** Milliseconds since the code was there: in a picture that the page was given, or typed to its last key. */
interface Round {
  /** The check is sent. */
  sent: number;
  answered: number;
  /** The verdict is on the screen, with nothing before it. */
  seen: number;
}

interface Watch {
  there: number;
  seen: number;
}

const site = await ServedSite.start();
await site.reset();
const { code } = await confirmedCode(site, await site.admin());
const address = `${site.url}/redeem?code=${code}`;
const { browser, close } = await openCameraBrowser([
  { seconds: 1.2, text: null },
  { seconds: 3, text: address },
]);
const rows: (string | number)[][] = [];
const missed: string[] = [];
try {
  for (const rate of slowdowns) {
    const processor = rate === 1 ? 'as it is' : `${rate} times slower`;
    const page = await browser.newPage({ ...PHONE, baseURL: site.url });
    await page.addInitScript(watchTill);
    await page.goto('/redeem');
    await page.getByRole('button', { name: 'Use camera' }).waitFor();
    await page.waitForLoadState('networkidle');
    await slowDown(page, rate);
    const byCamera: Round[] = [];
    const byKeys: Round[] = [];
    // The first has the code loaded that the others have.
    await cameraRound(page);
    for (let round = 0; round < rounds; round += 1) {
      byCamera.push(await cameraRound(page));
      byKeys.push(await keysRound(page));
    }
    rows.push(
      ['camera', processor, ...cellsOf(byCamera)],
      ['typed, with Enter', processor, ...cellsOf(byKeys)],
    );
    const worst = Math.max(...byCamera.map(({ seen }) => seen));
    if (rate === 1 && worst > TARGET_MILLISECONDS) missed.push(`${whole(worst)} ms`);
    await page.context().close();
  }
} finally {
  await close();
  await site.close();
}
const report = reportOf();
console.log(report);
if (process.argv.length === 2) await writeFile('docs/evidence/scanning.md', report);

async function cameraRound(page: Page): Promise<Round> {
  await page.evaluate(() => (window as unknown as { watch: (way: string) => void }).watch('camera'));
  await page.getByRole('button', { name: 'Use camera' }).click();
  return await roundOf(page);
}

async function keysRound(page: Page): Promise<Round> {
  await page.getByLabel('Clerk').focus();
  await page.evaluate(() => (window as unknown as { watch: (way: string) => void }).watch('keys'));
  await scanByKeys(page, address);
  return await roundOf(page);
}

/** Waits for the verdict, and makes room for the next. */
async function roundOf(page: Page): Promise<Round> {
  await page.waitForFunction(() => (window as unknown as { till: Watch }).till.seen > 0);
  const round = await page.evaluate(() => {
    const { there, seen } = (window as unknown as { till: Watch }).till;
    const check = performance
      .getEntriesByType('resource')
      .findLast(({ name }) => name.includes('/api/redeem/')) as PerformanceResourceTiming;
    return { sent: check.startTime - there, answered: check.responseEnd - there, seen: seen - there };
  });
  await page.getByRole('button', { name: 'New code' }).click();
  await page.getByRole('button', { name: 'Use camera' }).waitFor();
  return round;
}

/** Runs in the page: notes when a code is there and when its verdict is seen, by looks of its own. */
function watchTill() {
  const till: Watch = { there: 0, seen: 0 };
  const [side, white] = [12, 200];
  const look = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true });
  /** Nothing else in the film is as bright as paper. */
  const isCodeIn = (video: HTMLVideoElement) => {
    const [left, top] = [video.videoWidth / 2 - 60, video.videoHeight / 2 - 60];
    look?.drawImage(video, left, top, 120, 120, 0, 0, side, side);
    return look?.getImageData(0, 0, side, side).data.some((value, index) => index % 4 === 0 && value > white);
  };
  const watchPictures = (video: HTMLVideoElement) => {
    video.requestVideoFrameCallback((_now, { captureTime, presentationTime }) => {
      if (till.there > 0) return;
      // When the camera had it, as far as the browser says that.
      if (isCodeIn(video)) till.there = Math.min(captureTime ?? presentationTime, presentationTime);
      else watchPictures(video);
    });
  };
  const watchCamera = () => {
    const video = document.querySelector('video');
    if (video) watchPictures(video);
    else requestAnimationFrame(watchCamera);
  };
  const watchVerdict = () => {
    const heading = [...document.querySelectorAll('h2')].find((one) => one.textContent === 'Valid Code');
    const isOpen = heading && !document.querySelector('dialog');
    // With the next frame it has been painted.
    if (isOpen) requestAnimationFrame((now) => (till.seen = Math.max(now, performance.now())));
    else requestAnimationFrame(watchVerdict);
  };
  // Not as the key says: so many at once come late by the wire over which they are pressed.
  window.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Enter' && till.there === 0) till.there = performance.now();
    },
    { capture: true },
  );
  const watch = (way: string) => {
    Object.assign(till, { there: 0, seen: 0 });
    performance.clearResourceTimings();
    if (way === 'camera') watchCamera();
    watchVerdict();
  };
  Object.assign(window, { till, watch });
}

function cellsOf(all: readonly Round[]): string[] {
  const middle = (of: (round: Round) => number) => whole(quantile(all.map(of), 0.5));
  return [
    middle(({ sent }) => sent),
    middle(({ sent, answered }) => answered - sent),
    middle(({ seen }) => seen),
    whole(
      quantile(
        all.map(({ seen }) => seen),
        0.95,
      ),
    ),
    whole(Math.max(...all.map(({ seen }) => seen))),
  ];
}

function reportOf(): string {
  const sentence = `from a code in view to the verdict at most ${TARGET_MILLISECONDS} ms, the slowest of ${rounds}`;
  return `# How soon a scan has its verdict

Made by \`npm run bench:scan\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, Chromium ${browser.version()} without windows and without a graphics processor; browser and server
on the same machine (${cpus().length} cores, ${cpus()[0]?.model ?? 'unknown'}). A phone of 390 by 780. Chromium's camera plays a film of ${FILM_FRAMES_PER_SECOND} pictures a second: an empty
table, then a code of the till's own kind on it, turned by seven degrees. Since this Chromium has no reader of its own, \`qr\` reads it.

${targetLine({ sentence, missed, because: 'The machine was busy with something else, or the frame is read too late.' })}

"In view" is the moment of capture that the browser gives with the first picture which has the code; for a scanner that types it is the page's hearing its Enter.
"Seen" is the frame after the one in which the verdict lay open. The grain's drop takes 150 ms of it, in which the check runs; a scanner that types has
none, which is the figure beside it. Milliseconds, medians but for the last two columns, ${rounds} rounds of each in turn.

${table(
  ['how', 'processor', 'until the check is sent', 'the check', 'until seen', '95 of 100', 'slowest'],
  rows,
)}
`;
}
