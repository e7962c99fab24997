// The community's month, seen through the shop window.
import type { ReactNode } from 'react';
import type { Day } from '#shared/dates.ts';
import { formatMonth } from './dates.ts';
import { formatKilograms } from './numbers.ts';

export const goalAhead = (goalKilograms: number) =>
  `At ${formatKilograms(goalKilograms, 0)} kg a month the loop closes.`;

export const soFar = (today: Day, percent: number, goalKilograms: number) =>
  `${formatMonth(today)} so far: ${percent}% of the community goal. At ${formatKilograms(goalKilograms, 0)} kg the loop closes.`;

export const reached = (
  today: Day,
  percent: number,
  kilograms: number,
  strong: (text: string) => ReactNode,
) => (
  <>
    {strong(`${formatMonth(today)} is closed.`)}
    {formatKilograms(kilograms)} kg, {percent}% of the goal. What you give now still earns.
  </>
);

/** The picture's name while nobody knows the kilograms. */
export const goalOnly = (goalKilograms: number) =>
  `Community goal: ${formatKilograms(goalKilograms, 0)} kilograms a month`;

/** The picture's name. */
export const goalMet = (kilograms: number, goalKilograms: number, percent: number) =>
  `Community goal${kilograms >= goalKilograms ? ' reached' : ''}: ${formatKilograms(kilograms)} of ${formatKilograms(goalKilograms, 0)} kilograms this month, ${percent} percent`;

/** Under the kilograms in the picture. */
export const ofGoal = (goalKilograms: number) => `of ${formatKilograms(goalKilograms, 0)} kg`;
