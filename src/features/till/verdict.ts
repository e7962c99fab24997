import type { EndpointResponse } from '#shared/endpoint.ts';
import { till, tillRefusals } from '#words/till.tsx';
import { ApiError } from '#web/api/client.ts';
import { errorOrStatus } from '#web/api/errors.ts';
import type { contract } from './contract.ts';

type Answer<Key extends 'checkCode' | 'redeemCode'> = Omit<EndpointResponse<(typeof contract)[Key]>, 'ok'>;

/** What the till shows about a code. `practice` is true for practice codes, for which nothing is written. */
export type Verdict = { code: string; practice?: true | undefined } & (
  | ({ kind: 'valid' } & Answer<'checkCode'>)
  | ({ kind: 'redeemed'; clerk: string; at: Date } & Answer<'redeemCode'>)
  | { kind: 'givenBack'; remaining: number }
  | { kind: 'usedUp'; message: string; maxUses: number | undefined }
  | { kind: 'invalid'; message: string }
);

export type VerdictOf<Kind extends Verdict['kind']> = Extract<Verdict, { kind: Kind }>;

/** The verdict of a refused call, or null if the reason was not the code. */
export function refusalVerdict(code: string, error: unknown): Verdict | null {
  const response = error instanceof ApiError ? error.response : undefined;
  const isAboutCode = Boolean(response?.reason) || response?.code === 'other_partner';
  if (!response || !isAboutCode) return null;
  const { reason, maxUses, practice } = response;
  const message = response.error || tillRefusals.unknown;
  return reason === 'used_up'
    ? { kind: 'usedUp', code, message, maxUses, practice }
    : { kind: 'invalid', code, message, practice };
}

/** The till sends nothing while offline: a delayed check or use would arrive after the customer has left. */
export class OfflineError extends Error {
  override name = 'OfflineError';
}

/** Prevents a call while the device is offline. @throws OfflineError */
export function requireConnection(message = till.offline): void {
  if (!navigator.onLine) throw new OfflineError(message);
}

/** Whether a failed call may have taken effect: its answer was lost, or the server failed. */
export function mayHaveTakenEffect(error: unknown): boolean {
  if (error instanceof ApiError) return error.response === undefined || error.status >= 500;
  return !(error instanceof OfflineError);
}

/** The message for a call that failed without a verdict. @param pressAgain is added if the call may have taken effect. */
export function failureMessage(error: unknown, pressAgain?: string): string {
  if (error instanceof OfflineError) return error.message;
  const message = errorOrStatus(error);
  return pressAgain && mayHaveTakenEffect(error) ? `${message.replace(/\.$/, '')}. ${pressAgain}` : message;
}
