import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readQueue, removeQueued, takeOutcomes, updateQueued } from './donationQueue.ts';
import { sendOrEnqueue, sendQueue } from './donationSender.ts';
import { mayHaveQueue } from './queueMark.ts';

// A browser's database and storage, as far as the queue uses them. What they hold outlives a page.
const database = new Map<string, unknown>();
vi.mock('idb-keyval', () => ({
  get: (name: string) => Promise.resolve(structuredClone(database.get(name))),
  update: async (name: string, change: (value: unknown) => unknown) => {
    await Promise.resolve();
    database.set(name, structuredClone(change(structuredClone(database.get(name)))));
  },
}));
const storage = new Map<string, string>();

const BODY = {
  studentId: 'JTHIESSEN',
  weight: '2-3kg',
  date: '2026-11-20',
  binLocation: undefined,
  dropSite: undefined,
} as const;
const DAY = 24 * 60 * 60 * 1000;

/** What the site was sent, by its keys, in which languages, and what it answers. */
const sent: string[] = [];
const languages: string[] = [];
let answer: () => Response | Promise<Response>;

const json = (status: number, body: object) => () => Response.json(body, { status });
const logged = json(201, { ok: true, id: 1 });
const refused = json(400, { ok: false, error: 'Date cannot be in the future', fields: {} });
const noConnection = () => {
  throw new TypeError('Failed to fetch');
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T18:00:00Z'), toFake: ['Date'] });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  database.clear();
  storage.clear();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers['idempotency-key']!);
    languages.push(headers['accept-language']!);
    return await answer();
  });
  sent.length = 0;
  answer = noConnection;
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const states = async () => (await readQueue()).map(({ key, state }) => `${key} ${state.is}`);
const outcomes = async () => (await takeOutcomes(Date.now())).map(({ key, state }) => `${key} ${state.is}`);

/** Has donations wait that found no connection, each a moment after the one before. */
async function waiting(...keys: string[]): Promise<void> {
  for (const key of keys) {
    expect(await sendOrEnqueue(key, BODY)).toBeNull();
    vi.setSystemTime(Date.now() + 1);
  }
  sent.length = 0;
}

describe('a donation that was logged without a connection', () => {
  test('waits, and at the next visit that has one is sent once, shown once, and gone', async () => {
    await waiting('a', 'b');
    expect(await states()).toEqual(['a waiting', 'b waiting']);
    answer = logged;
    await sendQueue();
    expect(sent).toEqual(['a', 'b']);
    expect(await outcomes()).toEqual(['a sent', 'b sent']);
    expect([await states(), await outcomes()]).toEqual([[], []]);
    await sendQueue();
    expect(sent).toEqual(['a', 'b']);
  });

  test('is marked for pages that load the sender only for it, until it is gone', async () => {
    expect(mayHaveQueue()).toBe(false);
    await waiting('a');
    expect(mayHaveQueue()).toBe(true);
    answer = logged;
    await sendQueue();
    expect(mayHaveQueue()).toBe(true);
    await outcomes();
    expect(mayHaveQueue()).toBe(false);
  });

  test('is sent in the language of the page that queued it', async () => {
    await waiting('a', 'b');
    const [first] = await readQueue();
    await updateQueued({ ...first!, language: 'fr' });
    languages.length = 0;
    answer = logged;
    await sendQueue();
    expect(languages).toEqual(['fr', 'en']);
  });

  test('that is dropped is gone at the next visit, and is not sent', async () => {
    await waiting('a', 'b');
    await removeQueued({ key: 'a' });
    expect(await states()).toEqual(['b waiting']);
    answer = logged;
    await sendQueue();
    expect(sent).toEqual(['b']);
    expect(await outcomes()).toEqual(['b sent']);
  });

  test.each([
    ['finds no connection', noConnection],
    ['is refused', refused],
    ['finds the site too busy', json(503, { ok: false, error: 'Busy' })],
  ])('that is dropped while it is being sent, and %s, does not come back', async (_what, outcome) => {
    await waiting('a');
    answer = async () => {
      await removeQueued({ key: 'a' });
      return outcome();
    };
    await sendQueue();
    expect([await states(), await outcomes()]).toEqual([[], []]);
  });

  test('that is dropped too late, since it was sent, is reported once', async () => {
    await waiting('a');
    answer = async () => {
      await removeQueued({ key: 'a' });
      return logged();
    };
    await sendQueue();
    expect(await outcomes()).toEqual(['a sent']);
    expect([await states(), await outcomes()]).toEqual([[], []]);
  });

  test('that is dropped is not put back by what another tab has learnt of it', async () => {
    await waiting('a');
    const [donation] = await readQueue();
    await removeQueued({ key: 'a' });
    await updateQueued(donation!);
    expect(await states()).toEqual([]);
  });

  test('that is refused is shown once, stays a month to be corrected, and is then gone', async () => {
    await waiting('a');
    answer = refused;
    await sendQueue();
    expect(await outcomes()).toEqual(['a refused']);
    expect([await states(), await outcomes()]).toEqual([['a refused'], []]);
    vi.setSystemTime(Date.now() + 30 * DAY - 1);
    await sendQueue();
    expect(await states()).toEqual(['a refused']);
    vi.setSystemTime(Date.now() + 1);
    await sendQueue();
    expect(await states()).toEqual([]);
    expect(sent).toEqual(['a']);
  });

  test('waits fourteen days, and is then to be looked at by its donor before it is sent', async () => {
    await waiting('a');
    answer = logged;
    vi.setSystemTime(Date.now() - 1 + 14 * DAY);
    await sendQueue();
    expect([sent, await states()]).toEqual([[], ['a refused']]);
  });
});
