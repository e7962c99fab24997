// The rewards of donations, and the progress toward the community’s goal.
import type { ReactNode } from 'react';
import type { Day } from '#shared/dates.ts';
import { formatKilograms, formatMonth } from './formats.ts';

type Tier = 'Gold Giver' | 'Green Giver';

/** The reward tiers, as people read them. */
export const tierNames: Readonly<Record<Tier, string>> = {
  'Gold Giver': 'Donateur Or',
  'Green Giver': 'Donateur Vert',
};

/** The donations that each tier requires. */
export const tierRules: Readonly<Record<Tier, string>> = {
  'Gold Giver': 'Au moins six dons de 2,5\u00a0kg ou plus chacun dans une année civile.',
  'Green Giver': 'Des dons mensuels, quel que soit leur poids, qui ne donnent pas droit au niveau Or.',
};

interface NewCodeTerms {
  usesPerCode: number;
  daysValid: number;
}

const spelledOut: Readonly<Record<number, string>> = { 1: 'une', 2: 'deux' };

/** How often and how long a new code can be used, as a sentence. */
export function termsSentence({ usesPerCode, daysValid }: NewCodeTerms): string {
  const times = spelledOut[usesPerCode] ?? usesPerCode;
  return `Chaque code peut servir ${times} fois en ${dayCount(daysValid)}.`;
}

/** The same, short enough for a tag. */
export function termsLabel({ usesPerCode, daysValid }: NewCodeTerms): string {
  return `${usesPerCode}\u00a0${usesPerCode < 2 ? 'utilisation' : 'utilisations'}, ${dayCount(daysValid)}`;
}

function dayCount(count: number): string {
  return `${count}\u00a0${count < 2 ? 'jour' : 'jours'}`;
}

/** Texts about donations that several pages share. */
export const donations = {
  /** In place of the bin, if a donation has none. */
  noBin: 'Aucun bac',
};

/** Texts of the slab with a month's progress toward the community's goal. The landing page shows `weighed` too. */
export const communityGoal = {
  heading: 'Objectif de la communauté',
  reached: 'Objectif atteint',
  percentOfGoal: (percent: number) => `${percent}\u00a0pour cent de l’objectif`,
  percentFigure: (percent: number) => `${percent}\u00a0%`,

  /** The share of the kilograms that was weighed. */
  weighed: (percent: number) => `${percent}\u00a0% pesés par nous.`,

  /** @param monthName null until the page is hydrated. */
  kilogramsOfGoal: (
    kilograms: number,
    goalKilograms: number,
    monthName: string | null,
    strong: (text: string) => ReactNode,
  ) => (
    <>
      {strong(`${formatKilograms(kilograms)}\u00a0kg`)}
      {` sur ${formatKilograms(goalKilograms, 0)}\u00a0kg ${monthName === null ? 'ce mois-ci' : `en ${monthName}`}`}
    </>
  ),
};

const kilogramWord = (kilograms: number) => (kilograms < 2 ? 'kilogramme' : 'kilogrammes');

/** Texts of the shop window with the community's monthly goal, and of its caption. */
export const goalFigure = {
  /** The caption until the kilograms are loaded. */
  goalAhead: (goalKilograms: number) =>
    `À ${formatKilograms(goalKilograms, 0)}\u00a0kg par mois, la boucle est bouclée.`,

  soFar: (today: Day, percent: number, goalKilograms: number) =>
    `En ${formatMonth(today)}\u00a0: ${percent}\u00a0% de l’objectif de la communauté. À ${formatKilograms(goalKilograms, 0)}\u00a0kg, la boucle est bouclée.`,

  /** @param strongLine renders a text on a line of its own, since no space follows it. */
  reached: (today: Day, percent: number, kilograms: number, strongLine: (text: string) => ReactNode) => (
    <>
      {strongLine(`En ${formatMonth(today)}, la boucle est bouclée.`)}
      {`${formatKilograms(kilograms)}\u00a0kg, ${percent}\u00a0% de l’objectif. Vos dons comptent encore.`}
    </>
  ),

  /** The picture's label for screen readers until the kilograms are loaded. */
  goalOnly: (goalKilograms: number) =>
    `Objectif de la communauté\u00a0: ${formatKilograms(goalKilograms, 0)}\u00a0${kilogramWord(goalKilograms)} par mois`,

  /** The picture's label for screen readers after that. */
  goalProgress: (kilograms: number, goalKilograms: number, percent: number) =>
    `Objectif de la communauté${kilograms >= goalKilograms ? ' atteint' : ''}\u00a0: ${formatKilograms(kilograms)}\u00a0${kilogramWord(kilograms)} sur ${formatKilograms(goalKilograms, 0)} ce mois-ci, ${percent}\u00a0pour cent`,

  /** Under the kilograms in the picture. */
  ofGoal: (goalKilograms: number) => `sur ${formatKilograms(goalKilograms, 0)}\u00a0kg`,
};

/** The stores that take reward codes, and what a code saves there. */
export const discounts = {
  description:
    'Les friperies qui acceptent les codes de récompense de ReRound, ce que chaque code y fait économiser et les niveaux de récompense.',
  heading: 'Rabais des partenaires',

  /** Shown before `termsSentence`. */
  lead: 'Montrez un code de récompense à la caisse d’une de ces friperies.',
  tiers: 'Niveaux de récompense',
  /** Shown to a signed-in donor who has no usable code. */
  noCode:
    'Vous n’avez aucun code à montrer pour le moment. Chaque don confirmé en apporte un, qui s’affiche ici.',

  stores: 'Friperies partenaires',
  loading: 'Chargement des rabais des partenaires…',
  failed: 'Les rabais des partenaires n’ont pas pu être chargés. Veuillez réessayer plus tard.',
  none: 'Pas encore de friperie partenaire.',
  noneText: 'Dès qu’une friperie se joindra à nous, ce qu’un code y fait économiser apparaîtra ici.',

  logDonation: 'Inscrire un don',
  checkStatus: 'Voir l’état de vos dons',

  /** Shown if a store gives no discount text. */
  askAtTill: 'Demandez à la caisse.',
  details: 'Détails du rabais',
  partner: 'Partenaire',
  address: 'Adresse',
  hours: 'Heures d’ouverture',
  noWebsite: 'Pas de site Web',
  visitWebsite: 'Voir le site',

  /** Continues `visitWebsite` for screen readers. */
  whoseWebsite: (store: string) => `\u00a0: ${store}, dans un nouvel onglet`,
};

/** The code that a donor should use first, on the page of discounts. */
export const bestCode = {
  heading: 'Votre meilleur code',
  endsFirst: 'Il prend fin le premier\u00a0: utilisez-le d’abord.',
  atTheTill: 'Présentez ce code à l’une de ces caisses, puis le commis entre le NIP de la friperie.',
  allCodes: 'Tous vos codes',
};

/** A reward code on its tag. */
export const rewardTags = {
  copyCode: 'Copier le code',
  print: 'Imprimer',
  showLarge: 'Agrandir',
  showCodeLarge: (code: string) => `Agrandir ${code}`,
  usesLeft: (left: number, total: number) =>
    `Reste ${left} ${left < 2 ? 'utilisation' : 'utilisations'} sur ${total}`,
  daysLeft: (days: number) => (days < 2 ? 'Dernier jour' : `${days} jours restants`),
  until: (day: string) => `jusqu’au ${day}`,
  givenBackOn: (day: string) => `Une utilisation a été rendue le ${day}`,
};
