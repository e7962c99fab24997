import type { EndpointResponse } from '#shared/endpoint.ts';
import type { ErrorResponse, RefusalReason } from '#shared/errors.ts';
import { unknownError } from '#words/site.ts';
import { tillRefusals as words } from '#words/till.tsx';
import { ApiError, errorMessage } from '#web/api/client.ts';
import type { contract } from './contract.ts';

type UsableCode = EndpointResponse<typeof contract.checkCode>;
type TakenCode = EndpointResponse<typeof contract.redeemCode>;

/** With `practice` nothing was written. */
type OnCode = { code: string; practice?: true | undefined };

export type ValidVerdict = OnCode & { kind: 'valid' } & Omit<UsableCode, 'ok'>;

export type UsedUpVerdict = OnCode & { kind: 'usedUp'; message: string; maxUses: number | undefined };

export type RedeemedVerdict = OnCode & {
  kind: 'redeemed';
  clerk: string;
  at: Date;
} & Omit<TakenCode, 'ok'>;

export type GivenBackVerdict = OnCode & { kind: 'givenBack'; remaining: number; maxUses: number };

/** What the till shows of a code. */
export type Verdict =
  | ValidVerdict
  | UsedUpVerdict
  | RedeemedVerdict
  | GivenBackVerdict
  | (OnCode & { kind: 'invalid'; message: string });

export function verdictOf(code: string, answer: UsableCode | ErrorResponse): Verdict {
  if (!answer.ok) return refused(code, answer);
  if (answer.remaining <= 0)
    return refused(code, { reason: 'used_up', maxUses: answer.maxUses, practice: answer.practice });
  return { ...answer, kind: 'valid', code };
}

export function redeemedVerdict(code: string, clerk: string, answer: TakenCode | ErrorResponse): Verdict {
  if (!answer.ok) return refused(code, answer);
  return { ...answer, kind: 'redeemed', code, clerk, at: new Date() };
}

/** The verdict of a refused call, or null if it failed for another reason than the code. */
export function refusalOf(code: string, error: unknown): Verdict | null {
  const response = error instanceof ApiError ? error.response : undefined;
  return response && (response.reason || response.code === 'other_partner') ? refused(code, response) : null;
}

function refused(code: string, { reason, error, maxUses, practice }: Partial<ErrorResponse>): Verdict {
  const message = error || refusalMessage(reason);
  return reason === 'used_up'
    ? { kind: 'usedUp', code, message, maxUses, practice }
    : { kind: 'invalid', code, message, practice };
}

const messages = { not_found: words.notFound, expired: words.expired, used_up: words.usedUp };

/** The words for a reason, also for one that this version does not have (spec section 8). */
export function refusalMessage(reason: string | undefined): string {
  return messages[reason as RefusalReason] ?? words.unknown;
}

/** The till sends nothing while offline: a delayed check or use would arrive after the customer has left. */
export class OfflineError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OfflineError';
  }
}

/** Whether a failed call may have taken effect: its answer was lost, or the server failed. */
export function mayHaveActed(error: unknown): boolean {
  if (error instanceof ApiError) return error.response === undefined || error.status >= 500;
  return !(error instanceof OfflineError);
}

/** The sentence for a call that failed without a verdict. */
export function failureMessage(error: unknown): string {
  return errorMessage(error, error instanceof ApiError ? `HTTP ${error.status}` : unknownError);
}
