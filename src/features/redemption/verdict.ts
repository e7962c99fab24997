import type { EndpointResponse } from '#shared/endpoint.ts';
import type { ErrorResponse } from '#shared/errors.ts';
import { unknownError } from '#words/failures.ts';
import { ApiError, errorMessage } from '#web/api/client.ts';
import type { contract } from './contract.ts';
import { refusalMessage } from './refusals.ts';

type UsableCode = EndpointResponse<typeof contract.checkCode>;
type TakenCode = EndpointResponse<typeof contract.redeemCode>;

export type ValidVerdict = { kind: 'valid'; code: string } & Omit<UsableCode, 'ok'>;

export type UsedUpVerdict = { kind: 'usedUp'; code: string; message: string; maxUses: number | undefined };

export type RedeemedVerdict = {
  kind: 'redeemed';
  code: string;
  clerk: string | undefined;
  at: Date;
} & Omit<TakenCode, 'ok'>;

export type GivenBackVerdict = { kind: 'givenBack'; code: string; remaining: number; maxUses: number };

/** What the till says about one code. */
export type Verdict =
  | ValidVerdict
  | UsedUpVerdict
  | RedeemedVerdict
  | GivenBackVerdict
  | { kind: 'invalid'; code: string; message: string };

export function verdictOf(code: string, answer: UsableCode | ErrorResponse): Verdict {
  if (!answer.ok) return refused(code, answer);
  if (answer.remaining <= 0) return refused(code, { reason: 'used_up', maxUses: answer.maxUses });
  return { ...answer, kind: 'valid', code };
}

export function redeemedVerdict(
  code: string,
  clerk: string | undefined,
  answer: TakenCode | ErrorResponse,
): Verdict {
  if (!answer.ok) return refused(code, answer);
  return { ...answer, kind: 'redeemed', code, clerk, at: new Date() };
}

/** The verdict that a refused call holds, or null if it failed for another cause than the code. */
export function refusalOf(code: string, error: unknown): Verdict | null {
  const response = error instanceof ApiError ? error.response : undefined;
  return response && (response.reason || response.code === 'other_partner') ? refused(code, response) : null;
}

/** A refusal's sentence, else the words for its reason, which this version may not know (spec section 8). */
function refused(code: string, { reason, error, maxUses }: Partial<ErrorResponse>): Verdict {
  const message = error || refusalMessage(reason);
  return reason === 'used_up'
    ? { kind: 'usedUp', code, message, maxUses }
    : { kind: 'invalid', code, message };
}

/** Nothing was sent: a check or a use that waited for the connection would come when the customer has gone. */
export class OfflineError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OfflineError';
  }
}

/** Whether a call that failed may have acted all the same: its answer was lost, or the server broke off. */
export function mayHaveActed(error: unknown): boolean {
  if (error instanceof ApiError) return error.response === undefined || error.status >= 500;
  return !(error instanceof OfflineError);
}

/** The sentence for a call that failed without a verdict. */
export function failureMessage(error: unknown): string {
  return errorMessage(error, error instanceof ApiError ? `HTTP ${error.status}` : unknownError);
}
