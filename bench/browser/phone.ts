import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { requireChromium } from '../../scripts/chromium.ts';
import { quantile, type Section, table, whole } from './figures.ts';

const pages = ['/', '/log', '/redeem'];
const TARGET_MILLISECONDS = 1500;

/** Of the slow phone, as Lighthouse counts. */
const KILOBITS_PER_SECOND = 1.6 * 1024;

const metrics = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TTI: 'interactive',
  TBT: 'total-blocking-time',
} as const;

/** How soon the pages of donors and tills can be used on Lighthouse's slow phone. */
export async function measurePhone(url: string, rounds: number): Promise<Section> {
  const chrome = await launch({
    chromePath: requireChromium(),
    chromeFlags: ['--headless=new', '--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  const rows: string[][] = [];
  const missed: string[] = [];
  const indexes: number[] = [];
  try {
    for (const page of pages) {
      const results: Result[] = [];
      for (let round = 0; round < rounds; round += 1) results.push(await audit(url + page, chrome.port));
      indexes.push(...results.map(({ environment }) => environment.benchmarkIndex));
      const usable = middle(results, metrics.TTI);
      rows.push([`\`${page}\``, ...cellsOf(results)]);
      if (usable >= TARGET_MILLISECONDS) missed.push(`\`${page}\` ${whole(usable)} ms`);
    }
  } finally {
    chrome.kill();
  }
  const text = `## Public pages on a slow phone

Lighthouse's mobile preset, its throttling simulated: 150 ms to the server and back, 1.6 Mbit/s, a processor 4 times slower
than this one (of which Lighthouse says ${whole(quantile(indexes, 0.5))}; it expects a laptop to have 1,500 to 2,000). Milliseconds, the median of ${rounds} loads
with an empty cache and the quickest to be usable. Usable is TTI, time to interactive; wanted is less than ${whole(TARGET_MILLISECONDS)}.
*ms for them* is what the bytes alone take on that connection, before any waiting or work.

${table(['page', 'FCP', 'LCP', 'TTI', 'TTI, best', 'TBT', 'kB sent', 'ms for them', 'requests'], rows)}
`;
  const sentence = `a public page is usable within ${whole(TARGET_MILLISECONDS)} ms on a slow phone`;
  const because =
    'It shows well before that, and its links work. What is left is one task of more than 50 ms there: React coming to life over the form or the islands.';
  return { text, targets: [{ sentence, missed, because }] };
}

function middle(results: readonly Result[], metric: string): number {
  return quantile(valuesOf(results, metric), 0.5);
}

function valuesOf(results: readonly Result[], metric: string): number[] {
  return results.map(({ audits }) => audits[metric]?.numericValue ?? Number.NaN);
}

async function audit(address: string, port: number): Promise<Result> {
  const run = await lighthouse(address, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance'],
  });
  if (!run) throw new Error(`Lighthouse gave no result for ${address}.`);
  if (run.lhr.runtimeError) throw new Error(run.lhr.runtimeError.message);
  return run.lhr;
}

function cellsOf(results: readonly Result[]): string[] {
  const requests = results.map(requestsOf);
  const kilobytes = quantile(
    requests.map(({ bytes }) => bytes / 1000),
    0.5,
  );
  return [
    whole(middle(results, metrics.FCP)),
    whole(middle(results, metrics.LCP)),
    whole(middle(results, metrics.TTI)),
    whole(Math.min(...valuesOf(results, metrics.TTI))),
    whole(middle(results, metrics.TBT)),
    whole(kilobytes),
    whole((kilobytes * 8000) / KILOBITS_PER_SECOND),
    whole(
      quantile(
        requests.map(({ count }) => count),
        0.5,
      ),
    ),
  ];
}

/** What was asked of the server, answers of the API included. */
function requestsOf({ audits }: Result): { bytes: number; count: number } {
  const { details } = audits['network-requests'] ?? {};
  if (details?.type !== 'table') throw new Error('Lighthouse listed no requests.');
  const sizes = details.items.map(({ transferSize }) => Number(transferSize));
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), count: sizes.length };
}
