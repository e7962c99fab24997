// The community's month, seen through the shop window.
import type { ReactNode } from 'react';
import type { Day } from '#shared/dates.ts';
import { formatMonth } from './dates.ts';
import { formatKilograms } from './numbers.ts';

const inKilograms = (kilograms: number) => (kilograms < 2 ? 'kilogramme' : 'kilogrammes');

export const goalAhead = (goalKilograms: number) =>
  `À ${formatKilograms(goalKilograms, 0)}\u00a0kg par mois, la boucle est bouclée.`;

export const soFar = (today: Day, percent: number, goalKilograms: number) =>
  `En ${formatMonth(today)}\u00a0: ${percent}\u00a0% de l’objectif de la communauté. À ${formatKilograms(goalKilograms, 0)}\u00a0kg, la boucle est bouclée.`;

export const reached = (
  today: Day,
  percent: number,
  kilograms: number,
  strong: (text: string) => ReactNode,
) => (
  <>
    {strong(`En ${formatMonth(today)}, la boucle est bouclée.`)}
    {`${formatKilograms(kilograms)}\u00a0kg, ${percent}\u00a0% de l’objectif. Vos dons comptent encore.`}
  </>
);

/** The picture's name while nobody knows the kilograms. */
export const goalOnly = (goalKilograms: number) =>
  `Objectif de la communauté\u00a0: ${formatKilograms(goalKilograms, 0)}\u00a0${inKilograms(goalKilograms)} par mois`;

/** The picture's name. */
export const goalMet = (kilograms: number, goalKilograms: number, percent: number) =>
  `Objectif de la communauté${kilograms >= goalKilograms ? ' atteint' : ''}\u00a0: ${formatKilograms(kilograms)}\u00a0${inKilograms(kilograms)} sur ${formatKilograms(goalKilograms, 0)} ce mois-ci, ${percent}\u00a0pour cent`;

/** Under the kilograms in the picture. */
export const ofGoal = (goalKilograms: number) => `sur ${formatKilograms(goalKilograms, 0)}\u00a0kg`;
