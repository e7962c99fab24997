import { screenAt } from '#shared/screenAt.ts';
import { type Screen, screens } from '#shared/screens.ts';
import { lightEndpoint } from '#web/api/lightEndpoint.ts';
import { ApiError, call } from '#web/api/client.ts';
import { toast } from '#web/ui/toast.ts';
import { queueOutcomes as words } from '#words/log.tsx';
import { language as pageLanguage } from '#words/site.ts';
import type { contract } from './contract.ts';
import {
  enqueue,
  isQueuedAs,
  type QueuedAs,
  type QueuedDonation,
  readQueue,
  removeQueued,
  subscribeToQueue,
  takeOutcomes,
  updateQueued,
  type LoggedDonation,
  type DonationBody,
} from './donationQueue.ts';
import { canDeleteRefused, isRefused, isTooOld, nextTryAt } from './rules.ts';

/** The endpoint without its schema, which loads late on `/log` and is not needed to send a queued donation. */
const logDonation = lightEndpoint<typeof contract.logDonation>({
  method: 'POST',
  path: '/api/donations',
  access: 'public',
});

/** How long each try waits for an answer: a weak signal may never bring one. */
const ANSWER_MILLISECONDS = 12_000;

/** Held while donations are sent, so that two tabs do not send the same one. */
const LOCK_NAME = 'send-queued-donations';

/**
 * Logs a donation, or queues it in this browser if no answer comes.
 *
 * @returns the answer, or null if it is queued.
 * @throws ApiError if an error is answered, StorageError if it can't be queued.
 */
export async function sendOrEnqueue(
  key: string,
  body: DonationBody,
): Promise<LoggedDonation['answer'] | null> {
  const hadConnection = navigator.onLine;
  try {
    return await sendDonation({ key, body, language: pageLanguage });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const now = Date.now();
    await enqueue({
      key,
      body,
      language: pageLanguage,
      queuedAt: now,
      mayHaveArrived: hadConnection,
      state: { is: 'waiting', triedAt: now, lacked: 'connection', notBefore: 0 },
    });
    return null;
  }
}

let isStarted = false;
let currentScreen: Screen | undefined;

/** From now on, sends the queue when the connection is back and at intervals, and shows outcomes unless `screen` does. */
export function startSending(screen: Screen | undefined): void {
  currentScreen = screen;
  if (isStarted) return;
  isStarted = true;
  window.addEventListener('online', () => void sendQueue());
  subscribeToQueue(() => {
    void scheduleNextTry();
    void showOutcomes();
  });
}

/** Sends the queue and shows outcomes. Called each time that a screen is shown. */
export function handleScreenShown(path: string): void {
  startSending(screenAt(path));
  void showOutcomes();
  void sendQueue();
}

let nextTry: ReturnType<typeof setTimeout> | undefined;

async function scheduleNextTry(): Promise<void> {
  const waiting = (await readQueue()).filter((donation) => isQueuedAs(donation, 'waiting'));
  clearTimeout(nextTry);
  if (waiting.length === 0) return;
  // The latest try counts, since sending stops at the first failure and leaves the others untried.
  const lastTriedAt = Math.max(...waiting.map(({ state }) => state.triedAt));
  const firstAllowedAt = Math.min(...waiting.map(({ state }) => state.notBefore));
  const sendAt = Math.max(nextTryAt(lastTriedAt, null), firstAllowedAt);
  // While offline, the `online` event starts the next try.
  nextTry = setTimeout(() => navigator.onLine && void sendQueue(), Math.max(0, sendAt - Date.now()));
}

async function showOutcomes(): Promise<void> {
  // `/log` shows the queue itself. At the till and in the console, the reader is not the donor.
  if (currentScreen === screens.log || currentScreen === screens.redeem || currentScreen?.isInEnglishOnly)
    return;
  const outcomes = await takeOutcomes(Date.now());
  if (outcomes.length > 0) toast(outcomeToast(outcomes));
}

