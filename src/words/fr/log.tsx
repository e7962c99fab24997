// Logging a donation, with a connection or without.
import type { ReactNode } from 'react';
import type { Day } from '#shared/dates.ts';
import type { WeightBand } from '#shared/weights.ts';
import { formatShortDay } from './formats.ts';

type RenderText = (text: string) => ReactNode;

/** The form that logs a donation. */
export const logDonation = {
  heading: 'Inscrire un don',
  description:
    'Inscrivez ce que vous avez donné à ReRound\u00a0: votre numéro étudiant, une tranche de poids et la date. Sans compte ni mot de passe.',
  /** Follows "Aucune connexion". */
  offline: '. Ce que vous inscrivez est conservé sur ce téléphone, puis envoyé au retour de la connexion.',
  goalNote: 'Votre don compte dès qu’il est confirmé.',

  scanned: 'Code QR lu',
  dropLocation: (place: ReactNode) => (
    <>
      {'Lieu du dépôt\u00a0: '}
      {place}
    </>
  ),

  loggingAs: (donorId: ReactNode) => <>Au nom de {donorId}</>,
  notYou: 'Pas vous\u00a0?',
  studentId: 'Numéro étudiant',
  rememberMe: 'Se souvenir de moi sur cet appareil',

  howHeavy: 'Quel poids\u00a0?',
  guessIsFine: 'Une estimation suffit',
  weight: 'Tranche de poids',
  weightHint: 'Une estimation suffit. Les poids admissibles comptent pour le niveau Or.',
  showList: 'En liste',
  showPictures: 'En images',
  /** Follows a weight for screen readers. */
  qualifying: ' (admissible)',
  countsTowardGold: 'Vers le niveau Or',
  /** Things that are about as heavy as each weight. */
  examples: {
    '0-1kg': 'Environ une tasse',
    '1-2kg': 'Environ une théière',
    '2-3kg': 'Livres et lampe',
    '3kg+': 'Un sac plein',
  } satisfies Readonly<Record<WeightBand, string>>,

  /** Opens the fields for date and place. Only screen readers get the second part. */
  changeDateAndPlace: (renderHidden: RenderText) => (
    <>Modifier{renderHidden(' la date, le point de dépôt et le bac')}</>
  ),
  today: (day: Day) => `Aujourd’hui, ${formatShortDay(day)}`,
  noDropSite: 'sans lieu',
  date: 'Date',
  daysBack: (days: number) => {
    if (days === 0) return 'Aujourd’hui seulement.';
    return days === 1 ? 'Aujourd’hui ou hier.' : `Il y a au plus ${days} jours.`;
  },
  dateTooOld: (earliestDay: string) => `La date ne peut pas être antérieure au ${earliestDay}`,
  dropSite: 'Point de dépôt',
  dropSiteHint: 'Le nom ou le code du bac, ou l’autre endroit où vous avez laissé votre don.',
  dropSiteWithListHint:
    'Choisissez un bac dans la liste, ou écrivez à quel autre endroit vous avez laissé votre don.',
  binLocation: 'Emplacement du bac',
  binLocationHint: 'L’endroit où se trouve le bac.',

  submit: 'Inscrire le don',
  submitting: 'Inscription…',
  studentIdMissing: 'Le numéro étudiant est obligatoire',
  dateMissing: 'La date est obligatoire',
  unusualLength: (digits: number) =>
    `Les numéros étudiants ont ici ${digits} chiffres. L’inscrire quand même\u00a0?`,
  succeeded: 'C’est fait\u00a0!',
  failed: 'Le don n’a pas pu être inscrit',
  noStorage:
    'Le don n’a pas pu être inscrit. Aucune réponse n’a été reçue, et ce navigateur ne conserve rien, comme certaines fenêtres privées. Laissez cette page ouverte et appuyez de nouveau sur «\u00a0Inscrire le don\u00a0» au retour de la connexion.',
};

