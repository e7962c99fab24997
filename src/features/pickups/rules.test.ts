import { describe, expect, test } from 'vitest';
import {
  isReschedule,
  listWindows,
  nextPickupStatuses,
  countPlacesLeft,
  listStatusChoices,
  whyNotCancellable,
  whyNotCancellableByLink,
  whyNotChangeable,
  whyTimeNotAllowed,
  whyNotSettable,
} from './rules.ts';

describe('a pickup', () => {
  test.each([
    ['pending', ['scheduled', 'completed', 'cancelled'], null],
    ['scheduled', ['completed'], null],
    ['completed', [], 'This pickup is completed and cannot be changed any more.'],
    ['cancelled', [], 'This pickup is cancelled and cannot be changed any more.'],
  ] as const)(
    'that is %s may become %j, and has %j as the reason against a change',
    (status, next, reason) => {
      expect(nextPickupStatuses[status]).toEqual(next);
      expect(whyNotChangeable(status)).toBe(reason);
    },
  );

  test.each([
    ['pending', 'scheduled', false, null],
    ['pending', 'pending', true, 'This pickup is pending and cannot become pending.'],
    ['scheduled', 'scheduled', true, null],
    ['scheduled', 'scheduled', false, 'This pickup is scheduled and cannot become scheduled.'],
    ['scheduled', 'cancelled', true, 'This pickup is scheduled and cannot become cancelled.'],
    ['completed', 'scheduled', true, 'This pickup is completed and cannot be changed any more.'],
    ['cancelled', 'scheduled', true, 'This pickup is cancelled and cannot be changed any more.'],
  ] as const)(
    'from %s to %s, with changed details %s, has %j as the reason against it',
    (from, to, changes, reason) => {
      expect(whyNotSettable(from, to, changes)).toBe(reason);
    },
  );

  test.each([
    ['2026-11-20T12:00', null],
    ['2027-01-01T00:00', null],
    ['2026-11-20T11:59', 'Please choose a time that is still to come'],
  ])('requested at noon for %s has %j as the reason against it', (wallTime, reason) => {
    expect(whyTimeNotAllowed(wallTime, '2026-11-20T12:00')).toBe(reason);
  });

  test.each([
    ['pending', 'This pickup is not scheduled. Set its status to cancelled.'],
    ['scheduled', null],
    ['completed', 'This pickup is completed and cannot be changed any more.'],
    ['cancelled', 'This pickup is cancelled and cannot be changed any more.'],
  ] as const)('that is %s has %j as the reason against cancelling', (status, reason) => {
    expect(whyNotCancellable(status)).toBe(reason);
  });

  test.each([
    ['pending', null],
    ['scheduled', null],
    ['completed', 'This pickup is done and cannot be cancelled any more.'],
    ['cancelled', null],
  ] as const)('that is %s has %j as the reason against cancelling by its link', (status, reason) => {
    expect(whyNotCancellableByLink(status)).toBe(reason);
  });

  test.each([
    ['pending', ['scheduled', 'completed', 'cancelled']],
    ['scheduled', ['completed', 'scheduled']],
    ['completed', []],
    ['cancelled', []],
  ] as const)('that is %s may be set to %j, and only a scheduled one is rescheduled', (status, choices) => {
    expect(listStatusChoices(status)).toEqual(choices);
    expect(isReschedule(status, 'scheduled')).toBe(status === 'scheduled');
    expect(isReschedule(status, 'completed')).toBe(false);
  });
});

