// Registered tills: browsers in which a store redeems codes. Each till has its own limits for wrong PINs and codes, and lists
// its redemptions of the day. Redeeming still takes the PIN.
import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { adminRecorder, recordVisitorAction } from '#features/audit/server.ts';
import { requirePartner } from '#features/partners/server.ts';
import { addSeconds } from '#shared/dates.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { type Language, pathIn } from '#shared/languages.ts';
import { screens } from '#shared/screens.ts';
import { consoleOnly } from '#shared/sentence.ts';
import { columnsFor } from '#server/db/queries.ts';
import type { Transaction } from '#server/db/database.ts';
import { implement, type WriteCall } from '#server/http/call.ts';
import { linkPage } from '#server/http/linkPages.ts';
import { Refusal } from '#server/http/refusal.ts';
import { registeredTill, sessionToken } from '#server/http/sessions.ts';
import { partners, tillLinks, tills } from '#server/db/schema.ts';
import { digest, randomToken } from '#server/secrets.ts';
import { tillLink as french } from '#french/mail.ts';
import { tillLink as english } from '#words/mail.ts';
import { registeredTillRow, tillsContract } from './contract.ts';
import { TILL_LINK_HOURS, TILL_LINK_PATH } from './rules.ts';

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
    return { ok: true as const, link, expiresAt };
  },

  tills: async ({ database, params: { id } }) => {
    await requirePartner(database, id);
    const registeredTills = await database
      .select(columnsFor(tills, registeredTillRow))
      .from(tills)
      // A new PIN ends a till until its browser proves that PIN.
      .innerJoin(partners, and(eq(partners.id, tills.partnerId), eq(partners.pinHash, tills.pinHash)))
      .where(and(eq(tills.partnerId, id), isNull(tills.endedAt)))
      .orderBy(desc(tills.id));
    return { ok: true as const, tills: registeredTills };
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

type Partner = { id: number; pinHash: string };
type TillCall = Pick<WriteCall<Endpoint>, 'transaction' | 'site' | 'request' | 'changeCookie' | 'now'>;

/**
 * Registers the browser that proved a store's PIN as a till of the store. A till keeps its row when its store gets a new PIN.
 * A browser that is no till of the store, or no longer one, becomes a new till.
 *
 * @returns the till's id.
 */
export async function registerTill(call: TillCall, { id, pinHash }: Partner): Promise<number> {
  const { transaction, site, request, changeCookie, now } = call;
  const token = sessionToken(site, request, 'till');
  if (token) {
    const [till] = await transaction
      .update(tills)
      .set({ pinHash, lastUsedAt: now })
      .where(and(eq(tills.tokenHash, digest(token)), eq(tills.partnerId, id), isNull(tills.endedAt)))
      .returning({ id: tills.id });
    if (till) {
      changeCookie({ name: 'till', token });
      return till.id;
    }
  }
  const till = await createTill(transaction, { partnerId: id, pinHash, createdAt: now, lastUsedAt: now });
  changeCookie({ name: 'till', token: till.token });
  return till.id;
}

type NewTill = Omit<typeof tills.$inferInsert, 'tokenHash'>;

async function createTill(transaction: Transaction, till: NewTill): Promise<{ id: number; token: string }> {
  const token = randomToken();
  const [created] = await transaction
    .insert(tills)
    .values({ ...till, tokenHash: digest(token) })
    .returning({ id: tills.id });
  if (!created) throw new Error('The new till was not returned.');
  return { id: created.id, token };
}

const words: Readonly<Record<Language, typeof english>> = { en: english, fr: french };

const endedLinkPage = (language: Language) => ({
  ...words[language].linkEnded(TILL_LINK_HOURS),
  isGone: true,
});

const inactiveStorePage = (language: Language) => ({ ...words[language].storeInactive, isGone: true });

/** The page of a link from the console. Only its button registers the till, so that a link preview does not use it up. */
export const tillLinkPage = linkPage({
  path: TILL_LINK_PATH,
  broken: (language) => words[language].broken,
  setsCookie: true,

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
    if (link.usedAt || link.expiresAt <= clock()) return endedLinkPage(language);
    if (!link.isActive) return inactiveStorePage(language);
    return words[language].question(link.store);
  },

  act: async (transaction, site, { token, language, request }, now) => {
    const isThisLink = eq(tillLinks.tokenHash, digest(token));
    const [link] = await transaction
      .select({ partnerId: partners.id, pinHash: partners.pinHash, isActive: partners.isActive })
      .from(tillLinks)
      .innerJoin(partners, eq(partners.id, tillLinks.partnerId))
      .where(isThisLink);
    if (!link) return null;
    const { partnerId, pinHash, isActive } = link;
    if (!isActive) return inactiveStorePage(language);
    const [used] = await transaction
      .update(tillLinks)
      .set({ usedAt: now })
      .where(and(isThisLink, isNull(tillLinks.usedAt), gt(tillLinks.expiresAt, now)))
      .returning({ id: tillLinks.id });
    const till = await registeredTill(transaction, site, request);
    const leadsTo = pathIn(language, screens.redeem.path);
    // The browser is a till of the store already, such as after the first press of a double click.
    if (till?.partnerId === partnerId) return { leadsTo };
    if (!used) return endedLinkPage(language);
    const created = await createTill(transaction, { partnerId, pinHash, createdAt: now });
    await recordVisitorAction(transaction, now, {
      action: 'till.added',
      entityType: 'partner',
      entityId: partnerId,
      details: { tillId: created.id },
    });
    return { leadsTo, cookie: { name: 'till', token: created.token } };
  },
});
