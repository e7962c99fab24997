import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LoneKeys } from './loneKeys.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const CODE = ['R', 'R', '-', 'C', '2', 'X', 'Enter'];

/** The keys that would act. Each comes so many milliseconds after the one before, by its event and by the clock. */
function acted(keys: readonly (readonly [key: string, after: number])[], isInField = false): string[] {
  const loneKeys = new LoneKeys();
  const done: string[] = [];
  let timeStamp = 1000;
  for (const [key, after] of keys) {
    timeStamp += after;
    vi.advanceTimersByTime(after);
    const isBurst = loneKeys.press({ key, timeStamp, repeat: false }, () => isInField);
    if (!isBurst && key !== 'Shift') loneKeys.actAlone(() => done.push(key));
  }
  vi.advanceTimersByTime(1000);
  return done;
}

describe('single keys', () => {
  test.each<[string, (readonly [string, number])[], string[]]>([
    ['of a hand act', [['j', 0], ['c', 50], ['c', 120]], ['j', 'c', 'c']], // prettier-ignore
    ['of a scanner do nothing, nor does its Enter', CODE.map((key) => [key, 8] as const), []],
    ['of a slow scanner do nothing', CODE.map((key) => [key, 49] as const), []],
    [
      'right behind a burst do nothing',
      [
        ['r', 0],
        ['c', 10],
        ['Enter', 199],
      ],
      [],
    ],
    [
      'act again after a rest',
      [
        ['r', 0],
        ['c', 10],
        ['c', 150],
        ['c', 60],
      ],
      ['c'],
    ],
    [
      'act with the Shift that they need',
      [
        ['Shift', 0],
        ['?', 5],
      ],
      ['?'],
    ],
  ])('%s', (_, keys, expected) => {
    expect(acted(keys)).toEqual(expected);
  });

  test('act right after what was typed into a field', () => {
    expect(acted([['a', 0], ['n', 5], ['n', 5], ['c', 60]], true)).toEqual(['c']); // prettier-ignore
  });

  test('wait for a key that may follow', () => {
    const act = vi.fn<() => void>();
    new LoneKeys().actAlone(act);
    vi.advanceTimersByTime(49);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(act).toHaveBeenCalledOnce();
  });

  test('go by the times of their events, however late a busy page hears of them', () => {
    const loneKeys = new LoneKeys();
    const act = vi.fn<() => void>();
    const isInField = () => false;
    loneKeys.press({ key: 'c', timeStamp: 1000, repeat: false }, isInField);
    loneKeys.actAlone(act);
    expect(loneKeys.press({ key: 'j', timeStamp: 1080, repeat: false }, isInField)).toBe(false);
    expect(act).toHaveBeenCalledOnce();
    expect(loneKeys.press({ key: 'j', timeStamp: 1100, repeat: false }, isInField)).toBe(true);
  });

  test('that are held down act on', () => {
    const loneKeys = new LoneKeys();
    const presses = [1000, 1500, 1530, 1560].map((timeStamp, index) =>
      loneKeys.press({ key: 'j', timeStamp, repeat: index > 0 }, () => false),
    );
    expect(presses).toEqual([false, false, false, false]);
  });
});
