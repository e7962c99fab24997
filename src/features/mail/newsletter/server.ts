// One row an email address, in whatever case and however often it subscribes. If the site sends mail, a subscription counts
// once its link was confirmed. The answer is the same whether or not the address was there before.
import type { Sentence } from '#shared/sentence.ts';
import { and, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { recordExport, recordVisitor } from '#features/audit/server.ts';
import { linkPaths, newsletterUnsubscribeUrl, subscriberIn } from '#features/mail/serverLinks.ts';
import { queueMail, wasQueuedSince } from '#features/mail/serverOutbox.ts';
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
const consentTexts: Readonly<Record<Language, string>> = {
  en: englishConsent,
  fr: frenchConsent,
};

const words: Readonly<Record<Language, typeof english>> = { en: english, fr: french };

/** Between two links to the same address. */
const RESEND_SECONDS = 3600;

export const newsletterFeature = implement(contract, {
  subscribe: async ({ transaction, body, site, request, afterCommit, now }) => {
    const { email } = body;
    const firstName = body.firstName ?? null;
    const language = languageOf(request);
    const consent = {
      firstName,
      consentText: consentTexts[language],
      source: pageOf(request.headers.referer),
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
    // Locked, so that of two calls at once only one sends a link.
    const [before] = inserted
      ? []
      : await transaction.select().from(newsletterSubscribers).where(isSubscribed(email)).for('update');
    const isRenewed = before && (before.unsubscribedAt || (site.post && !before.confirmedAt));
    if (isRenewed) {
      await transaction
        .update(newsletterSubscribers)
        .set(consent)
        .where(eq(newsletterSubscribers.id, before.id));
    }
    const id = inserted?.id ?? (isRenewed ? before.id : undefined);
    // A confirmed subscriber who left has used the link that they were sent.
    const mayHaveLink = !before?.confirmedAt;
    if (
      id !== undefined &&
      (await queueConfirmation(transaction, site, { id, email, language, mayHaveLink }, now))
    ) {
      await recordVisitor(transaction, now, {
        action: 'newsletter.subscribed',
        entityType: 'system',
        entityId: id,
      });
      afterCommit(async () => site.wakeMail());
    }
    return { ok: true as const, message: messageFor(site) };
  },

  subscribers: async ({ database, query: { limit, offset, ...filters }, site }) => {
    const condition = conditionOf(filters);
    const [rows, total] = await Promise.all([
      database
        .select()
        .from(newsletterSubscribers)
        .where(condition)
        .orderBy(desc(newsletterSubscribers.id))
        .limit(limit)
        .offset(offset),
      database.$count(newsletterSubscribers, condition),
    ]);
    const items = rows.map((row) => ({ ...row, status: statusOf(row) }));
    return { ok: true as const, items, total, limit, offset, isMailOn: site.post !== null };
  },

  exportSubscribers: async (call) => {
    const { database, query, site, now } = call;
    const condition = and(conditionOf(query), query.status ? undefined : countedCondition(site));
    const rows = await database.$count(newsletterSubscribers, condition);
    await recordExport(call, { action: 'newsletter.exported', entityType: 'system', rows, filters: query });
    return {
      fileName: `newsletter-${dayOf(now, site.timeZone)}.csv`,
      header: ['email', 'name', 'attributes'],
      batches: exportedRows(database, condition, site),
    };
  },
});

interface Subscription {
  id: number;
  email: string;
  language: Language;
  /** Whether an earlier link may still be unused. */
  mayHaveLink: boolean;
}

/**
 * Queues the mail with the link that confirms a subscription, if the site sends mail.
 *
 * @returns whether to record the subscription. Not if an unused link went to the address less than an hour before.
 */
async function queueConfirmation(
  transaction: Transaction,
  site: Site,
  { id, email, language, mayHaveLink }: Subscription,
  now: Date,
): Promise<boolean> {
  if (!site.post) return true;
  const kind = 'newsletter_confirmation';
  const since = addSeconds(now, -RESEND_SECONDS);
  if (mayHaveLink && (await wasQueuedSince(transaction, kind, email, since))) return false;
  const content = { subscriberId: id };
  const mail = { kind, occasion: null, participantId: null, recipient: email, language, content } as const;
  await queueMail(transaction, site, mail, now);
  return true;
}

function messageFor({ post }: Site): Sentence {
  return post
    ? 'Almost done. Please open the link in the mail that we send you.'
    : 'Thank you for subscribing. You will hear from us.';
}

/** The path of the page that a call came from, if the browser sends it. */
function pageOf(referer: string | undefined): string | null {
  if (referer === undefined || !URL.canParse(referer)) return null;
  return new URL(referer).pathname.slice(0, lengths.place);
}

const isUnsubscribed = isNotNull(newsletterSubscribers.unsubscribedAt);
const isConfirmed = isNotNull(newsletterSubscribers.confirmedAt);

const hasStatus: Readonly<Record<SubscriberStatus, SQL | undefined>> = {
  unsubscribed: isUnsubscribed,
  confirmed: and(isConfirmed, isNull(newsletterSubscribers.unsubscribedAt)),
  waiting: and(isNull(newsletterSubscribers.confirmedAt), isNull(newsletterSubscribers.unsubscribedAt)),
};

function statusOf({
  confirmedAt,
  unsubscribedAt,
}: {
  confirmedAt: Date | null;
  unsubscribedAt: Date | null;
}): SubscriberStatus {
  if (unsubscribedAt) return 'unsubscribed';
  return confirmedAt ? 'confirmed' : 'waiting';
}

function countedCondition({ post }: Site): SQL | undefined {
  return post ? hasStatus.confirmed : isNull(newsletterSubscribers.unsubscribedAt);
}

function conditionOf({
  status,
  q,
}: {
  status?: SubscriberStatus | '' | undefined;
  q?: string | undefined;
}): SQL | undefined {
  return and(
    status ? hasStatus[status] : undefined,
    q ? like(newsletterSubscribers.searchText, anywhere(q)) : undefined,
  );
}

function subscribersInBatches(executor: Executor, condition: SQL | undefined) {
  return inBatches((afterId, limit) =>
    executor
      .select()
      .from(newsletterSubscribers)
      .where(and(condition, gt(newsletterSubscribers.id, afterId)))
      .orderBy(newsletterSubscribers.id)
      .limit(limit),
  );
}

/** With the unsubscribe link of each: `{{ .Subscriber.Attribs.unsubscribe }}` in listmonk. */
async function* exportedRows(executor: Executor, condition: SQL | undefined, site: Site) {
  for await (const rows of subscribersInBatches(executor, condition)) {
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

const subscriberEntity = { entityType: 'system' } as const;

export const newsletterConfirmPage = linkPage({
  path: linkPaths.newsletterConfirm,

  ask: async ({ database, secrets }, token, language) => {
    const id = subscriberIn(secrets, 'newsletterConfirm', token);
    if (id === null) return null;
    const [row] = await database.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, id));
    if (!row || row.unsubscribedAt) return words[language].notWaiting;
    if (row.confirmedAt) return words[language].confirmed(row.email);
    return words[language].askToConfirm(row.email);
  },

  act: async (transaction, { secrets }, { token, language }, now) => {
    const id = subscriberIn(secrets, 'newsletterConfirm', token);
    if (id === null) return null;
    const isSubscriber = eq(newsletterSubscribers.id, id);
    const [changed] = await transaction
      .update(newsletterSubscribers)
      .set({ confirmedAt: now })
      .where(and(isSubscriber, hasStatus.waiting))
      .returning({ email: newsletterSubscribers.email });
    if (changed) {
      await recordVisitor(transaction, now, {
        action: 'newsletter.confirmed',
        ...subscriberEntity,
        entityId: id,
      });
      return words[language].confirmed(changed.email);
    }
    const [row] = await transaction.select().from(newsletterSubscribers).where(isSubscriber);
    return row && !row.unsubscribedAt ? words[language].confirmed(row.email) : words[language].notWaiting;
  },
});

export const newsletterUnsubscribePage = linkPage({
  path: linkPaths.newsletterUnsubscribe,

  ask: async ({ database, secrets }, token, language) => {
    const id = subscriberIn(secrets, 'newsletterUnsubscribe', token);
    if (id === null) return null;
    const [row] = await database.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, id));
    if (!row || row.unsubscribedAt) return words[language].unsubscribed;
    return words[language].askToLeave(row.email);
  },

  act: async (transaction, { secrets }, { token, language }, now) => {
    const id = subscriberIn(secrets, 'newsletterUnsubscribe', token);
    if (id === null) return null;
    const [changed] = await transaction
      .update(newsletterSubscribers)
      .set({ unsubscribedAt: now })
      .where(and(eq(newsletterSubscribers.id, id), isNull(newsletterSubscribers.unsubscribedAt)))
      .returning({ id: newsletterSubscribers.id });
    if (changed) {
      await recordVisitor(transaction, now, {
        action: 'newsletter.unsubscribed',
        ...subscriberEntity,
        entityId: id,
      });
    }
    return words[language].unsubscribed;
  },
});

/** @returns how many were deleted. */
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

/** In whatever case the address is written. */
export function isSubscribed(email: string): SQL {
  return sql`lower(${newsletterSubscribers.email}) = lower(${email})`;
}
