import { sql, type SQL } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { type Language, languages } from '#shared/languages.ts';
import {
  type MailKind,
  mailKinds,
  type MailStatus,
  mailStatuses,
  news,
  type NewsKind,
} from '#shared/mail.ts';
import { type Organization, placeholderOrganization } from '#shared/organization.ts';
import { redemptionKinds } from '#shared/redemptions.ts';
import { adminRoles } from '#shared/roles.ts';
import {
  kilogramsByBand,
  LEAST_KILOGRAMS,
  MOST_KILOGRAMS,
  weightBands,
  type WeightBand,
} from '#shared/weights.ts';

const id = () => integer().primaryKey().generatedAlwaysAsIdentity();
const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
const createdAt = () => instant().notNull();

const literals = (values: readonly string[]): SQL =>
  sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '));

const oneOf = (column: AnyPgColumn, values: readonly string[]): SQL =>
  sql`${column} in (${literals(values)})`;

/** Texts of a row in one folded column, for searching any part of them: to fold each row at a search takes ten times as long. */
const searchText = (texts: readonly string[]) =>
  text().generatedAlwaysAs(
    sql.raw(`fold(${texts.map((column) => `coalesce(${column}, '')`).join(" || ' ' || ")})`),
  );

/** A donor ID without what groups its characters: it is found with and without. */
const donorIdWithoutGaps = "translate(student_id, ' -', '')";

const kilogramsOf = (band: SQL): SQL =>
  sql`case ${band} ${sql.raw(
    weightBands.map((name) => `when '${name}' then ${kilogramsByBand[name]}`).join(' '),
  )} end`;

/**
 * What makes two phone numbers the same: their digits, without the 1 of North America. Null where they are too few for a
 * number, as in `unknown`.
 */
export const phoneDigits = (phone: AnyPgColumn | SQL): SQL =>
  sql`substring(regexp_replace(regexp_replace(${phone}, '[^0-9]', '', 'g'), '^1([0-9]{10})$', '\\1') from '^[0-9]{7,}$')`;

/** Whether a participant claims anything. */
export const isClaiming = ({
  claimedName,
  claimedEmail,
}: Record<'claimedName' | 'claimedEmail', AnyPgColumn>): SQL =>
  sql`(${claimedName} is not null or ${claimedEmail} is not null)`;

/** A person who gives: one row however many donor IDs lead to it. */
export const participants = pgTable(
  'participants',
  {
    id: id(),
    /** Noted: an admin wrote them. Only these find a person, join two people or leave the console. */
    displayName: text(),
    email: text(),
    phone: text(),
    /** Claimed: typed at a sign-in and proven by nobody. */
    claimedName: text(),
    claimedEmail: text(),
    /** That a mailed code went to the claimed email and came back with this very claim. The name stays a word. */
    isClaimProven: boolean().notNull().default(false),
    shareToken: text().notNull(),
    /** Whether their share links, those of merged records too, lead nowhere. */
    isShareOff: boolean().notNull().default(false),
    createdAt: createdAt(),
    /** Since then nothing here says who it was. */
    removedAt: instant(),
    /** The kinds of news that they have switched off. */
    newsOff: jsonb().$type<NewsKind[]>().notNull().default([]),
    /** In which they last asked for something themselves, and are written to. Null while they never have: then English. */
    language: text().$type<Language>(),
    /** The badges that stay although the milestones have risen since: how many of the three. */
    keptBadges: smallint().notNull().default(0),
    searchText: searchText(['display_name', 'email', 'phone']),
  },
  (table) => [
    uniqueIndex('participants_share_token_key').on(table.shareToken),
    index('participants_name_index').on(sql`fold(${table.displayName})`, table.id),
    uniqueIndex('participants_email_key').on(sql`lower(${table.email})`),
    index('participants_phone_digits_index').on(phoneDigits(table.phone)),
    index('participants_search_index').using('gin', sql`${table.searchText} gin_trgm_ops`),
    // Few claim anything.
    index('participants_claim_index').on(table.isClaimProven, table.id).where(isClaiming(table)),
    check(
      'participants_claim_proven_whole',
      sql`not ${table.isClaimProven} or ${table.claimedEmail} is not null`,
    ),
    check('participants_language_known', oneOf(table.language, languages)),
    check('participants_kept_badges_range', sql`${table.keptBadges} between 0 and 3`),
    check(
      'participants_removed_whole',
      sql`${table.removedAt} is null or num_nonnulls(${table.displayName}, ${table.email}, ${table.phone}, ${table.claimedName}, ${table.claimedEmail}) = 0`,
    ),
  ],
);

/** Share tokens of participants that were merged away: their links show who they became. */
export const mergedShareTokens = pgTable(
  'merged_share_tokens',
  {
    shareToken: text().primaryKey(),
    participantId: integer()
      .notNull()
      .references(() => participants.id),
  },
  (table) => [index('merged_share_tokens_participant_id_index').on(table.participantId)],
);

/**
 * Merges that may still be taken back: what was moved, and the source as it was. They hold personal data of the source, so
 * upkeep removes them when their time is over; the audit log keeps that they were.
 */
