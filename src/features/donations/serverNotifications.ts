// Mail to donors about their donations. Nothing is queued if the site sends no mail.
import { and, inArray, sql } from 'drizzle-orm';
import { type Mailing, queueDonorNews, withdrawNews } from '#features/mail/serverOutbox.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import { donations, dropBins } from '#server/db/schema.ts';
import type { NewsKind } from '#shared/mail.ts';
import type { WeightBand } from '#shared/weights.ts';
import { GOLD_DONATIONS, isDiscrepancy } from './rules.ts';
import { hasQualifyingWeight, isConfirmed } from './serverRows.ts';

/** The columns that a notification needs, for `returning(…)`. */
export const notificationColumns = {
  id: donations.id,
  participantId: donations.participantId,
  weight: donations.weight,
  date: donations.date,
  dropSite: donations.dropSite,
};

type Donation = Pick<typeof donations.$inferSelect, 'id' | 'weight' | 'date'> & {
  participantId: number;
  dropSite?: string | null | undefined;
};

/** @param occurrence distinguishes repeated mails about the same donation. */
export async function notifyLogged(
  transaction: Transaction,
  mailing: Mailing,
  donation: Donation & { mark: string | null },
  now: Date,
  occurrence?: number,
): Promise<void> {
  const { id, participantId, mark } = donation;
  const content = commonContent(donation, await findBinNames(transaction, [donation]));
  const news = {
    participantId,
    about: id,
    occurrence,
    content: mark === null ? content : { ...content, mark },
  };
  await queueDonorNews(transaction, mailing, 'donation_logged', [news], now);
}

interface Confirmations {
  confirmed: readonly Donation[];
  /** Distinguishes repeated confirmations of a donation, since each gives another code. */
  occurrence: number;
  /** Reward codes by the id of the donation that earned them. */
  codes: ReadonlyMap<number, string>;
  /** The same for all `codes`. Not read if there are none. */
  terms: { uses: number; expiresAt: string };
}

export async function notifyConfirmed(
  transaction: Transaction,
  mailing: Mailing,
  { confirmed, occurrence, codes, terms }: Confirmations,
  now: Date,
): Promise<void> {
  const ranks = await findGoldRanks(transaction, confirmed);
  const bins = await findBinNames(transaction, confirmed);
  const news = confirmed.map((donation) => {
    const { id, participantId } = donation;
    const code = codes.get(id);
    const rank = ranks.get(id);
    const content = {
      ...commonContent(donation, bins),
      code: code === undefined ? null : { code, ...terms },
      gold: rank === undefined ? null : { donations: rank, of: GOLD_DONATIONS },
    };
    return { participantId, about: id, occurrence, content };
  });
  await queueDonorNews(transaction, mailing, 'donation_confirmed', news, now);
}

/**
 * The rank of each donation among its donor's qualifying donations of the year, in the order of confirmation. Donations
 * that do not qualify, or come after the sixth, have no rank.
 */
async function findGoldRanks(
  executor: Executor,
  confirmed: readonly Donation[],
): Promise<Map<number, number>> {
  const donorIds = [...new Set(confirmed.map(({ participantId }) => participantId))];
  const order = sql`partition by ${donations.participantId}, ${donations.year} order by ${donations.confirmedAt}, ${donations.id}`;
  const rows = await executor
    .select({ id: donations.id, rank: sql<number>`(row_number() over (${order}))::int` })
    .from(donations)
    .where(and(inArray(donations.participantId, donorIds), isConfirmed, hasQualifyingWeight));
  return new Map(rows.filter(({ rank }) => rank <= GOLD_DONATIONS).map(({ id, rank }) => [id, rank]));
}

export async function notifyRejected(
  transaction: Transaction,
  mailing: Mailing,
  donation: Donation,
  reason: string | null,
  now: Date,
): Promise<void> {
  const { id, participantId } = donation;
  const content = { ...commonContent(donation, await findBinNames(transaction, [donation])), reason };
  const news = { participantId, about: id, occurrence: now.getTime(), content };
  await queueDonorNews(transaction, mailing, 'donation_rejected', [news], now);
}

/** Notifies a donor if the measured weight of a donation differs from the claimed one. */
export async function notifyMeasured(
  transaction: Transaction,
  mailing: Mailing,
  donation: Donation & { actualWeight?: WeightBand | null | undefined },
  now: Date,
): Promise<void> {
  const { id, participantId, weight, actualWeight: measured } = donation;
  if (!measured || !isDiscrepancy(weight, measured)) return;
  const content = { ...commonContent(donation, await findBinNames(transaction, [donation])), measured };
  const news = { participantId, about: id, occurrence: now.getTime(), content };
  await queueDonorNews(transaction, mailing, 'donation_measured', [news], now);
}

interface Correction {
  donation: Donation & { mark: string | null; isConfirmed: boolean; actualWeight: WeightBand | null };
  /** The code that the donor can use now, if there is one. */
  code: { code: string; uses: number; expiresAt: Date } | undefined;
  isOtherDonor: boolean;
}

/** Replaces waiting mail about a corrected donation. If the correction changed the donor, the new one always gets mail. */
export async function notifyCorrected(
  transaction: Transaction,
  mailing: Mailing,
  { donation, code, isOtherDonor }: Correction,
  now: Date,
): Promise<void> {
  /** Withdraws waiting mail of a kind, and returns whether to queue it again. */
  const withdraw = async (kind: NewsKind) =>
    (await withdrawNews(transaction, mailing, [kind], [donation.id])) > 0 || isOtherDonor;
  const needsLogged = await withdraw('donation_logged');
  const needsConfirmed = await withdraw('donation_confirmed');
  const needsMeasured = await withdraw('donation_measured');
  const occurrence = now.getTime();
  if (donation.isConfirmed && needsConfirmed) {
    const codes = new Map(code ? [[donation.id, code.code]] : []);
    const terms = { uses: code?.uses ?? 0, expiresAt: (code?.expiresAt ?? now).toISOString() };
    await notifyConfirmed(transaction, mailing, { confirmed: [donation], occurrence, codes, terms }, now);
  }
  if (!donation.isConfirmed && needsLogged)
    await notifyLogged(transaction, mailing, donation, now, occurrence);
  if (needsMeasured) await notifyMeasured(transaction, mailing, donation, now);
}

/** The drop sites that are names of bins. A mail must not repeat other text that a visitor typed. */
async function findBinNames(executor: Executor, notified: readonly Donation[]): Promise<ReadonlySet<string>> {
  const names = notified.flatMap(({ dropSite }) => dropSite ?? []);
  if (names.length === 0) return new Set();
  const rows = await executor
    .select({ name: dropBins.name })
    .from(dropBins)
    .where(inArray(dropBins.name, names));
  return new Set(rows.map(({ name }) => name));
}

/** The content that all mails about a donation have in common. */
function commonContent({ id, weight, date, dropSite }: Donation, bins: ReadonlySet<string>) {
  return { donationId: id, weight, date, bin: dropSite && bins.has(dropSite) ? dropSite : null };
}
