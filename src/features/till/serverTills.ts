// Known tills: browsers that a store redeems in. A till has an allowance of its own for wrong PINs and codes, and sees
// its own redemptions of the day. What it redeems takes the PIN all the same.
import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { adminRecorder, recordVisitor } from '#features/audit/server.ts';
import { findPartner } from '#features/partners/server.ts';
import { addSeconds } from '#shared/dates.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { type Language, pathIn } from '#shared/languages.ts';
import { screens } from '#shared/screens.ts';
import { consoleOnly } from '#shared/sentence.ts';
import { columnsFor } from '#server/columns.ts';
import type { Executor, Transaction } from '#server/database.ts';
import { implement, type KnownTill, type WriteCall } from '#server/http/call.ts';
import { linkPage } from '#server/http/linkPages.ts';
import { Refusal } from '#server/http/refusal.ts';
import { sessionToken } from '#server/http/sessions.ts';
import { knownTill } from '#server/http/tills.ts';
import { partners, tillLinks, tills } from '#server/schema.ts';
import { digest, randomToken } from '#server/secrets.ts';
import { tillLink as french } from '#french/mail.ts';
import { tillLink as english } from '#words/mail.ts';
import { knownTillRow, tillsContract } from './contract.ts';
import { TILL_LINK_HOURS, TILL_LINK_PATH } from './rules.ts';

/** How often it is noted that a till is used: more often nobody needs to know. */
const NOTED_EVERY_SECONDS = 60;

const record = adminRecorder('partner');

export const tillsFeature = implement(tillsContract, {
  createTillLink: async ({ transaction, params: { id }, admin, site: { publicUrl }, now }) => {
    await requirePartner(transaction, id);
    const token = randomToken();
    const expiresAt = addSeconds(now, TILL_LINK_HOURS * 60 * 60);
    await transaction.insert(tillLinks).values({
      partnerId: id,
      tokenHash: digest(token),
      createdBy: admin.username,
      createdAt: now,
      expiresAt,
    });
    await record(transaction, now, admin, 'till.link_created', id);
    const link = `${publicUrl}${TILL_LINK_PATH}${token}`;
    return { ok: true as const, link, expiresAt: expiresAt.toISOString() };
  },

  tills: async ({ database, params: { id } }) => {
    await requirePartner(database, id);
    const known = await database
      .select(columnsFor(tills, knownTillRow))
      .from(tills)
      .innerJoin(partners, and(eq(partners.id, tills.partnerId), eq(partners.pinHash, tills.pinHash)))
      .where(and(eq(tills.partnerId, id), isNull(tills.endedAt)))
      .orderBy(desc(tills.id));
    return { ok: true as const, tills: known };
  },

  endTill: async ({ transaction, params: { id, tillId }, admin, now }) => {
    const [ended] = await transaction
      .update(tills)
      .set({ endedAt: now })
      .where(and(eq(tills.id, tillId), eq(tills.partnerId, id), isNull(tills.endedAt)))
      .returning({ id: tills.id });
    if (!ended) throw new Refusal('not_found', consoleOnly('There is no such till.'));
    await record(transaction, now, admin, 'till.ended', id, { tillId });
    return { ok: true as const };
  },
});

async function requirePartner(executor: Executor, id: number): Promise<void> {
  if (!(await findPartner(executor, id))) {
    throw new Refusal('not_found', consoleOnly('There is no such partner.'));
  }
}

type Store = { id: number; pinHash: string };
type Remembering = Pick<
  WriteCall<Endpoint>,
  'transaction' | 'callers' | 'site' | 'request' | 'changeCookie' | 'now'
>;

/**
 * Makes a till of the browser that proved a store's PIN, or keeps it one. Gives its number.
 *
 * A till whose store has another PIN since is the same till again; one that the console ended becomes another.
 */
export async function rememberTill(call: Remembering, store: Store): Promise<number> {
  const { transaction, callers, site, request, changeCookie, now } = call;
  const token = sessionToken(site, request, 'till');
  const known = callers.till ?? (await knownTill(transaction, site, request));
  const isOwn = known?.partnerId === store.id;
  const till = isOwn
    ? await noteUse(transaction, known, now)
    : token && (await provenAnew(transaction, token, store, now));
  if (till && token) {
    changeCookie({ name: 'till', token });
    callers.till = till;
    return till.id;
  }
  const made = randomToken();
  callers.till = await newTill(transaction, store, made, now, now);
  changeCookie({ name: 'till', token: made });
  return callers.till.id;
}

