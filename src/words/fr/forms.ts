// Words of every form, dialog and list.
import { lengths } from '#shared/lengths.ts';
import type { Parameter } from '#shared/sentence.ts';

/** A table of French translations by English sentence. Different `{parameters}` in a translation are a type error. */
export function inFrench<const Table extends { [Text in keyof Table]: HasSameParameters<Text, Table[Text]> }>(
  table: Table,
): Table {
  return table;
}

type HasSameParameters<Text, French> = [Parameter<Text>, Parameter<French>] extends [
  Parameter<French>,
  Parameter<Text>,
]
  ? French
  : { parameters: Parameter<Text> };

// Typed as `object`, because with an index signature the compiler would accept every key in the table below.
const tooLong: object = Object.fromEntries(
  Object.values(lengths).map((limit) => [
    `Please use at most ${limit} characters`,
    `Veuillez utiliser au plus ${limit} caractères`,
  ]),
);

// Translations of the messages that forms show before they are sent. Those of the server's answers are in `sentences.ts`.
export const formSentences = inFrench({
  ...tooLong,
  'Please enter text': 'Veuillez entrer du texte',
  'Please choose yes or no': 'Veuillez choisir oui ou non',
  'Please remove the unreadable characters': 'Veuillez enlever les caractères illisibles',
  'Please enter a valid email address': 'Veuillez entrer une adresse courriel valide',
  'A donor ID has only letters, digits, spaces and . _ @ / + -':
    'Un numéro de donateur ne contient que des lettres, des chiffres, des espaces et\u00a0.\u00a0_\u00a0@\u00a0/\u00a0+\u00a0-',
  'Student ID is required': 'Le numéro étudiant est obligatoire',
  'Please select a valid weight range': 'Veuillez choisir une tranche de poids valide',
  'Date is required': 'La date est obligatoire',
  'Please enter a valid date': 'Veuillez entrer une date valide',
  'Date cannot be in the future': 'La date ne peut pas être dans le futur',
  'Please enter an email or a donor ID.': 'Veuillez entrer un courriel ou un numéro de donateur.',
  'Please enter the code': 'Veuillez entrer le code',
  'A code has six digits': 'Un code a six chiffres',
  'Please enter your name': 'Veuillez entrer votre nom',
  'Name is required': 'Le nom est obligatoire',
  'Address is required': 'L’adresse est obligatoire',
  'Items description is required': 'La description des objets est obligatoire',
  'Please choose a date and time': 'Veuillez choisir une date et une heure',
  'Please choose a time that is still to come': 'Veuillez choisir un moment à venir',
  'Please choose one of the times that are offered': 'Veuillez choisir une des plages horaires offertes',
  'Reward code is required': 'Le code de récompense est obligatoire',
  'Please enter your Partner PIN.': 'Veuillez entrer votre NIP de partenaire.',
});

export const form = {
  /** Beside the label of a field that may stay empty. */
  optional: 'facultatif',

  /** Above a form that was restored. */
  restored: 'Ce que vous aviez écrit est toujours là.',
  startOver: 'Recommencer',
};

export const loginForm = {
  logIn: 'Se connecter',
  loggingIn: 'Connexion…',
};

export const dialog = {
  close: 'Fermer',
  cancel: 'Annuler',
  ok: 'OK',

  /** Why the dialog cannot be closed now. */
  waitUntilDone: 'Attendez que ce soit terminé.',
};

/** The button that copies a text. */
export const copying = {
  copy: 'Copier',
  copied: 'Copié',

  /** Shown if the browser forbids copying. */
  byHand: 'Le texte est sélectionné. Copiez-le avec votre clavier ou le menu.',
};

/** Lists, as a table or as cards. */
export const dataRows = {
  selectAll: 'Tout sélectionner',
  clearSelection: 'Effacer',
  details: 'Détails',
};
