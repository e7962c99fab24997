import type { Browser, Page } from '@playwright/test';
import { openConsole, slowDown, slowdowns, untilListed } from './served.ts';
import { quantile, type Section, table, whole } from './figures.ts';
import { paths } from '#web/paths.ts';

interface Search {
  name: string;
  open: (page: Page) => Promise<void>;
}

const inTab = (tab: Parameters<typeof paths.consoleTab>[0]) => async (page: Page) => {
  await page.goto(paths.consoleTab(tab));
  await untilListed(page);
  await page.locator('main input[type="search"]').focus();
};

const searches: readonly Search[] = [
  { name: 'Search', open: inTab('search') },
  { name: 'Confirmed', open: inTab('confirmed') },
  { name: 'Participants', open: inTab('participants') },
  {
    name: 'Commands',
    open: async (page) => {
      await page.goto(paths.consoleTab('rejected'));
      await untilListed(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Commands' }).waitFor();
    },
  },
];

/** A list is asked for after a pause of 300 ms: the first never pauses so long, the second after each letter. */
const rhythms = { quick: 100, slow: 350 };

interface Typed {
  /** Each key's time from the press to the next paint; what was quicker than Chromium tells counts as `LEAST`. */
  keys: number[];
  longTasks: number[];
}

/** Chromium tells of no event that was quicker, and rounds to 8 ms. */
const LEAST = 16;
const LONG_TASK = 50;

/** Whether the console's searches hold up who types in them. */
export async function measureTyping(browser: Browser, url: string): Promise<Section> {
  const page = await openConsole(browser, url);
  // A name that finds rows in each of them, to its last letter.
  await inTab('confirmed')(page);
  const name = await page.locator('main [data-row] th').first().innerText();
  const rows: (string | number)[][] = [];
  const missed: string[] = [];
  for (const rate of slowdowns) {
    for (const search of searches) {
      for (const [rhythm, delay] of Object.entries(rhythms)) {
        await slowDown(page, 1);
        await search.open(page);
        await slowDown(page, rate);
        const { keys, longTasks } = await typed(page, name, delay);
        rows.push([
          search.name,
          rate === 1 ? 'as it is' : `${rate} times slower`,
          `${rhythm}, ${delay} ms`,
          keys.length,
          whole(quantile(keys, 0.5)),
          whole(quantile(keys, 1)),
          longTasks.length,
          longTasks.length === 0 ? 'none' : whole(Math.max(...longTasks)),
        ]);
        if (rate === 1 && longTasks.length > 0) {
          missed.push(
            `${search.name}, ${rhythm}: ${longTasks.length} tasks, the longest ${whole(Math.max(...longTasks))} ms`,
          );
        }
      }
    }
  }
  await page.context().close();
  const text = `## Typing in a search

A donor’s name is typed letter by letter while the list below follows: once without a pause, and once so slowly that every letter brings a new list, whose
rows come just as the next key is pressed. From the press of a key to the next paint, as Event Timing tells it: in steps of 8 ms, and of what took
less than ${LEAST} only that. The worst is what is called INP. A long task keeps the page from answering for more than ${LONG_TASK} ms; wanted is none.

${table(
  [
    'search',
    'processor',
    'rhythm',
    'keys',
    'median ms',
    'worst ms (INP)',
    'long tasks',
    'longest of them, ms',
  ],
  rows,
)}
`;
  const sentence = `typing in a search never waits for a task of more than ${LONG_TASK} ms`;
  const because = 'They are new rows that come while the next key is pressed.';
  return { text, targets: [{ sentence, missed, because }] };
}

async function typed(page: Page, text: string, delay: number): Promise<Typed> {
  const watch = await page.evaluateHandle((least) => {
    const longest = new Map<number, number>();
    const longTasks: number[] = [];
    const takeEvents = (entries: PerformanceEntryList) => {
      for (const entry of entries as (PerformanceEventTiming & { interactionId: number })[]) {
        if (!entry.interactionId || !entry.name.startsWith('key')) continue;
        longest.set(entry.interactionId, Math.max(entry.duration, longest.get(entry.interactionId) ?? 0));
      }
    };
    const takeTasks = (entries: PerformanceEntryList) => {
      longTasks.push(...entries.map(({ duration }) => duration));
    };
    const events = new PerformanceObserver((list) => takeEvents(list.getEntries()));
    events.observe({ type: 'event', durationThreshold: least } as PerformanceObserverInit);
    const tasks = new PerformanceObserver((list) => takeTasks(list.getEntries()));
    tasks.observe({ type: 'longtask' });
    return {
      stop: () => {
        takeEvents(events.takeRecords());
        takeTasks(tasks.takeRecords());
        events.disconnect();
        tasks.disconnect();
        return { told: [...longest.values()], longTasks };
      },
    };
  }, LEAST);
  await page.keyboard.type(text, { delay });
  // By then the last list has been asked for, and once it is painted the observers have been told.
  await page.waitForTimeout(1000);
  await page.locator('main [aria-busy="true"]').waitFor({ state: 'detached' });
  await page.waitForTimeout(500);
  const { told, longTasks } = await watch.evaluate(({ stop }) => stop());
  await watch.dispose();
  const quicker = Array.from({ length: Math.max(0, text.length - told.length) }, () => LEAST);
  return { keys: [...told, ...quicker], longTasks };
}
