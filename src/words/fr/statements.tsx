// What a store redeemed, month by month.
import type { ReactNode } from 'react';
import { type Day, yearOf } from '#shared/dates.ts';
import { formatCount, formatMonth } from './formats.ts';

/** The page of a store's statements, for anybody who has its link. The console shows some of it, too. */
export const storeStatement = {
  /** Until the store's name is loaded. */
  heading: 'Relevé',
  lead: 'Les codes de récompense acceptés par la friperie, mois par mois',
  failed: 'Le relevé n’a pas pu être chargé',
  /** Follows "CSV". Screen readers read the full name instead. */
  forFrenchExcel: 'pour Excel en français',
  csvForFrenchExcel: 'Relevé, CSV pour Excel en français',

  /** @param email the office's address. */
  notYours: (email: ReactNode) => (
    <>
      Une ligne n’est pas la vôtre{'\u00a0'}? Écrivez au bureau{'\u00a0'}: {email}.
    </>
  ),
  closedForGood: 'Un mois clos ne change jamais.',
  checkSeal: (command: ReactNode) => (
    <>
      Pour vérifier son sceau, enregistrez le CSV, et non celui pour Excel, puis exécutez {command}, qui
      l’affiche.
    </>
  ),

  linkEnded: 'Ce lien n’est plus valide',
  notHere: 'Le relevé n’est plus ici.',
  askAgain:
    'Le bureau vous a peut-être envoyé un lien plus récent, ou celui-ci a été coupé. Veuillez le demander de nouveau.',
};

const yearMonth = (day: Day) => `${formatMonth(day)} ${yearOf(day)}`;

/** `de novembre`, `d’octobre`. */
const ofMonth = (monthName: string) => (/^[ao]/.test(monthName) ? `d’${monthName}` : `de ${monthName}`);

/** A month of a store's statement: its heading, its totals, and earlier months. */
export const statementMonth = {
  /** The month of a day with its year: `novembre 2026`. */
  yearMonth,

  /** All days of the month that ends with this one: `Du 1er au 30 novembre 2026`. */
  monthDays: (last: Day) => `Du 1er au ${Number(last.slice(8))} ${yearMonth(last)}`,

  /** A month that stands outside a sentence, with or without its year. */
  standalone: (month: string) => `${month.slice(0, 1).toUpperCase()}${month.slice(1)}`,

  month: 'Mois',
  backTo: (yearMonthBefore: string) => `Revenir à ${yearMonthBefore}`,
  onTo: (yearMonthAfter: string) => `Passer à ${yearMonthAfter}`,
  nothingBefore: 'Aucun code n’a été accepté avant.',
  monthNotOver: (monthName: string) => `Le mois ${ofMonth(monthName)} n’est pas encore terminé.`,
  openUntil: (day: string) => `Ouvert jusqu’au ${day}`,
  closedOn: (day: string) => `Clos le ${day}`,
  lineCount: (count: number) => `${formatCount(count)} ${count < 2 ? 'ligne' : 'lignes'}`,

  nothingRedeemed: (monthName: string) => `Aucun code accepté en ${monthName}`,
  linesAppearAtOnce: 'Dès que la friperie accepte un code de récompense, l’utilisation figure ici.',
  closedEmpty: 'Le mois s’est clos sans aucune ligne.',

  totalOf: (monthName: string) => `Total ${ofMonth(monthName)}`,
  redeemed: 'Utilisations',
  givenBack: 'Rendues',
  net: 'Net',
  seal: 'Sceau de ce mois',
  copySeal: 'Copier le sceau',

  monthsBefore: 'Mois précédents',
  /** Follows a month's figure for screen readers. */
  netForScreenReaders: ' net,',
  /** In a list of closed months. */
  closedOnInList: (day: string) => `clos le ${day}`,
};

/** A store's statement on paper. */
export const statementSheet = {
  heading: 'Relevé',
  openUntil: (day: string) => `Ouvert jusqu’au ${day}\u00a0: des lignes peuvent s’y ajouter`,
  closedAt: (instant: string) => `Clos le ${instant}`,

  nothingRedeemed: (monthName: string) => `Aucun code n’a été accepté en ${monthName}.`,

  netUses: 'Utilisations nettes',
  footnote:
    'Les trois derniers caractères des codes sont masqués. Une utilisation rendue après la clôture d’un mois figure dans le mois où elle a été rendue\u00a0; un mois clos ne change jamais.',

  /** @param email the office's address. */
  notYours: (email: string) => `Une ligne n’est pas la vôtre\u00a0? Écrivez à ${email}.`,
};

/** A line of a store's statement, on the screen and on paper. */
export const statementLine = {
  lines: 'Lignes',

  date: 'Date',
  code: 'Code',
  clerk: 'Commis',
  /** In place of the clerk's name, if the office gave the use back. */
  office: 'Bureau',
  entryKind: 'Opération',
  actions: 'Actions',
  uses: 'Nombre',
  /** Before a line's figure, for screen readers. */
  usesForScreenReaders: 'Nombre\u00a0: ',

  /** A use that the store took. */
  redeemed: 'Code accepté',
  /** Follows `redeemed` if the use was given back. */
  givenBackOn: (when: string) => `, utilisation rendue le ${when}`,

  /** A use that was given back. */
  givenBack: 'Utilisation rendue',
  /** Follows `givenBack`. The parameter is when the use was taken. */
  takenOn: (when: string) => `, du ${when}`,
};