/** The screen after a donation was logged. */
export const donationLogged = {
  title: 'Don inscrit · ReRound',
  writeMark: (mark: string, renderMark: RenderText) => <>Écrivez {renderMark(mark)} sur votre sac</>,
  whyMark:
    'En grand, avec n’importe quel stylo. Cette marque nous permet de trouver votre sac et de le peser. Pas de stylo\u00a0? Déposez-le quand même\u00a0: il compte.',

  /** Precedes the weight. A null day means today. */
  loggedOn: (day: string | null) =>
    day === null ? 'Inscrit aujourd’hui\u00a0:' : `Inscrit pour le ${day}\u00a0:`,
  adminConfirms: 'L’équipe le confirme, en général dans les deux jours',
  codesAppear: 'Vos codes apparaissent ensuite dans votre tableau de bord',

  logAnother: 'Autre don',
  viewDashboard: 'Tableau de bord',
  home: 'Accueil',
};

/** Donations that were logged without a connection and wait in this browser. */
export const queuedDonations = {
  waitingNote: (count: number) => `Sur ce téléphone\u00a0: ${count} à envoyer`,
  refusedNote: (count: number) =>
    `Sur ce téléphone\u00a0: ${count} ${count < 2 ? 'non inscrit' : 'non inscrits'}`,

  title: 'Conservé sur ce téléphone · ReRound',
  heading: 'Conservé sur ce téléphone',
  allSentHeading: 'Tout est envoyé',
  waitingLead: (renderStrong: RenderText) => (
    <>
      {renderStrong('L’envoi se fait au retour de la connexion.')}
      {' Déposez vos choses et partez\u00a0: inutile d’attendre ici, et le don ne compte qu’une fois.'}
    </>
  ),
  refusedLead: 'Ce don n’est pas encore inscrit\u00a0: quelque chose est à revoir.',
  allSentLead:
    'Merci. L’équipe les confirme, en général dans les deux jours. Vos codes apparaissent ensuite dans votre tableau de bord.',
  whenItIsSent:
    'La marque pour votre sac vient avec la réponse\u00a0: sans elle, déposez-le quand même. Laissez cette page ouverte, et l’envoi se fait au retour de la connexion. Si vous la fermez, il se fait quand vous rouvrez ReRound. Une fenêtre privée oublie tout à sa fermeture.',
  logAnother: 'Inscrire un autre don',

  states: { waiting: 'En attente d’envoi', refused: 'Non inscrit', sent: 'Envoyé' },
  foundNoConnection: (time: string) => `Essai à ${time}\u00a0: toujours aucune connexion.`,
  foundSiteBusy: (time: string) => `Essai à ${time}\u00a0: le site est surchargé. Un autre essai suivra.`,
  /** The donation's date, if it is not the day on which it was logged. */
  forDay: (day: Day) => `don du ${formatShortDay(day)}`,
  today: 'aujourd’hui',
  yesterday: 'hier',

  doNotSend: 'Retirer',
  correct: 'Corriger',
  tryNow: 'Réessayer',
  trying: 'Essai…',

  removeFailed: 'Le don est toujours conservé. Veuillez réessayer.',
  undoFailed: 'Le don n’a pas pu être conservé de nouveau. Veuillez l’inscrire de nouveau.',
  notSent: 'Non envoyé',
  removed: 'Ce don n’est plus conservé.',
  mayHaveArrived: 'Un essai précédent a peut-être abouti quand même.',
  undo: 'Annuler',
};

/** Toasts about queued donations. They name no donor, since others may use this phone. */
export const queueOutcomes = {
  sent: (count: number) => (count < 2 ? 'Don conservé envoyé' : 'Dons conservés envoyés'),
  sentDescription: (count: number) =>
    count < 2
      ? 'Votre don est inscrit. L’équipe le confirme, en général dans les deux jours.'
      : `Les ${count} dons sont inscrits. L’équipe les confirme, en général dans les deux jours.`,

  refused: (count: number) =>
    count < 2 ? 'Un don conservé n’a pas été inscrit' : 'Des dons conservés n’ont pas été inscrits',
  refusedDescription: (reason: string) =>
    `${reason} Ouvrez «\u00a0Inscrire un don\u00a0» pour corriger cela.`,

  /** Why the browser no longer sends a donation automatically. */
  tooOld: 'Il a attendu plus de deux semaines\u00a0: il n’est plus envoyé automatiquement.',
  /** Follows `tooOld` if an earlier try may have reached the site. */
  checkDashboard: 'Un essai précédent a peut-être abouti\u00a0: regardez d’abord votre tableau de bord.',
};
