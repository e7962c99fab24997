// Donations that were logged without a connection and wait in this browser.
import type { ReactNode } from 'react';
import type { Day } from '#shared/dates.ts';
import { formatShortDay } from './dates.ts';

export const waitingNote = (count: number) => `Sur ce téléphone\u00a0: ${count} à envoyer`;
export const refusedNote = (count: number) =>
  `Sur ce téléphone\u00a0: ${count} ${count < 2 ? 'non inscrit' : 'non inscrits'}`;

export const title = 'Conservé sur ce téléphone · ReRound';
export const heading = 'Conservé sur ce téléphone';
export const allSentHeading = 'Tout est envoyé';
export const waitingLead = (strong: (text: string) => ReactNode) => (
  <>
    {strong('L’envoi se fait au retour de la connexion.')}
    {' Déposez vos choses et partez\u00a0: inutile d’attendre ici, et le don ne compte qu’une fois.'}
  </>
);
export const refusedLead = 'Ce don n’est pas encore inscrit\u00a0: quelque chose est à revoir.';
export const allSentLead =
  'Merci. L’équipe les confirme, en général dans les deux jours. Vos codes apparaissent ensuite dans votre tableau de bord.';
export const whenItGoes =
  'Laissez cette page ouverte, et l’envoi se fait au retour de la connexion. Si vous la fermez, il se fait quand vous rouvrez ReRound. Une fenêtre privée oublie tout à sa fermeture.';
export const logAnother = 'Inscrire un autre don';

export const states = { waiting: 'En attente d’envoi', refused: 'Non inscrit', sent: 'Envoyé' };
export const foundNoConnection = (time: string) => `Essai à ${time}\u00a0: toujours aucune connexion.`;
export const foundSiteBusy = (time: string) =>
  `Essai à ${time}\u00a0: le site est surchargé. Un autre essai suivra.`;
/** The donation's own day, where it was logged on another. */
export const forDay = (day: Day) => `don du ${formatShortDay(day)}`;
export const today = 'aujourd’hui';
export const yesterday = 'hier';

export const doNotSend = 'Retirer';
export const mend = 'Corriger';
export const tryNow = 'Réessayer';
export const trying = 'Essai…';

export const stillKept = 'Le don est toujours conservé. Veuillez réessayer.';
export const notKeptAgain = 'Le don n’a pas pu être conservé de nouveau. Veuillez l’inscrire de nouveau.';
export const notSent = 'Non envoyé';
export const notKept = 'Ce don n’est plus conservé.';
export const mayHaveArrived = 'Un essai précédent a peut-être abouti quand même.';
export const undo = 'Annuler';
