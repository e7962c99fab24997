import sharp from 'sharp';
import { sql } from 'drizzle-orm';
import { contract as donations } from '#features/donations/contract.ts';
import { contract as redemption } from '#features/redemption/contract.ts';
import type { Database } from '#server/database.ts';
import type { PhotoStorage } from '#server/storage.ts';
import { UPLOADS_PATH } from '#shared/fields.ts';
import { callAt } from './calls.ts';
import type { Ledger, Size } from './writers.ts';

const AT_ONCE = 8;

/** Asks a server for what was acknowledged: all, or the latest of each kind. Gives what it does not have. */
export async function findLost(
  address: string,
  admin: Record<string, string>,
  ledger: Ledger,
  latest?: number,
): Promise<string[]> {
  const some = <Item>(items: Iterable<Item>) => [...items].slice(latest === undefined ? 0 : -latest);
  const checks = [
    ...some(ledger.donations).map((id) => async () => {
      const { status } = await callAt(address, donations.donationDetails, { params: { id } }, admin);
      return status === 200 ? null : `donation ${id}`;
    }),
    ...some(ledger.codes.values()).map((id) => async () => {
      const { body } = await callAt(address, donations.donationDetails, { params: { id } }, admin);
      return body.row?.isConfirmed ? null : `confirmation of donation ${id}`;
    }),
    ...some(ledger.uses).map(([code, uses]) => async () => {
      // A code that is used up is refused, with the same figures.
      const { body } = await callAt(address, redemption.checkCode, { params: { code } });
      return body.maxUses - body.remaining >= uses ? null : `use ${uses} of ${code}`;
    }),
    ...some(ledger.photos).map(([url, size]) => async () => {
      return (await showsPhoto(address, url, size)) ? null : `photo ${url}`;
    }),
  ];
  const lost: (string | null)[] = [];
  while (checks.length > 0)
    lost.push(...(await Promise.all(checks.splice(0, AT_ONCE).map((check) => check()))));
  return lost.filter((what) => what !== null);
}

async function showsPhoto(address: string, url: string, size: Size): Promise<boolean> {
  const response = await fetch(address + url);
  if (response.status !== 200) return false;
  const { width, height } = await decode(Buffer.from(await response.arrayBuffer()));
  return width === size.width && height === size.height;
}

/** @throws Error if the picture is not whole. */
async function decode(bytes: Buffer) {
  return (await sharp(bytes, { failOn: 'warning' }).raw().toBuffer({ resolveWithObject: true })).info;
}

/** Photos that the audit log says were uploaded, and that are not there as whole pictures. */
export async function findLostFiles(storage: PhotoStorage, database: Database): Promise<string[]> {
  const lost: string[] = [];
  for (const name of await uploadedNames(database)) {
    const bytes = await storage.read(name);
    if (!bytes || !(await decode(bytes).catch(() => null))) lost.push(name);
  }
  return lost;
}

/** What the database holds, in the ledger's terms, once nobody writes. */
export async function countKept(database: Database) {
  const ids = await database.execute<{ id: number }>(sql`select id from donations order by id`);
  const codes = await database.execute<{ code: string; donation: number; uses: number }>(
    sql`select code, donation_id as donation, use_count as uses from discount_codes order by code`,
  );
  const counts = await database.execute<{ redemptions: number; keys: number }>(sql`
    select (select count(*)::int from code_redemptions) as redemptions,
      (select count(*)::int from idempotency_keys) as keys`);
  const photos = new Set((await uploadedNames(database)).map((name) => UPLOADS_PATH + name));
  return { donations: ids.rows.map(({ id }) => id), codes: codes.rows, photos, ...counts.rows[0] };
}

/** The photos that the audit log says were uploaded. */
async function uploadedNames(database: Database): Promise<string[]> {
  const { rows } = await database.execute<{ name: string }>(
    sql`select details ->> 'name' as name from audit_log where action = 'photo.uploaded'`,
  );
  return rows.map(({ name }) => name);
}
