// What follows a donation that was logged.
import type { ReactNode } from 'react';
import { formatKilograms } from './numbers.ts';

export const title = 'Donation logged · ReRound';
export const heading = 'Donation logged';
export const whatIsNext =
  'Thank you. An admin confirms it, usually within two days. Your codes then appear on your dashboard.';

export const donorId = 'Donor ID';
export const where = 'Where';
export const weight = 'Weight';

type Strong = (text: string) => ReactNode;

/** What the community has of its goal this month. */
export const monthSoFar = (kilograms: number, goalKilograms: number, strong: Strong) => (
  <>
    {strong(`${formatKilograms(kilograms)} kg`)} of {formatKilograms(goalKilograms, 0)}
  </>
);
/** After that. */
export const yoursWaiting = (kilograms: number, strong: Strong) => (
  <>, {strong(`${formatKilograms(kilograms)} kg of yours waiting`)}</>
);
export const towardGold = 'Toward Gold Giver';

export const logAnother = 'Log another';
export const viewDashboard = 'View Dashboard';
export const backToHome = 'Back to home';
