import type { EndpointResponse } from '#shared/endpoint.ts';
import type { contract } from './contract.ts';

/** How a toast tells what came of a press. */
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

/** How many were confirmed, and how many were skipped with why. */
export function bulkOutcome({ confirmed, skipped }: BulkAnswer): Outcome {
  const skips = skipSentence(skipped);
  if (confirmed.length === 0) {
    return { kind: 'error', title: 'No donation confirmed', description: skips ?? undefined };
  }
  const issued =
    confirmed.length === 1 ? 'A reward code was issued.' : `${confirmed.length} reward codes were issued.`;
  return {
    kind: 'success',
    title: `${countOf(confirmed.length, 'donation')} confirmed`,
    description: skips === null ? issued : `${issued} ${skips}`,
  };
}

/** How many are pending again. */
export function undoOutcome(count: number): Outcome {
  return {
    kind: 'success',
    title: 'Confirmation undone',
    description: `${countOf(count, 'donation')} ${count === 1 ? 'is' : 'are'} pending again.`,
  };
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
