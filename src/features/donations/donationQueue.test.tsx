import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readQueue, removeQueued, StorageError, takeOutcomes, updateQueued } from './donationQueue.ts';
import { sendOrEnqueue, sendQueue } from './donationSender.ts';
import { mayHaveQueue } from './queueFlag.ts';

// IndexedDB and localStorage, as far as the queue uses them.
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
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** The idempotency keys of the requests to the site. */
const sentKeys: string[] = [];
const sentLanguages: string[] = [];
/** Answers a request to the site. */
let answer: () => Response | Promise<Response>;

const answerJson = (status: number, body: object) => () => Response.json(body, { status });
const answerLogged = answerJson(201, { ok: true, id: 1 });
const answerRefused = answerJson(400, { ok: false, error: 'Date cannot be in the future', fields: {} });
const failToConnect = () => {
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
    sentKeys.push(headers['idempotency-key']!);
    sentLanguages.push(headers['accept-language']!);
    return await answer();
  });
  sentKeys.length = 0;
  answer = failToConnect;
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const queuedStates = async () => (await readQueue()).map(({ key, state }) => `${key} ${state.is}`);
const takeOutcomeStates = async () =>
  (await takeOutcomes(Date.now())).map(({ key, state }) => `${key} ${state.is}`);

/** Queues donations without a connection, each a millisecond after the previous one. */
async function queueDonations(...keys: string[]): Promise<void> {
  for (const key of keys) {
    expect(await sendOrEnqueue(key, BODY)).toBeNull();
    vi.setSystemTime(Date.now() + 1);
  }
  sentKeys.length = 0;
}

describe('a donation that was logged without a connection', () => {
  test('waits, is sent once when there is a connection, is shown once, and leaves the queue', async () => {
    await queueDonations('a', 'b');
    expect(await queuedStates()).toEqual(['a waiting', 'b waiting']);
    answer = answerLogged;
    await sendQueue();
    expect(sentKeys).toEqual(['a', 'b']);
    expect(await takeOutcomeStates()).toEqual(['a sent', 'b sent']);
    expect([await queuedStates(), await takeOutcomeStates()]).toEqual([[], []]);
    await sendQueue();
    expect(sentKeys).toEqual(['a', 'b']);
  });

  test('makes other pages load the sender until it leaves the queue', async () => {
    expect(mayHaveQueue()).toBe(false);
    await queueDonations('a');
    expect(mayHaveQueue()).toBe(true);
    answer = answerLogged;
    await sendQueue();
    expect(mayHaveQueue()).toBe(true);
    await takeOutcomeStates();
    expect(mayHaveQueue()).toBe(false);
  });

  test('is not queued if localStorage is full, since it would never be sent', async () => {
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    await expect(sendOrEnqueue('a', BODY)).rejects.toThrow(StorageError);
    vi.restoreAllMocks();
    await queueDonations('b');
    expect(await queuedStates()).toEqual(['b waiting']);
  });

  test('is sent in the language of the page that queued it', async () => {
    await queueDonations('a', 'b');
    const [first] = await readQueue();
    await updateQueued({ ...first!, language: 'fr' });
    sentLanguages.length = 0;
    answer = answerLogged;
    await sendQueue();
    expect(sentLanguages).toEqual(['fr', 'en']);
  });

  test('that was removed is not sent', async () => {
    await queueDonations('a', 'b');
    await removeQueued({ key: 'a' });
    expect(await queuedStates()).toEqual(['b waiting']);
    answer = answerLogged;
    await sendQueue();
    expect(sentKeys).toEqual(['b']);
    expect(await takeOutcomeStates()).toEqual(['b sent']);
  });

  test('that is removed while another is being sent is not sent', async () => {
    await queueDonations('a', 'b');
    answer = async () => {
      await removeQueued({ key: 'b' });
      return answerLogged();
    };
    await sendQueue();
    expect([sentKeys, await queuedStates()]).toEqual([['a'], ['a sent']]);
  });

  test.each([
    ['finds no connection', failToConnect],
    ['is refused', answerRefused],
    ['finds the site too busy', answerJson(503, { ok: false, error: 'Busy' })],
  ])(
    'that is removed while it is being sent, and %s, does not come back',
    async (_outcome, answerAfterRemoval) => {
      await queueDonations('a');
      answer = async () => {
        await removeQueued({ key: 'a' });
        return answerAfterRemoval();
      };
      await sendQueue();
      expect([await queuedStates(), await takeOutcomeStates()]).toEqual([[], []]);
    },
  );

  test('that is removed while it is being sent, and is logged, is shown once as sent', async () => {
    await queueDonations('a');
    answer = async () => {
      await removeQueued({ key: 'a' });
      return answerLogged();
    };
    await sendQueue();
    expect(await takeOutcomeStates()).toEqual(['a sent']);
    expect([await queuedStates(), await takeOutcomeStates()]).toEqual([[], []]);
  });

  test('that was removed does not come back when another tab updates it', async () => {
    await queueDonations('a');
    const [donation] = await readQueue();
    await removeQueued({ key: 'a' });
    await updateQueued(donation!);
    expect(await queuedStates()).toEqual([]);
  });

  test('that is refused is shown once, and can be corrected for 30 days', async () => {
    await queueDonations('a');
    answer = answerRefused;
    await sendQueue();
    expect(await takeOutcomeStates()).toEqual(['a refused']);
    expect([await queuedStates(), await takeOutcomeStates()]).toEqual([['a refused'], []]);
    vi.setSystemTime(Date.now() + 30 * DAY_MILLISECONDS - 1);
    await sendQueue();
    expect(await queuedStates()).toEqual(['a refused']);
    vi.setSystemTime(Date.now() + 1);
    await sendQueue();
    expect(await queuedStates()).toEqual([]);
    expect(sentKeys).toEqual(['a']);
  });

  test('is refused instead of sent after fourteen days', async () => {
    await queueDonations('a');
    answer = answerLogged;
    vi.setSystemTime(Date.now() - 1 + 14 * DAY_MILLISECONDS);
    await sendQueue();
    expect([sentKeys, await queuedStates()]).toEqual([[], ['a refused']]);
  });
});
