// Newsletter subscriptions. Each email address has one row, whatever its capitals. If the site sends mail, a subscription
// counts once its link was confirmed. The answer does not tell whether the address was subscribed before.
import type { Sentence } from '#shared/sentence.ts';
import { and, desc, eq, gt, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { recordExport, recordVisitorAction } from '#features/audit/server.ts';
import { linkPaths, newsletterUnsubscribeUrl, verifySubscriberToken } from '#features/mail/serverLinks.ts';
import { equalsEmail, queueMail, wasQueuedSince } from '#features/mail/serverOutbox.ts';
import { anywhere, inBatches, like } from '#server/db/queries.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import { clientAddress } from '#server/http/addresses.ts';
import { implement, type Site } from '#server/http/call.ts';
import { languageOf } from '#server/http/language.ts';
import { linkPage } from '#server/http/linkPages.ts';
import { newsletterSubscribers } from '#server/db/schema.ts';
import { addSeconds, dayOf } from '#shared/dates.ts';
import type { Language } from '#shared/languages.ts';
import { lengths } from '#shared/lengths.ts';
import { newsletterConsent as frenchConsent, newsletterLinks as french } from '#french/mail.ts';
import { newsletterConsent as englishConsent, newsletterLinks as english } from '#words/mail.ts';
import { contract, type SubscriberStatus } from './contract.ts';

/** The text beside the checkbox, stored as the proof of consent. */
const consentTexts: Readonly<Record<Language, string>> = { en: englishConsent, fr: frenchConsent };

const words: Readonly<Record<Language, typeof english>> = { en: english, fr: french };

const CONFIRMATION = 'newsletter_confirmation';

/** The minimum time between two confirmation links to the same address. */
const RESEND_SECONDS = 3600;

export const newsletterFeature = implement(contract, {
  subscribe: async ({ transaction, body, site, request, afterCommit, now }) => {
    const { email } = body;
    const language = languageOf(request);
    const consent = {
      firstName: body.firstName ?? null,
      consentText: consentTexts[language],
      source: refererPath(request.headers.referer),
      address: clientAddress(request.ip),
      language,
      createdAt: now,
      confirmedAt: null,
      unsubscribedAt: null,
    };
    const [inserted] = await transaction
      .insert(newsletterSubscribers)
      .values({ email, ...consent })
      .onConflictDoNothing()
      .returning({ id: newsletterSubscribers.id });
    const existing = inserted ? undefined : await lockSubscriber(transaction, email);
    const isRenewed = existing && (existing.unsubscribedAt || (site.mailer && !existing.confirmedAt));
    if (isRenewed) {
      await transaction
        .update(newsletterSubscribers)
        .set(consent)
        .where(eq(newsletterSubscribers.id, existing.id));
    }
    const message: Sentence = site.mailer
      ? 'Almost done. Please open the link in the mail that we send you.'
      : 'Thank you for subscribing. You will hear from us.';
    const answer = { ok: true as const, message };
    const id = inserted?.id ?? (isRenewed ? existing.id : undefined);
    if (id === undefined) return answer;
    const since = addSeconds(now, -RESEND_SECONDS);
    // A confirmed subscriber who left has used their link, so they need a new one.
    const mayHaveUnusedLink = site.mailer !== null && !existing?.confirmedAt;
    if (mayHaveUnusedLink && (await wasQueuedSince(transaction, CONFIRMATION, email, since))) return answer;
    const content = { subscriberId: id };
    await queueMail(transaction, site, { kind: CONFIRMATION, recipient: email, language, content }, now);
    await recordSubscriberAction(transaction, now, 'newsletter.subscribed', id);
    afterCommit(async () => site.wakeMail());
    return answer;
  },

  subscribers: async ({ database, query: { limit, offset, ...filters }, site }) => {
    const condition = filterCondition(filters);
    const rows = await database
      .select()
      .from(newsletterSubscribers)
      .where(condition)
      .orderBy(desc(newsletterSubscribers.id))
      .limit(limit)
      .offset(offset);
    const items = rows.map((row) => ({ ...row, status: statusOf(row) }));
    const total = await database.$count(newsletterSubscribers, condition);
    return { ok: true as const, items, total, limit, offset, isMailOn: site.mailer !== null };
  },

  exportSubscribers: async (call) => {
    const { database, query, site, now } = call;
    const condition = and(filterCondition(query), query.status ? undefined : countedCondition(site));
    const rows = await database.$count(newsletterSubscribers, condition);
    await recordExport(call, { action: 'newsletter.exported', entityType: 'system', rows, filters: query });
    return {
      fileName: `newsletter-${dayOf(now, site.timeZone)}.csv`,
      header: ['email', 'name', 'attributes'],
      batches: exportedRows(database, condition, site),
    };
  },
});

/** The path of the page that a call came from, or null if the browser does not send it. */
function refererPath(referer: string | undefined): string | null {
  if (referer === undefined || !URL.canParse(referer)) return null;
  return new URL(referer).pathname.slice(0, lengths.place);
}

const { confirmedAt: confirmed, unsubscribedAt: unsubscribed } = newsletterSubscribers;

const statusConditions: Readonly<Record<SubscriberStatus, SQL | undefined>> = {
  unsubscribed: isNotNull(unsubscribed),
  confirmed: and(isNotNull(confirmed), isNull(unsubscribed)),
  waiting: and(isNull(confirmed), isNull(unsubscribed)),
};

type Row = typeof newsletterSubscribers.$inferSelect;

function statusOf({ confirmedAt, unsubscribedAt }: Row): SubscriberStatus {
  if (unsubscribedAt) return 'unsubscribed';
  return confirmedAt ? 'confirmed' : 'waiting';
}

function countedCondition({ mailer }: Site): SQL | undefined {
  return mailer ? statusConditions.confirmed : isNull(unsubscribed);
}

type Filters = { status?: SubscriberStatus | '' | undefined; q?: string | undefined };

function filterCondition({ status, q }: Filters): SQL | undefined {
  return and(
    status ? statusConditions[status] : undefined,
    q ? like(newsletterSubscribers.searchText, anywhere(q)) : undefined,
  );
}

/** Rows with an unsubscribe link each, which listmonk's templates call `{{ .Subscriber.Attribs.unsubscribe }}`. */
async function* exportedRows(executor: Executor, condition: SQL | undefined, site: Site) {
  const batches = inBatches((afterId, limit) =>
    executor
      .select()
      .from(newsletterSubscribers)
      .where(and(condition, gt(newsletterSubscribers.id, afterId)))
      .orderBy(newsletterSubscribers.id)
      .limit(limit),
  );
  for await (const rows of batches) {
    yield rows.map(({ id, email, firstName, createdAt, confirmedAt, source, language }) => [
      email,
      firstName ?? '',
      JSON.stringify({
        subscribed_at: createdAt.toISOString(),
        confirmed_at: confirmedAt?.toISOString() ?? null,
        source,
        language,
        unsubscribe: newsletterUnsubscribeUrl(site, { id, language }),
      }),
    ]);
  }
}

/** Locks a row, so that only one of two simultaneous calls sends a link. */
async function lockSubscriber(transaction: Transaction, email: string): Promise<Row | undefined> {
  const [row] = await transaction
    .select()
    .from(newsletterSubscribers)
    .where(hasSubscriberEmail(email))
    .for('update');
  return row;
}

async function recordSubscriberAction(transaction: Transaction, now: Date, action: string, entityId: number) {
  await recordVisitorAction(transaction, now, { action, entityType: 'system', entityId });
}

/** A subscriber who has not unsubscribed. */
async function findActiveSubscriber(executor: Executor, id: number): Promise<Row | undefined> {
  const [row] = await executor
    .select()
    .from(newsletterSubscribers)
    .where(and(eq(newsletterSubscribers.id, id), isNull(unsubscribed)));
  return row;
}

export const newsletterConfirmPage = linkPage({
  path: linkPaths.newsletterConfirm,

  ask: async ({ database, secrets }, token, language) => {
    const id = verifySubscriberToken(secrets, 'newsletterConfirm', token);
    if (id === null) return null;
    const subscriber = await findActiveSubscriber(database, id);
    if (!subscriber) return words[language].notSubscribed;
    const { email, confirmedAt } = subscriber;
    return confirmedAt ? words[language].confirmed(email) : words[language].askToConfirm(email);
  },

  act: async (transaction, { secrets }, { token, language }, now) => {
    const id = verifySubscriberToken(secrets, 'newsletterConfirm', token);
    if (id === null) return null;
    const changed = await transaction
      .update(newsletterSubscribers)
      .set({ confirmedAt: now })
      .where(and(eq(newsletterSubscribers.id, id), statusConditions.waiting))
      .returning({ id: newsletterSubscribers.id });
    if (changed.length > 0) await recordSubscriberAction(transaction, now, 'newsletter.confirmed', id);
    const subscriber = await findActiveSubscriber(transaction, id);
    return subscriber ? words[language].confirmed(subscriber.email) : words[language].notSubscribed;
  },
});

export const newsletterUnsubscribePage = linkPage({
  path: linkPaths.newsletterUnsubscribe,

  ask: async ({ database, secrets }, token, language) => {
    const id = verifySubscriberToken(secrets, 'newsletterUnsubscribe', token);
    if (id === null) return null;
    const subscriber = await findActiveSubscriber(database, id);
    return subscriber ? words[language].askToUnsubscribe(subscriber.email) : words[language].unsubscribed;
  },

  act: async (transaction, { secrets }, { token, language }, now) => {
    const id = verifySubscriberToken(secrets, 'newsletterUnsubscribe', token);
    if (id === null) return null;
    const changed = await transaction
      .update(newsletterSubscribers)
      .set({ unsubscribedAt: now })
      .where(and(eq(newsletterSubscribers.id, id), isNull(unsubscribed)))
      .returning({ id: newsletterSubscribers.id });
    if (changed.length > 0) await recordSubscriberAction(transaction, now, 'newsletter.unsubscribed', id);
    return words[language].unsubscribed;
  },
});

/** @returns the number of deleted subscribers. */
export async function deleteSubscribers(
  transaction: Transaction,
  condition: SQL | undefined,
): Promise<number> {
  const deleted = await transaction
    .delete(newsletterSubscribers)
    .where(condition)
    .returning({ id: newsletterSubscribers.id });
  return deleted.length;
}

/** Whether a row has this email address, whatever its capitals. The row may be of somebody who unsubscribed. */
export function hasSubscriberEmail(email: string): SQL {
  return equalsEmail(newsletterSubscribers.email, email);
}
