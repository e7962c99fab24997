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
    draft.keepValues({ name: 'Amar' });
    draft.keepValues(typed);
    expect(visit().found).toEqual({ values: typed, lastTry: null });
  });

  test('is another form’s, or of an earlier version, no more than its own', () => {
    visit().draft.keepValues(typed);
    expect(openDraft('draft-pickup-v2').read()).toBeNull();
    expect(openDraft('draft-log-v1').read()).toBeNull();
  });

  test.each([
    ['dropped', 'drop'],
    ['sent', 'forget'],
  ] as const)('that was %s is gone at the next visit, and leaves nothing in the browser', (_what, end) => {
    visit().draft.keepValues(typed);
    const { draft, found } = visit();
    expect(found).not.toBeNull();
    draft.keepValues({ ...typed, items: 'Lamps' });
    draft[end]();
    expect(storage.entries.size).toBe(0);
    expect(visit().found).toBeNull();
  });

  test('that was dropped before anything was typed anew is gone, too', () => {
    visit().draft.keepValues(typed);
    visit().draft.drop();
    expect(visit().found).toBeNull();
  });

  test('that was sent does not come back by what its form does afterwards', () => {
    const { draft } = visit();
    draft.keepValues(typed);
    draft.keyFor(typed);
    draft.forget();
    draft.keepValues(typed);
    draft.keyFor(typed);
    expect(storage.entries.size).toBe(0);
    expect(visit().found).toBeNull();
  });

  test('that was dropped is followed by what is typed afterwards, under another key', () => {
    const { draft } = visit();
    draft.keepValues(typed);
    const key = draft.keyFor(typed);
    draft.drop();
    draft.keepValues({ name: 'Ben' });
    expect(visit().found).toEqual({ values: { name: 'Ben' }, lastTry: null });
    expect(draft.keyFor(typed)).not.toBe(key);
  });

  test('whose form was emptied by hand is gone', () => {
    const { draft } = visit();
    draft.keepValues(typed);
    draft.keepValues({});
    expect(storage.entries.size).toBe(0);
  });

  test('of which nothing was typed uses no storage', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => expect.unreachable(),
      removeItem: () => expect.unreachable(),
    });
    const { draft } = visit();
    draft.keepValues({});
    draft.drop();
    draft.forget();
    expect(draft.read()).toBeNull();
  });

  test('is sent again by its key after a reload, and by another once it is changed', () => {
    const { draft } = visit();
    draft.keepValues(typed);
    const key = draft.keyFor(typed);
    expect(draft.keyFor(typed)).toBe(key);
    const again = visit().draft;
    expect(again.keyFor(typed)).toBe(key);
    expect(again.keyFor({ ...typed, items: 'Lamps' })).not.toBe(key);
  });

  test('is kept for seven days since it was last changed, and looking at it keeps it no longer', () => {
    visit().draft.keepValues(typed);
    vi.setSystemTime(Date.now() + 7 * DAY - 1);
    expect(visit().found).not.toBeNull();
    vi.setSystemTime(Date.now() + 1);
    expect(visit().found).toBeNull();
    expect(storage.entries.size).toBe(0);
  });

  test('is as it was when the form first asked for it', () => {
    const { draft } = visit();
    draft.keepValues(typed);
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
    draft.keepValues(typed);
    expect(draft.keyFor(typed)).toBe(draft.keyFor(typed));
    expect(() => draft.forget()).not.toThrow();
  });
});