async function noteUse(transaction: Transaction, till: KnownTill, now: Date): Promise<KnownTill> {
  const { id, lastUsedAt } = till;
  if (lastUsedAt && lastUsedAt > addSeconds(now, -NOTED_EVERY_SECONDS)) return till;
  // Nobody waits for it: where another sale at this till holds the row, that one notes it.
  const free = transaction
    .select({ id: tills.id })
    .from(tills)
    .where(eq(tills.id, id))
    .for('no key update', { skipLocked: true });
  await transaction.update(tills).set({ lastUsedAt: now }).where(eq(tills.id, free));
  return till;
}

async function provenAnew(transaction: Transaction, token: string, { id, pinHash }: Store, now: Date) {
  const [till] = await transaction
    .update(tills)
    .set({ pinHash, lastUsedAt: now })
    .where(and(eq(tills.tokenHash, digest(token)), eq(tills.partnerId, id), isNull(tills.endedAt)))
    .returning({ id: tills.id, partnerId: tills.partnerId, lastUsedAt: tills.lastUsedAt });
  return till;
}

async function newTill(
  transaction: Transaction,
  { id, pinHash }: Store,
  token: string,
  now: Date,
  lastUsedAt: Date | null,
): Promise<KnownTill> {
  const [till] = await transaction
    .insert(tills)
    .values({ partnerId: id, tokenHash: digest(token), pinHash, lastUsedAt, createdAt: now })
    .returning({ id: tills.id, partnerId: tills.partnerId, lastUsedAt: tills.lastUsedAt });
  if (!till) throw new Error('The new till was not returned.');
  return till;
}

const words: Readonly<Record<Language, typeof english>> = { en: english, fr: french };

function linkIsOver(language: Language) {
  return { ...words[language].isOver(TILL_LINK_HOURS), isGone: true };
}

function storeIsOff(language: Language) {
  return { ...words[language].storeIsOff, isGone: true };
}

/** Where the console's link leads that makes a till of a browser: its button does, so that a preview uses nothing up. */
export const tillLinkPage = linkPage({
  path: TILL_LINK_PATH,
  broken: (language) => words[language].broken,
  changesBrowser: true,

  ask: async ({ database, clock }, token, language) => {
    const [link] = await database
      .select({
        store: partners.name,
        isActive: partners.isActive,
        expiresAt: tillLinks.expiresAt,
        usedAt: tillLinks.usedAt,
      })
      .from(tillLinks)
      .innerJoin(partners, eq(partners.id, tillLinks.partnerId))
      .where(eq(tillLinks.tokenHash, digest(token)));
    if (!link) return null;
    if (link.usedAt || link.expiresAt <= clock()) return linkIsOver(language);
    if (!link.isActive) return storeIsOff(language);
    return words[language].question(link.store);
  },

  act: async (transaction, site, { token, language, request }, now) => {
    const isMeant = eq(tillLinks.tokenHash, digest(token));
    const [link] = await transaction
      .select({ partnerId: partners.id, pinHash: partners.pinHash, isActive: partners.isActive })
      .from(tillLinks)
      .innerJoin(partners, eq(partners.id, tillLinks.partnerId))
      .where(isMeant);
    if (!link) return null;
    const { partnerId, pinHash, isActive } = link;
    if (!isActive) return storeIsOff(language);
    const [used] = await transaction
      .update(tillLinks)
      .set({ usedAt: now })
      .where(and(isMeant, isNull(tillLinks.usedAt), gt(tillLinks.expiresAt, now)))
      .returning({ id: tillLinks.id });
    const known = await knownTill(transaction, site, request);
    const leadsTo = pathIn(language, screens.redeem.path);
    // Pressed twice, or where the store redeemed before: it is its till already.
    if (known?.partnerId === partnerId) return { leadsTo };
    if (!used) return linkIsOver(language);
    const made = randomToken();
    const { id: tillId } = await newTill(transaction, { id: partnerId, pinHash }, made, now, null);
    await recordVisitor(transaction, now, {
      action: 'till.added',
      entityType: 'partner',
      entityId: partnerId,
      details: { tillId },
    });
    return { leadsTo, cookie: { name: 'till', token: made } };
  },
});
