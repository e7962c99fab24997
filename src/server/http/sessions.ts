import type { CookieSerializeOptions } from '@fastify/cookie';
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addDays } from '#shared/dates.ts';
import type { Executor, Transaction } from '#server/database.ts';
import {
  admins,
  participants,
  pendingSignIns,
  sessions,
  settings,
  students,
  trustedBrowsers,
} from '#server/schema.ts';
import { digest, randomToken } from '#server/secrets.ts';
import { clientAddress } from './addresses.ts';
import type { AdminCaller, CookieChange, CookieName, DonorCaller, Site } from './call.ts';

/** How long a session lasts. A volunteer signs in again each week, a donor each season. */
const sessionDays = { admin: 7, donor: 90 } as const;

/** An admin's ends sooner where nobody uses it: a shared computer may have been left signed in. */
const UNUSED_HOURS = 12;

/** When an admin's session ends that is used now and never again. */
const endUnused = (now: Date) => new Date(now.getTime() + UNUSED_HOURS * 60 * 60_000);

/** How often it is noted that a session is used: more often nobody needs to know. */
const NOTED_EVERY_MILLISECONDS = 60_000;

/** How much is kept of what a browser says of itself. */
const USER_AGENT_CHARACTERS = 512;

/** Anyone may invent a donor ID and sign in with it: what that leaves behind is gone the next day. */
const DAYS_WITHOUT_DONATION = 1;

/** For so long a browser may go on with a sign-in whose code was mailed, and is then trusted if it was asked to be. */
export const PENDING_HOURS = 1;
export const TRUSTED_DAYS = 30;

/** Cookies of tills and of browsers that donations were logged in, given anew each time, live as long as browsers let one live. */
const cookieDays = {
  ...sessionDays,
  till: 400,
  trusted: TRUSTED_DAYS,
  pending: PENDING_HOURS / 24,
} as const satisfies Record<CookieName, number>;

export function isSecure(site: Pick<Site, 'publicUrl'>): boolean {
  return site.publicUrl.startsWith('https://');
}

/** The cookie's name. Over https the prefix makes browsers refuse one that a neighbouring host planted. */
export function cookieName(site: Pick<Site, 'publicUrl'>, name: CookieName): string {
  return `${isSecure(site) ? '__Host-' : ''}reround_${name}`;
}

function cookieOptions(site: Pick<Site, 'publicUrl'>): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(site) };
}

/** Starts an admin's session and returns the token for its cookie; the database keeps only the token's hash. */
export async function startAdminSession(
  transaction: Transaction,
  adminId: number,
  request: FastifyRequest,
  now: Date,
): Promise<string> {
  const nobody = {
    studentId: null,
    participantId: null,
    claimedName: null,
    claimedEmail: null,
    isEmailProven: false,
    opensCodes: false,
  };
  const used = {
    address: clientAddress(request.ip),
    userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_CHARACTERS),
    lastUsedAt: now,
  };
  return await start(transaction, { ...nobody, ...used, adminId }, endUnused(now), now);
}

/** Who signed in as a donor, and what they said of themselves. */
export interface DonorSignIn {
  studentId: string;
  /** Null where the donor ID leads to nobody yet. */
  participantId: number | null;
  /** Whether it was found by its noted email, not by the donor ID. */
  isByEmail: boolean;
  claimedName: string | undefined;
  claimedEmail: string | undefined;
  /** That a mailed code went to the claimed email and came back. */
  isEmailProven: boolean;
  /** That it is proven who this is: by a code to the noted email, or a trusted browser. */
  opensCodes: boolean;
}

/** The same for a donor. A session by donor ID is that ID's, whoever it leads to: nobody yet, for a first visit. */
export async function startDonorSession(
  transaction: Transaction,
  { studentId, participantId, isByEmail, ...said }: DonorSignIn,
  now: Date,
): Promise<string> {
  const days = participantId === null ? DAYS_WITHOUT_DONATION : sessionDays.donor;
  const known = isByEmail ? participantId : null;
  const unseen = { address: null, userAgent: null, lastUsedAt: null };
  const owner = { adminId: null, studentId, participantId: known, ...said, ...unseen };
  return await start(transaction, owner, addDays(now, days), now);
}

type Owner = Omit<typeof sessions.$inferInsert, 'tokenHash' | 'csrfSecret' | 'createdAt' | 'expiresAt'>;

async function start(transaction: Transaction, owner: Owner, expiresAt: Date, now: Date): Promise<string> {
  const token = randomToken();
  const secret = { tokenHash: digest(token), csrfSecret: randomToken() };
  await transaction.insert(sessions).values({ ...owner, ...secret, createdAt: now, expiresAt });
  return token;
}

export async function endSession(transaction: Transaction, sessionId: number): Promise<void> {
  await transaction.delete(sessions).where(eq(sessions.id, sessionId));
}

/** Ends the session of a browser's cookie, if it has one: signing in anew replaces it. */
export async function endSessionOf(transaction: Transaction, token: string | undefined): Promise<void> {
  if (token) await transaction.delete(sessions).where(eq(sessions.tokenHash, digest(token)));
}

