import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ScanGuard } from './scanGuard.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Presses keys at an interval. Returns the detected scan, if any, and the keys that acted. */
function pressKeys(keys: readonly string[], intervalMilliseconds: number) {
  const scanGuard = new ScanGuard();
  const acted: string[] = [];
  let scan: string | null = null;
  let timeStamp = 1000;
  for (const key of keys) {
    timeStamp += intervalMilliseconds;
    vi.advanceTimersByTime(intervalMilliseconds);
    const event = { key, timeStamp, repeat: false };
    scan = scanGuard.press(event) ?? scan;
    if (!scanGuard.isBurstKey(event)) scanGuard.actAlone(() => acted.push(key));
  }
  vi.advanceTimersByTime(1000);
  return { scan, acted };
}

test.each([
  ['a code', 'RR-ABC234'],
  ['a student card', '7654321'],
  ['an address', 'https://reround.example.ca/p/abc'],
])('%s is detected as a scan, and none of its keys acts', (_, text) => {
  expect(pressKeys([...text.split(''), 'Enter'], 8)).toEqual({ scan: text, acted: [] });
});

test('scanned kilograms are too short to be detected, but their Enter does not act', () => {
  expect(pressKeys(['1', '2', '.', '5', 'Enter'], 8)).toEqual({ scan: null, acted: [] });
});

test('typed text is not detected as a scan, and its keys act', () => {
  const keys = [...'jo thiessen'.split(''), 'Enter'];
  expect(pressKeys(keys, 60)).toEqual({ scan: null, acted: keys });
});

test('a key that is held down is not detected as a scan', () => {
  const scanGuard = new ScanGuard();
  const scans = [1000, 1500, 1533, 1566, 1599, 1632, 1665, 1698].map((timeStamp) =>
    scanGuard.press({ key: '5', timeStamp, repeat: timeStamp > 1000 }),
  );
  expect(scans.every((scan) => scan === null)).toBe(true);
});

test('two fast typed keys do not make a scan of the keys that follow', () => {
  const scanGuard = new ScanGuard();
  const scans = [1000, 1040, 1140, 1240, 1340, 1440, 1540].map((timeStamp) =>
    scanGuard.press({ key: '1', timeStamp, repeat: false }),
  );
  expect(scans).toEqual(Array<null>(7).fill(null));
});

test('a key typed right after a scan is not part of it, and does not act', () => {
  const scanGuard = new ScanGuard();
  const scans = [1000, 1006, 1012, 1018, 1024, 1030, 1130].map((timeStamp) =>
    scanGuard.press({ key: '1', timeStamp, repeat: false }),
  );
  expect(scans).toEqual([null, null, null, null, null, '111111', null]);
  const event = { key: 'r', timeStamp: 1180, repeat: false };
  scanGuard.press(event);
  expect(scanGuard.isBurstKey(event)).toBe(true);
});
