import { expect, test } from 'vitest';
import { fieldOf, intakeDefaults } from './intakeForm.ts';

test.each([
  ['Jo Thiessen', 'displayName'],
  ['Priya', 'displayName'],
  ['jo@example.ca', 'email'],
  ['204-555-0134', 'phone'],
  ['2045550134', 'phone'],
  ['+1 (204) 555 0134', 'phone'],
  ['555-0134', 'phone'],
  ['7850933', 'studentId'],
  ['aokafor2', 'studentId'],
  ['Henry the 8th', 'displayName'],
  ['2045550134 or 2045550135', 'displayName'],
])('%j, which found nobody, is the %s of somebody new', (text, field) => {
  expect(fieldOf(text)).toBe(field);
});

test('a day that was chosen is kept for the next donor, the day itself is the clock’s', () => {
  const kept = { binLocation: 'University Centre' };
  expect(intakeDefaults(kept, '2026-11-21').date).toBe('2026-11-21');
  expect(intakeDefaults({ ...kept, date: '2026-11-18' }, '2026-11-21').date).toBe('2026-11-18');
});
