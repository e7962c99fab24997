// A month of a store's statement: its head, what it comes to, and the months before.
import { type Day, yearOf } from '#shared/dates.ts';
import { formatMonth } from './dates.ts';
import { formatCount } from './numbers.ts';

/** The month of a day with its year: `novembre 2026`. */
export const yearMonth = (day: Day) => `${formatMonth(day)} ${yearOf(day)}`;

/** All days of the month that ends with this one: `Du 1er au 30 novembre 2026`. */
export const monthDays = (last: Day) => `Du 1er au ${Number(last.slice(8))} ${yearMonth(last)}`;

/** A month as it stands alone, with or without its year. */
export const alone = (month: string) => `${month.slice(0, 1).toUpperCase()}${month.slice(1)}`;

/** `de novembre`, `d’octobre`. */
const of = (monthName: string) => (/^[ao]/.test(monthName) ? `d’${monthName}` : `de ${monthName}`);

export const month = 'Mois';
export const backTo = (yearMonthBefore: string) => `Revenir à ${yearMonthBefore}`;
export const onTo = (yearMonthAfter: string) => `Passer à ${yearMonthAfter}`;
export const nothingBefore = 'Aucun code n’a été accepté avant.';
export const notOver = (monthName: string) => `Le mois ${of(monthName)} n’est pas encore terminé.`;
export const openUntil = (day: string) => `Ouvert jusqu’au ${day}`;
export const closedOn = (day: string) => `Clos le ${day}`;
export const lineCount = (count: number) => `${formatCount(count)} ${count < 2 ? 'ligne' : 'lignes'}`;

export const nothingRedeemed = (monthName: string) => `Aucun code accepté en ${monthName}`;
export const standsAtOnce = 'Dès que la friperie accepte un code de récompense, l’utilisation figure ici.';
export const closedEmpty = 'Le mois s’est clos sans aucune ligne.';

export const totalOf = (monthName: string) => `Total ${of(monthName)}`;
export const redeemed = 'Utilisations';
export const givenBack = 'Rendues';
export const net = 'Net';
export const seal = 'Sceau de ce mois';
export const copySeal = 'Copier le sceau';

export const monthsBefore = 'Mois précédents';
export const redeemedAndGivenBack = (redeemedUses: number, givenBackUses: number) =>
  `${redeemedUses} ${redeemedUses < 2 ? 'utilisation' : 'utilisations'}, ${givenBackUses} ${givenBackUses < 2 ? 'rendue' : 'rendues'}`;
/** After a month's figure, to be heard. */
export const netHeard = ' net,';
/** In a list of closed months. */
export const closedOnInList = (day: string) => `clos le ${day}`;
/** Before the first letters of a seal, to be heard. */
export const sealBegins = ', son sceau commence par ';
