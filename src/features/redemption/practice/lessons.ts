import { PRACTICE_CODE } from '#features/rewards/rules.ts';
import type { Verdict } from '#features/redemption/verdict.ts';
import type { RefusalReason } from '#shared/errors.ts';
import { store } from '#words/practice.ts';
import type { TillParts } from './tillParts.ts';

/** What a clerk can practise, each by the chip that chooses it. */
export const lessons = ['valid', 'oneUse', 'usedUp', 'expired', 'notFound', 'wrongPin'] as const;

export type Lesson = (typeof lessons)[number];

const MAX_USES = 2;

/** What the till says of the practice code in a lesson, by the answer that the server would give. */
export function verdictOfLesson(till: TillParts, lesson: Lesson, expiresAt: Date): Verdict {
  switch (lesson) {
    case 'usedUp':
      return refused(till, 'used_up');
    case 'expired':
      return refused(till, 'expired');
    case 'notFound':
      return refused(till, 'not_found');
    default:
      return till.verdictOf(PRACTICE_CODE, usable(lesson === 'oneUse' ? 1 : MAX_USES, expiresAt));
  }
}

function usable(remaining: number, expiresAt: Date) {
  return {
    ok: true as const,
    remaining,
    maxUses: MAX_USES,
    expiresAt: expiresAt.toISOString(),
    partner: { id: 0, name: store, discount: null },
  };
}

function refused({ refusalMessage, verdictOf }: TillParts, reason: RefusalReason): Verdict {
  const error = refusalMessage(reason);
  return verdictOf(PRACTICE_CODE, { ok: false, code: reason, reason, error, maxUses: MAX_USES });
}
