import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Database } from '#server/database.ts';
import type { PhotoStorage } from '#server/storage.ts';
import { figure, isFull } from './figures.ts';
import { findHalves } from './halves.ts';
import { countKept, findLost, findLostFiles } from './kept.ts';
import { keepWriting, type Ledger, type Writing } from './writers.ts';

export const WRITERS = 16;
const MOST_SECONDS = 8;

/**
 * Kills something again and again under writers, at moments that chance picks. `kill` starts it again and gives
 * the seconds that this took. Once it resolves nobody writes any more.
 */
export async function killUnderWriters(
  writing: Writing,
  rounds: number,
  kill: () => Promise<number>,
): Promise<number[]> {
  const { ledger, chance } = writing;
  figure('Kills', rounds);
  figure('Seed (TRIALS_SEED)', String(chance.seed));
  const before = ledger.unanswered;
  let stopped = false;
  const written = keepWriting(WRITERS, writing, () => stopped);
  const seconds: number[] = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      await Promise.race([ledger.more(isFull ? chance.between(20, 150) : 30), written]);
      await setTimeout(chance.between(0, 20));
      seconds.push(await Promise.race([kill(), written.then(() => 0)]));
    }
    await Promise.race([ledger.more(WRITERS), written]);
  } finally {
    stopped = true;
  }
  await written;
  // Else it was killed while nothing was under way, which may happen once but not again and again.
  expect(ledger.unanswered - before).toBeGreaterThanOrEqual(isFull ? rounds : 0);
  return seconds;
}

/** Reports how long restarts took. In the full size each must have been quick. */
export function expectQuick(seconds: readonly number[]): void {
  const sorted = seconds.toSorted((one, other) => one - other);
  const worst = sorted.at(-1) ?? 0;
  figure('Until it answered again, median', `${sorted[Math.floor(sorted.length / 2)]?.toFixed(2)} s`);
  figure('Until it answered again, worst', `${worst.toFixed(2)} s`);
  // Seconds mean something only where the machine has nothing else to do.
  expect(worst).toBeLessThan(isFull ? MOST_SECONDS : Infinity);
}

/** Compares what was acknowledged with what is there. Nobody may be writing. */
export async function expectAllKept({ ledger, admin }: Writing, address: string): Promise<void> {
  expect(await findLost(address, admin, ledger)).toEqual([]);
  figure('Donations acknowledged since the first start, all kept', ledger.donations.size);
  figure('Confirmations acknowledged since the first start, all kept with their code', ledger.codes.size);
  figure('Redemptions acknowledged since the first start, all kept', usesOf(ledger));
  figure('Photos acknowledged since the first start, all shown', ledger.photos.size);
  figure('Calls that broke off or got 503 and were made again', ledger.unanswered);
}

/** Compares the ledger with the database row by row. Nobody may be writing. */
export async function expectNothingHalf(
  { ledger }: Writing,
  database: Database,
  storage: PhotoStorage,
): Promise<void> {
  expect(await findHalves(database)).toEqual({});
  expect(await findLostFiles(storage, database)).toEqual([]);
  const kept = await countKept(database);
  // A call made again under its key did its work once: what is there is what was acknowledged, and no more.
  expect(kept.donations).toEqual([...ledger.donations].toSorted((one, other) => one - other));
  const acknowledged = kept.codes.map(({ code, donation }) => ({
    code,
    // A confirmation whose answer was lost has a code that nobody was told.
    donation: ledger.codes.get(code) ?? donation,
    uses: ledger.uses.get(code) ?? 0,
  }));
  expect(kept.codes).toEqual(acknowledged);
  expect(kept.codes).toHaveLength(ledger.donations.size);
  expect(kept.codes.filter(({ code }) => ledger.codes.has(code))).toHaveLength(ledger.codes.size);
  expect(kept.redemptions).toBe(usesOf(ledger));
  expect(kept.keys).toBe(ledger.donations.size + usesOf(ledger));
  expect([...ledger.photos.keys()].filter((url) => !kept.photos.has(url))).toEqual([]);
}

function usesOf({ uses }: Ledger): number {
  return [...uses.values()].reduce((sum, count) => sum + count, 0);
}
