// Second factors: the codes of an authenticator app (TOTP, RFC 6238), and recovery codes in case the phone is lost.
import { createHmac } from 'node:crypto';
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Executor, Transaction } from '#server/db/database.ts';
import type { Site } from '#server/http/call.ts';
import { countTry, refundTry } from '#server/http/rateLimits.ts';
import { admins, recoveryCodes } from '#server/db/schema.ts';
import { randomText, sameText } from '#server/secrets.ts';

const RECOVERY_CODE_COUNT = 10;

/** Without characters that are easily mistaken for others, such as 0 and O. */
const RECOVERY_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const RECOVERY_CHARACTERS = 8;

const SECOND_FACTOR_DIGITS = 6;

/** Codes of the step before and after are accepted too, since clocks differ and people type slowly. */
const WINDOW_STEPS = 1;

/** 160 bits, as base32. */
export const randomSecondFactorSecret = (): string => new Secret({ size: 20 }).base32;

function createTotp(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  const parameters = { algorithm: 'SHA1', digits: SECOND_FACTOR_DIGITS, period: 30 };
  return new TOTP({ ...names, ...parameters, secret: Secret.fromBase32(secret) });
}

/** The address that an authenticator app reads from a QR code. A colon would end a name early. */
export function secondFactorUri(secret: string, names: { issuer: string; username: string }): string {
  const withoutColon = (name: string) => name.replaceAll(':', ' ');
  return createTotp(secret, {
    issuer: withoutColon(names.issuer),
    label: withoutColon(names.username),
  }).toString();
}

/** Checked first, since the library throws for some texts of this length that are not digits. */
const appCodePattern = new RegExp(`^[0-9]{${SECOND_FACTOR_DIGITS}}$`);

/** The 30-second step whose code this is. Null for a wrong code, and for a step not later than the last one used. */
export function findTimeStep(
  secret: string,
  code: string,
  now: Date,
  lastStep: number | null,
): number | null {
  if (!appCodePattern.test(code)) return null;
  const totp = createTotp(secret);
  const timestamp = now.getTime();
  const stepsAway = totp.validate({ token: code, timestamp, window: WINDOW_STEPS });
  if (stepsAway === null) return null;
  const step = totp.counter({ timestamp }) + stepsAway;
  return lastStep === null || step > lastStep ? step : null;
}

/** Keyed by the second factor's secret, so that nobody can guess codes without the site's key. */
function recoveryCodeHash(secret: string, code: string): string {
  return createHmac('sha256', secret).update(`recovery code ${code}`).digest('base64url');
}

/** Replaces an admin's recovery codes. Returns the ten new ones, each as two groups of four characters. */
export async function renewRecoveryCodes(
  transaction: Transaction,
  adminId: number,
  secret: string,
): Promise<string[]> {
  await transaction.delete(recoveryCodes).where(eq(recoveryCodes.adminId, adminId));
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODE_COUNT) codes.add(randomText(RECOVERY_ALPHABET, RECOVERY_CHARACTERS));
  const rows = Array.from(codes, (code) => ({ adminId, codeHash: recoveryCodeHash(secret, code) }));
  await transaction.insert(recoveryCodes).values(rows);
  return Array.from(codes, (code) => `${code.slice(0, 4)}-${code.slice(4)}`);
}

type Admin = typeof admins.$inferSelect;

/** What a right code uses up: the 30-second step of an app code, or a recovery code. */
export type Proof = { step: number } | { recoveryCodeId: number };

/** Used if there is no second factor, so that the time taken does not reveal who has one. */
const dummySecret = randomSecondFactorSecret();

/** Verifies a code without using it up. Null if it is wrong, the second factor is off, or there is no such admin. */
export async function verifyCode(
  { database, site, now }: { database: Executor; site: Site; now: Date },
  admin: Admin | undefined,
  code: string,
): Promise<Proof | null> {
  const unused = await database
    .select({ id: recoveryCodes.id, codeHash: recoveryCodes.codeHash })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.adminId, admin?.id ?? 0), isNull(recoveryCodes.usedAt)));
  const sealed = admin?.secondFactorSince ? admin.secondFactorSecret : null;
  const secret = sealed === null ? dummySecret : site.secrets.openSecondFactor(sealed);
  const step = findTimeStep(secret, code, now, admin?.secondFactorStep ?? null);
  const codeHash = recoveryCodeHash(secret, code);
  const matching = unused.find((recoveryCode) => sameText(recoveryCode.codeHash, codeHash));
  if (sealed === null) return null;
  if (step !== null) return { step };
  return matching ? { recoveryCodeId: matching.id } : null;
}

/**
 * Limits an admin's wrong codes, since six digits could be guessed from many addresses. Counts first, so that codes sent at
 * once cannot exceed the limit. Must follow a right password, so that no stranger can lock an admin out.
 *
 * @throws Refusal 429 if the limit is reached.
 */
export async function countCodeTry(
  { site, now }: { site: Site; now: Date },
  adminId: number,
  proof: Proof | null,
): Promise<void> {
  if (!site.rateLimits) return;
  const codeTry = { name: 'wrongSecondFactor', subject: `admin ${adminId}`, at: now } as const;
  await countTry(site.database, codeTry);
  if (proof) await refundTry(site.database, codeTry);
}

/** Uses a verified code up. False if it was used meanwhile, or the second factor was switched off or replaced. */
export async function spendProof(
  transaction: Transaction,
  { id, secondFactorSecret }: Pick<Admin, 'id' | 'secondFactorSecret'>,
  proof: Proof,
  now: Date,
): Promise<boolean> {
  const isUnchanged = and(
    eq(admins.id, id),
    isNotNull(admins.secondFactorSince),
    eq(admins.secondFactorSecret, secondFactorSecret ?? ''),
  );
  if ('step' in proof) {
    const isLater = or(isNull(admins.secondFactorStep), lt(admins.secondFactorStep, proof.step));
    const spent = await transaction
      .update(admins)
      .set({ secondFactorStep: proof.step })
      .where(and(isUnchanged, isLater))
      .returning({ id: admins.id });
    return spent.length > 0;
  }
  const [locked] = await transaction.select({ id: admins.id }).from(admins).where(isUnchanged).for('update');
  if (!locked) return false;
  const spent = await transaction
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(eq(recoveryCodes.id, proof.recoveryCodeId), isNull(recoveryCodes.usedAt)))
    .returning({ id: recoveryCodes.id });
  return spent.length > 0;
}