/** A toast about refused donations, or if there are none, about sent ones. It names no donor ID, since others may see it. */
export function outcomeToast(outcomes: readonly QueuedDonation[]): Parameters<typeof toast>[0] {
  const refused = outcomes.filter((donation) => isQueuedAs(donation, 'refused'));
  const [firstRefused] = refused;
  if (firstRefused) {
    return {
      kind: 'error',
      title: words.refused(refused.length),
      description: words.refusedDescription(whyRefused(firstRefused)),
    };
  }
  return {
    kind: 'success',
    title: words.sent(outcomes.length),
    description: words.sentDescription(outcomes.length),
  };
}

export function whyRefused({ state: { sentence }, mayHaveArrived }: QueuedAs<'refused'>): string {
  if (sentence !== null) return sentence;
  return mayHaveArrived ? `${words.tooOld} ${words.checkDashboard}` : words.tooOld;
}

/**
 * Sends the queue, oldest first, until a try fails. Also deletes donations that were refused long ago.
 *
 * @param onlyKey if given, only this donation is sent, even if the site asked to wait.
 */
export async function sendQueue(onlyKey?: string): Promise<void> {
  await withLock(async () => {
    for (const { key } of await readQueue()) {
      // Read again, since somebody may have removed it while others were sent.
      const donation = (await readQueue()).find((queued) => queued.key === key);
      if (!donation) continue;
      if (isQueuedAs(donation, 'refused') && canDeleteRefused(donation.state.notifiedAt, Date.now()))
        await removeQueued(donation);
      if (!isQueuedAs(donation, 'waiting')) continue;
      const isDue = onlyKey === undefined ? donation.state.notBefore <= Date.now() : key === onlyKey;
      if (!isDue) continue;
      if (!(await sendQueued(donation))) break;
    }
  });
}

/**
 * Sends one donation of the queue and records the outcome.
 *
 * @returns whether it was sent or refused. If not, it waits for another try.
 */
async function sendQueued(donation: QueuedAs<'waiting'>): Promise<boolean> {
  const now = Date.now();
  if (isTooOld(donation.queuedAt, now)) {
    await updateQueued(asRefused(donation, null));
    return true;
  }
  const hadConnection = navigator.onLine;
  try {
    const answer = await sendDonation(donation);
    // `enqueue` restores it if it was removed meanwhile, since the donor must see that it has been sent.
    await enqueue({ ...donation, state: { is: 'sent', answer } });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'idempotency_key_reused') {
      // An earlier try had arrived. If the site was updated since, it may parse the same body differently.
      await enqueue({ ...donation, state: { is: 'sent', answer: null } });
      return true;
    }
    if (error instanceof ApiError && isRefused({ status: error.status, isFromSite: !!error.response })) {
      await updateQueued(asRefused(donation, error.response?.error ?? error.message, error.fields));
      return true;
    }
    const hasAnswer = error instanceof ApiError;
    await updateQueued({
      ...donation,
      mayHaveArrived: donation.mayHaveArrived || hadConnection,
      state: {
        is: 'waiting',
        triedAt: now,
        // A site that answers with such an error is busy.
        lacked: hasAnswer ? 'site' : 'connection',
        notBefore: hasAnswer ? nextTryAt(now, error.headers.get('retry-after')) : 0,
      },
    });
    return false;
  }
}

function asRefused(
  donation: QueuedDonation,
  sentence: string | null,
  fields: Readonly<Record<string, string>> = {},
): QueuedDonation {
  return { ...donation, state: { is: 'refused', sentence, fields, notifiedAt: null } };
}

type SendableDonation = Pick<QueuedDonation, 'key' | 'body' | 'language'>;

async function sendDonation({ key, body, language }: SendableDonation): Promise<LoggedDonation['answer']> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ANSWER_MILLISECONDS);
  try {
    const options = { idempotencyKey: key, signal: controller.signal, language };
    return await call(logDonation, { body }, options);
  } finally {
    clearTimeout(timer);
  }
}

async function withLock(work: () => Promise<void>): Promise<void> {
  // Absent without https, despite its type. The idempotency key then still prevents duplicates.
  const locks = navigator.locks as LockManager | undefined;
  await (locks ? locks.request(LOCK_NAME, work) : work());
}
