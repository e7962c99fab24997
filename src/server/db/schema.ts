import { isNotNull, isNull, sql, type SQL } from 'drizzle-orm';
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
const participantId = () =>
  integer()
    .notNull()
    .references(() => participants.id);
const partnerId = () =>
  integer()
    .notNull()
    .references(() => partners.id);
const binId = () =>
  integer()
    .notNull()
    .references(() => dropBins.id);
/** Language of the mails to this person. */
const writtenLanguage = () => text().$type<Language>().notNull().default('en');

const literals = (values: readonly string[]): SQL =>
  sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '));

const oneOf = (column: AnyPgColumn, values: readonly string[]): SQL =>
  sql`${column} in (${literals(values)})`;

/** A row's searched texts in one folded column: folding at each search takes ten times as long. */
const searchText = (texts: readonly string[]) =>
  text().generatedAlwaysAs(
    sql.raw(`fold(${texts.map((column) => `coalesce(${column}, '')`).join(" || ' ' || ")})`),
  );

/** Donor IDs are found with and without their spaces and hyphens. */
const donorIdWithoutGaps = "translate(student_id, ' -', '')";

const kilogramsOf = (band: SQL): SQL =>
  sql`case ${band} ${sql.raw(
    weightBands.map((name) => `when '${name}' then ${kilogramsByBand[name]}`).join(' '),
  )} end`;

/**
 * A phone number's digits without North America's leading 1, for comparing numbers.
 * Null below seven digits, as in `unknown`.
 */
export const phoneDigits = (phone: AnyPgColumn | SQL): SQL =>
  sql`substring(regexp_replace(regexp_replace(${phone}, '[^0-9]', '', 'g'), '^1([0-9]{10})$', '\\1') from '^[0-9]{7,}$')`;

export const isClaiming = ({
  claimedName,
  claimedEmail,
}: Record<'claimedName' | 'claimedEmail', AnyPgColumn>): SQL =>
  sql`(${claimedName} is not null or ${claimedEmail} is not null)`;