export const merges = pgTable(
  'merges',
  {
    id: id(),
    fromId: integer().notNull(),
    toId: integer().notNull(),
    mergedBy: text().notNull(),
    mergedAt: instant().notNull(),
    undoneAt: instant(),
    source: jsonb().$type<MergedParticipant>().notNull(),
    /** The target's empty fields that the source filled. */
    filled: jsonb()
      .$type<Partial<Record<'displayName' | 'email' | 'phone', string> & { language: Language }>>()
      .notNull(),
    studentRowIds: integer().array().notNull(),
    donationIds: integer().array().notNull(),
    /** Donations that the target had under one of the source's donor IDs. */
    keptDonationIds: integer().array().notNull(),
    codeIds: integer().array().notNull(),
    shareTokens: text().array().notNull(),
  },
  (table) => [
    index('merges_from_id_index').on(table.fromId),
    index('merges_to_id_index').on(table.toId),
    index('merges_merged_at_index').on(table.mergedAt),
  ],
);

/** A participant's own fields, as JSON holds them. */
type MergedParticipant = Pick<
  typeof participants.$inferSelect,
  'displayName' | 'email' | 'phone' | 'claimedName' | 'claimedEmail' | 'shareToken'
> & {
  createdAt: string;
  /** Absent in merges from before there was mail. */
  isClaimProven?: boolean;
  /** Absent in merges from before there was a second language. */
  language?: Language | null;
  /** Absent in merges from before links could be switched off. */
  isShareOff?: boolean;
};

/** Donor IDs, each leading to its participant. */
export const students = pgTable(
  'students',
  {
    id: id(),
    studentId: text().notNull(),
    participantId: integer()
      .notNull()
      .references(() => participants.id),
    lastLoginAt: instant(),
    createdAt: createdAt(),
    searchText: searchText([donorIdWithoutGaps]),
  },
  (table) => [
    uniqueIndex('students_student_id_key').on(table.studentId),
    index('students_participant_id_index').on(table.participantId),
    index('students_search_index').using('gin', sql`${table.searchText} gin_trgm_ops`),
  ],
);

