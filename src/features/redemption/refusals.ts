import type { RefusalReason } from '#shared/errors.ts';
import * as words from '#words/tillRefusals.ts';

const messages = { not_found: words.notFound, expired: words.expired, used_up: words.usedUp };

/** The words for a refusal's reason, for one that this version doesn't know too. */
export function refusalMessage(reason: string | undefined): string {
  return messages[reason as RefusalReason] ?? words.unknown;
}
