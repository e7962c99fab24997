import type { EndpointResponse } from '#shared/endpoint.ts';
import { type Day, monthOf } from '#shared/dates.ts';
import { formatKilograms, formatMonth, formatTime } from '#words/formats.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { kilogramsByBand } from '#shared/weights.ts';
import { donorName } from './listedDonation.ts';
import type { contract } from './contract.ts';
import type { LastConfirmation } from './undoQuestion.ts';

/** The outcome of a decision, for a toast. */
export interface Outcome {
  kind: 'success' | 'error';
  title: string;
  description?: string | undefined;
}

type BulkAnswer = EndpointResponse<typeof contract.confirmDonations>;

const skipWords: Readonly<Record<BulkAnswer['skipped'][number]['reason'], string>> = {
  already_confirmed: 'already confirmed',
  already_rejected: 'already rejected',
  not_found: 'no longer there',
};

/** How many of several donations look like another, or null where none does. */
export function alikeSentence(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? 'One of these looks like another.' : `${count} of these look alike.`;
}

export function bulkOutcome({ confirmed, skipped, alike }: BulkAnswer): Outcome {
  const skips = skipSentence(skipped);
  if (confirmed.length === 0) {
    return { kind: 'error', title: 'No donation confirmed', description: skips ?? undefined };
  }
  const issued =
    confirmed.length === 1 ? 'A reward code was issued.' : `${confirmed.length} reward codes were issued.`;
  return {
    kind: 'success',
    title: `${countOf(confirmed.length, 'donation')} confirmed`,
    description: [issued, skips, alikeSentence(alike)].filter((part) => part !== null).join(' '),
  };
}

type Together = LastConfirmation['donations'];

export function undoOutcome(donations: readonly Parameters<typeof donorName>[0][]): Outcome {
  const [donation, ...others] = donations;
  if (donation?.participantId === null) {
    return { kind: 'success', title: 'Unclaimed bag deleted', description: 'It counts no more.' };
  }
  return {
    kind: 'success',
    title: 'Confirmation undone',
    description:
      donation && others.length === 0
        ? `${donorName(donation, 'The donation')}: it is pending again.`
        : `${countOf(donations.length, 'donation')} are pending again.`,
  };
}

/** `Confirm of 12 donations, 10:42 AM`. */
export function confirmationTitle({ donations, confirmedAt }: LastConfirmation, timeZone: TimeZone): string {
  return `Confirm of ${whichOf(donations)}, ${formatTime(new Date(confirmedAt), timeZone)}`;
}

/** For a button of the pending list. Without a donor's name, which would read as one of the pending. */
export function undoLabel({ donations, confirmedAt }: LastConfirmation, timeZone: TimeZone): string {
  return `${countOf(donations.length, 'donation')}, ${formatTime(new Date(confirmedAt), timeZone)}`;
}

function whichOf(donations: Together): string {
  const [donation, ...others] = donations;
  return donation && others.length === 0
    ? `${donorName(donation, 'a donation')}, ${donation.weight}`
    : countOf(donations.length, 'donation');
}

/** The consequences of an undo, a sentence each. */
export function undoConsequences(
  donations: Together,
  today: Day,
  confirmedThisMonth: number | undefined,
): string[] {
  const codes = donations.filter(({ discountCode }) => discountCode !== null).length;
  const { from, before } = monthOf(today);
  const ofMonth = donations.filter(({ date }) => date >= from && date < before);
  const [inMonth, inAll] = [kilogramsOf(ofMonth), kilogramsOf(donations)];
  return [
    donations.every(({ participantId }) => participantId === null)
      ? 'Nobody had a code for it.'
      : codesEnd(codes),
    ...leavesMonth(inMonth, today, confirmedThisMonth),
    ...leavesEarlier(inAll - inMonth),
  ];
}

function codesEnd(codes: number): string {
  if (codes === 0) return 'No code ends: they were revoked before.';
  return codes === 1 ? '1 code ends, it was not used.' : `${codes} codes end, none of them was used.`;
}

function leavesMonth(kilograms: number, today: Day, confirmedThisMonth: number | undefined): string[] {
  if (kilograms === 0) return [];
  const leave = `${formatKilograms(kilograms, 0)} kg leave ${formatMonth(today)}`;
  if (confirmedThisMonth === undefined) return [`${leave}.`];
  const rest = Math.max(0, confirmedThisMonth - kilograms);
  return [`${leave}: ${formatKilograms(confirmedThisMonth, 0)} becomes ${formatKilograms(rest, 0)} kg.`];
}

function leavesEarlier(kilograms: number): string[] {
  return kilograms === 0 ? [] : [`${formatKilograms(kilograms, 0)} kg leave earlier months.`];
}

function kilogramsOf(donations: Together): number {
  return donations.reduce(
    (sum, { weight, actualWeight, measured_kg: measured }) =>
      sum + (measured ?? kilogramsByBand[actualWeight ?? weight]),
    0,
  );
}

/** `2 skipped: already confirmed.` or `3 skipped: 2 already confirmed, 1 no longer there.` Null when none was. */
function skipSentence(skipped: BulkAnswer['skipped']): string | null {
  if (skipped.length === 0) return null;
  const counts = new Map<string, number>();
  for (const { reason } of skipped) {
    counts.set(skipWords[reason], (counts.get(skipWords[reason]) ?? 0) + 1);
  }
  const parts = [...counts].map(([words, count]) => (counts.size === 1 ? words : `${count} ${words}`));
  return `${skipped.length} skipped: ${parts.join(', ')}.`;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