/** Who may use the console, each with what their role opens. */
export const admins = pgTable(
  'admins',
  {
    id: id(),
    username: text().notNull(),
    role: text({ enum: adminRoles }).notNull().default('admin'),
    /** Else nothing lets them in: what they did stays theirs. */
    isActive: boolean().notNull().default(true),
    passwordHash: text().notNull(),
    /** Somebody else has seen the password: it lets in only to change it. */
    mustChangePassword: boolean().notNull().default(false),
    /** The second factor's secret, sealed by the site's key. It counts once a code has shown that the app has it. */
    secondFactorSecret: text(),
    secondFactorSince: instant(),
    /** The last 30 seconds of which a code was taken: each counts once. */
    secondFactorStep: bigint({ mode: 'number' }),
    lastSeenAt: instant(),
    /** Proved by a mailed code. Null: nothing is mailed to them. */
    email: text(),
    /** What they chose to hear of: full bins, pickup requests, a list in the morning. */
    notifyOverflow: boolean().notNull().default(false),
    notifyPickup: boolean().notNull().default(false),
    notifyDaily: boolean().notNull().default(false),
    /** The last day on which the morning's list was considered for them, so that none comes twice. */
    dailyListOn: date({ mode: 'string' }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('admins_username_key').on(sql`lower(${table.username})`),
    check('admins_role_known', oneOf(table.role, adminRoles)),
    check(
      'admins_second_factor_whole',
      sql`${table.secondFactorSince} is null or ${table.secondFactorSecret} is not null`,
    ),
  ],
);

/** What opens an admin's account once when the phone with the second factor is gone. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    adminId: integer()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
    usedAt: instant(),
  },
  (table) => [uniqueIndex('recovery_codes_admin_id_code_hash_key').on(table.adminId, table.codeHash)],
);

/** An email that an admin gave and that no code has proved yet. */
export const pendingEmails = pgTable(
  'pending_emails',
  {
    adminId: integer()
      .primaryKey()
      .references(() => admins.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    codeHash: text().notNull(),
    wrongTries: smallint().notNull().default(0),
    expiresAt: instant().notNull(),
  },
  (table) => [index('pending_emails_expires_at_index').on(table.expiresAt)],
);

/** Signed-in donors and admins. Only a hash of the cookie's token is kept. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    tokenHash: text().notNull(),
    adminId: integer().references(() => admins.id, { onDelete: 'cascade' }),
    /** The donor ID that signed in. Nobody may have donated under it yet. */
    studentId: text(),
    /** Who signed in by a noted email; else the donor ID leads to the participant. */
    participantId: integer().references(() => participants.id, { onDelete: 'cascade' }),
    /** What was typed at this sign-in. */
    claimedName: text(),
    claimedEmail: text(),
    /** That a mailed code went to the claimed email and came back. It becomes the noted one with the first donation. */
    isEmailProven: boolean().notNull().default(false),
    /** Else codes are not shown: the site sends mail, and nothing has proven who this is. */
    opensCodes: boolean().notNull().default(true),
    csrfSecret: text().notNull(),
    /** By what an admin knows their own sessions. Of a donor's nothing is kept. */
    address: text(),
    userAgent: text(),
    lastUsedAt: instant(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('sessions_token_hash_key').on(table.tokenHash),
    index('sessions_expires_at_index').on(table.expiresAt),
    index('sessions_admin_id_index').on(table.adminId),
    index('sessions_student_id_index').on(table.studentId),
    index('sessions_participant_id_index').on(table.participantId),
    check('sessions_one_owner', sql`num_nonnulls(${table.adminId}, ${table.studentId}) = 1`),
  ],
);

/** One press of confirm by one admin, so that undo takes back just what that press did. */
export const confirmations = pgTable(
  'confirmations',
  {
    id: id(),
    adminId: integer()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    confirmedAt: instant().notNull(),
    undoneAt: instant(),
  },
  (table) => [
    index('confirmations_standing_index')
      .on(table.adminId, table.id)
      .where(sql`${table.undoneAt} is null`),
  ],
);

export const donations = pgTable(
  'donations',
  {
    id: id(),
    /** Null: an unclaimed bag, confirmed at once. */
    participantId: integer().references(() => participants.id),
    studentId: text(),
    /** What the donor writes on the bag; no two pending donations have the same. Null: an unclaimed bag. */
    mark: text(),
    weight: text().$type<WeightBand>().notNull(),
    date: date({ mode: 'string' }).notNull(),
    year: smallint().notNull(),
    binLocation: text(),
    dropSite: text(),
    isConfirmed: boolean().notNull().default(false),
    confirmedAt: instant(),
    confirmedBy: text(),
    confirmationId: integer(),
    loggedBy: text().notNull().default('student'),
    notes: text(),
    photoUrl: text(),
    actualWeight: text().$type<WeightBand>(),
    /** Kilograms on the scale; `actualWeight` is then their band. */
    measuredKg: numeric({ precision: 6, scale: 2, mode: 'number' }),
    weightDiscrepancy: boolean().notNull().default(false),
    photoUploadedAt: instant(),
    photoUploadedBy: text(),
    rejectedAt: instant(),
    rejectedBy: text(),
    rejectionReason: text(),
    /** The last time that a rejection was taken back. */
    reopenedAt: instant(),
    reopenedBy: text(),
    reopeningReason: text(),
    createdAt: createdAt(),
    /** What the donation counts for: what was weighed, else the measured band, else the claimed one. */
    kilograms: numeric({ precision: 6, scale: 2, mode: 'number' })
      .notNull()
      .generatedAlwaysAs(sql`coalesce(measured_kg, ${kilogramsOf(sql`coalesce(actual_weight, weight)`)})`),
    searchText: searchText(['student_id', 'bin_location', 'drop_site', 'notes', donorIdWithoutGaps]),
  },
  (table) => [
    foreignKey({
      name: 'donations_confirmation_id_fk',
      columns: [table.confirmationId],
      foreignColumns: [confirmations.id],
    }).onDelete('set null'),
    index('donations_participant_id_index').on(table.participantId, table.date, table.id),
    index('donations_pending_index')
      .on(table.id)
      .where(sql`not ${table.isConfirmed} and ${table.rejectedAt} is null`),
    uniqueIndex('donations_pending_mark_key')
      .on(table.mark)
      .where(sql`not ${table.isConfirmed} and ${table.rejectedAt} is null`),
    index('donations_pending_by_date_index')
      .on(table.date, table.id)
      .where(sql`not ${table.isConfirmed} and ${table.rejectedAt} is null`),
    index('donations_by_date_index').on(table.date, table.id),
    index('donations_confirmed_list_index')
      .on(table.confirmedAt, table.id)
      .where(sql`${table.isConfirmed}`),
    index('donations_confirmed_sum_index')
      .on(table.date, table.kilograms, table.measuredKg)
      .where(sql`${table.isConfirmed}`),
    index('donations_drop_site_index').on(sql`lower(${table.dropSite})`, table.createdAt),
    index('donations_bin_location_index').on(sql`lower(${table.binLocation})`, table.createdAt),
    index('donations_photo_list_index')
      .on(sql`(${table.photoUrl} is null)`, table.confirmedAt, table.id)
      .where(sql`${table.isConfirmed}`),
    index('donations_rejected_list_index')
      .on(table.rejectedAt, table.id)
      .where(sql`${table.rejectedAt} is not null`),
    index('donations_confirmation_id_index')
      .on(table.confirmationId)
      .where(sql`${table.confirmationId} is not null`),
    check('donations_weight_known', oneOf(table.weight, weightBands)),
    check('donations_actual_weight_known', oneOf(table.actualWeight, weightBands)),
    check(
      'donations_measured_kg_range',
      sql`${table.measuredKg} between ${sql.raw(`${LEAST_KILOGRAMS} and ${MOST_KILOGRAMS}`)}`,
    ),
    check(
      'donations_measured_kg_has_band',
      sql`${table.measuredKg} is null or ${table.actualWeight} is not null`,
    ),
    check(
      'donations_unclaimed_confirmed',
      sql`${table.participantId} is not null or (${table.isConfirmed} and ${table.studentId} is null)`,
    ),
    check('donations_year_of_date', sql`${table.year} = extract(year from ${table.date})`),
    check('donations_one_outcome', sql`not (${table.isConfirmed} and ${table.rejectedAt} is not null)`),
    check(
      'donations_confirmed_whole',
      sql`${table.isConfirmed} = (${table.confirmedAt} is not null and ${table.confirmedBy} is not null)`,
    ),
    check('donations_rejected_whole', sql`(${table.rejectedAt} is null) = (${table.rejectedBy} is null)`),
    check('donations_reopened_whole', sql`(${table.reopenedAt} is null) = (${table.reopenedBy} is null)`),
    check(
      'donations_discrepancy_true',
      sql`${table.weightDiscrepancy} = (${table.actualWeight} is not null and ${table.actualWeight} <> ${table.weight})`,
    ),
  ],
);

export const partners = pgTable(
  'partners',
  {
    id: id(),
    name: text().notNull(),
    discount: text(),
    link: text(),
    logo: text(),
    address: text(),
    hours: text(),
    pinHash: text().notNull(),
    isActive: boolean().notNull().default(true),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('partners_pin_hash_key').on(table.pinHash)],
);

export const discountCodes = pgTable(
  'discount_codes',
  {
    id: id(),
    code: text().notNull(),
    participantId: integer()
      .notNull()
      .references(() => participants.id),
    donationId: integer().references(() => donations.id),
    /** Uses that stores took and did not give back, and those that were marked. */
    useCount: integer().notNull().default(0),
    /** Those of them that an admin marked as used: no store took them. */
    markedUses: integer().notNull().default(0),
    maxUses: integer().notNull().default(2),
    partnerId: integer().references(() => partners.id),
    generatedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    /** The last time that a store, or the office, gave a use back. */
    givenBackAt: instant(),
    revokedAt: instant(),
    revokedBy: text(),
    term: text().notNull().default('2025-1'),
  },
  (table) => [
    uniqueIndex('discount_codes_code_key').on(table.code),
    // Holds "one code for one confirmed donation" against any number of confirms at once. Revoked ones are a record.
    uniqueIndex('discount_codes_donation_id_key')
      .on(table.donationId)
      .where(sql`${table.revokedAt} is null`),
    index('discount_codes_donation_id_index').on(table.donationId),
    index('discount_codes_code_search_index').using('gin', sql`lower(${table.code}) gin_trgm_ops`),
    index('discount_codes_generated_at_index').on(table.generatedAt),
    index('discount_codes_expires_at_index')
      .on(table.expiresAt)
      .where(sql`${table.revokedAt} is null`),
    index('discount_codes_participant_id_index').on(table.participantId),
    index('discount_codes_partner_id_index').on(table.partnerId),
    check('discount_codes_max_uses_range', sql`${table.maxUses} between 1 and 10`),
    check('discount_codes_use_count_range', sql`${table.useCount} between 0 and ${table.maxUses}`),
    check('discount_codes_marked_uses_range', sql`${table.markedUses} between 0 and ${table.useCount}`),
  ],
);

/** Browsers that are known as a store's till: by a link from the console, or since they redeemed. */
export const tills = pgTable(
  'tills',
  {
    id: id(),
    partnerId: integer()
      .notNull()
      .references(() => partners.id),
    /** Of the cookie. */
    tokenHash: text().notNull(),
    /** The store's PIN when the till last proved it, or was made. With another one it is a stranger. */
    pinHash: text().notNull(),
    lastUsedAt: instant(),
    endedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('tills_token_hash_key').on(table.tokenHash),
    index('tills_partner_id_index')
      .on(table.partnerId, table.id)
      .where(sql`${table.endedAt} is null`),
  ],
);

/** Links that make a till of the browser that opens one, once. */
export const tillLinks = pgTable(
  'till_links',
  {
    id: id(),
    partnerId: integer()
      .notNull()
      .references(() => partners.id),
    tokenHash: text().notNull(),
    createdBy: text().notNull(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [
    uniqueIndex('till_links_token_hash_key').on(table.tokenHash),
    index('till_links_expires_at_index').on(table.expiresAt),
  ],
);

/**
 * The ledger: each use that a store took of a code, and each that was given back. Rows are only ever added; a trigger
 * refuses all else.
 */
export const codeRedemptions = pgTable(
  'code_redemptions',
  {
    id: id(),
    at: instant().notNull(),
    codeId: integer()
      .notNull()
      .references(() => discountCodes.id),
    code: text().notNull(),
    partnerId: integer()
      .notNull()
      .references(() => partners.id),
    /** At which of its tills, where that is known. */
    tillId: integer().references(() => tills.id),
    clerk: text(),
    kind: text({ enum: redemptionKinds }).notNull().default('redeemed'),
    /** The use that is given back. */
    reverses: integer().references((): AnyPgColumn => codeRedemptions.id),
    /** Why an admin gave it back. */
    reason: text(),
  },
  (table) => [
    index('code_redemptions_at_index').on(table.at, table.id),
    index('code_redemptions_code_id_index').on(table.codeId),
    index('code_redemptions_partner_index').on(table.partnerId, table.at, table.id),
    index('code_redemptions_till_index')
      .on(table.tillId, table.at)
      .where(sql`${table.tillId} is not null`),
    // Holds "given back once" against any number who try.
    uniqueIndex('code_redemptions_reverses_key')
      .on(table.reverses)
      .where(sql`${table.reverses} is not null`),
    check('code_redemptions_kind_known', oneOf(table.kind, redemptionKinds)),
    check(
      'code_redemptions_reversal_whole',
      sql`(${table.kind} = 'reversed') = (${table.reverses} is not null)`,
    ),
    check('code_redemptions_reason_of_reversal', sql`${table.reason} is null or ${table.kind} = 'reversed'`),
  ],
);

/**
 * What a store's account of a month came to when it closed. Its lines are in the ledger, which takes none any more from
 * before its end; a trigger sees to both.
 */
export const statements = pgTable(
  'statements',
  {
    partnerId: integer()
      .notNull()
      .references(() => partners.id),
    /** Its first day. */
    month: date({ mode: 'string' }).notNull(),
    /** Its lines are from before, and from the end of the month before on, whatever the site's time zone is by now. */
    endsAt: instant().notNull(),
    redeemed: integer().notNull(),
    reversed: integer().notNull(),
    /** SHA-256 of the statement's file, in hexadecimal. */
    digest: text().notNull(),
    closedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.month] }),
    check('statements_month_first_day', sql`extract(day from ${table.month}) = 1`),
  ],
);

