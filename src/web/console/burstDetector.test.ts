import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BurstDetector } from './burstDetector.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const CODE = ['R', 'R', '-', 'C', '2', 'X', 'Enter'];

type TimedKey = readonly [key: string, millisecondsAfterPrevious: number];

/** The keys whose action ran. */
function keysThatAct(timedKeys: readonly TimedKey[], isInField = false): string[] {
  const detector = new BurstDetector();
  const actingKeys: string[] = [];
  let timeStamp = 1000;
  for (const [key, milliseconds] of timedKeys) {
    timeStamp += milliseconds;
    vi.advanceTimersByTime(milliseconds);
    const isBurst = detector.recordKey({ key, timeStamp, repeat: false }, () => isInField);
    if (!isBurst && key !== 'Shift') detector.runIfAlone(() => actingKeys.push(key));
  }
  vi.advanceTimersByTime(1000);
  return actingKeys;
}

describe('single keys', () => {
  test.each<[string, TimedKey[], string[]]>([
    ['act when typed by hand', [['j', 0], ['c', 50], ['c', 120]], ['j', 'c', 'c']], // prettier-ignore
    ['do not act when a scanner types them, nor does its Enter', CODE.map((key) => [key, 8] as const), []],
    ['do not act when a slow scanner types them', CODE.map((key) => [key, 49] as const), []],
    [
      'do not act right after a burst',
      [
        ['r', 0],
        ['c', 10],
        ['Enter', 199],
      ],
      [],
    ],
    [
      'act again some time after a burst',
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
  ])('%s', (_, timedKeys, expected) => {
    expect(keysThatAct(timedKeys)).toEqual(expected);
  });

  test('act right after a burst into a field', () => {
    expect(keysThatAct([['a', 0], ['n', 5], ['n', 5], ['c', 60]], true)).toEqual(['c']); // prettier-ignore
  });

  test('wait until no other key can follow at once', () => {
    const action = vi.fn<() => void>();
    new BurstDetector().runIfAlone(action);
    vi.advanceTimersByTime(49);
    expect(action).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(action).toHaveBeenCalledOnce();
  });

  test('are distinguished from a burst by the times of their events, even if a busy page handles them late', () => {
    const detector = new BurstDetector();
    const action = vi.fn<() => void>();
    const isInField = () => false;
    detector.recordKey({ key: 'c', timeStamp: 1000, repeat: false }, isInField);
    detector.runIfAlone(action);
    expect(detector.recordKey({ key: 'j', timeStamp: 1080, repeat: false }, isInField)).toBe(false);
    expect(action).toHaveBeenCalledOnce();
    expect(detector.recordKey({ key: 'j', timeStamp: 1100, repeat: false }, isInField)).toBe(true);
  });

  test('are no burst while one of them is held down', () => {
    const detector = new BurstDetector();
    const results = [1000, 1500, 1530, 1560].map((timeStamp, index) =>
      detector.recordKey({ key: 'j', timeStamp, repeat: index > 0 }, () => false),
    );
    expect(results).toEqual([false, false, false, false]);
  });
});
