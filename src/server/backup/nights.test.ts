import { addDays, addSeconds } from '#shared/dates.ts';
import { describe, expect, test } from 'vitest';
import { backups } from '#server/schema.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import {
  type Attempt,
  beyond,
  countAsCleared,
  countAsFailed,
  countAsGood,
  dueNight,
  forget,
  fullerBackup,
  goneBackups,
  lastFailure,
  leftBehind,
  newestGoodBackup,
  noteListed,
  prolong,
  takeNight,
} from './nights.ts';

const site = useTestSite();
const HERE = { kind: 'folder', location: '/backups' } as const;
const NIGHT = '2026-03-05';
const NOW = new Date('2026-03-05T09:00:00Z');
const later = (minutes: number) => addSeconds(NOW, minutes * 60);

const take = (now = NOW, night = NIGHT, name = 'one') =>
  takeNight(site.database, now, night, { ...HERE, name });

async function taken(now = NOW, night = NIGHT, name = 'one'): Promise<Attempt> {
  const attempt = await take(now, night, name);
  if (!attempt) throw new Error(`The night ${night} was not to be taken.`);
  return attempt;
}

const good = (attempt: Attempt, now = later(2), missingPhotos = 0) =>
  countAsGood(site.database, now, attempt, { finishedAt: addSeconds(now, -1), bytes: 1000, missingPhotos });

async function fail(attempt: Attempt, isCleared: boolean, failure = 'The disk is full.'): Promise<void> {
  expect(await countAsFailed(site.database, later(1), attempt, failure)).toBe(true);
  if (isCleared) await countAsCleared(site.database, later(1), attempt);
}

test.each([
  ['2026-03-05T08:59:59Z', 'America/Winnipeg', '2026-03-04'],
  ['2026-03-05T09:00:00Z', 'America/Winnipeg', '2026-03-05'],
  ['2026-03-06T05:59:59Z', 'America/Winnipeg', '2026-03-05'],
  ['2026-03-06T06:30:00Z', 'America/Winnipeg', '2026-03-05'],
  ['2026-01-01T06:30:00Z', 'America/Winnipeg', '2025-12-31'],
  // The clock skips from two to three, and later shows one o'clock twice.
  ['2026-03-08T07:59:59Z', 'America/Winnipeg', '2026-03-07'],
  ['2026-03-08T08:00:00Z', 'America/Winnipeg', '2026-03-08'],
  ['2026-11-01T08:59:59Z', 'America/Winnipeg', '2026-10-31'],
  ['2026-11-01T09:00:00Z', 'America/Winnipeg', '2026-11-01'],
  ['2026-03-05T18:00:00Z', 'Asia/Tokyo', '2026-03-06'],
])('at %s in %s the newest night that is due is %s', (now, timeZone, night) => {
  expect(dueNight(new Date(now), timeZone)).toBe(night);
});

describe('a night', () => {
  test('is one attempt’s as long as that goes on', async () => {
    const attempt = await taken();
    expect(attempt).toEqual({ night: NIGHT, attempt: 1 });
    expect(await take(later(9))).toBeNull();
    expect(await prolong(site.database, later(9), attempt)).toBe(true);
    expect(await take(later(18))).toBeNull();
  });

  test('is another’s once the first has given no word for ten minutes, and the first then counts for nothing', async () => {
    const first = await taken();
    const second = await taken(later(11));
    expect(second.attempt).toBe(2);
    expect(await prolong(site.database, later(12), first)).toBe(false);
    expect(await good(first, later(12))).toBe(false);
    await fail(first, false);
    expect(await good(second, later(13))).toBe(true);
    expect(await site.database.select().from(backups).orderBy(backups.attempt)).toMatchObject([
      {
        attempt: 1,
        failure: 'The process that made it ended before it was done.',
        finishedAt: later(11),
        verifiedAt: null,
        clearedAt: null,
      },
      { attempt: 2, failure: null, verifiedAt: later(13), heldUntil: null },
    ]);
  });

  test('that was read back whole counts, though the process that noted it never heard so', async () => {
    const attempt = await taken();
    expect(await good(attempt)).toBe(true);
    expect(await countAsFailed(site.database, later(3), attempt, 'Connection terminated.')).toBe(false);
    expect(await newestGoodBackup(site.database, later(60))).toMatchObject({ name: 'one' });
    expect(await lastFailure(site.database, later(60))).toBeNull();
    expect(await leftBehind(site.database)).toEqual([]);
  });

  test('is taken again after a failure, and not after a good one', async () => {
    await fail(await taken(), true);
    await good(await taken(later(60)), later(61));
    expect(await take(later(120))).toBeNull();
    expect(await taken(later(120), '2026-03-06')).toEqual({ night: '2026-03-06', attempt: 1 });
  });
});