/** Links by which a store reads its own statements: one that stands for each store. */
export const statementLinks = pgTable(
  'statement_links',
  {
    id: id(),
    partnerId: integer()
      .notNull()
      .references(() => partners.id),
    tokenHash: text().notNull(),
    createdBy: text().notNull(),
    createdAt: createdAt(),
    endedAt: instant(),
  },
  (table) => [
    uniqueIndex('statement_links_token_hash_key').on(table.tokenHash),
    uniqueIndex('statement_links_standing_key')
      .on(table.partnerId)
      .where(sql`${table.endedAt} is null`),
  ],
);

export const dropBins = pgTable(
  'drop_bins',
  {
    id: id(),
    name: text().notNull(),
    location: text().notNull(),
    binCode: text().notNull(),
    qrCode: text(),
    /** How to find it, once at its location. */
    directions: text(),
    /** When people get to it. */
    hours: text(),
    /** In how many days from one emptying to the next. */
    targetDays: smallint(),
    /** Its place on a map, in degrees. */
    lat: doublePrecision(),
    lng: doublePrecision(),
    isActive: boolean().notNull().default(true),
    isOverflowing: boolean().notNull().default(false),
    lastEmptied: instant(),
    nextScheduledPickup: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('drop_bins_bin_code_key').on(table.binCode),
    check('drop_bins_bin_code_form', sql`${table.binCode} ~ '^[A-Z0-9_]+$'`),
    check('drop_bins_target_days_range', sql`${table.targetDays} between 1 and 365`),
    check(
      'drop_bins_place_on_earth',
      sql`(${table.lat} is null) = (${table.lng} is null) and ${table.lat} between -90 and 90 and ${table.lng} between -180 and 180`,
    ),
  ],
);

