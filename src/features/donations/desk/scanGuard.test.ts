import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ScanGuard } from './scanGuard.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Presses keys so many milliseconds apart: the scan that is noticed, if any, and the keys that act. */
function pressed(keys: readonly string[], apart: number) {
  const guard = new ScanGuard();
  const acted: string[] = [];
  let scan: string | null = null;
  let timeStamp = 1000;
  for (const key of keys) {
    timeStamp += apart;
    vi.advanceTimersByTime(apart);
    const event = { key, timeStamp, repeat: false };
    scan = guard.press(event) ?? scan;
    if (!guard.isBurstKey(event)) guard.actAlone(() => acted.push(key));
  }
  vi.advanceTimersByTime(1000);
  return { scan, acted };
}

test.each([
  ['a code', 'RR-ABC234'],
  ['a student card', '7654321'],
  ['an address', 'https://reround.example.ca/p/abc'],
])('%s that is scanned is noticed, and none of its keys acts', (_, text) => {
  expect(pressed([...text.split(''), 'Enter'], 8)).toEqual({ scan: text, acted: [] });
});

test('kilograms that are scanned are too short for a scan, and their Enter does not act all the same', () => {
  expect(pressed(['1', '2', '.', '5', 'Enter'], 8)).toEqual({ scan: null, acted: [] });
});

test('a hand is no scanner', () => {
  const keys = [...'jo thiessen'.split(''), 'Enter'];
  expect(pressed(keys, 60)).toEqual({ scan: null, acted: keys });
});

test('two keys of a hand that come fast make no scan of what follows', () => {
  const guard = new ScanGuard();
  const scans = [1000, 1040, 1140, 1240, 1340, 1440, 1540].map((timeStamp) =>
    guard.press({ key: '1', timeStamp, repeat: false }),
  );
  expect(scans).toEqual(Array<null>(7).fill(null));
});

test('a key of a hand right behind a scan is no part of it, and does not act', () => {
  const guard = new ScanGuard();
  const scans = [1000, 1006, 1012, 1018, 1024, 1030, 1130].map((timeStamp) =>
    guard.press({ key: '1', timeStamp, repeat: false }),
  );
  expect(scans).toEqual([null, null, null, null, null, '111111', null]);
  const event = { key: 'r', timeStamp: 1180, repeat: false };
  guard.press(event);
  expect(guard.isBurstKey(event)).toBe(true);
});
