// Files of uploaded photos, which go once nothing shows them any more.
import { lt, type SQL, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { type Doer, recordAudit } from '#features/audit/server.ts';
import { addDays } from '#shared/dates.ts';
import { uploadName, UPLOADS_PATH } from '#shared/fields.ts';
import { type Executor, inTransaction, type Transaction } from '#server/database.ts';
import type { Site } from '#server/http/call.ts';
import { auditLog, donations, partners } from '#server/schema.ts';

/** How long an upload may wait for the form that it was made for to be sent. */
const DAYS_TO_ATTACH = 1;

/**
 * Writes down which photos a donation does not show any more, so that their files are found however often the process
 * ends before they are deleted. Gives whether any of them was uploaded here.
 */
export async function letGoOfPhotos(
  transaction: Transaction,
  photoUrls: readonly (string | null)[],
  doer: Doer,
  now: Date,
): Promise<boolean> {
  const names = photoUrls.map(nameOfUpload).filter((name) => name !== null);
  const entries = names.map((name) => ({ ...doer, action: 'photo.detached', ...aboutFile(name) }));
  await recordAudit(transaction, now, ...entries);
  return entries.length > 0;
}

function nameOfUpload(photoUrl: string | null): string | null {
  const name = photoUrl?.startsWith(UPLOADS_PATH) ? photoUrl.slice(UPLOADS_PATH.length) : '';
  return uploadName.test(name) ? name : null;
}

const aboutFile = (name: string) => ({ entityType: 'system' as const, entityId: null, details: { name } });

/**
 * Deletes the files of photos that a donation has let go of, and of uploads that nobody attached within a day: right after
 * such a change, and again each hour until the storage has done it. One that another donation shows stays for that one.
 */
export async function deleteLoosePhotos(
  { database, storage, clock }: Pick<Site, 'database' | 'storage' | 'clock'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<void> {
  for (const name of await loosePhotos(database, clock())) {
    try {
      await storage.remove(name);
      await inTransaction(database, async (transaction) => {
        const site = { actor: 'site', actorRole: 'system' as const };
        await recordAudit(transaction, clock(), { ...site, action: 'photo.deleted', ...aboutFile(name) });
      });
    } catch (error) {
      log.error({ error }, 'A photo that nothing shows any more was not deleted.');
    }
  }
}

/** The audit log is the only list of uploads: each has its row, as `backup/dump.ts` relies on, too. */
async function loosePhotos(executor: Executor, now: Date): Promise<string[]> {
  const { rows } = await executor.execute<{ name: string }>(sql`
    select ${nameInLog} as name from ${auditLog} where ${isDone('photo.detached')}
      or ${isDone('photo.uploaded')} and ${lt(auditLog.createdAt, addDays(now, -DAYS_TO_ATTACH))}
    except select ${nameInLog} from ${auditLog} where ${isDone('photo.deleted')}
    except select substr(${donations.photoUrl}, ${UPLOADS_PATH.length + 1}) from ${donations}
      where starts_with(${donations.photoUrl}, ${UPLOADS_PATH})
    except select substr(${partners.logo}, ${UPLOADS_PATH.length + 1}) from ${partners}
      where starts_with(${partners.logo}, ${UPLOADS_PATH})`);
  return rows.map(({ name }) => name).filter((name) => uploadName.test(name));
}

const nameInLog = sql`${auditLog.details} ->> 'name'`;

/** In the words of the index that finds actions. */
const isDone = (action: string): SQL => sql`(lower(${auditLog.action}) like ${action})`;