/** Who reported a bin and wants to hear that it was emptied, and in which language. The address is then deleted. */
const reporter = () => ({
  email: text(),
  language: text().$type<Language>().notNull().default('en'),
});

const alertStatuses = ['pending', 'acknowledged', 'resolved'] as const;

export const overflowAlerts = pgTable(
  'overflow_alerts',
  {
    id: id(),
    binId: integer()
      .notNull()
      .references(() => dropBins.id),
    reportedBy: text(),
    reportedAt: instant().notNull(),
    status: text({ enum: alertStatuses }).notNull().default('pending'),
    acknowledgedBy: text(),
    acknowledgedAt: instant(),
    resolvedAt: instant(),
    notes: text(),
    ...reporter(),
  },
  (table) => [
    index('overflow_alerts_bin_id_index').on(table.binId, table.reportedAt),
    index('overflow_alerts_open_index')
      .on(table.reportedAt)
      .where(sql`${table.status} <> 'resolved'`),
    uniqueIndex('overflow_alerts_open_key')
      .on(table.binId)
      .where(sql`${table.status} <> 'resolved'`),
    check('overflow_alerts_status_known', oneOf(table.status, alertStatuses)),
    index('overflow_alerts_email_index')
      .on(table.reportedAt)
      .where(sql`${table.email} is not null`),
    check('overflow_alerts_language_known', oneOf(table.language, languages)),
    check(
      'overflow_alerts_resolved_whole',
      sql`(${table.status} = 'resolved') = (${table.resolvedAt} is not null)`,
    ),
  ],
);

