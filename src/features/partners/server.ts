// Partner stores. A PIN is generated, shown once and stored as a keyed hash. One query finds the store of a PIN, and a stolen
// database reveals no PIN.
import { and, asc, eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { adminRecorder } from '#features/audit/server.ts';
import { blankAsNull, columnsFor, fold } from '#server/db/queries.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import { implement } from '#server/http/call.ts';
import { Refusal } from '#server/http/refusal.ts';
import { partners } from '#server/db/schema.ts';
import { randomText, type Secrets } from '#server/secrets.ts';
import { consoleOnly } from '#shared/sentence.ts';
import { contract, partnerRow, type PartnerRow, publicPartner } from './contract.ts';

const PIN_DIGITS = 8;

const adminColumns = columnsFor(partners, partnerRow);

const record = adminRecorder('partner');

export const partnersFeature = implement(contract, {
  partners: async ({ database }) =>
    await database
      .select(columnsFor(partners, publicPartner))
      .from(partners)
      .where(eq(partners.isActive, true))
      .orderBy(asc(fold(partners.name)), asc(partners.id)),

  adminPartners: async ({ database }) => ({
    ok: true as const,
    partners: await database.select(adminColumns).from(partners).orderBy(asc(partners.id)),
  }),

  createPartner: async ({ transaction, body, admin, site: { secrets }, now }) => {
    const { pin, pinHash } = await createUnusedPin(transaction, secrets);
    const [partner] = await transaction
      .insert(partners)
      .values({ ...body, pinHash, createdAt: now })
      .returning(adminColumns);
    if (!partner) throw new Error('The new partner was not returned.');
    await record(transaction, now, admin, 'partner.created', partner.id, { name: partner.name });
    return { ok: true as const, partner, pin };
  },

  updatePartner: async ({ transaction, params: { id }, body, admin, now }) => {
    const { name, ...texts } = body;
    const partner = await updatePartnerRow(transaction, id, { name, ...blankAsNull(texts) });
    await record(transaction, now, admin, 'partner.updated', id, { name: partner.name });
    return { ok: true as const, partner };
  },

  rotatePartnerPin: async ({ transaction, params, admin, site: { secrets }, now }) => {
    const { pin, pinHash } = await createUnusedPin(transaction, secrets);
    await updatePartnerRow(transaction, params.id, { pinHash });
    await record(transaction, now, admin, 'partner.pin_rotated', params.id);
    return { ok: true as const, pin };
  },

  setPartnerActive: async ({ transaction, params, body, admin, now }) => {
    const partner = await updatePartnerRow(transaction, params.id, { isActive: body.active });
    const action = body.active ? 'partner.activated' : 'partner.deactivated';
    await record(transaction, now, admin, action, params.id);
    return { ok: true as const, partner };
  },
});

/** The active store with this PIN, or undefined. */
export async function findPartnerByPin(executor: Executor, secrets: Secrets, pin: string) {
  const [partner] = await executor
    .select({
      id: partners.id,
      name: partners.name,
      discount: partners.discount,
      pinHash: partners.pinHash,
    })
    .from(partners)
    .where(and(eq(partners.pinHash, hashPin(secrets, pin)), eq(partners.isActive, true)));
  return partner;
}

/** The names of all stores, in alphabetical order. */
export async function listPartnerNames(executor: Executor): Promise<string[]> {
  const rows = await executor
    .select({ name: partners.name })
    .from(partners)
    .orderBy(asc(fold(partners.name)));
  return rows.map(({ name }) => name);
}

/** The store with an id, active or not, or undefined. */
export async function findPartner(executor: Executor, id: number) {
  const [partner] = await executor
    .select({ id: partners.id, name: partners.name, discount: partners.discount })
    .from(partners)
    .where(eq(partners.id, id));
  return partner;
}

/** @throws Refusal 404 for an unknown store. */
export async function requirePartner(executor: Executor, id: number) {
  const partner = await findPartner(executor, id);
  if (!partner) throw partnerNotFound();
  return partner;
}

const partnerNotFound = () => new Refusal('not_found', consoleOnly('There is no such partner.'));

function hashPin(secrets: Secrets, pin: string): string {
  return secrets.hash('partner-pin', pin);
}

/** A random PIN that no store has. The unique index on its hash prevents a simultaneous duplicate. */
async function createUnusedPin(transaction: Transaction, secrets: Secrets) {
  for (;;) {
    const pin = randomText('0123456789', PIN_DIGITS);
    const pinHash = hashPin(secrets, pin);
    if ((await transaction.$count(partners, eq(partners.pinHash, pinHash))) === 0) return { pin, pinHash };
  }
}

async function updatePartnerRow(
  transaction: Transaction,
  id: number,
  values: PgUpdateSetSource<typeof partners>,
): Promise<PartnerRow> {
  const [partner] = await transaction
    .update(partners)
    // An UPDATE must set something, even for an empty form.
    .set({ ...values, name: values.name ?? sql`${partners.name}` })
    .where(eq(partners.id, id))
    .returning(adminColumns);
  if (!partner) throw partnerNotFound();
  return partner;
}
