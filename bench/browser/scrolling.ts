import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { contract as donationLists } from '#features/donations/lists/contract.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { paths } from '#web/paths.ts';
import { percent, quantile, type Section, table, whole } from './figures.ts';
import { DESKTOP, openConsole, PHONE, type Served, slowDown, slowdowns, untilListed } from './served.ts';

const ROWS = 200;
const GESTURES = 3;
const PIXELS_PER_SECOND = 2000;
const FRAMES = 60;
const FRAME_MILLISECONDS = 1000 / FRAMES;

interface List {
  name: string;
  options: BrowserContextOptions;
  open: (page: Page) => Promise<void>;
}

const lists: readonly List[] = [
  { name: 'Partners, a table', options: DESKTOP, open: openPartners },
  { name: 'Search, a table', options: DESKTOP, open: openSearch },
  { name: 'Search, cards on a phone', options: PHONE, open: openSearch },
];

async function openPartners(page: Page): Promise<void> {
  await page.goto(paths.consoleTab('partners'));
}

/** The console's pages hold fewer rows, but a page of the API may hold so many. */
async function openSearch(page: Page): Promise<void> {
  const isList = ({ pathname }: URL) => pathname === donationLists.searchDonations.path;
  await page.route(isList, async (route) => {
    const widened = route.request().url().replace(`limit=${PAGE_SIZE}`, `limit=${ROWS}`);
    await route.continue({ url: widened });
  });
  await page.goto(paths.consoleTab('search'));
}

interface Scrolled {
  /** Milliseconds between one frame on the screen and the next. */
  intervals: number[];
  /** Of those frames, how many were scrolled without the page's main thread. */
  composed: number;
  longTasks: number[];
}

/** How smoothly lists of 200 rows scroll. */
export async function measureScrolling(browser: Browser, site: Served): Promise<Section> {
  await site.fillPartners(ROWS);
  const rows: (string | number)[][] = [];
  const missed: string[] = [];
  for (const { name, options, open } of lists) {
    const page = await openConsole(browser, site.url, options);
    await open(page);
    await untilListed(page);
    const shown = await page.locator('main [data-row]').count();
    if (shown !== ROWS) throw new Error(`${name} shows ${shown} rows.`);
    for (const rate of slowdowns) {
      await slowDown(page, rate);
      const parts: Scrolled[] = [];
      for (let gesture = 0; gesture < GESTURES; gesture += 1) parts.push(await scrolled(browser, page));
      rows.push([name, rate === 1 ? 'as it is' : `${rate} times slower`, ...cellsOf(parts)]);
      const frames = Math.round(framesPerSecond(parts.flatMap(({ intervals }) => intervals)));
      if (rate === 1 && frames < FRAMES) missed.push(`${name}, ${frames}`);
    }
    await page.context().close();
  }
  const text = `## Scrolling a list of ${ROWS} rows

By wheel, ${whole(PIXELS_PER_SECOND)} pixels a second from the first row to the last, ${GESTURES} times. A page of the console holds ${PAGE_SIZE} rows; only
Partners comes whole, and there are ${ROWS} of them here. The Search tab is given ${ROWS} rows by its call being widened to the most that the API gives. The
times between frames on the screen are from Chromium's trace; a frame is late where it took the place of two at 60 a second or more. There is
no graphics processor: frames are painted by the same two cores that run all else, which is most of what is late here. Of the site's own making
would be a scroll that waits for the page's main thread, or tasks of more than 50 ms on it.

${table(
  [
    'list',
    'processor',
    'frames',
    'a second',
    'over 16.7 ms',
    'over 33 ms',
    'longest, ms',
    'without the main thread',
    'long tasks',
  ],
  rows,
)}
`;
  const sentence = `a list of ${ROWS} rows scrolls at ${FRAMES} frames a second`;
  const because =
    'There is no graphics processor here: see the column of what scrolled without the main thread.';
  return { text, targets: [{ sentence, missed, because }] };
}

function framesPerSecond(intervals: readonly number[]): number {
  return (intervals.length * 1000) / intervals.reduce((sum, interval) => sum + interval, 0);
}

function cellsOf(parts: readonly Scrolled[]): (string | number)[] {
  const intervals = parts.flatMap((part) => part.intervals);
  // A screen shows frames at its own beat: by how many beats a frame was after the one before.
  const beats = intervals.map((interval) => Math.round(interval / FRAME_MILLISECONDS));
  const over = (count: number) => percent(beats.filter((taken) => taken > count).length / intervals.length);
  const composed = parts.reduce((sum, part) => sum + part.composed, 0);
  return [
    whole(intervals.length),
    whole(framesPerSecond(intervals)),
    over(1),
    over(2),
    whole(quantile(intervals, 1)),
    percent(composed / (intervals.length + parts.length)),
    parts.flatMap(({ longTasks }) => longTasks).length,
  ];
}

async function scrolled(browser: Browser, page: Page): Promise<Scrolled> {
  const distance = await page.evaluate(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    return document.documentElement.scrollHeight - window.innerHeight;
  });
  const watch = await page.evaluateHandle(() => {
    const longTasks: number[] = [];
    const take = (entries: PerformanceEntryList) => {
      longTasks.push(...entries.map(({ duration }) => duration));
    };
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    observer.observe({ type: 'longtask' });
    return {
      stop: () => {
        take(observer.takeRecords());
        observer.disconnect();
        return longTasks;
      },
    };
  });
  const session = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline.frame'] });
  await session.send('Input.synthesizeScrollGesture', {
    x: Math.round(width / 2),
    y: Math.round(height / 2),
    yDistance: -distance,
    speed: PIXELS_PER_SECOND,
    gestureSourceType: 'mouse',
  });
  const frames = framesIn(JSON.parse((await browser.stopTracing()).toString()) as Trace);
  await session.detach();
  const longTasks = await watch.evaluate(({ stop }) => stop());
  await watch.dispose();
  const reached = await page.evaluate(() => window.scrollY);
  if (reached < distance * 0.9) throw new Error(`Scrolled by ${reached} of ${distance} pixels.`);
  return {
    intervals: frames.slice(1).map(({ at }, index) => (at - (frames[index]?.at ?? 0)) / 1000),
    composed: frames.filter(({ composed }) => composed).length,
    longTasks,
  };
}

interface Trace {
  traceEvents: {
    name: string;
    ph: string;
    ts: number;
    pid: number;
    id2?: { local?: string };
    args: { frame_reporter?: { state: string; scroll_state: string } };
  }[];
}

interface Frame {
  /** When it was on the screen, in microseconds. */
  at: number;
  composed: boolean;
}

/** What was shown while the page scrolled: two that came on the screen at once are one. */
function framesIn({ traceEvents }: Trace): Frame[] {
  const begun = new Map<string, { state: string; scroll_state: string }>();
  const frames = new Map<number, Frame>();
  const reports = traceEvents.filter(({ name }) => name === 'PipelineReporter');
  for (const { ph, ts, pid, id2, args } of reports.toSorted((one, other) => one.ts - other.ts)) {
    const key = `${pid} ${id2?.local}`;
    if (ph === 'b' && args.frame_reporter) begun.set(key, args.frame_reporter);
    const report = ph === 'e' ? begun.get(key) : undefined;
    if (!report?.state.startsWith('STATE_PRESENTED') || report.scroll_state === 'SCROLL_NONE') continue;
    frames.set(ts, { at: ts, composed: report.scroll_state === 'SCROLL_COMPOSITOR_THREAD' });
  }
  return [...frames.values()];
}