/** Ends all sessions of an admin, but for the one to be kept. @returns how many. */
export async function endSessionsOfAdmin(
  transaction: Transaction,
  adminId: number,
  keptSessionId?: number,
): Promise<number> {
  const ended = await transaction
    .delete(sessions)
    .where(
      and(
        eq(sessions.adminId, adminId),
        keptSessionId === undefined ? undefined : ne(sessions.id, keptSessionId),
      ),
    )
    .returning({ id: sessions.id });
  return ended.length;
}

/** An admin's own sessions, the one used last first. */
export async function listAdminSessions(executor: Executor, adminId: number, now: Date) {
  return await executor
    .select({
      id: sessions.id,
      address: sessions.address,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastUsedAt: sql`coalesce(${sessions.lastUsedAt}, ${sessions.createdAt})`.mapWith(sessions.createdAt),
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(and(eq(sessions.adminId, adminId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sql`coalesce(${sessions.lastUsedAt}, ${sessions.createdAt})`), desc(sessions.id));
}

/** Ends one of an admin's own sessions. @returns what its browser said of itself; undefined where there is no such session. */
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
 * Once another email of a participant is noted, ends the sessions that began with the one before, those in which that was
 * proven, and those in which somebody has proven a third one; browsers that were trusted are not any more.
 */
export async function endSessionsByEmail(transaction: Transaction, participantId: number): Promise<void> {
  const isOfDonorId = inArray(sessions.studentId, donorIdsOf(transaction, [participantId]));
  const noted = sql`(select lower(${participants.email}) from ${participants} where ${eq(participants.id, participantId)})`;
  const hasProvenAnother = and(sessions.isEmailProven, ne(sql`lower(${sessions.claimedEmail})`, noted));
  const isEnded = and(isOfDonorId, or(sessions.opensCodes, hasProvenAnother));
  await transaction.delete(sessions).where(or(eq(sessions.participantId, participantId), isEnded));
  await transaction.delete(trustedBrowsers).where(eq(trustedBrowsers.participantId, participantId));
}

/**
 * Ends the sessions of everyone who signed in as one of these participants, and whatever would lead to another one:
 * sign-ins that wait for a code, trusted browsers.
 */
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

/** What of an admin's session is nothing for handlers. */
interface AdminSession {
  csrfSecret: string;
  lastUsedAt: Date | null;
}

export async function findAdmin(
  executor: Executor,
  token: string | undefined,
  now: Date,
): Promise<(AdminCaller & AdminSession) | null> {
  if (!token) return null;
  const [found] = await adminSession(executor, { tokenHash: digest(token), now });
  return found ?? null;
}

/**
 * Notes that an admin's session is used, which puts off its end, and that the admin was seen, once a minute at most. Nobody
 * waits for it: where another call holds a row, that one notes it or ends it.
 */
export async function noteUse(
  executor: Executor,
  { sessionId, lastUsedAt }: { sessionId: number; lastUsedAt: Date | null },
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - NOTED_EVERY_MILLISECONDS);
  if (lastUsedAt !== null && lastUsedAt > before) return;
  const due = executor
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, sessionId),
        or(isNull(sessions.lastUsedAt), lte(sessions.lastUsedAt, before)),
        gt(sessions.expiresAt, now),
      ),
    )
    .for('update', { skipLocked: true });
  const longest = sql`${sessions.createdAt} + make_interval(hours => ${sessionDays.admin * 24})`;
  const [used] = await executor
    .update(sessions)
    .set({ lastUsedAt: now, expiresAt: sql`least(${longest}, ${endUnused(now)})` })
    .where(inArray(sessions.id, due))
    .returning({ adminId: sessions.adminId });
  if (!used?.adminId) return;
  const free = executor
    .select({ id: admins.id })
    .from(admins)
    .where(eq(admins.id, used.adminId))
    .for('no key update', { skipLocked: true });
  await executor.update(admins).set({ lastSeenAt: now }).where(inArray(admins.id, free));
}

type Asked = { tokenHash: string; now: Date };

function isOpen({ tokenHash, now }: Asked): SQL | undefined {
  return and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now));
}

const adminSession = (executor: Executor, asked: Asked) =>
  executor
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
    .where(and(isOpen(asked), eq(admins.isActive, true)));

export async function findDonor(
  executor: Executor,
  token: string | undefined,
  now: Date,
): Promise<DonorCaller | null> {
  if (!token) return null;
  const [found] = await donorSession(executor, { tokenHash: digest(token), now });
  return found ?? null;
}

const donorSession = (executor: Executor, asked: Asked) =>
  executor
    .select({
      sessionId: sessions.id,
      studentId: sql<string>`${sessions.studentId}`,
      participantId: participants.id,
      // A greeting by what was typed, where nothing is noted: only who typed it reads it.
      displayName: sql<string | null>`coalesce(${participants.displayName}, ${sessions.claimedName})`,
      // An email that was proven before it was noted proves it from then on.
      isProven: sql<boolean>`${sessions.opensCodes} or (${sessions.isEmailProven}
        and coalesce(lower(${participants.email}) = lower(${sessions.claimedEmail}), false))`,
    })
    .from(sessions)
    .leftJoin(students, eq(students.studentId, sessions.studentId))
    .leftJoin(
      participants,
      eq(participants.id, sql`coalesce(${sessions.participantId}, ${students.participantId})`),
    )
    .where(and(isOpen(asked), isNotNull(sessions.studentId)));

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
