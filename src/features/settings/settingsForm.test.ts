import { expect, test } from 'vitest';
import { settingsForm } from './settingsForm.ts';

test.each([
  ['1,000', 1000],
  ['1000', 1000],
  ['250,5', 250.5],
  ['250.5', 250.5],
])('a goal typed as %s is %d kg', (typed, kilograms) => {
  expect(settingsForm.shape.monthlyGoal.parse(typed)).toBe(kilograms);
});
