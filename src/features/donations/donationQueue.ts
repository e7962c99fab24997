import { get, update } from 'idb-keyval';
import type { z } from 'zod';
import type { EndpointResponse } from '#shared/endpoint.ts';
import type { Language } from '#shared/languages.ts';
import type { contract } from './contract.ts';
import { mayHaveQueue, setMayHaveQueue } from './queueFlag.ts';

type LogDonationEndpoint = typeof contract.logDonation;

/** A donation as the form sends it. */
export type DonationBody = z.output<LogDonationEndpoint['body']>;

/** A donation with the site's answer. */
export interface LoggedDonation {
  body: DonationBody;
  answer: EndpointResponse<LogDonationEndpoint>;
}

/** A logged donation that got no answer at once. IndexedDB stores it under these names, so none may change. */
export interface QueuedDonation {
  /** The idempotency key of every try, so that the donation counts once. */
  key: string;
  body: DonationBody;
  /** The language of the page that queued it. */
  language: Language;
  /** In epoch milliseconds, as all times of the queue. */
  queuedAt: number;
  /** Whether a failed try may have reached the site, since the browser had a connection. */
  mayHaveArrived: boolean;
  state: WaitingState | RefusedState | SentState;
}

interface WaitingState {
  is: 'waiting';
  /** Equals `queuedAt` until the first retry. */
  triedAt: number;
  /** Why the last try failed: without a connection, or because the site was busy. */
  lacked: 'connection' | 'site';
  /** When the site may be tried again after it answered that it was busy. Zero if it did not answer. */
  notBefore: number;
}

interface RefusedState {
  is: 'refused';
  /** The site's reason. Null: the donation got too old to be sent. */
  sentence: string | null;
  /** The error messages by the names of their fields. */
  fields: Readonly<Record<string, string>>;
  /** When a toast or the queue's screen showed the refusal. */
  notifiedAt: number | null;
}

interface SentState {
  is: 'sent';
  /** Null: an earlier try had arrived, and its answer got lost. */
  answer: LoggedDonation['answer'] | null;
}

/** A queued donation in one of its states. */
export type QueuedAs<StateName extends QueuedDonation['state']['is']> = QueuedDonation & {
  state: Extract<QueuedDonation['state'], { is: StateName }>;
};

export function isQueuedAs<StateName extends QueuedDonation['state']['is']>(
  donation: QueuedDonation,
  stateName: StateName,
): donation is QueuedAs<StateName> {
  return donation.state.is === stateName;
}

/** Storage is full or forbidden. */
export class StorageError extends Error {}

/** Names the stored queue, and the channel between tabs. */
const QUEUE_NAME = 'queued-donations';

/**
 * Adds a donation, or replaces it.
 *
 * @throws StorageError if storage is full or forbidden.
 */
export async function enqueue(donation: QueuedDonation): Promise<void> {
  try {
    await changeQueue((queue) =>
      [...queue.filter(({ key }) => key !== donation.key), donation].toSorted(
        (one, other) => one.queuedAt - other.queuedAt,
      ),
    );
  } catch (error) {
    throw new StorageError('Storage is full or forbidden.', { cause: error });
  }
  announceChange(donation);
}

/** The queued donations, oldest first. Empty if the browser stores nothing. */
export async function readQueue(): Promise<QueuedDonation[]> {
  try {
    return (await get<QueuedDonation[]>(QUEUE_NAME)) ?? [];
  } catch {
    return [];
  }
}

export async function removeQueued({ key }: Pick<QueuedDonation, 'key'>): Promise<void> {
  await changeQueue((queue) => queue.filter((one) => one.key !== key));
  announceChange();
}

/** Records the outcome of a try, unless the donation was removed meanwhile. */
export async function updateQueued(donation: QueuedDonation): Promise<void> {
  await changeQueue((queue) => queue.map((one) => (one.key === donation.key ? donation : one)));
  announceChange();
}

/**
 * Returns the sent and refused donations that were not shown yet, each to one caller only. Sent donations leave the queue,
 * and refused ones are recorded as notified.
 */
export async function takeOutcomes(now: number): Promise<QueuedDonation[]> {
  // Otherwise the announcement below would make all listeners call this again, without end.
  if (!(await readQueue()).some(isOutcome)) return [];
  let outcomes: QueuedDonation[] = [];
  await changeQueue((queue) => {
    outcomes = queue.filter(isOutcome);
    return queue
      .filter((donation) => !isQueuedAs(donation, 'sent'))
      .map((one) =>
        isQueuedAs(one, 'refused')
          ? { ...one, state: { ...one.state, notifiedAt: one.state.notifiedAt ?? now } }
          : one,
      );
  });
  announceChange();
  return outcomes;
}

function isOutcome(donation: QueuedDonation): boolean {
  return isQueuedAs(donation, 'refused') ? donation.state.notifiedAt === null : isQueuedAs(donation, 'sent');
}

/** Changes the stored queue and its flag in one transaction, so that no other tab interferes. */
async function changeQueue(change: (queue: QueuedDonation[]) => QueuedDonation[]): Promise<void> {
  await update<QueuedDonation[]>(QUEUE_NAME, (queue = []) => {
    const changedQueue = change(queue);
    // A queue without the flag is never sent. If this throws, the change is not stored.
    setMayHaveQueue(changedQueue.length > 0);
    return changedQueue;
  });
}

/**
 * Calls the listener at once if donations may be queued, and after each change in any tab. The listener gets the donation
 * that was stored by `enqueue`, as new or as sent, else null.
 */
export function subscribeToQueue(listener: (donation: QueuedDonation | null) => void): () => void {
  const channel = openChannel();
  channel?.addEventListener('message', ({ data }: MessageEvent<QueuedDonation | null>) => listener(data));
  if (mayHaveQueue()) listener(null);
  return () => channel?.close();
}

function announceChange(donation: QueuedDonation | null = null): void {
  // A new channel, since a channel does not receive its own messages.
  const channel = openChannel();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin anyway
  channel?.postMessage(donation);
  channel?.close();
}

/** Null if the browser forbids storage. The queue is then empty. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(QUEUE_NAME);
  } catch {
    return null;
  }
}
