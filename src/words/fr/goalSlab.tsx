// The community's month.
import type { ReactNode } from 'react';
import { formatKilograms } from './numbers.ts';

export const communityGoal = 'Objectif de la communauté';
export const reached = 'Objectif atteint';
export const percentOfGoal = (percent: number) => `${percent}\u00a0pour cent de l’objectif`;
export const percentFigure = (percent: number) => `${percent}\u00a0%`;

/** @param monthName null for the present one. */
export const kilogramsOfGoal = (
  kilograms: number,
  goalKilograms: number,
  monthName: string | null,
  strong: (text: string) => ReactNode,
) => (
  <>
    {strong(`${formatKilograms(kilograms)}\u00a0kg`)}
    {` sur ${formatKilograms(goalKilograms, 0)}\u00a0kg ${monthName === null ? 'ce mois-ci' : `en ${monthName}`}`}
  </>
);
