// The probes: each asks one part of the site and says what came of it. None changes anything that the site keeps.
import { randomBytes } from 'node:crypto';
import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { newestEntryAt } from '#features/audit/server.ts';
import { lastTenRefused, waitingMail } from '#features/mail/serverOutbox.ts';
import {
  firstAttemptAt,
  fullerBackup,
  goneBackups,
  lastFailure,
  newestGoodBackup,
  placeOf,
} from '#server/backup/nights.ts';
import { type Database, refuseOtherMigrationDatabase, refuseOtherSchema } from '#server/database.ts';
import { type Environment, warningsOf } from '#server/env.ts';
import { signInToMailServer, UnreachedMailServer } from '#server/mail.ts';
import { explained, refuseForgetful } from '#server/open.ts';
import { reasonOf } from '#server/reasonOf.ts';
import { healthChecks } from '#server/schema.ts';
import { randomText } from '#server/secrets.ts';
import { refuseOtherKey } from '#server/siteKey.ts';
import { openStorage } from '#server/storage.ts';
import { wrongTotals as findWrongTotals } from '#server/totals/checkTotals.ts';
import { databaseClock } from '#server/upkeep.ts';
import { type PartName, partNames } from '#shared/health.ts';
import {
  backupsVerdict,
  bad,
  type Check,
  clockVerdict,
  databaseVerdict,
  diskVerdict,
  good,
  onlyClockVerdict,
  outboxVerdict,
  type Room,
  settingsVerdict,
  standing,
  totalsVerdict,
  type Verdict,
  warning,
} from './rules.ts';
import type { Answer, Given } from './serverChannel.ts';

/** What probes ask. */
export interface Probed {
  environment: Environment;
  database: Database;
  clock: () => Date;
}

/** Whoever asks should not have to wait for what hangs. */
const PROBE_MILLISECONDS = 8_000;
/** Less, so that it is the mail server's silence that is told of, and the disk's. */
const MAIL_MILLISECONDS = 6_000;
const MAIL_STEP_MILLISECONDS = 5_000;
const DISK_MILLISECONDS = 6_000;

type Probe<Of> = (of: Of) => Promise<Verdict & { wrongTotals?: number }>;

/** What needs no database, so that any process of the site's machine can ask it. */
const ofMachine = {
  settings: async ({ environment }) => settingsVerdict(warningsOf(environment)),
  storage: askStorage,
  disk: askDisks,
  mail: askMailServer,
} as const satisfies Partial<Record<PartName, Probe<Pick<Probed, 'environment'>>>>;

/** What takes the database, which where it is embedded one process has to itself. */
const ofDatabase = {
  database: askDatabase,
  key: askKey,
  clock: askClock,
  outbox: askOutbox,
  backups: askBackups,
  totals: askRecount,
} as const satisfies Partial<Record<PartName, Probe<Probed>>>;

/** What of the site's machine is good and what is not, with or without a database. */
export async function lookAtMachine(environment: Environment): Promise<Check[]> {
  return await verdictsOf(ofMachine, { environment });
}

/** What of the database and of all that it keeps is good and what is not. */
export async function lookAtDatabase(probed: Probed): Promise<Check[]> {
  return await verdictsOf(ofDatabase, probed);
}

/** The same for whoever gives settings that the site may not run by yet, and which of them it does not. */
export async function lookAtDatabaseBy(given: Given, probed: Probed): Promise<Answer> {
  const { secretKey, backups, mail } = given;
  const environment = { ...probed.environment, secretKey, backups, mail };
  const checks = await lookAtDatabase({ ...probed, environment });
  const others = Object.entries({ 'its key': 'secretKey', backups: 'backups', mail: 'mail' } as const)
    // What comes over a socket lacks what is undefined.
    .filter(([, key]) => JSON.stringify(given[key]) !== JSON.stringify(probed.environment[key]))
    .map(([words]) => words);
  if (others.length === 0) return { checks, otherSettings: null };
  const otherSettings = `The running site has other settings than those given here for ${others.join(', ')}. What is said goes by those given. If they are not meant to differ, check with the site's own settings (under systemd: sudo reround check).`;
  return { checks, otherSettings };
}

