import type { Language } from '#shared/languages.ts';
import type { Logged, LoggedBody } from './logDonation.ts';

/** A donation that was logged without a connection, as it waits in this browser. */
export interface KeptDonation {
  /** Its idempotency key, the same at each try: it counts once, however often it is sent. */
  key: string;
  body: LoggedBody;
  /** That of the page that kept it, wherever it is sent from. Unsaid where that was before there were two. */
  language?: Language;
  keptAt: number;
  /** A try got no answer though there was a connection: nobody knows whether it reached the site. */
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
  /** What the site said: null where it was not asked, since the donation waited for too long. */
  sentence: string | null;
  /** What is wrong with each field, where it is a field. */
  fields: Readonly<Record<string, string>>;
  /** When anybody was told. */
  toldAt: number | null;
}

interface SentState {
  is: 'sent';
  /** None where an earlier try had arrived, as the site says. */
  answer: Logged['answer'] | null;
}

/** A kept donation in one of its states. */
export type KeptAs<Is extends KeptDonation['state']['is']> = KeptDonation & {
  state: Extract<KeptDonation['state'], { is: Is }>;
};

export function isKeptAs<Is extends KeptDonation['state']['is']>(
  kept: KeptDonation,
  is: Is,
): kept is KeptAs<Is> {
  return kept.state.is === is;
}

/** This browser keeps nothing: storage is full or forbidden. */
export class StorageError extends Error {}

const DATABASE = 'kept-donations';
const STORE = 'donations';

/** Tells this page and others that something changed, and of a donation that it has just been sent. */
const CHANNEL = 'kept-donations';

/**
 * Keeps a donation, in place of what was kept of it.
 *
 * @throws StorageError where the browser keeps nothing.
 */
export async function keepDonation(donation: KeptDonation): Promise<void> {
  try {
    await inStore((store) => store.put(donation));
  } catch (error) {
    throw new StorageError('Storage is full or forbidden.', { cause: error });
  }
  tell(donation);
}

/** What is kept, oldest first. Where nothing can be kept nothing is. */
export async function readKept(): Promise<KeptDonation[]> {
  try {
    return await inStore((_store, kept) => kept);
  } catch {
    return [];
  }
}

/** Keeps a donation no longer. */
export async function dropKept({ key }: Pick<KeptDonation, 'key'>): Promise<void> {
  await inStore((store) => store.delete(key));
  tell();
}

/** Puts what a try came to in place of what was kept, if it still is: someone may have chosen not to send it meanwhile. */
export async function changeKept(donation: KeptDonation): Promise<void> {
  await inStore((store, kept) => kept.some(({ key }) => key === donation.key) && store.put(donation));
  tell();
}

/** What became of kept donations and has been told nobody yet: told to one caller only. */
export async function takeNews(now: number): Promise<KeptDonation[]> {
  const news = await inStore((store, kept) =>
    kept.filter((donation) => {
      if (isKeptAs(donation, 'sent')) store.delete(donation.key);
      else if (isKeptAs(donation, 'refused') && donation.state.toldAt === null)
        store.put({ ...donation, state: { ...donation.state, toldAt: now } } satisfies KeptDonation);
      else return false;
      return true;
    }),
  );
  if (news.length > 0) tell();
  return news;
}

/** Calls back after each change, in whatever tab it is made, with the donation that was kept or sent, if one was. */
export function subscribeToKept(listener: (donation: KeptDonation | null) => void): () => void {
  const channel = openChannel();
  channel?.addEventListener('message', ({ data }: MessageEvent<KeptDonation | null>) => listener(data));
  return () => channel?.close();
}

function tell(donation: KeptDonation | null = null): void {
  const channel = openChannel();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin anyway
  channel?.postMessage(donation);
  channel?.close();
}

/** None where the browser keeps nothing of a site: then there is nothing to tell either. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}

/** Works on all that is kept in one transaction: no other tab gets in between. */
async function inStore<Result>(
  work: (store: IDBObjectStore, kept: KeptDonation[]) => Result,
): Promise<Result> {
  const database = await open();
  try {
    // Strict: what is said to be kept is on the disk, also where the battery gives out a moment later.
    const transaction = database.transaction(STORE, 'readwrite', { durability: 'strict' });
    const store = transaction.objectStore(STORE);
    const all = store.getAll() as IDBRequest<KeptDonation[]>;
    return await new Promise((resolve, reject) => {
      let result: Result;
      all.addEventListener('success', () => {
        result = work(
          store,
          all.result.toSorted((one, other) => one.keptAt - other.keptAt),
        );
      });
      transaction.addEventListener('complete', () => resolve(result));
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Aborted')));
    });
  } finally {
    database.close();
  }
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  return await new Promise((resolve, reject) => {
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore(STORE, { keyPath: 'key' });
    });
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('No storage')));
  });
}
