// What becomes of a donation that was logged without a connection, decided without storage or network.

/** For so long it is sent by itself. The server knows its idempotency key for longer: see `KEY_DAYS`. */
export const SENT_DAYS = 14;
/** A donor ID should not wait for good on a phone that others use, where its donor knows what became of it. */
const REFUSED_DAYS = 30;

/** Asked again after so long where nobody says when. */
const PAUSE_MILLISECONDS = 30_000;

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** An answer that is no success. */
interface Failure {
  status: number;
  /** Whether it is in this site's error shape: what stands between, such as a hotel's sign-in page, decides nothing. */
  isFromSite: boolean;
}

/** Whether the site has refused it for good, so that sending it again would change nothing. */
export function isRefused({ status, isFromSite }: Failure): boolean {
  return isFromSite && status >= 400 && status < 500 && status !== 429;
}

/** When a donation that did not get through may be sent again, by a `Retry-After` in seconds if there is one. */
export function nextTryAt(now: number, retryAfter: string | null): number {
  const seconds = Number(retryAfter);
  return now + Math.max(PAUSE_MILLISECONDS, Number.isFinite(seconds) ? seconds * 1000 : 0);
}

/** Whether its donor has to look at it again. Of a phone whose clock was put back nobody knows how old it is. */
export function isTooOld(queuedAt: number, now: number): boolean {
  return Math.abs(now - queuedAt) >= SENT_DAYS * DAY_MILLISECONDS;
}

/** Whether one that was refused has waited long enough since its donor was told, if that was ever. */
export function isForgotten(notifiedAt: number | null, now: number): boolean {
  return notifiedAt !== null && now - notifiedAt >= REFUSED_DAYS * DAY_MILLISECONDS;
}