/** A check, and for totals how many of them are wrong. */
export type Seen = Check & { wrongTotals?: number };

/** Looks at some parts anew, the totals by a recount. */
export async function look(probed: Probed, names: readonly PartName[]): Promise<Seen[]> {
  const probes = { ...ofMachine, ...ofDatabase, totals: recount };
  return await verdictsOf(Object.fromEntries(names.map((name) => [name, probes[name]])), probed);
}

async function verdictsOf<Of>(probes: Partial<Record<PartName, Probe<Of>>>, of: Of): Promise<Seen[]> {
  const asked = partNames.flatMap((name) => {
    const probe = probes[name];
    // A recount takes the time that it takes.
    const mostMilliseconds = probe === recount ? undefined : PROBE_MILLISECONDS;
    return probe ? [verdictOf(name, () => probe(of), mostMilliseconds)] : [];
  });
  return await Promise.all(asked);
}

/** A probe's verdict within its time. One that throws is bad: it was to tell, and cannot. */
async function verdictOf(
  name: PartName,
  ask: () => ReturnType<Probe<unknown>>,
  mostMilliseconds: number | undefined,
): Promise<Seen> {
  try {
    const work = ask();
    return { name, ...(await (mostMilliseconds === undefined ? work : within(mostMilliseconds, work))) };
  } catch (error) {
    return { name, ...bad(`It cannot be looked at: ${reasonOf(error)}.`) };
  }
}

