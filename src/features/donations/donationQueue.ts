import { get, update } from 'idb-keyval';
import type { Language } from '#shared/languages.ts';
import { mark, mayHaveQueue } from './queueMark.ts';
import type { z } from 'zod';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { address } from '#web/api/address.ts';
import type { contract } from './contract.ts';

/** A donation that was logged without a connection, as it waits in this browser. */
export interface QueuedDonation {
  /** Its idempotency key, the same at each try: it counts once, however often it is sent. */
  key: string;
  body: LoggedBody;
  /** That of the page that queued it, wherever it is sent from. */
  language: Language;
  queuedAt: number;
  /** A try got no answer though there was a connection: nobody can tell whether it reached the site. */
  mayHaveArrived: boolean;
  state: WaitingState | RefusedState | SentState;
}

interface WaitingState {
  is: 'waiting';
  /** When it was last tried, and whether a connection was missing then or the site could not take it. */
  triedAt: number;
  lacked: 'connection' | 'site';
  notBefore: number;
}

interface RefusedState {
  is: 'refused';
  /** What the site said: null if it was not asked, since the donation waited for too long. */
  sentence: string | null;
  /** What is wrong with each field, by its name. */
  fields: Readonly<Record<string, string>>;
  /** When its donor was told. */
  notifiedAt: number | null;
}

interface SentState {
  is: 'sent';
  /** Null if an earlier try had arrived, as the site says. */
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
    await change((queue) =>
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
  await change((queue) => queue.filter((one) => one.key !== key));
  announce();
}

/** Records what a try came to, unless someone chose meanwhile not to send it. */
export async function updateQueued(donation: QueuedDonation): Promise<void> {
  await change((queue) => queue.map((one) => (one.key === donation.key ? donation : one)));
  announce();
}

/** What became of donations and nobody was told yet: given to one caller only. Those that were sent leave the queue. */
export async function takeOutcomes(now: number): Promise<QueuedDonation[]> {
  if (!(await readQueue()).some(isOutcome)) return [];
  let outcomes: QueuedDonation[] = [];
  await change((queue) => {
    outcomes = queue.filter(isOutcome);
    return queue
      .filter((donation) => !isQueuedAs(donation, 'sent'))
      .map((one) =>
        isQueuedAs(one, 'refused') && isOutcome(one)
          ? { ...one, state: { ...one.state, notifiedAt: now } }
          : one,
      );
  });
  announce();
  return outcomes;
}

function isOutcome(donation: QueuedDonation): boolean {
  return isQueuedAs(donation, 'refused') ? donation.state.notifiedAt === null : isQueuedAs(donation, 'sent');
}

/** In one transaction, so that no other tab comes in between. */
async function change(work: (queue: QueuedDonation[]) => QueuedDonation[]): Promise<void> {
  let isEmpty = true;
  await update<QueuedDonation[]>(NAME, (queue = []) => {
    const next = work(queue);
    isEmpty = next.length === 0;
    return next;
  });
  mark(isEmpty);
}

/** Calls back after each change, in whatever tab it is made, with the donation that was queued or sent, if one was. */
export function subscribeToQueue(listener: (donation: QueuedDonation | null) => void): () => void {
  const channel = openChannel();
  channel?.addEventListener('message', ({ data }: MessageEvent<QueuedDonation | null>) => listener(data));
  return () => channel?.close();
}

function announce(donation: QueuedDonation | null = null): void {
  // Its own, since a channel does not hear itself.
  const channel = openChannel();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin anyway
  channel?.postMessage(donation);
  channel?.close();
}

/** Null if the browser stores nothing of a site: then there is nothing to announce either. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(NAME);
  } catch {
    return null;
  }
}

type LogDonation = typeof contract.logDonation;

/** What is sent of a donation. */
export type LoggedBody = z.output<LogDonation['body']>;

export interface Logged {
  body: LoggedBody;
  answer: EndpointResponse<LogDonation>;
}

/** By its address: its schema comes late on `/log`, and elsewhere a queued donation needs none. */
export const logDonation = address<LogDonation>({
  method: 'POST',
  path: '/api/donations',
  access: 'public',
});
