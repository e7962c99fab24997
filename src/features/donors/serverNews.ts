// Which news goes to whom by mail. Donors switch kinds on the dashboard, readers of a mail by its link.
import { and, eq, or, sql } from 'drizzle-orm';
import { recordDonor, recordVisitor } from '#features/audit/server.ts';
import { kinds as mailKinds } from '#features/mail/serverKinds.ts';
import { linkPaths, newsReaderIn } from '#features/mail/serverLinks.ts';
import { addressNewsOf, switchAddressNews } from '#features/mail/serverOutbox.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import { type DonorCaller, implement, type Site } from '#server/http/call.ts';
import { languageOf } from '#server/http/language.ts';
import { linkPage } from '#server/http/linkPages.ts';
import { participants } from '#server/db/schema.ts';
import type { Language } from '#shared/languages.ts';
import { addressNews, donorNews, type DonorNewsKind, news, type NewsKind } from '#shared/mail.ts';
import { newsOff as french } from '#french/mail.ts';
import { newsOff as english } from '#words/mail.ts';
import { newsContract as contract } from './contract.ts';
import { hasEmail, recordLanguage } from './serverDonors.ts';

const words: Readonly<Record<Language, typeof english>> = { en: english, fr: french };

export const newsFeature = implement(contract, {
  studentNews: async ({ database, donor, site }) => await newsOf(database, donor, site),

  changeStudentNews: async ({ transaction, body: { kinds }, donor, site, request, now }) => {
    const before = await newsOf(transaction, donor, site);
    if (donor.participantId === null || !before.hasAddress) return before;
    const { participantId } = donor;
    if (donor.isProven) await recordLanguage(transaction, participantId, languageOf(request));
    await switchDonorNews(transaction, participantId, only(donorNews, kinds));
    const { email } = await newsOffOf(transaction, participantId);
    if (email) await switchAddressNews(transaction, email, only(addressNews, kinds), now);
    const after = await newsOf(transaction, donor, site);
    const changed = news.filter((kind) => after.kinds[kind] !== before.kinds[kind]);
    if (changed.length > 0) {
      await recordDonor(transaction, now, participantId, {
        action: 'participant.news_switched',
        entityType: 'participant',
        entityId: participantId,
        details: {
          on: changed.filter((kind) => after.kinds[kind]),
          off: changed.filter((kind) => !after.kinds[kind]),
        },
      });
    }
    return after;
  },
});

async function newsOf(executor: Executor, { participantId }: DonorCaller, { post }: Site) {
  const { email, newsOff } =
    participantId === null ? { email: null, newsOff: [] } : await newsOffOf(executor, participantId);
  const off = new Set<NewsKind>([...newsOff, ...(email ? await addressNewsOf(executor, email) : [])]);
  const kinds = Object.fromEntries(news.map((kind) => [kind, !off.has(kind)])) as Record<NewsKind, boolean>;
  return { ok: true as const, isMailOn: post !== null, hasAddress: email !== null, kinds };
}

function only<Kind extends NewsKind>(
  kinds: readonly Kind[],
  switched: Partial<Record<NewsKind, boolean>>,
): Partial<Record<Kind, boolean>> {
  const named = kinds.filter((kind) => switched[kind] !== undefined);
  return Object.fromEntries(named.map((kind) => [kind, switched[kind]])) as Partial<Record<Kind, boolean>>;
}

/** The page behind the link in a mail that switches its kind off. */
export const newsOffPage = linkPage({
  path: linkPaths.newsOff,

  ask: async ({ secrets }, token, language) => {
    const reader = newsReaderIn(secrets, token);
    return reader && words[language].question(reader.email, mailKinds[reader.kind].when[language]);
  },

  act: async (transaction, { secrets }, { token, language }, now) => {
    const reader = newsReaderIn(secrets, token);
    if (!reader) return null;
    const { kind, email } = reader;
    const isOfDonor = donorNews.some((name) => name === kind);
    const changed = isOfDonor
      ? await switchNewsOffByMail(transaction, reader)
      : await switchAddressNews(transaction, email, { [kind]: false }, now);
    if (changed) {
      const entity = { entityType: 'system' as const, entityId: null };
      await recordVisitor(transaction, now, { action: 'mail.news_stopped', ...entity, details: { kind } });
    }
    return words[language].done(email, mailKinds[kind].when[language], isOfDonor);
  },
});

/** A participant's email for news, and the kinds that are off. */
async function newsOffOf(
  executor: Executor,
  id: number,
): Promise<{ email: string | null; newsOff: readonly NewsKind[] }> {
  const [found] = await executor
    .select({ email: participants.email, newsOff: participants.newsOff })
    .from(participants)
    .where(eq(participants.id, id));
  return found ?? { email: null, newsOff: [] };
}

/** Switches the given kinds of a donor's news on or off. */
async function switchDonorNews(
  transaction: Transaction,
  id: number,
  kinds: Partial<Record<DonorNewsKind, boolean>>,
): Promise<void> {
  const named = Object.keys(kinds);
  if (named.length === 0) return;
  const off = named.filter((kind) => kinds[kind as DonorNewsKind] === false);
  const others = sql`${participants.newsOff} - ${sql.param(named)}::text[]`;
  await transaction
    .update(participants)
    .set({ newsOff: sql`(${others}) || ${JSON.stringify(off)}::jsonb` })
    .where(eq(participants.id, id));
}

/** Switches a kind off for the reader of a mail. @returns whether it was on. */
async function switchNewsOffByMail(
  transaction: Transaction,
  { kind, email, participantId }: { kind: NewsKind; email: string; participantId: number | null },
): Promise<boolean> {
  const isReader = or(
    hasEmail(email),
    participantId === null ? undefined : eq(participants.id, participantId),
  );
  const changed = await transaction
    .update(participants)
    .set({ newsOff: sql`${participants.newsOff} || to_jsonb(${kind}::text)` })
    .where(and(isReader, sql`not ${participants.newsOff} ? ${kind}`))
    .returning({ id: participants.id });
  return changed.length > 0;
}