/** @throws Error with what is to be told then if the work takes longer; it may then still be under way. */
export async function within<Result>(
  milliseconds: number,
  work: Promise<Result>,
  told = `no answer in ${milliseconds / 1000} s`,
): Promise<Result> {
  const gaveUp = new AbortController();
  const end = setTimeout(milliseconds, undefined, { signal: gaveUp.signal }).then(() => {
    throw new Error(told);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    gaveUp.abort();
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

async function askStorage({ environment }: Pick<Probed, 'environment'>): Promise<Verdict> {
  const { bucket, dataDirectory } = environment;
  if (!bucket && (await nearestFolder(dataDirectory)) !== dataDirectory) {
    return await unmadeFolder(environment);
  }
  const where = bucket ? `the bucket ${bucket.name} at ${bucket.endpoint}` : dataDirectory;
  const remedy = bucket
    ? 'Look whether it is reachable, and whether the S3_ settings name it and may write there.'
    : 'Look whether its disk is full, and whether the user that the site runs as may write there.';
  const storage = openStorage(environment);
  const name = `health${randomText(LETTERS, 18)}.webp`;
  const written = randomBytes(16);
  try {
    await storage.save(name, written);
    const isKept = (await storage.read(name))?.equals(written);
    await storage.remove(name);
    if (!isKept) return bad(`What is written to ${where} is not what is read from it. ${remedy}`);
    return good(`A photo can be written to ${where}, read back and removed.`);
  } catch (error) {
    // What is left is a name that no row has, and this is about what kept it from being removed.
    await storage.remove(name).catch(() => {});
    return bad(`A photo cannot be written to ${where}, read back and removed: ${reasonOf(error)}. ${remedy}`);
  }
}

/** Of a DATA_DIR that is not there: whether the site can make it. On a PostgreSQL server it has the photos alone. */
async function unmadeFolder({ dataDirectory, databaseUrl }: Environment): Promise<Verdict> {
  const [maker, kept] = databaseUrl === undefined ? ['start', 'is a site'] : ['photo', 'are photos'];
  const around = await nearestFolder(dataDirectory);
  try {
    await access(around, constants.W_OK | constants.X_OK);
    return warning(
      `${dataDirectory} is not there yet: the first ${maker} makes it. If there ${kept} already, DATA_DIR names another place.`,
    );
  } catch (error) {
    return bad(`${dataDirectory} is not there, and ${around} lets nobody make it: ${reasonOf(error)}.`);
  }
}

/** The folders whose disks the site fills. */
export function foldersOf({ databaseUrl, bucket, dataDirectory, backups }: Environment) {
  // On its way to a bucket a backup lies there, whole.
  const keepsNothing = databaseUrl !== undefined && bucket !== undefined && backups?.place.kind !== 'bucket';
  return [
    ...(keepsNothing ? [] : [{ setting: 'DATA_DIR', folder: dataDirectory }]),
    ...(backups?.place.kind === 'folder' ? [{ setting: 'BACKUP_DIR', folder: backups.place.folder }] : []),
  ];
}

async function askDisks({ environment }: Pick<Probed, 'environment'>): Promise<Verdict> {
  const rooms = foldersOf(environment).map(async ({ setting, folder }): Promise<Room> => {
    const { path, freeBytes } = await within(DISK_MILLISECONDS, roomIn(folder)).catch((error: unknown) => {
      throw new Error(`the disk of ${folder} (${setting}) gives ${reasonOf(error)}`);
    });
    return { setting, path, freeBytes };
  });
  return diskVerdict(await Promise.all(rooms));
}

/** The looks that are under way: of a share whose server is gone each would keep one of Node's few threads for good. */
const measuring = new Map<string, ReturnType<typeof measure>>();

/** How much room there is on a folder's disk, in bytes. One that hangs is asked once, and only once it answers again. */
export async function roomIn(folder: string): ReturnType<typeof measure> {
  const asked = measuring.get(folder) ?? measure(folder).finally(() => measuring.delete(folder));
  measuring.set(folder, asked);
  return await asked;
}

async function measure(folder: string): Promise<{ path: string; freeBytes: number; sizeBytes: number }> {
  const path = await nearestFolder(folder);
  const { bavail, blocks, bsize } = await statfs(path);
  return { path, freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

/** A folder, or of the folders around one that is not there yet the first that is. */
async function nearestFolder(path: string): Promise<string> {
  const around = dirname(path);
  if (around === path) return path;
  return await access(path).then(
    () => path,
    () => nearestFolder(around),
  );
}

async function askMailServer({ environment: { mail } }: Pick<Probed, 'environment'>): Promise<Verdict> {
  if (!mail) {
    return warning('Mail is off: nobody is written to. SMTP_URL and MAIL_FROM switch it on.');
  }
  const { host } = new URL(mail.smtpUrl);
  try {
    await within(MAIL_MILLISECONDS, signInToMailServer(mail, MAIL_STEP_MILLISECONDS));
    return good(`The mail server at ${host} takes the sign-in.`);
  } catch (error) {
    if (error instanceof UnreachedMailServer) {
      return bad(
        `The mail server at ${host} is not reached: ${reasonOf(error)}. Correct SMTP_URL, or look whether that server runs and what is in between lets this machine through. Mail waits until then.`,
      );
    }
    return bad(
      `The mail server at ${host} does not take the sign-in: ${reasonOf(error)}. Correct SMTP_URL, or ask whoever runs that server. Mail waits until then.`,
    );
  }
}

async function askDatabase({ environment, database }: Probed): Promise<Verdict> {
  const { databaseUrl } = environment;
  try {
    const asked = performance.now();
    await refuseForgetful(database);
    const milliseconds = performance.now() - asked;
    await refuseOtherSchema(database);
    await refuseOtherMigrationDatabase(database);
    return databaseVerdict(milliseconds);
  } catch (error) {
    const told = databaseUrl === undefined ? error : explained(error, databaseUrl);
    return bad(`${reasonOf(told)}.`);
  }
}

async function askKey({ environment, database }: Probed): Promise<Verdict> {
  try {
    await refuseOtherKey(database, environment);
    return good("It is the database's, and opens what is sealed with it.");
  } catch (error) {
    return bad(`${reasonOf(error)}.`);
  }
}

async function askClock({ environment: { databaseUrl }, database, clock }: Probed): Promise<Verdict> {
  if (databaseUrl === undefined) {
    const written = await newestEntryAt(database);
    return onlyClockVerdict(written === null ? 0 : written.getTime() - clock().getTime());
  }
  const before = clock().getTime();
  const there = (await databaseClock(database)).getTime();
  // It was read somewhere between the question and its answer.
  return clockVerdict((before + clock().getTime()) / 2 - there);
}

async function askOutbox({ environment: { mail }, database, clock }: Probed): Promise<Verdict> {
  const now = clock();
  const [{ mails, oldestAt, dueAt }, areRefused] = await Promise.all([
    waitingMail(database, now),
    lastTenRefused(database),
  ]);
  const since = (instant: Date | null) => (instant === null ? null : now.getTime() - instant.getTime());
  const waiting = { mails, oldest: since(oldestAt), overdue: since(dueAt), lastTenRefused: areRefused };
  return outboxVerdict(waiting, mail !== undefined);
}

/** Why no backup can be kept in the folder for them; null where one can, be it that the next one makes that folder. */
export async function objectionToBackups({ backups }: Pick<Environment, 'backups'>): Promise<Verdict | null> {
  if (backups?.place.kind !== 'folder') return null;
  const { folder } = backups.place;
  // Of a disk that hangs the disk's own look tells.
  const reason = await within(DISK_MILLISECONDS, whatKeepsFrom(folder)).catch(() => null);
  if (reason === null) return null;
  return bad(
    `Backups cannot be kept in ${folder} (BACKUP_DIR): ${reason}. Name a folder that the site's user may make and write to.`,
  );
}

async function whatKeepsFrom(folder: string): Promise<string | null> {
  // By it a disk that hangs is asked once.
  const { path } = await roomIn(folder);
  if (!(await stat(path)).isDirectory()) return `${path} is no folder`;
  // A folder is read, too, so that its names survive a loss of power.
  const modes = constants.R_OK | constants.W_OK | constants.X_OK;
  return await access(path, modes).then(() => null, reasonOf);
}

async function askBackups({ environment, database, clock }: Probed): Promise<Verdict> {
  const { backups } = environment;
  const objection = await objectionToBackups(environment);
  if (objection) return objection;
  const now = clock();
  const newest = await newestGoodBackup(database, now);
  const failed = await lastFailure(database, now);
  const triedAt = await firstAttemptAt(database, now);
  const fuller = backups && (await fullerBackup(database, now, placeOf(backups)));
  return backupsVerdict({
    areOn: backups !== undefined,
    age: newest?.ageMilliseconds ?? null,
    triedFor: triedAt === null ? null : now.getTime() - triedAt.getTime(),
    failure: failed?.failure ?? null,
    missingPhotos: newest?.missingPhotos ?? 0,
    fuller: fuller?.name ?? null,
    gone: await goneBackups(database, now),
  });
}

/** What the last nightly recount came to: recounting a million donations is nothing to do while somebody waits. */
async function askRecount({ database, clock }: Probed): Promise<Verdict> {
  const [kept] = await database.select().from(healthChecks).where(eq(healthChecks.name, 'totals'));
  return standing(kept ?? { state: null, sentence: null, checkedAt: null, redAt: null }, clock());
}

/** Each statement compares what is kept with a recount as of one moment, so that no transaction need hold others up. */
async function recount({ database }: Probed): Promise<Verdict & { wrongTotals: number }> {
  const wrongTotals = (await findWrongTotals(database)).length;
  return { ...totalsVerdict(wrongTotals), wrongTotals };
}
