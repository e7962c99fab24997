import { describe, expect, test } from 'vitest';
import {
  isReschedule,
  nextPickupStatuses,
  statusChoices,
  whyNotCancellable,
  whyNotChangeable,
  whyNotPreferred,
  whyNotSettable,
  whyNotUndoable,
} from './rules.ts';

describe('a pickup', () => {
  test.each([
    ['pending', ['scheduled', 'completed', 'cancelled'], null],
    ['scheduled', ['completed'], null],
    ['completed', [], 'This pickup is completed and cannot be changed any more.'],
    ['cancelled', [], 'This pickup is cancelled and cannot be changed any more.'],
  ] as const)('that is %s may become %j; else %j', (status, next, whyNot) => {
    expect(nextPickupStatuses[status]).toEqual(next);
    expect(whyNotChangeable(status)).toBe(whyNot);
  });

  test.each([
    ['pending', 'scheduled', false, null],
    ['pending', 'pending', true, 'This pickup is pending and cannot become pending.'],
    ['scheduled', 'scheduled', true, null],
    ['scheduled', 'scheduled', false, 'This pickup is scheduled and cannot become scheduled.'],
    ['scheduled', 'cancelled', true, 'This pickup is scheduled and cannot become cancelled.'],
    ['completed', 'scheduled', true, 'This pickup is completed and cannot be changed any more.'],
    ['cancelled', 'scheduled', true, 'This pickup is cancelled and cannot be changed any more.'],
  ] as const)('from %s to %s, with other details: %s, is refused with %j', (from, to, changes, why) => {
    expect(whyNotSettable(from, to, changes)).toBe(why);
  });

  test.each([
    ['2026-11-20T12:00', null],
    ['2027-01-01T00:00', null],
    ['2026-11-20T11:59', 'Please choose a time that is still to come'],
  ])('asked for at noon may be wanted at %s; else %j', (wallTime, whyNot) => {
    expect(whyNotPreferred(wallTime, '2026-11-20T12:00')).toBe(whyNot);
  });

  test.each([
    ['pending', 'This pickup is not scheduled. Set its status to cancelled.'],
    ['scheduled', null],
    ['completed', 'This pickup is completed and cannot be changed any more.'],
    ['cancelled', 'This pickup is cancelled and cannot be changed any more.'],
  ] as const)('that is %s is cancelled, or not: %j', (status, why) => {
    expect(whyNotCancellable(status)).toBe(why);
  });

  test('has a step to take back if it had another status before', () => {
    expect(whyNotUndoable('pending')).toBeNull();
    expect(whyNotUndoable(null)).toBe('This pickup has no step to take back.');
  });

  test.each([
    ['pending', ['scheduled', 'completed', 'cancelled']],
    ['scheduled', ['completed', 'scheduled']],
    ['completed', []],
    ['cancelled', []],
  ] as const)('that is %s may be set to %j: again to scheduled, which moves it', (status, choices) => {
    expect(statusChoices(status)).toEqual(choices);
    expect(isReschedule(status, 'scheduled')).toBe(status === 'scheduled');
    expect(isReschedule(status, 'completed')).toBe(false);
  });
});
