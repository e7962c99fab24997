import { get, update } from 'idb-keyval';
import type { z } from 'zod';
import type { EndpointResponse } from '#shared/endpoint.ts';
import type { Language } from '#shared/languages.ts';
import type { contract } from './contract.ts';
import { mayHaveQueue, setMayHaveQueue } from './queueMark.ts';

type LogDonation = typeof contract.logDonation;

export type LoggedBody = z.output<LogDonation['body']>;

export interface Logged {
  body: LoggedBody;
  answer: EndpointResponse<LogDonation>;
}

/** A donation that was logged without a connection, as stored in IndexedDB. */
export interface QueuedDonation {
  /** The idempotency key of every try: the donation counts once. */
  key: string;
  body: LoggedBody;
  /** The language of the page that queued it. */
  language: Language;
  queuedAt: number;
  /** Whether a try with a connection got no answer, so that it may have reached the site. */
  mayHaveArrived: boolean;
  state: WaitingState | RefusedState | SentState;
}

interface WaitingState {
  is: 'waiting';
  /** When it was last tried, and why that failed. */
  triedAt: number;
  lacked: 'connection' | 'site';
  notBefore: number;
}

interface RefusedState {
  is: 'refused';
  /** The site's reason; null if the donation got too old before it could be sent. */
  sentence: string | null;
  /** The errors of fields, by their names. */
  fields: Readonly<Record<string, string>>;
  /** When a toast or the queue showed it. */
  notifiedAt: number | null;
}

interface SentState {
  is: 'sent';
  /** Null if an earlier try had arrived. */
  answer: Logged['answer'] | null;
}

/** A queued donation in one of its states. */
export type QueuedAs<Is extends QueuedDonation['state']['is']> = QueuedDonation & {
  state: Extract<QueuedDonation['state'], { is: Is }>;
};

export function isQueuedAs<Is extends QueuedDonation['state']['is']>(
  donation: QueuedDonation,
  is: Is,
): donation is QueuedAs<Is> {
  return donation.state.is === is;
}

/** Storage is full or forbidden. */
export class StorageError extends Error {}

const NAME = 'queued-donations';

/**
 * Adds a donation, or replaces it.
 *
 * @throws StorageError if the browser stores nothing.
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
  announce(donation);
}

/** Queued donations, oldest first; none if the browser stores nothing. */
export async function readQueue(): Promise<QueuedDonation[]> {
  if (!mayHaveQueue()) return [];
  try {
    return (await get<QueuedDonation[]>(NAME)) ?? [];
  } catch {
    return [];
  }
}

export async function removeQueued({ key }: Pick<QueuedDonation, 'key'>): Promise<void> {
  await changeQueue((queue) => queue.filter((one) => one.key !== key));
  announce();
}

/** Records the outcome of a try, unless the donation was removed meanwhile. */
export async function updateQueued(donation: QueuedDonation): Promise<void> {
  await changeQueue((queue) => queue.map((one) => (one.key === donation.key ? donation : one)));
  announce();
}

/** Takes the outcomes that were not shown yet; each goes to one caller only. Sent donations leave the queue. */
export async function takeOutcomes(now: number): Promise<QueuedDonation[]> {
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
  announce();
  return outcomes;
}

function isOutcome(donation: QueuedDonation): boolean {
  return isQueuedAs(donation, 'refused') ? donation.state.notifiedAt === null : isQueuedAs(donation, 'sent');
}

/** Changes the stored queue in one transaction, so that no other tab interferes. */
async function changeQueue(change: (queue: QueuedDonation[]) => QueuedDonation[]): Promise<void> {
  let next: QueuedDonation[] = [];
  await update<QueuedDonation[]>(NAME, (queue = []) => (next = change(queue)));
  setMayHaveQueue(next.length > 0);
}

/** Calls back after each change in any tab, with the donation that was queued or sent, if any. */
export function subscribeToQueue(listener: (donation: QueuedDonation | null) => void): () => void {
  const channel = openChannel();
  channel?.addEventListener('message', ({ data }: MessageEvent<QueuedDonation | null>) => listener(data));
  return () => channel?.close();
}

function announce(donation: QueuedDonation | null = null): void {
  // A new channel, since a channel does not receive its own messages.
  const channel = openChannel();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin anyway
  channel?.postMessage(donation);
  channel?.close();
}

/** Null if the browser forbids storage: then the queue is empty. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(NAME);
  } catch {
    return null;
  }
}
