import type { CookieSerializeOptions } from '@fastify/cookie';
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addDays, addSeconds } from '#shared/dates.ts';
import type { Executor, Transaction } from '#server/db/database.ts';
import {
  admins,
  participants,
  partners,
  pendingSignIns,
  sessions,
  settings,
  students,
  tills,
  trustedBrowsers,
} from '#server/db/schema.ts';
import { digest, randomToken } from '#server/secrets.ts';
import { clientAddress } from './addresses.ts';
import type { AdminCaller, CookieChange, CookieName, DonorCaller, RegisteredTill, Site } from './call.ts';

/** The longest life of a session. */
const sessionDays = { admin: 7, donor: 90 } as const;

/** An unused admin session ends after this time, because it may be on a shared computer. */
const UNUSED_HOURS = 12;

const unusedEnd = (now: Date) => addSeconds(now, UNUSED_HOURS * 60 * 60);

/** How often, at most, the last use of a session is recorded. */
const USE_RECORDED_EVERY_SECONDS = 60;

const USER_AGENT_CHARACTERS = 512;

/** A session of an ID without donations ends the next day, because anyone may invent an ID. */
const DAYS_WITHOUT_DONATION = 1;

/** How long a sign-in waits for its mailed code. */
export const PENDING_HOURS = 1;
/** How long a donor's browser needs no code. */
export const TRUSTED_DAYS = 30;

const cookieDays = {
  ...sessionDays,
  // As long as browsers allow. It is renewed at each use.
  till: 400,
  trusted: TRUSTED_DAYS,
  pending: PENDING_HOURS / 24,
} as const satisfies Record<CookieName, number>;

export function isSecure(site: Pick<Site, 'publicUrl'>): boolean {
  return site.publicUrl.startsWith('https://');
}

/** Over https the `__Host-` prefix makes browsers refuse such a cookie from another subdomain. */
export function cookieName(site: Pick<Site, 'publicUrl'>, name: CookieName): string {
  return `${isSecure(site) ? '__Host-' : ''}reround_${name}`;
}

function cookieOptions(site: Pick<Site, 'publicUrl'>): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(site) };
}

/** Starts an admin's session. @returns the token for the cookie; the database has only its hash. */
export async function startAdminSession(
  transaction: Transaction,
  adminId: number,
  request: FastifyRequest,
  now: Date,
): Promise<string> {
  const session = {
    adminId,
    opensCodes: false,
    address: clientAddress(request.ip),
    userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_CHARACTERS),
    lastUsedAt: now,
    expiresAt: unusedEnd(now),
  };
  return await startSession(transaction, session, now);
}

/** The result of a donor's sign-in. */
export interface DonorSignIn {
  studentId: string;
  /** Null before the first donation under the ID. */
  participantId: number | null;
  /** The participant was found by the noted email, not by the donor ID. */
  isByEmail: boolean;
  claimedName: string | undefined;
  claimedEmail: string | undefined;
  /** True once a code mailed to `claimedEmail` was entered. */
  isEmailProven: boolean;
  /** True after a code to the noted email, or in a trusted browser. */
  opensCodes: boolean;
}

/** Starts a donor's session. After a sign-in by donor ID it belongs to the ID, whose participant may change. @returns the token. */
export async function startDonorSession(
  transaction: Transaction,
  { participantId, isByEmail, ...signIn }: DonorSignIn,
  now: Date,
): Promise<string> {
  const days = participantId === null ? DAYS_WITHOUT_DONATION : sessionDays.donor;
  const owner = { ...signIn, participantId: isByEmail ? participantId : null };
  return await startSession(transaction, { ...owner, expiresAt: addDays(now, days) }, now);
}

async function startSession(
  transaction: Transaction,
  session: Omit<typeof sessions.$inferInsert, 'tokenHash' | 'csrfSecret' | 'createdAt'>,
  now: Date,
): Promise<string> {
  const token = randomToken();
  const secret = { tokenHash: digest(token), csrfSecret: randomToken() };
  await transaction.insert(sessions).values({ ...session, ...secret, createdAt: now });
  return token;
}

export async function endSession(transaction: Transaction, sessionId: number): Promise<void> {
  await transaction.delete(sessions).where(eq(sessions.id, sessionId));
}

