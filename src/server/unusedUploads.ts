// Uploaded photos that nothing refers to: a form that was left, a photo that another one replaced. They go once
// they are a day old, and never while somebody is attaching them.
import { sql } from 'drizzle-orm';
import { addDays } from '#shared/dates.ts';
import { uploadName, UPLOADS_PATH } from '#shared/fields.ts';
import { type Database, type Executor, inTransaction, type Transaction } from './database.ts';
import { Refusal } from '#server/http/refusal.ts';
import { donations, partners } from './schema.ts';
import type { PhotoStorage } from './storage.ts';

/** Shared by those who attach photos, held alone by whoever removes one. */
export const UPLOADS_LOCK = 8_085_679;

const NAMES_AT_ONCE = 1000;

/** The name in an upload's address, whether that begins with the site's or not. */
const nameInAddress = new RegExp(`${UPLOADS_PATH}(${uploadName.source.replace(/^\^|\$$/g, '')})`);

/**
 * Makes sure that an uploaded photo is there and stays until the transaction commits. Other addresses pass.
 *
 * @throws Refusal 409 where the photo is gone.
 */
export async function holdUpload(
  transaction: Transaction,
  storage: PhotoStorage,
  address: string | null | undefined,
): Promise<void> {
  const name = nameInAddress.exec(address ?? '')?.[1];
  if (name === undefined) return;
  await transaction.execute(sql`select pg_advisory_xact_lock_shared(${UPLOADS_LOCK})`);
  if (!(await storage.has(name))) {
    throw new Refusal('wrong_state', 'That photo is no longer stored. Please upload it again.');
  }
}

/** Removes the uploads that are a day old and used nowhere. Any number of processes may do so at once. */
export async function removeUnusedUploads(
  database: Database,
  storage: PhotoStorage,
  now: Date,
): Promise<void> {
  const dayBefore = addDays(now, -1);
  let names: string[] = [];
  for await (const { name, savedAt } of storage.list()) {
    if (uploadName.test(name) && savedAt < dayBefore) names.push(name);
    if (names.length === NAMES_AT_ONCE) {
      await removeUnused(database, storage, names);
      names = [];
    }
  }
  await removeUnused(database, storage, names);
}

async function removeUnused(
  database: Database,
  storage: PhotoStorage,
  names: readonly string[],
): Promise<void> {
  for (const name of await unusedAmong(database, names)) {
    await inTransaction(database, async (transaction) => {
      await transaction.execute(sql`select pg_advisory_xact_lock(${UPLOADS_LOCK})`);
      // Asked once more: it may have been attached since, and now nobody can be about to.
      const [unused] = await unusedAmong(transaction, [name]);
      if (unused !== undefined) await storage.remove(name);
    });
  }
}

async function unusedAmong(executor: Executor, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const { rows } = await executor.execute<{ name: string }>(sql`
    select name from unnest(${sql.param(names)}::text[]) as name
    except select substring(${donations.photoUrl} from ${nameInAddress.source}) from ${donations}
           where ${donations.photoUrl} is not null
    except select substring(${partners.logo} from ${nameInAddress.source}) from ${partners}
           where ${partners.logo} is not null`);
  return rows.map(({ name }) => name);
}
