import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDraft } from './useDraft.tsx';

/** A browser's storage, as far as a draft uses it. */
class FakeStorage {
  readonly entries = new Map<string, string>();
  getItem = (key: string) => this.entries.get(key) ?? null;
  setItem = (key: string, value: string) => void this.entries.set(key, value);
  removeItem = (key: string) => void this.entries.delete(key);
}

let storage: FakeStorage;

beforeEach(() => {
  storage = new FakeStorage();
  vi.stubGlobal('localStorage', storage);
  vi.useFakeTimers({ now: new Date('2026-11-20T18:00:00Z'), toFake: ['Date'] });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const DAY = 24 * 60 * 60 * 1000;
const typed = { name: 'Amara', items: 'Mugs' };

/** The same form, opened anew as by a reload. */
const visit = () => {
  const draft = openDraft('draft-pickup-v1');
  return { draft, found: draft.read() };
};

describe('a draft', () => {
  test('is there at the next visit, with what was typed last', () => {
    const { draft, found } = visit();
    expect(found).toBeNull();
    draft.storeValues({ name: 'Amar' });
    draft.storeValues(typed);
    expect(visit().found).toEqual({ values: typed, lastTry: null });
  });

  test('is another form’s, or of an earlier version, no more than its own', () => {
    visit().draft.storeValues(typed);
    expect(openDraft('draft-pickup-v2').read()).toBeNull();
    expect(openDraft('draft-log-v1').read()).toBeNull();
  });

  test.each([
    ['dropped', 'clear'],
    ['sent', 'finish'],
  ] as const)('that was %s is gone at the next visit, and leaves nothing in the browser', (_what, end) => {
    visit().draft.storeValues(typed);
    const { draft, found } = visit();
    expect(found).not.toBeNull();
    draft.storeValues({ ...typed, items: 'Lamps' });
    draft[end]();
    expect(storage.entries.size).toBe(0);
    expect(visit().found).toBeNull();
  });

  test('that was dropped before anything was typed anew is gone, too', () => {
    visit().draft.storeValues(typed);
    visit().draft.clear();
    expect(visit().found).toBeNull();
  });

  test('that was sent does not come back by what its form does afterwards', () => {
    const { draft } = visit();
    draft.storeValues(typed);
    draft.idempotencyKeyFor(typed);
    draft.finish();
    draft.storeValues(typed);
    draft.idempotencyKeyFor(typed);
    expect(storage.entries.size).toBe(0);
    expect(visit().found).toBeNull();
  });

  test('that was dropped is followed by what is typed afterwards, under another key', () => {
    const { draft } = visit();
    draft.storeValues(typed);
    const key = draft.idempotencyKeyFor(typed);
    draft.clear();
    draft.storeValues({ name: 'Ben' });
    expect(visit().found).toEqual({ values: { name: 'Ben' }, lastTry: null });
    expect(draft.idempotencyKeyFor(typed)).not.toBe(key);
  });

  test('whose form was emptied by hand is gone', () => {
    const { draft } = visit();
    draft.storeValues(typed);
    draft.storeValues({});
    expect(storage.entries.size).toBe(0);
  });

  test('of which nothing was typed uses no storage', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => expect.unreachable(),
      removeItem: () => expect.unreachable(),
    });
    const { draft } = visit();
    draft.storeValues({});
    draft.clear();
    draft.finish();
    expect(draft.read()).toBeNull();
  });

  test('is sent again by its key after a reload, and by another once it is changed', () => {
    const { draft } = visit();
    draft.storeValues(typed);
    const key = draft.idempotencyKeyFor(typed);
    expect(draft.idempotencyKeyFor(typed)).toBe(key);
    const again = visit().draft;
    expect(again.idempotencyKeyFor(typed)).toBe(key);
    expect(again.idempotencyKeyFor({ ...typed, items: 'Lamps' })).not.toBe(key);
  });

  test('is kept for seven days since it was last changed, and looking at it keeps it no longer', () => {
    visit().draft.storeValues(typed);
    vi.setSystemTime(Date.now() + 7 * DAY - 1);
    expect(visit().found).not.toBeNull();
    vi.setSystemTime(Date.now() + 1);
    expect(visit().found).toBeNull();
    expect(storage.entries.size).toBe(0);
  });

  test('is as it was when the form first asked for it', () => {
    const { draft } = visit();
    draft.storeValues(typed);
    expect(draft.read()).toBeNull();
  });

  test.each(['', '{', 'null', '{"storedAt":1}', '{"storedAt":"x","values":{"name":"A"}}'])(
    'is none where the browser holds %j',
    (stored) => {
      storage.entries.set('draft-pickup-v1', stored);
      expect(visit().found).toBeNull();
    },
  );

  test('costs nothing but itself where the browser keeps nothing', () => {
    const refuse = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    const { draft, found } = visit();
    expect(found).toBeNull();
    draft.storeValues(typed);
    expect(draft.idempotencyKeyFor(typed)).toBe(draft.idempotencyKeyFor(typed));
    expect(() => draft.finish()).not.toThrow();
  });
});