/** Reports of a bin while an alert of it was open. The first report is the alert. */
export const overflowReports = pgTable(
  'overflow_reports',
  {
    id: id(),
    alertId: integer()
      .notNull()
      .references(() => overflowAlerts.id),
    reportedBy: text(),
    reportedAt: instant().notNull(),
    notes: text(),
    ...reporter(),
  },
  (table) => [
    index('overflow_reports_alert_id_index').on(table.alertId, table.id),
    index('overflow_reports_email_index')
      .on(table.reportedAt)
      .where(sql`${table.email} is not null`),
    check('overflow_reports_language_known', oneOf(table.language, languages)),
  ],
);

/** Times that a bin was emptied, with what `undo` puts back. */
export const binVisits = pgTable(
  'bin_visits',
  {
    id: id(),
    binId: integer()
      .notNull()
      .references(() => dropBins.id),
    at: instant().notNull(),
    /** Username of the admin or volunteer. */
    by: text().notNull(),
    /** Null: nobody counted. */
    bagsFound: integer(),
    note: text(),
    /** Of the bin, before this visit. */
    formerLastEmptied: instant(),
    wasOverflowing: boolean().notNull(),
    /** The open alert that the visit resolved. */
    alertId: integer().references(() => overflowAlerts.id),
    undoneAt: instant(),
    undoneBy: text(),
  },
  (table) => [
    index('bin_visits_bin_id_index').on(table.binId, table.id),
    check('bin_visits_bags_found_range', sql`${table.bagsFound} >= 0`),
    check('bin_visits_undone_whole', sql`(${table.undoneAt} is null) = (${table.undoneBy} is null)`),
  ],
);

const pickupStatuses = ['pending', 'scheduled', 'completed', 'cancelled'] as const;

export const pickups = pgTable(
  'pickups',
  {
    id: id(),
    name: text().notNull(),
    phone: text(),
    email: text(),
    address: text().notNull(),
    items: text().notNull(),
    /** When they would like it; the start of the window if they chose one. */
    preferredAt: instant(),
    /** The window that they chose, as it was offered: a day and two times (HH:MM) of the site's clocks. */
    windowDate: date({ mode: 'string' }),
    windowFrom: text(),
    windowTo: text(),
    /** When they would like it if no window suits them. */
    preferredWords: text(),
    /** When somebody comes, as far as that is agreed on. */
    scheduledAt: instant(),
    /** What was picked up, as weighed then. */
    kilograms: numeric({ precision: 6, scale: 2, mode: 'number' }),
    status: text({ enum: pickupStatuses }).notNull().default('pending'),
    /** The status before the last step, which can be taken back. Null: there is no such step. */
    formerStatus: text({ enum: pickupStatuses }),
    /** Why its last step was taken back, or why it was cancelled after it was scheduled. */
    statusReason: text(),
    notes: text(),
    /** When it was completed or cancelled: so long ago and longer, and retention removes it. */
    closedAt: instant(),
    /** How often its calendar entry was changed. */
    calendarSequence: integer().notNull().default(0),
    /** In which it was asked for, and is answered. */
    language: text().$type<Language>().notNull().default('en'),
    createdAt: createdAt(),
  },
  (table) => [
    index('pickups_created_at_index').on(table.createdAt, table.id),
    index('pickups_closed_at_index')
      .on(table.closedAt)
      .where(sql`${table.closedAt} is not null`),
    index('pickups_window_date_index')
      .on(table.windowDate)
      .where(sql`${table.windowDate} is not null`),
    check('pickups_status_known', oneOf(table.status, pickupStatuses)),
    check('pickups_former_status_open', oneOf(table.formerStatus, ['pending', 'scheduled'])),
    check('pickups_language_known', oneOf(table.language, languages)),
    check(
      'pickups_window_whole',
      sql`num_nonnulls(${table.windowDate}, ${table.windowFrom}, ${table.windowTo}) in (0, 3)`,
    ),
    check(
      'pickups_closed_whole',
      sql`(${table.status} in ('completed', 'cancelled')) = (${table.closedAt} is not null)`,
    ),
  ],
);

export const newsletterSubscribers = pgTable(
  'newsletter_subscribers',
  {
    id: id(),
    email: text().notNull(),
    firstName: text(),
    /** What they agreed to, in the words that stood there, where they found it and from which network address. */
    consentText: text(),
    source: text(),
    address: text(),
    /** When the link in the mail was confirmed. Null where none was sent, or nobody has followed it. */
    confirmedAt: instant(),
    unsubscribedAt: instant(),
    /** In which they subscribed, and are written to. */
    language: text().$type<Language>().notNull().default('en'),
    createdAt: createdAt(),
    searchText: searchText(['email', 'first_name']),
  },
  (table) => [
    uniqueIndex('newsletter_subscribers_email_key').on(sql`lower(${table.email})`),
    check('newsletter_subscribers_language_known', oneOf(table.language, languages)),
  ],
);

