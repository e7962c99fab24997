// Which news is mailed to whom. Donors switch kinds on the dashboard, readers of a mail by its link.
import { and, eq, or, sql } from 'drizzle-orm';
import { recordDonorAction, recordVisitorAction } from '#features/audit/server.ts';
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
  studentNews: async ({ database, donor, site }) => newsAnswer(site, await findNewsState(database, donor)),

  changeStudentNews: async ({ transaction, body: { kinds }, donor, site, request, now }) => {
    const { participantId: id } = donor;
    // Locked, so that two changes at the same time do not undo each other.
    if (id !== null) await lockForChange(transaction, id);
    const before = await findNewsState(transaction, donor);
    const { email } = before;
    if (id === null || email === null) return newsAnswer(site, before);
    if (donor.isProven) await recordLanguage(transaction, id, languageOf(request));
    const isOn = (kind: NewsKind) => kinds[kind] ?? !before.kindsOff.has(kind);
    const newsOff = donorNews.filter((kind) => !isOn(kind));
    await transaction.update(participants).set({ newsOff }).where(eq(participants.id, id));
    await switchAddressNews(transaction, email, kinds, now);
    const after = await findNewsState(transaction, donor);
    const switchedOn = news.filter((kind) => before.kindsOff.has(kind) && !after.kindsOff.has(kind));
    const switchedOff = news.filter((kind) => !before.kindsOff.has(kind) && after.kindsOff.has(kind));
    if (switchedOn.length > 0 || switchedOff.length > 0) {
      await recordDonorAction(transaction, now, id, {
        action: 'participant.news_switched',
        entityType: 'participant',
        entityId: id,
        details: { on: switchedOn, off: switchedOff },
      });
    }
    return newsAnswer(site, after);
  },
});

/** The email for a donor's news, and the kinds that are switched off. */
interface NewsState {
  email: string | null;
  kindsOff: ReadonlySet<NewsKind>;
}

async function findNewsState(executor: Executor, { participantId }: DonorCaller): Promise<NewsState> {
  const [found] = await executor
    .select({ email: participants.email, newsOff: participants.newsOff })
    .from(participants)
    .where(eq(participants.id, participantId ?? NOBODY));
  if (!found?.email) return { email: null, kindsOff: new Set(found?.newsOff) };
  const { email, newsOff } = found;
  return { email, kindsOff: new Set([...newsOff, ...(await findSwitchedOffNews(executor, email))]) };
}

function newsAnswer({ mailer }: Site, { email, kindsOff }: NewsState) {
  const kinds = Object.fromEntries(news.map((kind) => [kind, !kindsOff.has(kind)])) as Record<
    NewsKind,
    boolean
  >;
  return { ok: true as const, isMailOn: mailer !== null, hasAddress: email !== null, kinds };
}

/** The page that the link in a mail opens, to switch off mail of that kind. */
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
    const isDonorNews = donorNews.some((name) => name === kind);
    const hasChanged = isDonorNews
      ? await switchNewsOffByMail(transaction, reader)
      : await switchAddressNews(transaction, email, { [kind]: false }, now);
    if (hasChanged) {
      await recordVisitorAction(transaction, now, {
        action: 'mail.news_stopped',
        entityType: 'system',
        entityId: null,
        details: { kind },
      });
    }
    return words[language].done(email, mailKinds[kind].when[language], isDonorNews);
  },
});

/** Switches a kind of news off for the reader of a mail. Returns whether it was on. */
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
