import { randomBytes } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { glob, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { and, desc, eq, gte, isNotNull, isNull, lte } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { dayOf, daysAfter, instantOf } from '#shared/dates.ts';
import type { Environment, NightlyBackups } from '#server/env.ts';
import { makeFolder } from '#server/files.ts';
import type { Site } from '#server/http/call.ts';
import { withoutTimeLimits } from '#server/db/migrations.ts';
import { reasonOf } from '#server/reasons.ts';
import { backups } from '#server/db/schema.ts';
import { BucketClient } from '#server/storage.ts';
import { type BackupFile, tarOf } from './archive.ts';
import { siteEntries, writeBackup } from './write.ts';
import { examineBackup } from './load.ts';

/** When a backup is due, in the site's zone. */
const DUE_TIME = '03:00';
// An arbitrary number that nothing else uses.
const BACKUP_LOCK = 7_736_869;
/** A slower connection to a bucket counts as hanging. */
const LEAST_BYTES_A_MILLISECOND = 200;

/** Settings of sites whose backup is under way, because it may take longer than the hour until the next call. */
const underWay = new WeakSet<Environment>();

interface NightlyContext {
  site: Pick<Site, 'database' | 'clock' | 'timeZone'>;
  environment: Environment;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

/**
 * Makes the last night's backup unless it exists, reads it back whole and deletes old ones. One of several processes does it.
 * Call it once an hour, so that a failed or missed night is made up for.
 */
export async function makeNightlyBackup(context: NightlyContext): Promise<void> {
  const { site, environment } = context;
  const { backups: settings, migrationDatabaseUrl } = environment;
  if (!settings || underWay.has(environment)) return;
  underWay.add(environment);
  try {
    if (await isBackupMade(site)) return;
    if (migrationDatabaseUrl === undefined) return await makeBackup(context, settings);
    await withoutTimeLimits(migrationDatabaseUrl, async (client) => {
      // The lock is held by a transaction that is left open, because a pooler gives a session no connection of its own.
      await client.query('begin; set local idle_in_transaction_session_timeout = 0');
      const lock = `select pg_try_advisory_xact_lock(${BACKUP_LOCK}) as "isHeld"`;
      const { rows } = await client.query<{ isHeld: boolean }>(lock);
      if (rows[0]?.isHeld && !(await isBackupMade(site))) await makeBackup(context, settings);
    });
  } finally {
    underWay.delete(environment);
  }
}

async function isBackupMade({ database, clock, timeZone }: NightlyContext['site']): Promise<boolean> {
  const now = clock();
  const today = dayOf(now, timeZone);
  const dueToday = instantOf(`${today}T${DUE_TIME}`, timeZone);
  const due = dueToday <= now ? dueToday : instantOf(`${daysAfter(today, -1)}T${DUE_TIME}`, timeZone);
  const isRecent = and(gte(backups.verifiedAt, due), lte(backups.verifiedAt, now));
  return (await database.$count(backups, isRecent)) > 0;
}

async function makeBackup(
  { site, environment, log }: NightlyContext,
  { place, keep }: NightlyBackups,
): Promise<void> {
  const { database, clock, timeZone } = site;
  const { dataDirectory, backupPassphrase: passphrase } = environment;
  const bucket = place.kind === 'bucket' ? new BucketClient(place.bucket) : null;
  const folder = place.kind === 'bucket' ? join(dataDirectory, 'backup.outgoing') : place.folder;
  // A random part, because a copy of the site may use the same place.
  const name = `reround-${dayOf(clock(), timeZone)}-${randomBytes(4).toString('hex')}.tar${passphrase === undefined ? '' : '.age'}`;
  const file = { path: join(folder, name), passphrase };
  try {
    await makeFolder(folder);
    // A killed process may have left such files behind.
    const leftovers = glob(bucket ? 'reround-*' : 'reround-*.unfinished', { cwd: folder });
    for await (const leftover of leftovers) await rm(join(folder, leftover), { force: true });
    const { bytes, counts } = await writeBackup(file, tarOf(siteEntries(database, environment)));
    if (bucket) await moveToBucket(bucket, file);
    await database.insert(backups).values({ name, bytes, finishedAt: clock(), verifiedAt: clock() });
    log.info({ name, bytes, missingPhotos: counts.missingPhotos }, 'a backup was made and read back whole');
  } catch (error) {
    const failure = `${reasonOf(error)}.`;
    log.error({ name, failure }, 'a backup failed');
    await database.insert(backups).values({ name, finishedAt: clock(), failure });
    return;
  }
  await database.delete(backups).where(isNull(backups.verifiedAt));
  const outdated = await database
    .select({ name: backups.name })
    .from(backups)
    .where(isNotNull(backups.verifiedAt))
    .orderBy(desc(backups.verifiedAt))
    .offset(keep);
  for (const { name: outdatedName } of outdated) {
    if (bucket) await sendToBucket(bucket, 'DELETE', outdatedName);
    else await rm(join(folder, outdatedName), { force: true });
    await database.delete(backups).where(eq(backups.name, outdatedName));
  }
}

/** Moves a backup into a bucket and reads it back from there. */
async function moveToBucket(bucket: BucketClient, file: BackupFile): Promise<void> {
  const { path } = file;
  const name = basename(path);
  try {
    const body = await openAsBlob(path);
    await sendToBucket(bucket, 'PUT', name, body);
    const response = await sendToBucket(bucket, 'GET', name, undefined, body.size);
    await pipeline(Readable.fromWeb(response.body ?? new ReadableStream()), createWriteStream(path));
    await examineBackup(file);
  } catch (error) {
    await sendToBucket(bucket, 'DELETE', name).catch(() => {});
    throw new Error(`The bucket for backups: ${reasonOf(error)}.`, { cause: error });
  } finally {
    await rm(path, { force: true });
  }
}

async function sendToBucket(
  bucket: BucketClient,
  method: string,
  name: string,
  body?: Blob,
  size = body?.size ?? 0,
) {
  const timeout = Math.ceil(60_000 + size / LEAST_BYTES_A_MILLISECOND);
  const response = await bucket.send(name, { method, ...(body && { body }) }, timeout);
  if (response.ok) return response;
  throw new Error(`it answers ${method} ${name} with status ${response.status}`);
}