describe('the newest good backup', () => {
  test('is none before one was read back whole', async () => {
    expect(await newestGoodBackup(site.database, NOW)).toBeNull();
    const attempt = await taken();
    expect(await newestGoodBackup(site.database, later(1))).toBeNull();
    await good(attempt);
    expect(await newestGoodBackup(site.database, later(60))).toEqual({
      night: NIGHT,
      place: 'folder',
      name: 'one',
      bytes: 1000,
      missingPhotos: 0,
      verifiedAt: later(2),
      ageMilliseconds: 60 * 60_000,
    });
  });

  test('stays so while later ones fail', async () => {
    await good(await taken());
    const tomorrow = addDays(NOW, 1);
    expect(await lastFailure(site.database, tomorrow)).toBeNull();
    await fail(await taken(tomorrow, '2026-03-06', 'two'), true);
    expect(await newestGoodBackup(site.database, tomorrow)).toMatchObject({ name: 'one' });
    expect(await lastFailure(site.database, tomorrow)).toEqual({
      at: later(1),
      failure: 'The disk is full.',
    });
  });

  test('is not one that a clock which was wrong puts into next year, nor is its failure the last', async () => {
    const nextYear = addDays(NOW, 365);
    await good(await taken(nextYear, '2027-03-05', 'wrong'), addSeconds(nextYear, 60));
    await fail(await taken(nextYear, '2027-03-06', 'wrong'), true);
    expect(await newestGoodBackup(site.database, NOW)).toBeNull();
    expect(await lastFailure(site.database, NOW)).toBeNull();
    await good(await taken());
    expect(await newestGoodBackup(site.database, later(60))).toMatchObject({ name: 'one' });
    expect(await beyond(site.database, later(60), HERE, 1)).toEqual([]);
  });
});

test('what an attempt left behind is known until it is gone', async () => {
  await fail(await taken(NOW, NIGHT, 'cleared'), true);
  await fail(await taken(later(60), NIGHT, 'left'), false);
  const left = await leftBehind(site.database);
  expect(left).toEqual([{ night: NIGHT, attempt: 2, place: 'folder', location: '/backups', name: 'left' }]);
  for (const one of left) await countAsCleared(site.database, later(61), one);
  expect(await leftBehind(site.database)).toEqual([]);
});

test('of good ones those beyond the newest so many have served their time, and take what failed before them along', async () => {
  const nights = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'];
  for (const night of nights) {
    await fail(await taken(NOW, night, `failed ${night}`), night !== '2026-03-01');
    await good(await taken(NOW, night, night));
  }
  expect((await beyond(site.database, later(60), HERE, 2)).map(({ name }) => name)).toEqual([
    '2026-03-02',
    '2026-03-01',
  ]);
  expect(await beyond(site.database, later(60), HERE, 4)).toEqual([]);
  for (const old of await beyond(site.database, later(60), HERE, 2)) await forget(site.database, old);
  const kept = await site.database.select({ name: backups.name }).from(backups).orderBy(backups.name);
  // What is still lying somewhere stays on the list.
  expect(kept.map(({ name }) => name)).toEqual([
    '2026-03-03',
    '2026-03-04',
    'failed 2026-03-01',
    'failed 2026-03-02',
    'failed 2026-03-03',
    'failed 2026-03-04',
  ]);
});

