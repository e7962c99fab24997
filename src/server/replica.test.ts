import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readContracts } from '#server/testing/contracts.ts';
import { isForConsole } from '#shared/roles.ts';
import { bytesUpTo, Following } from './replica.ts';

test.each([
  ['0/0', 0n],
  ['0/16B3748', 23_803_720n],
  ['16/B374D848', 97_500_059_720n],
  ['1/0', 4_294_967_296n],
])('the place %s in a log is %d bytes from its beginning', (place, bytes) => {
  expect(bytesUpTo(place)).toBe(bytes);
});

describe('a replica', () => {
  test('is not asked before anybody has looked', () => {
    expect(new Following().mayBeAsked(0, null)).toBe(false);
  });

  test('is asked while it follows, also where nobody writes', () => {
    const following = new Following();
    for (let at = 0; at <= 60_000; at += 500) following.note({ at, written: 100n, followed: 100n });
    expect(following.mayBeAsked(60_400, null)).toBe(true);
  });

  test('is not asked once what it lacks is older than five seconds, and is again when it has it', () => {
    const following = new Following();
    following.note({ at: 0, written: 100n, followed: 100n });
    for (let at = 500; at <= 5_000; at += 500) {
      following.note({ at, written: 100n + BigInt(at), followed: 100n });
    }
    expect(following.mayBeAsked(5_000, null)).toBe(true);
    expect(following.mayBeAsked(5_001, null)).toBe(false);
    following.note({ at: 5_500, written: 9_000n, followed: 1_100n });
    // It has what had been written at 1,000.
    expect(following.millisecondsBehind(5_500)).toBe(4_500);
    expect(following.mayBeAsked(5_500, null)).toBe(true);
  });

  test('is not asked when nobody could look for five seconds, nor once it is lost', () => {
    const following = new Following();
    following.note({ at: 0, written: 100n, followed: 100n });
    expect(following.mayBeAsked(5_001, null)).toBe(false);
    following.note({ at: 6_000, written: 100n, followed: 100n });
    following.lose();
    expect(following.mayBeAsked(6_000, null)).toBe(false);
  });

  // With all of their looks it would take minutes.
  test('that stands still for two days is remembered by its last seconds alone', () => {
    const following = new Following();
    const end = 2 * 86_400_000;
    for (let at = 0; at < end; at += 500) following.note({ at, written: BigInt(at + 1), followed: 0n });
    expect(following.mayBeAsked(end, null)).toBe(false);
    following.note({ at: end, written: BigInt(end), followed: BigInt(end) });
    expect(following.mayBeAsked(end, null)).toBe(true);
  });

  test('is asked only from the admin’s own last change on', () => {
    const following = new Following();
    following.note({ at: 0, written: 300n, followed: 256n });
    following.note({ at: 100, written: 256n, followed: 256n });
    expect(following.mayBeAsked(100, '0/100')).toBe(true);
    expect(following.mayBeAsked(100, '0/101')).toBe(false);
  });
});

test('every list and every CSV file of the console may lag, and nothing else', async () => {
  const isList = (response: z.ZodType) =>
    response instanceof z.ZodArray || (response instanceof z.ZodObject && 'total' in response.shape);
  for (const { endpoint } of await readContracts()) {
    const { method, path, format, response } = endpoint;
    const isMeant = method === 'GET' && isForConsole(endpoint) && (format === 'csv' || isList(response));
    expect(`${path} ${endpoint.mayLag ?? false}`).toBe(`${path} ${isMeant}`);
  }
});
