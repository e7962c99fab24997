// The form that logs a donation.
import type { ReactNode } from 'react';
import type { Day } from '#shared/dates.ts';
import type { WeightBand } from '#shared/weights.ts';
import { formatShortDay } from './dates.ts';

export const heading = 'Inscrire un don';
export const description =
  'Inscrivez ce que vous avez donné à ReRound\u00a0: votre numéro étudiant, une tranche de poids et la date. Sans compte ni mot de passe.';
/** After "Aucune connexion". */
export const offline =
  '. Ce que vous inscrivez est conservé sur ce téléphone, puis envoyé au retour de la connexion.';
export const goalNote = 'Votre don compte dès qu’il est confirmé.';

export const scanned = 'Code QR lu';
export const dropLocation = (place: ReactNode) => (
  <>
    {'Lieu du dépôt\u00a0: '}
    {place}
  </>
);

export const loggingAs = (donorId: ReactNode) => <>Au nom de {donorId}</>;
export const notYou = 'Pas vous\u00a0?';
export const studentId = 'Numéro étudiant';
export const rememberMe = 'Se souvenir de moi sur cet appareil';

export const howHeavy = 'Quel poids\u00a0?';
export const guess = 'Une estimation suffit';
export const weightRange = 'Tranche de poids';
export const weightHint = 'Une estimation suffit. Les poids admissibles comptent pour le niveau Or.';
export const asList = 'En liste';
export const asPictures = 'En images';
/** After a weight, to be heard. */
export const qualifying = ' (admissible)';
export const countsTowardGold = 'Vers le niveau Or';
/** What is about as heavy. */
export const examples: Readonly<Record<WeightBand, string>> = {
  '0-1kg': 'Environ une tasse',
  '1-2kg': 'Environ une théière',
  '2-3kg': 'Livres et lampe',
  '3kg+': 'Un sac plein',
};

/** Opens the date and the place, which only screen readers need to be told. */
export const change = (heard: (text: string) => ReactNode) => (
  <>Modifier{heard(' la date, le point de dépôt et le bac')}</>
);
export const today = (day: Day) => `Aujourd’hui, ${formatShortDay(day)}`;
export const noDropSite = 'sans lieu';
export const date = 'Date';
export const dropSite = 'Point de dépôt';
export const dropSiteHint = 'Le nom ou le code du bac, ou l’autre endroit où vous avez laissé votre don.';
export const dropSiteOfListHint =
  'Choisissez un bac dans la liste, ou écrivez à quel autre endroit vous avez laissé votre don.';
export const binLocation = 'Emplacement du bac';
export const binLocationHint = 'L’endroit où se trouve le bac.';

export const submit = 'Inscrire le don';
export const submitting = 'Inscription…';
export const studentIdMissing = 'Le numéro étudiant est obligatoire';
export const dateMissing = 'La date est obligatoire';
export const succeeded = 'C’est fait\u00a0!';
export const failed = 'Le don n’a pas pu être inscrit';
export const keepsNothing =
  'Le don n’a pas pu être inscrit. Aucune réponse n’a été reçue, et ce navigateur ne conserve rien, comme certaines fenêtres privées. Laissez cette page ouverte et appuyez de nouveau sur «\u00a0Inscrire le don\u00a0» au retour de la connexion.';