test('what has photos that no newer one may have stays for three months', async () => {
  const lacking = [0, 0, 2, 5, 2, 5, 5];
  for (const [index, missing] of lacking.entries()) {
    const night = `2026-03-0${index + 1}`;
    await good(await taken(NOW, night, night), later(2), missing);
  }
  const old = async (now: Date, place: typeof HERE | { kind: 'folder'; location: string } = HERE) =>
    (await beyond(site.database, now, place, 2)).map(({ name }) => name);
  const fuller = (now: Date) => fullerBackup(site.database, now, HERE);
  expect(await fuller(later(60))).toMatchObject({ name: '2026-03-02' });
  expect(await old(later(60))).toEqual(['2026-03-04', '2026-03-03', '2026-03-01']);
  expect(await old(later(60), { ...HERE, location: '/other' })).toHaveLength(5);
  expect(await fuller(addDays(later(60), 91))).toBeNull();
  expect(await old(addDays(later(60), 91))).toHaveLength(5);
  await good(await taken(NOW, '2026-03-08', '2026-03-08'), later(2), 0);
  expect(await fuller(later(60))).toBeNull();
  expect(await old(later(60))).toContain('2026-03-02');
});

test('what is gone from its place counts for nothing, is told of for a week, and counts again once it is back', async () => {
  const listed = (now: Date, ...names: string[]) => noteListed(site.database, now, HERE, names);
  for (const night of ['2026-03-03', '2026-03-04', '2026-03-05']) {
    await good(await taken(NOW, night, night));
  }
  const newest = async () => (await newestGoodBackup(site.database, later(60)))?.name;
  for (const elsewhere of [{ kind: 'bucket' }, { location: '/other' }] as const) {
    expect(await noteListed(site.database, later(33), { ...HERE, ...elsewhere }, [])).toEqual([]);
  }
  expect(await listed(later(33), '2026-03-03', '2026-03-04', '2026-03-05', 'a stranger')).toEqual([]);
  expect(await goneBackups(site.database, later(60))).toBeNull();
  // The place may have been listed before another process put the newest there.
  expect(await listed(later(3))).toEqual([]);
  expect(await listed(later(34), '2026-03-03')).toEqual(['2026-03-04', '2026-03-05']);
  expect(await listed(later(35), '2026-03-03')).toEqual([]);
  expect(await newest()).toBe('2026-03-03');
  expect(await beyond(site.database, later(60), HERE, 1)).toEqual([]);
  expect(await goneBackups(site.database, later(60))).toEqual({ count: 2, newest: '2026-03-05' });
  expect(await listed(later(36), '2026-03-03', '2026-03-04')).toEqual([]);
  expect(await newest()).toBe('2026-03-04');
  const gone = (now: Date) => goneBackups(site.database, now);
  expect(await gone(addDays(later(33), 7))).toEqual({ count: 1, newest: '2026-03-05' });
  expect(await gone(addDays(later(34), 7))).toBeNull();
  // Long after, its disk is mounted again.
  expect(await listed(addDays(later(34), 30), '2026-03-03', '2026-03-04', '2026-03-05')).toEqual([]);
  expect(await newest()).toBe('2026-03-05');
  await listed(addDays(later(34), 31), '2026-03-03', '2026-03-04');
  await listed(addDays(later(35), 31 + 365), '2026-03-03', '2026-03-04');
  expect(await site.database.$count(backups)).toBe(2);
});

test('what was put under a disk that was not mounted comes off the list once the disk is back', async () => {
  const listed = (now: Date, ...names: string[]) => noteListed(site.database, now, HERE, names);
  await good(await taken(NOW, '2026-03-05', 'on the disk'));
  const attempt = await taken(addDays(NOW, 1), '2026-03-06', 'under it');
  expect(await listed(addDays(later(1), 1))).toEqual(['on the disk']);
  await good(attempt, addDays(later(2), 1));
  expect(await listed(addDays(later(5), 1), 'on the disk')).toEqual([]);
  expect(await goneBackups(site.database, addDays(NOW, 2))).toMatchObject({ count: 1 });
  expect(await listed(addDays(NOW, 2), 'on the disk')).toEqual([]);
  expect(await goneBackups(site.database, addDays(NOW, 2))).toBeNull();
  expect(await site.database.select({ name: backups.name }).from(backups)).toEqual([{ name: 'on the disk' }]);
});

test('where one of before that was written down is not said is learnt from where it is found', async () => {
  await good(await taken(NOW, '2026-03-04', 'found'));
  await good(await taken(NOW, '2026-03-05', 'not found'));
  await site.database.update(backups).set({ location: null, missingPhotos: null });
  expect(await noteListed(site.database, later(60), HERE, ['found'])).toEqual([]);
  expect(await noteListed(site.database, later(120), HERE, [])).toEqual(['found']);
});
