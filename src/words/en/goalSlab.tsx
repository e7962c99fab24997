// The community's month.
import type { ReactNode } from 'react';
import { formatKilograms } from './numbers.ts';

export const communityGoal = 'Community goal';
export const reached = 'Goal reached';
export const percentOfGoal = (percent: number) => `${percent} percent of the goal`;
export const percentFigure = (percent: number) => `${percent}%`;

/** @param monthName null for the present one. */
export const kilogramsOfGoal = (
  kilograms: number,
  goalKilograms: number,
  monthName: string | null,
  strong: (text: string) => ReactNode,
) => (
  <>
    {strong(`${formatKilograms(kilograms)} kg`)} of {formatKilograms(goalKilograms, 0)} kg{' '}
    {monthName === null ? 'this month' : `in ${monthName}`}
  </>
);