/** The outbox: each mail is written with what it tells of, and sent afterwards by whichever process takes it. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    kind: text().$type<MailKind>().notNull(),
    /** The event that it is about, as in `code_used 12 3`, of which one mail is sent. Null if there may be more. */
    occasion: text(),
    /** Whose it is. Pickups and newsletters are nobody's. */
    participantId: integer().references(() => participants.id, { onDelete: 'cascade' }),
    recipient: text().notNull(),
    /** In which it is written: that of its reader when it was. */
    language: text().$type<Language>().notNull().default('en'),
    /** What its template takes. Sign-in codes are sealed in it, and gone once it is sent. */
    content: jsonb().notNull(),
    /** The same at each try, so that a mail that comes twice is shown once. */
    messageId: text().notNull(),
    status: text().$type<MailStatus>().notNull().default('waiting'),
    tries: smallint().notNull().default(0),
    /** While it waits: not before. */
    nextTryAt: instant(),
    /** After this it is worth nothing any more, as a sign-in code. */
    sendBefore: instant(),
    /** An admin sends it again, to an address that was found undeliverable too. */
    passesMark: boolean().notNull().default(false),
    /** Until then the process that took it is sending it. */
    leasedUntil: instant(),
    /** When it was sent, or given up. */
    endedAt: instant(),
    /** The mail server's last answer, with its number. */
    answer: text(),
    answerCode: smallint(),
    createdAt: createdAt(),
    searchText: searchText(['recipient']),
  },
  (table) => [
    uniqueIndex('mails_occasion_key').on(table.occasion),
    uniqueIndex('mails_message_id_key').on(table.messageId),
    index('mails_due_index')
      .on(table.nextTryAt)
      .where(sql`${table.status} = 'waiting'`),
    index('mails_status_index').on(table.status, table.id),
    index('mails_ended_index').on(table.status, table.endedAt),
    index('mails_participant_id_index').on(table.participantId),
    index('mails_recipient_index').on(sql`lower(${table.recipient})`),
    check('mails_kind_known', oneOf(table.kind, mailKinds)),
    check('mails_status_known', oneOf(table.status, mailStatuses)),
    check('mails_language_known', oneOf(table.language, languages)),
    check('mails_wait_whole', sql`(${table.status} = 'waiting') = (${table.nextTryAt} is not null)`),
    check('mails_end_whole', sql`(${table.status} = 'waiting') = (${table.endedAt} is null)`),
  ],
);

/** Addresses that a mail server refused for good. Nothing but what an admin sends again goes there. */
export const undeliverableAddresses = pgTable(
  'undeliverable_addresses',
  { id: id(), email: text().notNull(), answer: text().notNull(), since: instant().notNull() },
  (table) => [uniqueIndex('undeliverable_addresses_email_key').on(sql`lower(${table.email})`)],
);

/** News that an address switched off which is no donor's: of a pickup request, by the link in the mail. */
export const addressNewsOff = pgTable(
  'address_news_off',
  { id: id(), email: text().notNull(), kind: text().$type<NewsKind>().notNull(), since: instant().notNull() },
  (table) => [
    uniqueIndex('address_news_off_key').on(sql`lower(${table.email})`, table.kind),
    check('address_news_off_kind_known', oneOf(table.kind, news)),
  ],
);

/** Sign-ins that wait for a mailed code: one for a browser, which has the token. Somebody who is nobody has one too. */
export const pendingSignIns = pgTable(
  'pending_sign_ins',
  {
    id: id(),
    tokenHash: text().notNull(),
    studentId: text().notNull(),
    /** Who signs in by a noted email; else the donor ID leads to the participant. */
    participantId: integer().references(() => participants.id, { onDelete: 'cascade' }),
    /** Where the codes go: noted where one is, else as typed. Null where nothing is sent. */
    email: text(),
    isNotedEmail: boolean().notNull(),
    claimedName: text(),
    claimedEmail: text(),
    wrongTries: smallint().notNull().default(0),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('pending_sign_ins_token_hash_key').on(table.tokenHash),
    index('pending_sign_ins_expires_at_index').on(table.expiresAt),
    index('pending_sign_ins_participant_id_index').on(table.participantId),
  ],
);

