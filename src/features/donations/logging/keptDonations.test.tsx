import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { changeKept, dropKept, type KeptDonation, readKept, takeNews } from './keptStore.ts';
import { sendKept, sendOrKeep } from './sendDonation.ts';

/** As much of a browser's database as the queue uses. What it holds outlives a page. */
function fakeIndexedDB() {
  const rows = new Map<string, KeptDonation>();
  const target = (parts: object) => Object.assign(new EventTarget(), parts);
  const database = {
    createObjectStore: () => {},
    close: () => {},
    transaction: () => {
      const transaction = target({
        objectStore: () => ({
          put: (row: KeptDonation) => void rows.set(row.key, structuredClone(row)),
          delete: (key: string) => void rows.delete(key),
          getAll: () => {
            const request = target({ result: structuredClone([...rows.values()]) });
            queueMicrotask(() => {
              request.dispatchEvent(new Event('success'));
              transaction.dispatchEvent(new Event('complete'));
            });
            return request;
          },
        }),
      });
      return transaction;
    },
  };
  return {
    open: () => {
      const request = target({ result: database });
      queueMicrotask(() => request.dispatchEvent(new Event('success')));
      return request;
    },
  };
}

const BODY = {
  studentId: 'JTHIESSEN',
  weight: '2-3kg',
  date: '2026-11-20',
  binLocation: undefined,
  dropSite: undefined,
} as const;
const DAY = 24 * 60 * 60 * 1000;

/** What the site was sent, by its keys, and what it answers. */
const sent: string[] = [];
let answer: () => Response | Promise<Response>;

const json = (status: number, body: object) => () => Response.json(body, { status });
const logged = json(201, { ok: true, id: 1 });
const refused = json(400, { ok: false, error: 'Date cannot be in the future', fields: {} });
const noConnection = () => {
  throw new TypeError('Failed to fetch');
};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T18:00:00Z'), toFake: ['Date'] });
  vi.stubGlobal('indexedDB', fakeIndexedDB());
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(headers['idempotency-key']!);
    return await answer();
  });
  sent.length = 0;
  answer = noConnection;
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const states = async () => (await readKept()).map(({ key, state }) => `${key} ${state.is}`);
const news = async () => (await takeNews(Date.now())).map(({ key, state }) => `${key} ${state.is}`);

/** Has donations wait that found no connection, each a moment after the one before. */
async function waiting(...keys: string[]): Promise<void> {
  for (const key of keys) {
    expect(await sendOrKeep(key, BODY)).toBeNull();
    vi.setSystemTime(Date.now() + 1);
  }
  sent.length = 0;
}

describe('a donation that was logged without a connection', () => {
  test('waits, and at the next visit that has one is sent once, told once, and gone', async () => {
    await waiting('a', 'b');
    expect(await states()).toEqual(['a waiting', 'b waiting']);
    answer = logged;
    expect(await sendKept()).toBe(false);
    expect(sent).toEqual(['a', 'b']);
    expect(await news()).toEqual(['a sent', 'b sent']);
    expect([await states(), await news()]).toEqual([[], []]);
    await sendKept();
    expect(sent).toEqual(['a', 'b']);
  });

  test('that is dropped is gone at the next visit, and is not sent', async () => {
    await waiting('a', 'b');
    await dropKept({ key: 'a' });
    expect(await states()).toEqual(['b waiting']);
    answer = logged;
    await sendKept();
    expect(sent).toEqual(['b']);
    expect(await news()).toEqual(['b sent']);
  });

  test.each([
    ['finds no connection', noConnection],
    ['is refused', refused],
    ['finds the site too busy', json(503, { ok: false, error: 'Busy' })],
  ])('that is dropped while it is being sent, and %s, does not come back', async (_what, outcome) => {
    await waiting('a');
    answer = async () => {
      await dropKept({ key: 'a' });
      return outcome();
    };
    await sendKept();
    expect([await states(), await news()]).toEqual([[], []]);
  });

  test('that is dropped too late, since it was sent, says so once', async () => {
    await waiting('a');
    answer = async () => {
      await dropKept({ key: 'a' });
      return logged();
    };
    await sendKept();
    expect(await news()).toEqual(['a sent']);
    expect([await states(), await news()]).toEqual([[], []]);
  });

  test('that is dropped is not put back by what another tab has learnt of it', async () => {
    await waiting('a');
    const [donation] = await readKept();
    await dropKept({ key: 'a' });
    await changeKept(donation!);
    expect(await states()).toEqual([]);
  });

  test('that is refused is told once, stays a month to be mended, and is then gone', async () => {
    await waiting('a');
    answer = refused;
    await sendKept();
    expect(await news()).toEqual(['a refused']);
    expect([await states(), await news()]).toEqual([['a refused'], []]);
    vi.setSystemTime(Date.now() + 30 * DAY - 1);
    await sendKept();
    expect(await states()).toEqual(['a refused']);
    vi.setSystemTime(Date.now() + 1);
    await sendKept();
    expect(await states()).toEqual([]);
    expect(sent).toEqual(['a']);
  });

  test('waits fourteen days, and is then to be looked at by its donor before it is sent', async () => {
    await waiting('a');
    answer = logged;
    vi.setSystemTime(Date.now() - 1 + 14 * DAY);
    await sendKept();
    expect([sent, await states()]).toEqual([[], ['a refused']]);
  });
});
