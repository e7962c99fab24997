import { ApiError, call } from '#web/api/client.ts';
import { language } from '#words/language.ts';
import {
  changeKept,
  dropKept,
  isKeptAs,
  keepDonation,
  type KeptAs,
  type KeptDonation,
  readKept,
} from './keptStore.ts';
import { logDonation, type Logged, type LoggedBody } from './logDonation.ts';
import { isForgotten, isRefused, isTooOld, nextTryAt } from './rules.ts';

/** How long someone at a bin waits for an answer: one bar of signal is often worse than none. */
const PATIENCE_MILLISECONDS = 12_000;

/** Held while kept donations are sent, so that two tabs do not send one at once. */
const LOCK = 'send-kept-donations';

/**
 * Logs a donation, or keeps it in this browser where no answer comes.
 *
 * @returns the answer, or null where the donation is kept.
 * @throws ApiError where the site refuses it, StorageError where it can't be kept.
 */
export async function sendOrKeep(key: string, body: LoggedBody): Promise<Logged['answer'] | null> {
  const hadConnection = navigator.onLine;
  try {
    return await send({ key, body });
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const now = Date.now();
    await keepDonation({
      key,
      body,
      language,
      keptAt: now,
      mayHaveArrived: hadConnection,
      state: { is: 'waiting', triedAt: now, lacked: 'connection', notBefore: 0 },
    });
    return null;
  }
}

/**
 * Sends what is kept, oldest first, until one finds no connection, and forgets what was refused long ago.
 *
 * @param key sends this one alone, and at once, whatever the site said of a later time.
 * @returns whether something still waits.
 */
export async function sendKept(key?: string): Promise<boolean> {
  await alone(async () => {
    for (const donation of await readKept()) {
      if (isKeptAs(donation, 'refused') && isForgotten(donation.state.toldAt, Date.now()))
        await dropKept(donation);
      if (!isKeptAs(donation, 'waiting') || (key !== undefined && donation.key !== key)) continue;
      if (key === undefined && donation.state.notBefore > Date.now()) continue;
      if (!(await settle(donation))) break;
    }
  });
  return (await readKept()).some(({ state }) => state.is === 'waiting');
}

/** @returns whether the site answered: the next one need not be tried otherwise. */
async function settle(donation: KeptAs<'waiting'>): Promise<boolean> {
  const now = Date.now();
  if (isTooOld(donation.keptAt, now)) {
    await changeKept(refused(donation, null));
    return true;
  }
  const hadConnection = navigator.onLine;
  try {
    const answer = await send(donation);
    // Also where someone chose meanwhile not to send it: it has been sent, and they are told.
    await keepDonation({ ...donation, state: { is: 'sent', answer } });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'idempotency_key_reused') {
      // So an earlier try got through. The site may read the same body otherwise since it was renewed.
      await keepDonation({ ...donation, state: { is: 'sent', answer: null } });
      return true;
    }
    if (error instanceof ApiError && isRefused({ status: error.status, isFromSite: !!error.response })) {
      await changeKept(refused(donation, error.response?.error ?? error.message, error.fields));
      return true;
    }
    const isAnswer = error instanceof ApiError;
    await changeKept({
      ...donation,
      mayHaveArrived: donation.mayHaveArrived || hadConnection,
      state: {
        is: 'waiting',
        triedAt: now,
        lacked: isAnswer ? 'site' : 'connection',
        notBefore: isAnswer ? nextTryAt(now, error.headers.get('retry-after')) : 0,
      },
    });
    return false;
  }
}

function refused(
  donation: KeptDonation,
  sentence: string | null,
  fields: Readonly<Record<string, string>> = {},
): KeptDonation {
  return { ...donation, state: { is: 'refused', sentence, fields, toldAt: null } };
}

async function send({
  key,
  body,
  language: ofPage,
}: Pick<KeptDonation, 'key' | 'body' | 'language'>): Promise<Logged['answer']> {
  const giveUp = new AbortController();
  const patience = setTimeout(() => giveUp.abort(), PATIENCE_MILLISECONDS);
  try {
    return await call(
      logDonation,
      { body },
      { idempotencyKey: key, signal: giveUp.signal, language: ofPage },
    );
  } finally {
    clearTimeout(patience);
  }
}

async function alone(work: () => Promise<void>): Promise<void> {
  // Typed as always there, yet absent where the page is not served over https: the key alone then sees to it that one counts once.
  const locks = navigator.locks as LockManager | undefined;
  await (locks ? locks.request(LOCK, work) : work());
}