/** The codes of a pending sign-in, which goes with the first that is typed; the two newest of them work. */
export const signInCodes = pgTable(
  'sign_in_codes',
  {
    id: id(),
    pendingSignInId: integer()
      .notNull()
      .references(() => pendingSignIns.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
  },
  (table) => [index('sign_in_codes_pending_index').on(table.pendingSignInId, table.id)],
);

/** Browsers in which a donor signs in without a code. */
export const trustedBrowsers = pgTable(
  'trusted_browsers',
  {
    id: id(),
    tokenHash: text().notNull(),
    participantId: integer()
      .notNull()
      .references(() => participants.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('trusted_browsers_key').on(table.tokenHash, table.participantId),
    index('trusted_browsers_participant_id_index').on(table.participantId),
    index('trusted_browsers_expires_at_index').on(table.expiresAt),
  ],
);

/** The photos that were uploaded, until their files are deleted. */
export const photos = pgTable('photos', {
  /** Its name in the storage. */
  file: text().primaryKey(),
  uploadedAt: instant().notNull(),
  uploadedBy: text().notNull(),
  /** When a donation last got it. Null until the first has. */
  attachedAt: instant(),
});

/** Who did what. A trigger refuses every change of a row, and every deletion but retention's. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    actor: text().notNull(),
    actorRole: text().notNull().default('admin'),
    action: text().notNull(),
    entityType: text().notNull(),
    entityId: integer(),
    /** Whom it is about. By number, so that a removal changes no row. */
    participantId: integer(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** The client's address and the call's number in the server's log. Null for what no call did. */
    address: text(),
    requestId: text(),
    createdAt: createdAt(),
    searchText: searchText(['actor']),
  },
  (table) => [
    index('audit_log_participant_index')
      .on(table.participantId, table.createdAt, table.id)
      .where(sql`${table.participantId} is not null`),
    index('audit_log_created_at_index').on(table.createdAt, table.id),
    index('audit_log_entity_index').on(table.entityType, table.createdAt, table.id),
    index('audit_log_failed_sign_in_index')
      .on(table.entityId, table.createdAt)
      .where(sql`${table.action} = 'admin.sign_in_failed'`),
    index('audit_log_actor_index').using('gin', sql`${table.searchText} gin_trgm_ops`),
    index('audit_log_action_index').using('gin', sql`lower(${table.action}) gin_trgm_ops`),
  ],
);

/**
 * The backups that the site made by itself and that are still there, and the tries that failed since the newest. A backup leaves
 * it out, so that a copy of the site begins a list of its own and removes nothing of the other's.
 */
export const backups = pgTable(
  'backups',
  {
    /** Of its file. */
    name: text().primaryKey(),
    bytes: bigint({ mode: 'number' }),
    finishedAt: instant().notNull(),
    /** When it had been read back whole. */
    verifiedAt: instant(),
    /** Why it is not one, in a sentence. */
    failure: text(),
  },
  (table) => [
    check('backups_verified_or_failed', sql`num_nonnulls(${table.verifiedAt}, ${table.failure}) = 1`),
  ],
);

/** The answer that an idempotency key got, to be given again. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    endpoint: text().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    response: json(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.endpoint, table.key] }),
    index('idempotency_keys_created_at_index').on(table.createdAt),
  ],
);

/** Tries counted against a limit: by a keyed hash of an address or network, by till, or by everybody. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    name: text().notNull(),
    subject: text().notNull(),
    calls: integer().notNull(),
    windowStartedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.subject] }),
    index('rate_limits_window_started_at_index').on(table.windowStartedAt),
  ],
);

/** The site's settings: one row, with the defaults of spec section 9. */
export const settings = pgTable(
  'settings',
  {
    id: smallint().primaryKey().default(1),
    usesPerCode: smallint().notNull().default(2),
    daysValid: smallint().notNull().default(30),
    monthlyGoalKilograms: numeric({ precision: 9, scale: 1, mode: 'number' }).notNull().default(250),
    milestones: integer().array().notNull().default([5, 10, 25]),
    term: text().notNull().default('2025-1'),
    organization: jsonb().$type<Organization>().notNull().default(placeholderOrganization),
    isRegisteredNonprofit: boolean().notNull().default(true),
    isSecondFactorRequired: boolean().notNull().default(false),
    /** Stands under the field of a donor ID. */
    donorIdHint: text(),
    /** How many digits a student number has here. Null where it is not known. */
    donorIdDigits: smallint(),
    /** Of what donors log themselves: how many under one donor ID in a day, and for how many days back. Null for any. */
    maxLoggedPerDay: smallint(),
    maxDaysBack: smallint(),
    /** Networks that many people share: limits by address are so many times as large there. */
    networks: jsonb().$type<{ network: string; factor: number }[]>().notNull().default([]),
    /** When pickups are offered in each week, and the days on which they are not. */
    pickupWindows: jsonb()
      .$type<{ weekday: number; from: string; to: string; capacity: number }[]>()
      .notNull()
      .default([]),
    pickupClosed: jsonb().$type<string[]>().notNull().default([]),
    /** Months after which it is removed. Null for never. */
    auditMonths: smallint(),
    pickupMonths: smallint(),
    signInMonths: smallint(),
    updatedAt: instant(),
    updatedBy: text(),
  },
  (table) => [
    check('settings_one_row', sql`${table.id} = 1`),
    check(
      'settings_months_positive',
      sql`least(${table.auditMonths}, ${table.pickupMonths}, ${table.signInMonths}) > 0`,
    ),
    check('settings_donor_id_digits_range', sql`${table.donorIdDigits} between 2 and 20`),
    check('settings_logging_limits_range', sql`${table.maxLoggedPerDay} > 0 and ${table.maxDaysBack} >= 0`),
    check('settings_uses_per_code_range', sql`${table.usesPerCode} between 1 and 10`),
    check('settings_days_valid_positive', sql`${table.daysValid} > 0`),
    check('settings_monthly_goal_positive', sql`${table.monthlyGoalKilograms} > 0`),
    check('settings_three_milestones', sql`cardinality(${table.milestones}) = 3`),
  ],
);

/** Which key the site has: one row, made at the first start. Another key's process must not serve this database. */
export const siteKey = pgTable(
  'site_key',
  {
    id: smallint().primaryKey().default(1),
    fingerprint: text().notNull(),
  },
  (table) => [check('site_key_one_row', sql`${table.id} = 1`)],
);