/** A person who gives: one row however many donor IDs they have. */
export const participants = pgTable(
  'participants',
  {
    id: id(),
    /** Noted by an admin. Only these identify, merge or leave the console. */
    displayName: text(),
    email: text(),
    phone: text(),
    /** Claimed at a sign-in, not proven. */
    claimedName: text(),
    claimedEmail: text(),
    /** True once a code mailed to `claimedEmail` was entered. Says nothing about `claimedName`. */
    isClaimProven: boolean().notNull().default(false),
    shareToken: text().notNull(),
    /** Switches off their share links, including those of merged records. */
    isShareOff: boolean().notNull().default(false),
    createdAt: createdAt(),
    /** When the person was erased from this row. */
    removedAt: instant(),
    newsOff: jsonb().$type<NewsKind[]>().notNull().default([]),
    /** Language of their last own request; used for mail. Null: English. */
    language: text().$type<Language>(),
    /** How many of the three badges they keep although the milestones have risen. */
    keptBadges: smallint().notNull().default(0),
    searchText: searchText(['display_name', 'email', 'phone']),
  },
  (table) => [
    uniqueIndex('participants_share_token_key').on(table.shareToken),
    index('participants_name_index').on(sql`fold(${table.displayName})`, table.id),
    uniqueIndex('participants_email_key').on(sql`lower(${table.email})`),
    index('participants_phone_digits_index').on(phoneDigits(table.phone)),
    index('participants_search_index').using('gin', sql`${table.searchText} gin_trgm_ops`),
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

/** Share tokens of merged participants: their links show the participant they were merged into. */
export const mergedShareTokens = pgTable(
  'merged_share_tokens',
  {
    shareToken: text().primaryKey(),
    participantId: participantId(),
  },
  (table) => [index('merged_share_tokens_participant_id_index').on(table.participantId)],
);

/**
 * Merges that can still be undone: what was moved, and the source as it was.
 * They hold the source's personal data, so upkeep deletes them once the time to undo is over.
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
      .$type<
        Partial<
          Record<'displayName' | 'email' | 'phone', string> & { language: Language; newsOff: NewsKind[] }
        >
      >()
      .notNull(),
    studentRowIds: integer().array().notNull(),
    donationIds: integer().array().notNull(),
    /** Donations that the target already had under one of the source's donor IDs. */
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

/** A participant's own fields as JSON. Older merges lack the optional ones. */
type MergedParticipant = Pick<
  typeof participants.$inferSelect,
  'displayName' | 'email' | 'phone' | 'claimedName' | 'claimedEmail' | 'shareToken'
> & {
  createdAt: string;
  isClaimProven?: boolean;
  language?: Language | null;
  isShareOff?: boolean;
  newsOff?: NewsKind[];
  keptBadges?: number;
};

export const students = pgTable(
  'students',
  {
    id: id(),
    studentId: text().notNull(),
    participantId: participantId(),
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

/** Users of the console, volunteers included. */
export const admins = pgTable(
  'admins',
  {
    id: id(),
    username: text().notNull(),
    role: text({ enum: adminRoles }).notNull().default('admin'),
    /** False instead of deleting the row, so that the audit log still names them. */
    isActive: boolean().notNull().default(true),
    passwordHash: text().notNull(),
    /** True while somebody else knows the password, which then opens only the change of password. */
    mustChangePassword: boolean().notNull().default(false),
    /** Sealed by the site's key. In force once `secondFactorSince` is set by a first code. */
    secondFactorSecret: text(),
    secondFactorSince: instant(),
    /** The 30-second step of the last accepted code: each code counts once. */
    secondFactorStep: bigint({ mode: 'number' }),
    lastSeenAt: instant(),
    /** Proven by a mailed code. Null: no mail. */
    email: text(),
    notifyOverflow: boolean().notNull().default(false),
    notifyPickup: boolean().notNull().default(false),
    notifyDaily: boolean().notNull().default(false),
    /** The last day for which their daily list was handled, so that none is sent twice. */
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

/** One-time codes for an admin whose second factor is lost. */
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

/** Emails of admins that wait for their mailed code. */
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
    /** Set after a sign-in by noted email. Null: the donor ID leads to the participant. */
    participantId: integer().references(() => participants.id, { onDelete: 'cascade' }),
    claimedName: text(),
    claimedEmail: text(),
    /** True after a code to `claimedEmail` was entered while no email was noted. An admin may accept it as the noted one. */
    isEmailProven: boolean().notNull().default(false),
    /** False: reward codes stay hidden, since this donor has not proven who they are. */
    opensCodes: boolean().notNull().default(true),
    csrfSecret: text().notNull(),
    /** Shown in an admin's list of sessions. Null for donors. */
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

/** One press of confirm by one admin, on one donation or many: undo takes back the whole press. */
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
    index('confirmations_standing_index').on(table.adminId, table.id).where(isNull(table.undoneAt)),
  ],
);

const isPending = ({ isConfirmed, rejectedAt }: Record<'isConfirmed' | 'rejectedAt', AnyPgColumn>): SQL =>
  sql`not ${isConfirmed} and ${rejectedAt} is null`;

export const donations = pgTable(
  'donations',
  {
    id: id(),
    /** Null: an unclaimed bag, confirmed at once. */
    participantId: integer().references(() => participants.id),
    studentId: text(),
    /** What the donor writes on the bag, unique among pending donations. Null: an unclaimed bag. */
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
    /** The last time a rejection was taken back. */
    reopenedAt: instant(),
    reopenedBy: text(),
    reopeningReason: text(),
    createdAt: createdAt(),
    /** What counts: the measured weight, else the measured band, else the claimed band. */
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
    index('donations_pending_index').on(table.id).where(isPending(table)),
    uniqueIndex('donations_pending_mark_key').on(table.mark).where(isPending(table)),
    index('donations_pending_by_date_index').on(table.date, table.id).where(isPending(table)),
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
    index('donations_rejected_list_index').on(table.rejectedAt, table.id).where(isNotNull(table.rejectedAt)),
    index('donations_confirmation_id_index').on(table.confirmationId).where(isNotNull(table.confirmationId)),
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
    participantId: participantId(),
    donationId: integer().references(() => donations.id),
    /** Uses that count: those that stores took and nobody reversed, plus `markedUses`. */
    useCount: integer().notNull().default(0),
    /** Uses that an admin marked, without a store. */
    markedUses: integer().notNull().default(0),
    maxUses: integer().notNull().default(2),
    partnerId: integer().references(() => partners.id),
    generatedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    /** The last reversal of a use. */
    givenBackAt: instant(),
    revokedAt: instant(),
    revokedBy: text(),
    term: text().notNull().default('2025-1'),
  },
  (table) => [
    uniqueIndex('discount_codes_code_key').on(table.code),
    // One code for one donation, even if several people confirm at once. Revoked codes do not count.
    uniqueIndex('discount_codes_donation_id_key').on(table.donationId).where(isNull(table.revokedAt)),
    index('discount_codes_donation_id_index').on(table.donationId),
    index('discount_codes_code_search_index').using('gin', sql`lower(${table.code}) gin_trgm_ops`),
    index('discount_codes_generated_at_index').on(table.generatedAt),
    index('discount_codes_expires_at_index').on(table.expiresAt).where(isNull(table.revokedAt)),
    index('discount_codes_participant_id_index').on(table.participantId),
    index('discount_codes_partner_id_index').on(table.partnerId),
    check('discount_codes_max_uses_range', sql`${table.maxUses} between 1 and 10`),
    check('discount_codes_use_count_range', sql`${table.useCount} between 0 and ${table.maxUses}`),
    check('discount_codes_marked_uses_range', sql`${table.markedUses} between 0 and ${table.useCount}`),
  ],
);

/** Browsers known as a store's till, by a link from the console or since their first redemption. */
export const tills = pgTable(
  'tills',
  {
    id: id(),
    partnerId: partnerId(),
    tokenHash: text().notNull(),
    /** The store's PIN when the till last proved it. A new PIN ends the till. */
    pinHash: text().notNull(),
    lastUsedAt: instant(),
    endedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('tills_token_hash_key').on(table.tokenHash),
    index('tills_partner_id_index').on(table.partnerId, table.id).where(isNull(table.endedAt)),
  ],
);

/** One-time links that make the browser opening them a till. */
export const tillLinks = pgTable(
  'till_links',
  {
    id: id(),
    partnerId: partnerId(),
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

/** The ledger: uses of codes and their reversals. A trigger refuses everything but new rows. */
export const codeRedemptions = pgTable(
  'code_redemptions',
  {
    id: id(),
    at: instant().notNull(),
    codeId: integer()
      .notNull()
      .references(() => discountCodes.id),
    code: text().notNull(),
    partnerId: partnerId(),
    tillId: integer().references(() => tills.id),
    clerk: text(),
    kind: text({ enum: redemptionKinds }).notNull().default('redeemed'),
    /** The use that a reversal gives back. */
    reverses: integer().references((): AnyPgColumn => codeRedemptions.id),
    /** Why an admin gave it back. */
    reason: text(),
  },
  (table) => [
    index('code_redemptions_at_index').on(table.at, table.id),
    index('code_redemptions_code_id_index').on(table.codeId),
    index('code_redemptions_partner_index').on(table.partnerId, table.at, table.id),
    index('code_redemptions_till_index').on(table.tillId, table.at).where(isNotNull(table.tillId)),
    // A use is reversed once, even if several people try at once.
    uniqueIndex('code_redemptions_reverses_key').on(table.reverses).where(isNotNull(table.reverses)),
    check('code_redemptions_kind_known', oneOf(table.kind, redemptionKinds)),
    check(
      'code_redemptions_reversal_whole',
      sql`(${table.kind} = 'reversed') = (${table.reverses} is not null)`,
    ),
    check('code_redemptions_reason_of_reversal', sql`${table.reason} is null or ${table.kind} = 'reversed'`),
  ],
);

/**
 * A store's closed month. Its lines are in the ledger.
 * Triggers refuse changes of it, and ledger rows from before its end.
 */
export const statements = pgTable(
  'statements',
  {
    partnerId: partnerId(),
    /** The month's first day. */
    month: date({ mode: 'string' }).notNull(),
    /** Where the next month's lines begin, even if the site's time zone changes later. */
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

/** Links by which stores read their statements: at most one in force for each store. */
export const statementLinks = pgTable(
  'statement_links',
  {
    id: id(),
    partnerId: partnerId(),
    tokenHash: text().notNull(),
    createdBy: text().notNull(),
    createdAt: createdAt(),
    endedAt: instant(),
  },
  (table) => [
    uniqueIndex('statement_links_token_hash_key').on(table.tokenHash),
    uniqueIndex('statement_links_standing_key').on(table.partnerId).where(isNull(table.endedAt)),
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
    directions: text(),
    hours: text(),
    /** Days between two emptyings. */
    targetDays: smallint(),
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

/** Where to write once the bin is emptied. The address is then deleted. */
const reporter = () => ({
  email: text(),
  language: writtenLanguage(),
});

const alertStatuses = ['pending', 'acknowledged', 'resolved'] as const;

export const overflowAlerts = pgTable(
  'overflow_alerts',
  {
    id: id(),
    binId: binId(),
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
    index('overflow_alerts_email_index').on(table.reportedAt).where(isNotNull(table.email)),
    check('overflow_alerts_language_known', oneOf(table.language, languages)),
    check(
      'overflow_alerts_resolved_whole',
      sql`(${table.status} = 'resolved') = (${table.resolvedAt} is not null)`,
    ),
  ],
);

/** Further reports of a bin with an open alert. The first report is the alert itself. */
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
    index('overflow_reports_email_index').on(table.reportedAt).where(isNotNull(table.email)),
    check('overflow_reports_language_known', oneOf(table.language, languages)),
  ],
);

/** Emptyings of bins, with what undo restores. */
export const binVisits = pgTable(
  'bin_visits',
  {
    id: id(),
    binId: binId(),
    at: instant().notNull(),
    by: text().notNull(),
    /** Null: nobody counted. */
    bagsFound: integer(),
    note: text(),
    /** The bin's state before this visit. */
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
    /** The chosen window's start, or the time they asked for. */
    preferredAt: instant(),
    /** The chosen window: a day and two times (HH:MM) in the site's zone. */
    windowDate: date({ mode: 'string' }),
    windowFrom: text(),
    windowTo: text(),
    /** Their own words if no window suits them. */
    preferredWords: text(),
    /** The agreed time. */
    scheduledAt: instant(),
    /** Measured weight of what was picked up. */
    kilograms: numeric({ precision: 6, scale: 2, mode: 'number' }),
    status: text({ enum: pickupStatuses }).notNull().default('pending'),
    /** The status that undo returns to. Null: nothing to undo. */
    formerStatus: text({ enum: pickupStatuses }),
    /** Why the last step was undone, or a scheduled pickup cancelled. */
    statusReason: text(),
    notes: text(),
    /** When it was completed or cancelled. Retention counts from here. */
    closedAt: instant(),
    /** Changes of its calendar entry (SEQUENCE of RFC 5545). */
    calendarSequence: integer().notNull().default(0),
    language: writtenLanguage(),
    createdAt: createdAt(),
  },
  (table) => [
    index('pickups_created_at_index').on(table.createdAt, table.id),
    index('pickups_closed_at_index').on(table.closedAt).where(isNotNull(table.closedAt)),
    index('pickups_window_date_index').on(table.windowDate).where(isNotNull(table.windowDate)),
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
    /** Proof of consent: the words they agreed to, the page, and their network address. */
    consentText: text(),
    source: text(),
    address: text(),
    /** When they confirmed by the mailed link. Null: not confirmed, or no mail was sent. */
    confirmedAt: instant(),
    unsubscribedAt: instant(),
    language: writtenLanguage(),
    createdAt: createdAt(),
    searchText: searchText(['email', 'first_name']),
  },
  (table) => [
    uniqueIndex('newsletter_subscribers_email_key').on(sql`lower(${table.email})`),
    check('newsletter_subscribers_language_known', oneOf(table.language, languages)),
  ],
);

/** The outbox: a mail commits with the change that it reports, and any process sends it later. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    kind: text().$type<MailKind>().notNull(),
    /** The event it is about, such as `code_used 12 0`: one mail for each. Null: any number. */
    occasion: text(),
    /** Null: not about a participant. */
    participantId: integer().references(() => participants.id, { onDelete: 'cascade' }),
    recipient: text().notNull(),
    language: writtenLanguage(),
    /** The template's values. A sign-in code is sealed, and removed once the mail is sent. */
    content: jsonb().notNull(),
    /** The same at each try, so that mail programs show a duplicate once. */
    messageId: text().notNull(),
    status: text().$type<MailStatus>().notNull().default('waiting'),
    tries: smallint().notNull().default(0),
    /** Not sent before this. Null once it was sent or given up. */
    nextTryAt: instant(),
    /** Not sent after this, such as an expired sign-in code. */
    sendBefore: instant(),
    /** Sent again by an admin, even to an undeliverable address or a reader who switched its kind off. */
    passesMark: boolean().notNull().default(false),
    /** Until then one process is sending it, and no other takes it. */
    leasedUntil: instant(),
    /** When it was sent or given up. */
    endedAt: instant(),
    /** The mail server's last answer. */
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

/** Addresses that a mail server refused for good. Only an admin's resending goes there. */
export const undeliverableAddresses = pgTable(
  'undeliverable_addresses',
  { id: id(), email: text().notNull(), answer: text().notNull(), since: instant().notNull() },
  (table) => [uniqueIndex('undeliverable_addresses_email_key').on(sql`lower(${table.email})`)],
);

/** News switched off by the link in a mail, for addresses of pickup requests and bin reports. */
export const addressNewsOff = pgTable(
  'address_news_off',
  { id: id(), email: text().notNull(), kind: text().$type<NewsKind>().notNull(), since: instant().notNull() },
  (table) => [
    uniqueIndex('address_news_off_key').on(sql`lower(${table.email})`, table.kind),
    check('address_news_off_kind_known', oneOf(table.kind, news)),
  ],
);

/**
 * Sign-ins that wait for a mailed code, one for each browser.
 * Unknown donors get a row too, so that nobody learns who is known.
 */
export const pendingSignIns = pgTable(
  'pending_sign_ins',
  {
    id: id(),
    tokenHash: text().notNull(),
    studentId: text().notNull(),
    /** Set for a sign-in by noted email. Null: the donor ID leads to the participant. */
    participantId: integer().references(() => participants.id, { onDelete: 'cascade' }),
    /** Where codes go: the noted email, else the typed one. Null: nothing is sent. */
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

/** Codes of a pending sign-in. The two newest work, and the first one entered ends the sign-in. */
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

/** Browsers in which a donor signs in without a mailed code. */
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

/** Uploaded photos, until their files are deleted. */
export const photos = pgTable('photos', {
  file: text().primaryKey(),
  uploadedAt: instant().notNull(),
  uploadedBy: text().notNull(),
  /** When it was last attached to a donation. Null: never. */
  attachedAt: instant(),
});

/** Who did what. A trigger refuses updates, and deletions other than retention's. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: id(),
    actor: text().notNull(),
    actorRole: text().notNull().default('admin'),
    action: text().notNull(),
    entityType: text().notNull(),
    entityId: integer(),
    /** No foreign key: erasing a person must not change the log. */
    participantId: integer(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** Of the request that did it. Null for upkeep and commands. */
    address: text(),
    requestId: text(),
    createdAt: createdAt(),
    searchText: searchText(['actor']),
  },
  (table) => [
    index('audit_log_participant_index')
      .on(table.participantId, table.createdAt, table.id)
      .where(isNotNull(table.participantId)),
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
 * Nightly backups that still exist, and tries that failed since the newest.
 * Not part of a backup: a copy of the site must not delete the original's files.
 */
export const backups = pgTable(
  'backups',
  {
    /** Its file's name. */
    name: text().primaryKey(),
    bytes: bigint({ mode: 'number' }),
    finishedAt: instant().notNull(),
    /** When it was read back whole. */
    verifiedAt: instant(),
    /** Why it failed, as a sentence. */
    failure: text(),
  },
  (table) => [
    check('backups_verified_or_failed', sql`num_nonnulls(${table.verifiedAt}, ${table.failure}) = 1`),
  ],
);

/** The answer to each idempotency key, for repeating it. */
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

/** Tries counted against a limit. The subject is what it limits: a hashed address, a till, a bin, everybody. */
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

/** The site's settings: one row. */
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
    donorIdHint: text(),
    /** Digits of a student number here. Null: unknown. */
    donorIdDigits: smallint(),
    /** Limits of what donors log themselves, for one donor ID. Null: no limit. */
    maxLoggedPerDay: smallint(),
    maxDaysBack: smallint(),
    /** Networks that many people share, with the factor by which their limits are larger. */
    networks: jsonb().$type<{ network: string; factor: number }[]>().notNull().default([]),
    /** Weekly pickup windows, and days without any. */
    pickupWindows: jsonb()
      .$type<{ weekday: number; from: string; to: string; capacity: number }[]>()
      .notNull()
      .default([]),
    pickupClosed: jsonb().$type<string[]>().notNull().default([]),
    /** Months after which audit rows, closed pickups and sign-in data are deleted. Null: never. */
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

/** The site's key, as a fingerprint: one row. A process with another key must not serve this database. */
export const siteKey = pgTable(
  'site_key',
  {
    id: smallint().primaryKey().default(1),
    fingerprint: text().notNull(),
  },
  (table) => [check('site_key_one_row', sql`${table.id} = 1`)],
);
