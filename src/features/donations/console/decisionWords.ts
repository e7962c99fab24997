import type { EndpointResponse } from '#shared/endpoint.ts';
import { type Day, monthOf } from '#shared/dates.ts';
import { formatKilograms, formatMonth, formatTime } from '#words/formats.ts';
import type { TimeZone } from '#shared/timeZone.ts';
import { kilogramsByBand } from '#shared/weights.ts';
import { donorName, type NamedDonation } from './listedDonation.ts';
import type { contract } from './contract.ts';
import type { LastConfirmation } from './undoQuestion.ts';

/** The outcome of a decision, for a toast. */
export interface Outcome {
  kind: 'success' | 'error';
  title: string;
  description?: string | undefined;
}

type BulkAnswer = EndpointResponse<typeof contract.confirmDonations>;

const skipReasonLabels: Readonly<Record<BulkAnswer['skipped'][number]['reason'], string>> = {
  already_confirmed: 'already confirmed',
  already_rejected: 'already rejected',
  not_found: 'no longer there',
};

/** Warns how many of the donations look like another one. Null if none does. */
export function alikeSentence(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? 'One of these looks like another.' : `${count} of these look alike.`;
}

export function bulkOutcome({ confirmed, skipped, alike: alikeCount }: BulkAnswer): Outcome {
  const skippedSentence = skipSentence(skipped);
  if (confirmed.length === 0) {
    return { kind: 'error', title: 'No donation confirmed', description: skippedSentence ?? undefined };
  }
  const issuedSentence =
    confirmed.length === 1 ? 'A reward code was issued.' : `${confirmed.length} reward codes were issued.`;
  return {
    kind: 'success',
    title: `${pluralize(confirmed.length, 'donation')} confirmed`,
    description: [issuedSentence, skippedSentence, alikeSentence(alikeCount)]
      .filter((part) => part !== null)
      .join(' '),
  };
}

type ConfirmedDonations = LastConfirmation['donations'];

export function undoOutcome(donations: readonly NamedDonation[]): Outcome {
  const [donation] = donations;
  // An unclaimed bag is the only donation of its confirmation.
  if (donation?.participantId === null) {
    return { kind: 'success', title: 'Unclaimed bag deleted', description: 'It no longer counts.' };
  }
  return {
    kind: 'success',
    title: 'Confirmation undone',
    description:
      donation && donations.length === 1
        ? `${donorName(donation, 'The donor')}’s donation is pending again.`
        : `${pluralize(donations.length, 'donation')} are pending again.`,
  };
}

/** `Confirmation of 12 donations, 10:42 AM`. */
export function confirmationTitle({ donations, confirmedAt }: LastConfirmation, timeZone: TimeZone): string {
  return `Confirmation of ${describeDonations(donations)}, ${formatTime(new Date(confirmedAt), timeZone)}`;
}

/** The undo button's label: `12 donations, 10:42 AM`. It names no donor, because a name could be taken for a pending row. */
export function undoLabel({ donations, confirmedAt }: LastConfirmation, timeZone: TimeZone): string {
  return `${pluralize(donations.length, 'donation')}, ${formatTime(new Date(confirmedAt), timeZone)}`;
}

function describeDonations(donations: ConfirmedDonations): string {
  const [donation] = donations;
  if (!donation || donations.length > 1) return pluralize(donations.length, 'donation');
  const name = donation.participantId === null ? 'an unclaimed bag' : donorName(donation, 'a donation');
  return `${name}, ${donation.weight}`;
}

/** The consequences of an undo, one sentence each: first for the codes, then for the kilograms. */
export function undoConsequences(
  donations: ConfirmedDonations,
  today: Day,
  communityKilograms: number | undefined,
): string[] {
  const codeCount = donations.filter(({ discountCode }) => discountCode !== null).length;
  const { from, before } = monthOf(today);
  const thisMonthDonations = donations.filter(({ date }) => date >= from && date < before);
  const thisMonthKilograms = sumKilograms(thisMonthDonations);
  const allKilograms = sumKilograms(donations);
  return [
    donations.every(({ participantId }) => participantId === null)
      ? 'Nobody had a code for it.'
      : codesSentence(codeCount),
    ...thisMonthSentences(thisMonthKilograms, today, communityKilograms),
    ...earlierMonthsSentences(allKilograms - thisMonthKilograms),
  ];
}

function codesSentence(codeCount: number): string {
  if (codeCount === 0) return 'No code ends: they were revoked before.';
  return codeCount === 1 ? '1 code ends, it was not used.' : `${codeCount} codes end, none of them was used.`;
}

function thisMonthSentences(kilograms: number, today: Day, communityKilograms: number | undefined): string[] {
  if (kilograms === 0) return [];
  const sentenceStart = `${formatKilograms(kilograms, 0)} kg leave ${formatMonth(today)}`;
  if (communityKilograms === undefined) return [`${sentenceStart}.`];
  const remaining = Math.max(0, communityKilograms - kilograms);
  return [
    `${sentenceStart}: ${formatKilograms(communityKilograms, 0)} becomes ${formatKilograms(remaining, 0)} kg.`,
  ];
}

function earlierMonthsSentences(kilograms: number): string[] {
  return kilograms === 0 ? [] : [`${formatKilograms(kilograms, 0)} kg leave earlier months.`];
}

function sumKilograms(donations: ConfirmedDonations): number {
  return donations.reduce(
    (sum, { weight, actualWeight, measured_kg: measured }) =>
      sum + (measured ?? kilogramsByBand[actualWeight ?? weight]),
    0,
  );
}

/** `2 skipped: already confirmed.` or `3 skipped: 2 already confirmed, 1 no longer there.` Null if none was skipped. */
function skipSentence(skipped: BulkAnswer['skipped']): string | null {
  if (skipped.length === 0) return null;
  const counts = new Map<string, number>();
  for (const { reason } of skipped) {
    const label = skipReasonLabels[reason];
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const parts = [...counts].map(([label, count]) => (counts.size === 1 ? label : `${count} ${label}`));
  return `${skipped.length} skipped: ${parts.join(', ')}.`;
}

function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