describe('the pickup windows', () => {
  const ZONE = 'America/Winnipeg';
  const tuesday = { weekday: 2, from: '13:00', to: '16:00', capacity: 2 };
  const saturday = { weekday: 6, from: '10:00', to: '12:00', capacity: 1 };
  /** Noon in Winnipeg. */
  const FRIDAY = new Date('2026-11-20T18:00:00Z');
  const listAt = (now: Date, pickupWindows = [tuesday, saturday], pickupClosed: string[] = []) =>
    listWindows({ pickupWindows, pickupClosed }, now, ZONE);
  const listStarts = (...args: Parameters<typeof listAt>) =>
    listAt(...args).map(({ date, from }) => `${date} ${from}`);

  test('are those of the next four weeks, in order of time', () => {
    expect(listStarts(FRIDAY)).toEqual([
      '2026-11-21 10:00',
      '2026-11-24 13:00',
      '2026-11-28 10:00',
      '2026-12-01 13:00',
      '2026-12-05 10:00',
      '2026-12-08 13:00',
      '2026-12-12 10:00',
      '2026-12-15 13:00',
    ]);
    const early = { ...tuesday, from: '09:00', to: '10:00' };
    expect(listStarts(FRIDAY, [tuesday, early]).slice(0, 2)).toEqual([
      '2026-11-24 09:00',
      '2026-11-24 13:00',
    ]);
    expect(listStarts(FRIDAY, [])).toEqual([]);
  });

  test('leave out closed days', () => {
    const days = ['2026-11-21', '2026-12-01', '2026-12-02'];
    expect(listStarts(FRIDAY, [tuesday, saturday], days).slice(0, 3)).toEqual([
      '2026-11-24 13:00',
      '2026-11-28 10:00',
      '2026-12-05 10:00',
    ]);
  });

  test.each([
    ['2026-11-24T18:59:59Z', '2026-11-24 13:00'],
    ['2026-11-24T19:00:00Z', '2026-11-28 10:00'],
    // Tuesday in UTC, but still Monday in Winnipeg.
    ['2026-11-24T05:59:59Z', '2026-11-24 13:00'],
  ])('leave out windows that have begun: at %s the first is %s', (now, first) => {
    expect(listStarts(new Date(now))[0]).toBe(first);
  });

  test('reach four weeks ahead at every time of the day', () => {
    const monday = { ...tuesday, weekday: 1 };
    expect(listStarts(new Date('2026-11-23T06:00:00Z'), [monday]).at(-1)).toBe('2026-12-14 13:00');
    expect(listStarts(new Date('2026-11-24T05:59:00Z'), [monday]).at(-1)).toBe('2026-12-14 13:00');
    expect(listStarts(new Date('2026-11-24T06:00:00Z'), [monday]).at(-1)).toBe('2026-12-21 13:00');
  });

  test('keep their local time through a year in which the clocks change twice', () => {
    const days = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day, 12)));
    for (const now of days) {
      const windows = listAt(now);
      expect(windows).toHaveLength(8);
      for (const { date, from, to, startsAt, endsAt } of windows) {
        const [start, end] = [startsAt, endsAt].map((at) =>
          at.toLocaleString('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' }),
        );
        expect([start, end]).toEqual([`${date} ${from}`, `${date} ${to}`]);
      }
    }
  });

  test.each([
    // The clocks go from 2:00 to 3:00.
    ['2026-03-08', '02:00', '04:00', '2026-03-08T08:00:00.000Z', 60],
    ['2026-03-08', '02:15', '02:45', '2026-03-08T08:15:00.000Z', 30],
    ['2026-03-08', '01:00', '03:00', '2026-03-08T07:00:00.000Z', 60],
    ['2026-03-08', '04:00', '06:00', '2026-03-08T09:00:00.000Z', 120],
    // The clocks go from 2:00 back to 1:00.
    ['2026-11-01', '00:30', '01:30', '2026-11-01T05:30:00.000Z', 60],
    ['2026-11-01', '01:00', '02:00', '2026-11-01T06:00:00.000Z', 120],
    ['2026-11-01', '02:00', '04:00', '2026-11-01T08:00:00.000Z', 120],
  ])('of %s from %s to %s begin at %s and last %i minutes', (date, from, to, start, minutes) => {
    const [window] = listAt(new Date(`${date}T05:00:00Z`), [{ weekday: 0, from, to, capacity: 1 }]);
    expect(window).toMatchObject({ date, startsAt: new Date(start) });
    expect((window!.endsAt.getTime() - window!.startsAt.getTime()) / 60_000).toBe(minutes);
  });

  test('leave out a window that the clocks skip entirely', () => {
    const skipped = { weekday: 0, from: '02:30', to: '03:00', capacity: 1 };
    const dates = listAt(new Date('2026-03-02T12:00:00Z'), [skipped]).map(({ date }) => date);
    expect(dates).toEqual(['2026-03-15', '2026-03-22', '2026-03-29']);
  });

  const booked = { windowDate: '2026-11-24', windowFrom: '13:00', scheduledAt: null };

  test.each<[string, object[], number]>([
    ['nobody', [], 2],
    ['one', [booked], 1],
    ['two', [booked, booked], 0],
    ['more, since there were more places', [booked, booked, booked], 0],
    ['one of another day', [{ ...booked, windowDate: '2026-12-01' }], 2],
    ['one of another time', [{ ...booked, windowFrom: '14:00' }], 2],
    ['one that is scheduled within it', [{ ...booked, scheduledAt: new Date('2026-11-24T21:59:00Z') }], 1],
    ['one that was moved past it', [{ ...booked, scheduledAt: new Date('2026-11-24T22:00:00Z') }], 2],
  ])('have places left after %s', (_name, bookings, left) => {
    const [, window] = listAt(FRIDAY);
    expect(countPlacesLeft(window!, bookings as (typeof booked)[])).toBe(left);
  });
});