/** Ends the session of a cookie's token, if there is one. */
export async function endSessionOf(transaction: Transaction, token: string | undefined): Promise<void> {
  if (token) await transaction.delete(sessions).where(eq(sessions.tokenHash, digest(token)));
}

/** Ends all sessions of an admin except one. @returns how many. */
export async function endSessionsOfAdmin(
  transaction: Transaction,
  adminId: number,
  exceptSessionId?: number,
): Promise<number> {
  const ended = await transaction
    .delete(sessions)
    .where(
      and(
        eq(sessions.adminId, adminId),
        exceptSessionId === undefined ? undefined : ne(sessions.id, exceptSessionId),
      ),
    )
    .returning({ id: sessions.id });
  return ended.length;
}

/** An admin's sessions, the last used first. */
export async function listAdminSessions(executor: Executor, adminId: number, now: Date) {
  const lastUsedAt = sql`coalesce(${sessions.lastUsedAt}, ${sessions.createdAt})`;
  return await executor
    .select({
      id: sessions.id,
      address: sessions.address,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastUsedAt: lastUsedAt.mapWith(sessions.createdAt),
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(and(eq(sessions.adminId, adminId), gt(sessions.expiresAt, now)))
    .orderBy(desc(lastUsedAt), desc(sessions.id));
}

/** Ends one of an admin's own sessions. Undefined if there is no such session. */
export async function endOwnSession(
  transaction: Transaction,
  { adminId, sessionId }: { adminId: number; sessionId: number },
  now: Date,
): Promise<{ userAgent: string | null } | undefined> {
  const [ended] = await transaction
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.adminId, adminId), gt(sessions.expiresAt, now)))
    .returning({ userAgent: sessions.userAgent });
  return ended;
}

/**
 * After a change of a participant's noted email: ends the sessions that relied on the former email or proved another one,
 * and the trust in browsers.
 */
export async function endSessionsByEmail(transaction: Transaction, participantId: number): Promise<void> {
  const isOfDonorId = inArray(sessions.studentId, donorIdsOf(transaction, [participantId]));
  const ownEmail = sql`(select lower(${participants.email}) from ${participants} where ${eq(participants.id, participantId)})`;
  const hasProvenAnother = and(sessions.isEmailProven, ne(sql`lower(${sessions.claimedEmail})`, ownEmail));
  const isEnded = and(isOfDonorId, or(sessions.opensCodes, hasProvenAnother));
  await transaction.delete(sessions).where(or(eq(sessions.participantId, participantId), isEnded));
  await transaction.delete(trustedBrowsers).where(eq(trustedBrowsers.participantId, participantId));
}

/** Ends participants' sessions, pending sign-ins and trust in browsers. */
export async function endSessionsOfParticipants(
  transaction: Transaction,
  participantIds: readonly number[],
): Promise<void> {
  const ids = [...participantIds];
  const studentIds = donorIdsOf(transaction, ids);
  for (const table of [sessions, pendingSignIns]) {
    await transaction
      .delete(table)
      .where(or(inArray(table.participantId, ids), inArray(table.studentId, studentIds)));
  }
  await transaction.delete(trustedBrowsers).where(inArray(trustedBrowsers.participantId, ids));
}

function donorIdsOf(executor: Executor, participantIds: number[]) {
  return executor
    .select({ studentId: students.studentId })
    .from(students)
    .where(inArray(students.participantId, participantIds));
}

export async function findAdmin(
  executor: Executor,
  token: string | undefined,
  now: Date,
): Promise<(AdminCaller & { csrfSecret: string; lastUsedAt: Date | null }) | null> {
  if (!token) return null;
  const [found] = await executor
    .select({
      sessionId: sessions.id,
      csrfSecret: sessions.csrfSecret,
      lastUsedAt: sessions.lastUsedAt,
      adminId: admins.id,
      username: admins.username,
      role: admins.role,
      mustChangePassword: admins.mustChangePassword,
      mustSetUpSecondFactor: sql<boolean>`${settings.isSecondFactorRequired} and ${admins.secondFactorSince} is null`,
    })
    .from(sessions)
    .innerJoin(admins, eq(admins.id, sessions.adminId))
    .crossJoin(settings)
    .where(and(isCurrentSession(token, now), eq(admins.isActive, true)));
  return found ?? null;
}

