import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { requireChromium } from '../../scripts/chromium.ts';
import { quantile, table, whole } from './figures.ts';

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
export async function measurePhone(url: string, rounds: number): Promise<string> {
  const chrome = await launch({
    chromePath: requireChromium(),
    chromeFlags: ['--headless=new', '--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  const rows: string[][] = [];
  const indexes: number[] = [];
  try {
    for (const page of pages) {
      const results: Result[] = [];
      for (let round = 0; round < rounds; round += 1) results.push(await audit(url + page, chrome.port));
      indexes.push(...results.map(({ environment }) => environment.benchmarkIndex));
      rows.push([`\`${page}\``, ...cellsOf(results)]);
    }
  } finally {
    chrome.kill();
  }
  return `## Public pages on a slow phone

Lighthouse's mobile preset, its throttling simulated: 150 ms to the server and back, 1.6 Mbit/s, a processor 4 times slower
than this one (of which Lighthouse says ${whole(quantile(indexes, 0.5))}; it expects a laptop to have 1,500 to 2,000). Milliseconds, the median of ${rounds} loads
with an empty cache and the quickest to be usable. Usable is TTI, time to interactive; wanted is less than ${whole(TARGET_MILLISECONDS)}.
*ms for them* is what the bytes alone take on that connection, before any waiting or work.

${table(['page', 'FCP', 'LCP', 'TTI', 'TTI, best', 'TBT', 'kB sent', 'ms for them', 'requests', 'usable in time'], rows)}
`;
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
  const valuesOf = (metric: string) =>
    results.map(({ audits }) => audits[metric]?.numericValue ?? Number.NaN);
  const middle = (metric: string) => quantile(valuesOf(metric), 0.5);
  const requests = results.map(requestsOf);
  const usable = middle(metrics.TTI);
  const kilobytes = quantile(
    requests.map(({ bytes }) => bytes / 1000),
    0.5,
  );
  return [
    whole(middle(metrics.FCP)),
    whole(middle(metrics.LCP)),
    whole(usable),
    whole(Math.min(...valuesOf(metrics.TTI))),
    whole(middle(metrics.TBT)),
    whole(kilobytes),
    whole((kilobytes * 8000) / KILOBITS_PER_SECOND),
    whole(
      quantile(
        requests.map(({ count }) => count),
        0.5,
      ),
    ),
    usable < TARGET_MILLISECONDS ? 'yes' : 'no',
  ];
}

/** What was asked of the server, answers of the API included. */
function requestsOf({ audits }: Result): { bytes: number; count: number } {
  const { details } = audits['network-requests'] ?? {};
  if (details?.type !== 'table') throw new Error('Lighthouse listed no requests.');
  const sizes = details.items.map(({ transferSize }) => Number(transferSize));
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), count: sizes.length };
}
