// Which news goes to whom by mail. Donors switch kinds on the dashboard, readers of a mail by its link.
import { and, eq, or, sql } from 'drizzle-orm';
import { recordDonor, recordVisitor } from '#features/audit/server.ts';
import { kinds as mailKinds } from '#features/mail/serverKinds.ts';
import { linkPaths, verifyNewsToken } from '#features/mail/serverLinks.ts';
import { findSwitchedOffNews, switchAddressNews } from '#features/mail/serverOutbox.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import { type DonorCaller, implement, type Site } from '#server/http/call.ts';
import { languageOf } from '#server/http/language.ts';
import { linkPage } from '#server/http/linkPages.ts';
import { participants } from '#server/db/schema.ts';
import type { Language } from '#shared/languages.ts';
import { donorNews, news, type NewsKind } from '#shared/mail.ts';
import { newsOff as french } from '#french/mail.ts';
import { newsOff as english } from '#words/mail.ts';
import { newsContract as contract } from './contract.ts';
import { hasEmail, recordLanguage } from './serverDonors.ts';
import { lockForChange } from './serverRemoval.ts';

const words: Readonly<Record<Language, typeof english>> = { en: english, fr: french };

/** A number that no participant has. */
const NOBODY = 0;

export const newsFeature = implement(contract, {
  studentNews: async ({ database, donor, site }) => answerOf(site, await findReader(database, donor)),

  changeStudentNews: async ({ transaction, body: { kinds }, donor, site, request, now }) => {
    const { participantId: id } = donor;
    // Two presses at once must not undo each other.
    if (id !== null) await lockForChange(transaction, id);
    const before = await findReader(transaction, donor);
    const { email } = before;
    if (id === null || email === null) return answerOf(site, before);
    if (donor.isProven) await recordLanguage(transaction, id, languageOf(request));
    const newsOff = donorNews.filter((kind) => !(kinds[kind] ?? !before.off.has(kind)));
    await transaction.update(participants).set({ newsOff }).where(eq(participants.id, id));
    await switchAddressNews(transaction, email, kinds, now);
    const after = await findReader(transaction, donor);
    const on = news.filter((kind) => before.off.has(kind) && !after.off.has(kind));
    const off = news.filter((kind) => !before.off.has(kind) && after.off.has(kind));
    if (on.length + off.length > 0) {
      await recordDonor(transaction, now, id, {
        action: 'participant.news_switched',
        entityType: 'participant',
        entityId: id,
        details: { on, off },
      });
    }
    return answerOf(site, after);
  },
});

/** Where a donor's news goes, and which kinds are off. */
interface Reader {
  email: string | null;
  off: ReadonlySet<NewsKind>;
}

async function findReader(executor: Executor, { participantId }: DonorCaller): Promise<Reader> {
  const [found] = await executor
    .select({ email: participants.email, newsOff: participants.newsOff })
    .from(participants)
    .where(eq(participants.id, participantId ?? NOBODY));
  if (!found?.email) return { email: null, off: new Set(found?.newsOff) };
  const { email, newsOff } = found;
  return { email, off: new Set([...newsOff, ...(await findSwitchedOffNews(executor, email))]) };
}

function answerOf({ post }: Site, { email, off }: Reader) {
  const kinds = Object.fromEntries(news.map((kind) => [kind, !off.has(kind)])) as Record<NewsKind, boolean>;
  return { ok: true as const, isMailOn: post !== null, hasAddress: email !== null, kinds };
}

/** The page behind the link in a mail that switches its kind off. */
export const newsOffPage = linkPage({
  path: linkPaths.newsOff,

  ask: async ({ secrets }, token, language) => {
    const reader = verifyNewsToken(secrets, token);
    return reader && words[language].question(reader.email, mailKinds[reader.kind].when[language]);
  },

  act: async (transaction, { secrets }, { token, language }, now) => {
    const reader = verifyNewsToken(secrets, token);
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
