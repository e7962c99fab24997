// Share links: anybody who has one sees a donor's noted name and totals. The donor or an admin renews it or switches it off.
import { and, eq, isNull } from 'drizzle-orm';
import type { Executor, Transaction } from '#server/db/database.ts';
import type { Site } from '#server/http/call.ts';
import { mergedShareTokens, participants } from '#server/db/schema.ts';
import { randomToken } from '#server/secrets.ts';
import type { ShareState } from './contract.ts';
import { lockForChange } from './serverRemoval.ts';

/** The address of a share link, even if it is switched off. */
export function shareUrl(publicUrl: string, shareToken: string): string {
  return `${publicUrl}/p/${shareToken}`;
}

/** The address of a share link; null while it is switched off. */
export function activeShareUrl(
  publicUrl: string,
  { shareToken, isShareOff }: { shareToken: string; isShareOff: boolean },
): string | null {
  return isShareOff ? null : shareUrl(publicUrl, shareToken);
}

/** The share link of a participant: null if it is off, undefined if there is no such participant. */
export async function findShareUrl(
  executor: Executor,
  publicUrl: string,
  id: number,
): Promise<string | null | undefined> {
  const [found] = await executor
    .select({ shareToken: participants.shareToken, isShareOff: participants.isShareOff })
    .from(participants)
    .where(eq(participants.id, id));
  return found && activeShareUrl(publicUrl, found);
}

/** The participant who has the share link with this token, or into whom its owner was merged. Undefined if it is off. */
export async function findByShareToken(executor: Executor, shareToken: string): Promise<number | undefined> {
  const isShown = and(eq(participants.isShareOff, false), isNull(participants.removedAt));
  const [own] = await executor
    .select({ id: participants.id })
    .from(participants)
    .where(and(eq(participants.shareToken, shareToken), isShown));
  if (own) return own.id;
  const [merged] = await executor
    .select({ id: participants.id })
    .from(mergedShareTokens)
    .innerJoin(participants, eq(participants.id, mergedShareTokens.participantId))
    .where(and(eq(mergedShareTokens.shareToken, shareToken), isShown));
  return merged?.id;
}

const actions = {
  new: 'participant.share_link_renewed',
  off: 'participant.share_link_switched_off',
  on: 'participant.share_link_switched_on',
} as const satisfies Record<ShareState, string>;

/**
 * Changes a participant's share link. A new link is switched on, and ends all earlier ones and those of merged participants.
 *
 * @returns the link, which is null if it is off, and the audit action, which is absent if nothing changed.
 * @throws Refusal 404; 409 if they were removed.
 */
export async function switchShareLink(
  transaction: Transaction,
  { publicUrl }: Site,
  id: number,
  state: ShareState,
): Promise<{ url: string | null; action?: string }> {
  const before = await lockForChange(transaction, id);
  const isShareOff = state === 'off';
  const shareToken = state === 'new' ? randomToken() : before.shareToken;
  const url = activeShareUrl(publicUrl, { shareToken, isShareOff });
  if (state !== 'new' && before.isShareOff === isShareOff) return { url };
  await transaction.update(participants).set({ shareToken, isShareOff }).where(eq(participants.id, id));
  if (state === 'new')
    await transaction.delete(mergedShareTokens).where(eq(mergedShareTokens.participantId, id));
  return { url, action: actions[state] };
}
