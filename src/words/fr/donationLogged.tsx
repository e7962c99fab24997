// What follows a donation that was logged.
import type { ReactNode } from 'react';
import { formatKilograms } from './numbers.ts';

export const title = 'Don inscrit · ReRound';
export const heading = 'Don inscrit';
export const whatIsNext =
  'Merci. L’équipe le confirme, en général dans les deux jours. Vos codes apparaissent ensuite dans votre tableau de bord.';

export const donorId = 'Numéro';
export const where = 'Lieu';
export const weight = 'Poids';

type Strong = (text: string) => ReactNode;

/** What the community has of its goal this month. */
export const monthSoFar = (kilograms: number, goalKilograms: number, strong: Strong) => (
  <>
    {strong(`${formatKilograms(kilograms)}\u00a0kg`)} sur {formatKilograms(goalKilograms, 0)}
  </>
);
/** After that. */
export const yoursWaiting = (kilograms: number, strong: Strong) => (
  <>, {strong(`vos ${formatKilograms(kilograms)}\u00a0kg en attente`)}</>
);
export const towardGold = 'Vers le niveau Or';

export const logAnother = 'Autre don';
export const viewDashboard = 'Tableau de bord';
export const backToHome = 'Retour à l’accueil';