function isCurrentSession(token: string, now: Date): SQL | undefined {
  return and(eq(sessions.tokenHash, digest(token)), gt(sessions.expiresAt, now));
}

/**
 * Records the use of an admin's session, at most once a minute, and postpones its end. Rows that another call has locked are
 * skipped, so that nobody waits.
 */
export async function recordSessionUse(
  executor: Executor,
  { sessionId, lastUsedAt }: { sessionId: number; lastUsedAt: Date | null },
  now: Date,
): Promise<void> {
  const recordedBefore = addSeconds(now, -USE_RECORDED_EVERY_SECONDS);
  if (lastUsedAt !== null && lastUsedAt > recordedBefore) return;
  const dueSession = executor
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, sessionId),
        or(isNull(sessions.lastUsedAt), lte(sessions.lastUsedAt, recordedBefore)),
        gt(sessions.expiresAt, now),
      ),
    )
    .for('update', { skipLocked: true });
  const latestEnd = sql`${sessions.createdAt} + make_interval(hours => ${sessionDays.admin * 24})`;
  const [used] = await executor
    .update(sessions)
    .set({ lastUsedAt: now, expiresAt: sql`least(${latestEnd}, ${unusedEnd(now)})` })
    .where(inArray(sessions.id, dueSession))
    .returning({ adminId: sessions.adminId });
  if (!used?.adminId) return;
  const unlockedAdmin = executor
    .select({ id: admins.id })
    .from(admins)
    .where(eq(admins.id, used.adminId))
    .for('no key update', { skipLocked: true });
  await executor.update(admins).set({ lastSeenAt: now }).where(inArray(admins.id, unlockedAdmin));
}

export async function findDonor(
  executor: Executor,
  token: string | undefined,
  now: Date,
): Promise<DonorCaller | null> {
  if (!token) return null;
  const [found] = await executor
    .select({
      sessionId: sessions.id,
      studentId: sql<string>`${sessions.studentId}`,
      participantId: participants.id,
      // Only its own session shows a claimed name.
      displayName: sql<string | null>`coalesce(${participants.displayName}, ${sessions.claimedName})`,
      // An email that was proven first and noted later counts as proven.
      isProven: sql<boolean>`${sessions.opensCodes} or (${sessions.isEmailProven}
        and coalesce(lower(${participants.email}) = lower(${sessions.claimedEmail}), false))`,
    })
    .from(sessions)
    .leftJoin(students, eq(students.studentId, sessions.studentId))
    .leftJoin(
      participants,
      eq(participants.id, sql`coalesce(${sessions.participantId}, ${students.participantId})`),
    )
    .where(and(isCurrentSession(token, now), isNotNull(sessions.studentId)));
  return found ?? null;
}

export function sessionToken(site: Site, request: FastifyRequest, name: CookieName): string | undefined {
  return request.cookies[cookieName(site, name)];
}

export function applyCookie(site: Site, reply: FastifyReply, change: CookieChange): void {
  const name = cookieName(site, change.name);
  if (change.token === null) {
    reply.clearCookie(name, cookieOptions(site));
    return;
  }
  const maxAge = Math.round(cookieDays[change.name] * 24 * 60 * 60);
  reply.setCookie(name, change.token, { ...cookieOptions(site), maxAge });
}

/**
 * The known till of a request, or null. Its device cookie (OWASP) gives it limits that strangers' guesses do not use up.
 * A new PIN, a store switched off or the console ends it.
 */
export async function registeredTill(
  executor: Executor,
  site: Site,
  request: FastifyRequest,
): Promise<RegisteredTill | null> {
  const token = sessionToken(site, request, 'till');
  if (!token) return null;
  const [till] = await executor
    .select({ id: tills.id, partnerId: tills.partnerId })
    .from(tills)
    .innerJoin(partners, and(eq(partners.id, tills.partnerId), eq(partners.pinHash, tills.pinHash)))
    .where(and(eq(tills.tokenHash, digest(token)), isNull(tills.endedAt), eq(partners.isActive, true)));
  return till ?? null;
}
