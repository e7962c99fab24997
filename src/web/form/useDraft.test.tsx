import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDraft } from './useDraft.tsx';

/** The methods of a browser's storage that a draft uses. */
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

/** Opens the form as after a reload, and reads its draft. */
const visit = () => {
  const draft = openDraft('draft-pickup-v1');
  return { draft, found: draft.read() };
};

describe('a draft', () => {
  test('has the last typed values at the next visit', () => {
    const { draft, found } = visit();
    expect(found).toBeNull();
    draft.storeValues({ name: 'Amar' });
    draft.storeValues(typed);
    expect(visit().found).toEqual({ values: typed, lastTry: null });
  });

  test('is not read by another form or another version of its form', () => {
    visit().draft.storeValues(typed);
    expect(openDraft('draft-pickup-v2').read()).toBeNull();
    expect(openDraft('draft-log-v1').read()).toBeNull();
  });

  test.each([
    ['cleared', 'clear'],
    ['sent', 'finish'],
  ] as const)('that was %s leaves nothing in the browser', (_, remove) => {
    visit().draft.storeValues(typed);
    const { draft, found } = visit();
    expect(found).not.toBeNull();
    draft.storeValues({ ...typed, items: 'Lamps' });
    draft[remove]();
    expect(storage.entries.size).toBe(0);
    expect(visit().found).toBeNull();
  });

  test('that was cleared before anything was typed is gone at the next visit', () => {
    visit().draft.storeValues(typed);
    visit().draft.clear();
    expect(visit().found).toBeNull();
  });

  test('that was sent is not stored again when its form goes on to change', () => {
    const { draft } = visit();
    draft.storeValues(typed);
    draft.idempotencyKeyFor(typed);
    draft.finish();
    draft.storeValues(typed);
    draft.idempotencyKeyFor(typed);
    expect(storage.entries.size).toBe(0);
    expect(visit().found).toBeNull();
  });

  test('that was cleared stores later values, with a new idempotency key', () => {
    const { draft } = visit();
    draft.storeValues(typed);
    const key = draft.idempotencyKeyFor(typed);
    draft.clear();
    draft.storeValues({ name: 'Ben' });
    expect(visit().found).toEqual({ values: { name: 'Ben' }, lastTry: null });
    expect(draft.idempotencyKeyFor(typed)).not.toBe(key);
  });

  test('is removed when its form is emptied by hand', () => {
    const { draft } = visit();
    draft.storeValues(typed);
    draft.storeValues({});
    expect(storage.entries.size).toBe(0);
  });

  test('without typed values does not write to storage', () => {
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

  test('has the same idempotency key after a reload, and another once it is changed', () => {
    const { draft } = visit();
    draft.storeValues(typed);
    const key = draft.idempotencyKeyFor(typed);
    expect(draft.idempotencyKeyFor(typed)).toBe(key);
    const reloadedDraft = visit().draft;
    expect(reloadedDraft.idempotencyKeyFor(typed)).toBe(key);
    expect(reloadedDraft.idempotencyKeyFor({ ...typed, items: 'Lamps' })).not.toBe(key);
  });

  test('expires seven days after its last change, even if it was read since', () => {
    visit().draft.storeValues(typed);
    vi.setSystemTime(Date.now() + 7 * DAY - 1);
    expect(visit().found).not.toBeNull();
    vi.setSystemTime(Date.now() + 1);
    expect(visit().found).toBeNull();
    expect(storage.entries.size).toBe(0);
  });

  test('is read as it was at the first call', () => {
    const { draft } = visit();
    draft.storeValues(typed);
    expect(draft.read()).toBeNull();
  });

  test.each(['', '{', 'null', '{"storedAt":1}', '{"storedAt":"x","values":{"name":"A"}}'])(
    'is ignored if storage holds %j',
    (stored) => {
      storage.entries.set('draft-pickup-v1', stored);
      expect(visit().found).toBeNull();
    },
  );

  test('does not break its form if the browser refuses storage', () => {
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
