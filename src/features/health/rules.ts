// What figures of the site's health come to: a state, and a sentence that says what to do where it is not good. Probes
// bring the figures, and the monitor, the command and the console all say what stands here.
import { addSeconds, dayOf, instantOf, nextDay } from '#shared/dates.ts';
import type { HealthState, PartName } from '#shared/health.ts';
import type { TimeZone } from '#shared/timeZone.ts';

/** What a look at one part of the site came to. */
export interface Verdict {
  state: HealthState;
  /** For a person; where the state is not good it says what to do. */
  sentence: string;
  /** That it is bad for being late with what any process of the site does by itself. */
  isLate?: true;
}

/** A verdict, and on what. */
export interface Check extends Verdict {
  name: PartName;
}

export const good = (sentence: string): Verdict => ({ state: 'good', sentence });
export const warning = (sentence: string): Verdict => ({ state: 'warning', sentence });
export const bad = (sentence: string): Verdict => ({ state: 'bad', sentence });
const late = (sentence: string): Verdict => ({ ...bad(sentence), isLate: true });

/** Whether the site can run: a warning does not keep it from that. */
export function canRun(checks: readonly Verdict[]): boolean {
  return checks.every(({ state }) => state !== 'bad');
}

/** How a site stands that no process runs of: what is late for that reason does not keep it from running. */
export function whileStopped(checks: readonly Check[]): Check[] {
  return checks.map(({ name, ...verdict }) => ({
    name,
    ...(verdict.isLate ? warning(`The site is not running. ${verdict.sentence}`) : verdict),
  }));
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const units = [
  { name: 'day', milliseconds: DAY },
  { name: 'hour', milliseconds: HOUR },
  { name: 'minute', milliseconds: MINUTE },
  { name: 'second', milliseconds: SECOND },
];

/** A length of time in its largest unit of which there are two, as `3 hours`: nobody acts on the minutes of a day. */
export function spanWords(milliseconds: number): string {
  const unit = units.find((one) => milliseconds >= 2 * one.milliseconds);
  if (unit) return `${Math.floor(milliseconds / unit.milliseconds)} ${unit.name}s`;
  const whole = Math.max(0, Math.round(milliseconds / SECOND));
  return whole === 1 ? '1 second' : `${whole} seconds`;
}

/**
 * Every setting could be read, or there would be no verdict at all.
 *
 * @param objections what the next start would refuse by them.
 */
export function settingsVerdict(warnings: readonly string[], objections: readonly string[] = []): Verdict {
  if (objections.length > 0) return bad([...objections, ...warnings].join(' '));
  return warnings.length === 0 ? good('Every setting can be used.') : warning(warnings.join(' '));
}

/** A database that needs so long for nothing keeps people waiting at every press. */
const SLOW_ANSWER = 1 * SECOND;

/** Of a database that is of this version and durable: how long it took to say so. */
export function databaseVerdict(milliseconds: number): Verdict {
  const took = `${Math.max(1, Math.round(milliseconds)).toLocaleString('en-CA')} ms`;
  if (milliseconds >= SLOW_ANSWER) {
    return warning(
      `It answers only after ${took}. Look at what keeps its machine busy; if it is always so, give it a faster one.`,
    );
  }
  return good(`It answers in ${took}, is of this version, and keeps what it acknowledges.`);
}

const CLOCKS_APART = 30 * SECOND;
/** Beyond it nothing is removed for its age. */
export const MOST_CLOCKS_APART = 5 * MINUTE;

/** Of a nightly backup: after a night without one there is time to see to it, after two there is none. */
const BACKUP_LATE = 26 * HOUR;
const BACKUP_MISSING = 50 * HOUR;

interface Backups {
  /** Whether the site makes them by itself. */
  areOn: boolean;
  /** Of the newest that was read back whole, in milliseconds; null for none. */
  age: number | null;
  /** How long ago the first was begun, in milliseconds; null for none. */
  triedFor: number | null;
  /** Why the last try failed, in a sentence; null where it did not. */
  failure: string | null;
  /** How many photos that the site showed the newest lacks. */
  missingPhotos: number;
  /** The name of one that lacks fewer; null for none. */
  fuller: string | null;
  /** How many are no longer found where they were put, and the newest of them; null where all are. */
  gone: { count: number; newest: string } | null;
}

export function backupsVerdict(backups: Backups): Verdict {
  const { areOn, age, triedFor, failure, gone } = backups;
  if (!areOn) {
    return warning(
      'The site makes no backups by itself. Set BACKUP_DIR to a folder on another disk, or BACKUP_S3_BUCKET.',
    );
  }
  if (gone) {
    const those =
      gone.count === 1
        ? `The backup ${gone.newest} is`
        : `${gone.count} backups are, the newest of them ${gone.newest},`;
    return bad(
      `${those} no longer where the site put ${gone.count === 1 ? 'it' : 'them'}. If that is a disk which is not mounted, mount it and start the site again. If somebody removed them, this ends a week after.`,
    );
  }
  const reason = failure === null ? '' : ` The last try failed: ${failure}`;
  if (age === null) {
    if (triedFor === null) return warning('None was made yet: the first one comes within the hour.');
    const none = `None was made yet. The first was begun ${spanWords(triedFor)} ago.${reason}`;
    return triedFor <= BACKUP_MISSING ? warning(none) : bad(none);
  }
  const newest = `The newest that was read back whole is ${spanWords(age)} old.`;
  if (age <= BACKUP_LATE) return wholeVerdict(newest, backups);
  const sentence = `${newest}${reason} Make one by \`npm run backup -- FILE\`, and mend what keeps the nightly ones from being made.`;
  if (age <= BACKUP_MISSING) return warning(sentence);
  return failure === null ? late(sentence) : bad(sentence);
}

/** Of a new one: whether it has the photos. */
function wholeVerdict(
  newest: string,
  { missingPhotos, fuller }: Pick<Backups, 'missingPhotos' | 'fuller'>,
): Verdict {
  if (missingPhotos === 0) return good(newest);
  const lacks = `${newest} It lacks ${missingPhotos === 1 ? '1 photo' : `${missingPhotos.toLocaleString('en-CA')} photos`} of those that the site shows.`;
  if (fuller === null) return warning(lacks);
  return bad(
    `${lacks} ${fuller} lacks fewer, and is kept for three months. Put back what it has of them, as "Lost photos" in docs/runbook.md says.`,
  );
}

/**
 * The embedded database goes by this machine's clock, which therefore has nothing beside it but what was written by it.
 *
 * @param behind how far it is behind the newest entry of the audit log, in milliseconds; less than nought where it is not.
 */
export function onlyClockVerdict(behind: number): Verdict {
  if (behind < CLOCKS_APART) {
    return good("The embedded database goes by this machine's clock: have the machine keep its time by NTP.");
  }
  return warning(
    `It is ${spanWords(behind)} behind the newest entry of the audit log. If it is wrong, set it, and have the machine keep its time by NTP. If it was ahead when that was written, this ends once that time has come.`,
  );
}

/** How far this process's clock is from the database's, in milliseconds. */
export function clockVerdict(apart: number): Verdict {
  const distance = Math.abs(apart);
  if (distance < CLOCKS_APART) return good("It agrees with the database's.");
  const sentence = `It is ${spanWords(distance)} ${apart > 0 ? 'ahead of' : 'behind'} the database's. Set the one that is wrong, and have both machines keep their time by NTP.`;
  if (distance <= MOST_CLOCKS_APART) return warning(sentence);
  return bad(`${sentence} Until then nothing is removed for its age.`);
}

/** A folder whose disk must not fill up. */
export interface Room {
  /** Which setting names it. */
  setting: string;
  path: string;
  freeBytes: number;
}

const MEGABYTE = 1024 * 1024;
/** With less the embedded database may stop in the middle of a busy day. */
const FULL_BYTES = 256 * MEGABYTE;
const LOW_BYTES = 1024 * MEGABYTE;

/** By the folder that has least. */
export function diskVerdict(rooms: readonly Room[]): Verdict {
  const [least] = rooms.toSorted((one, other) => one.freeBytes - other.freeBytes);
  if (!least) return good('Nothing is kept on a disk of this machine.');
  const left = sizeWords(least.freeBytes);
  const where = `${least.path} (${least.setting})`;
  if (least.freeBytes >= LOW_BYTES) return good(`There is room for ${left} in ${where}.`);
  const sentence = `There is room for only ${left} in ${where}. Remove what is not needed from that disk, or move the folder to a larger one.`;
  return least.freeBytes < FULL_BYTES ? bad(sentence) : warning(sentence);
}

/** `12.3 GB`, `310 MB`. */
function sizeWords(bytes: number): string {
  const gigabytes = bytes / (1024 * MEGABYTE);
  return gigabytes >= 1 ? `${gigabytes.toFixed(1)} GB` : `${Math.floor(bytes / MEGABYTE)} MB`;
}

/** What waits to go out, as the outbox has it. */
export interface Waiting {
  mails: number;
  /** How long the oldest has waited, in milliseconds. */
  oldest: number | null;
  /** For how long the one that is most overdue should have been tried already. */
  overdue: number | null;
  lastTenRefused: boolean;
}

/** A worker looks every two seconds, and has a mail for a minute at most. */
const LONG_OVERDUE = 10 * MINUTE;
/** By then a mail was tried five times. */
const LONG_WAITING = 6 * HOUR;

export function outboxVerdict(
  { mails, oldest, overdue, lastTenRefused }: Waiting,
  sendsMail: boolean,
): Verdict {
  if (sendsMail && lastTenRefused) {
    return bad(
      "The last ten mails were all refused. The console's Mail tab says what the mail server answered. Correct SMTP_URL or MAIL_FROM, or ask whoever runs the mail server.",
    );
  }
  if (mails === 0) return good('No mail is waiting.');
  const waiting = mails === 1 ? '1 mail waits' : `${mails.toLocaleString('en-CA')} mails wait`;
  if (!sendsMail) {
    return warning(`${waiting}, and mail is off. Set SMTP_URL and MAIL_FROM; with them what waits goes out.`);
  }
  if (overdue !== null && overdue > LONG_OVERDUE) {
    return late(
      `${waiting}, and nobody has tried the next one for ${spanWords(overdue)}. Look into the log for "mail could not be taken from the outbox", and start the site again.`,
    );
  }
  if (oldest !== null && oldest > LONG_WAITING) {
    return warning(
      `${waiting}, the oldest for ${spanWords(oldest)}. The console's Mail tab says what the mail server answered.`,
    );
  }
  return good(`${waiting} for the next try.`);
}

const MENDING =
  'Run `npm run totals`, which names them, then `npm run totals -- mend`, and tell whoever maintains the software: totals that drift are a fault of it.';

/** How many kept totals a recount found wrong. */
export function totalsVerdict(wrong: number): Verdict {
  if (wrong === 0) return good('Every kept total equalled its recount.');
  return bad(
    `${wrong === 1 ? '1 kept total is' : `${wrong} kept totals are`} not what a recount gives. ${MENDING}`,
  );
}

interface Rhythm {
  /** So long after one look comes the next. Totals are recounted at night instead. */
  everySeconds: number;
  /** Without a look that found it not bad it is red by then. */
  staleMinutes: number;
  /** It may be bad for so long before it is red: what comes and goes is no news. */
  graceMinutes: number;
}

const often: Rhythm = { everySeconds: 50, staleMinutes: 10, graceMinutes: 5 };
/** What is bad by how old something is comes and goes with nothing. */
const atOnce: Rhythm = { ...often, graceMinutes: 0 };
/** Others bear the cost of being asked: it is red when two looks in a row are bad, of which the second may come a minute late. */
const seldom: Rhythm = { everySeconds: 590, staleMinutes: 30, graceMinutes: 12 };
const nightly: Rhythm = { everySeconds: 24 * 60 * 60, staleMinutes: 50 * 60, graceMinutes: 0 };

export const rhythms: Readonly<Record<PartName, Rhythm>> = {
  settings: often,
  database: often,
  key: often,
  clock: atOnce,
  storage: seldom,
  disk: often,
  mail: seldom,
  outbox: often,
  backups: often,
  totals: nightly,
};

/** When recounting holds up nobody, and the backup of that night has begun. */
const RECOUNT_TIME = '03:30';

/** When a part is to be looked at after a look at `now`. */
export function nextLook(name: PartName, now: Date, timeZone: TimeZone): Date {
  if (name !== 'totals') return addSeconds(now, rhythms[name].everySeconds);
  const today = dayOf(now, timeZone);
  const tonight = instantOf(`${today}T${RECOUNT_TIME}`, timeZone);
  return tonight > now ? tonight : instantOf(`${nextDay(today)}T${RECOUNT_TIME}`, timeZone);
}

/** What is kept of the looks at a part. */
export interface Kept {
  state: HealthState | null;
  sentence: string | null;
  checkedAt: Date | null;
  /** Null where nobody was to look yet. */
  redAt: Date | null;
}

/** How a part stands by now: red by the age of the last good look, so that one that nobody looks at any more is red by itself. */
export function standing({ state, sentence, checkedAt, redAt }: Kept, now: Date): Verdict {
  const isRed = redAt !== null && redAt <= now;
  if (state !== null && sentence !== null && !(isRed && state !== 'bad')) {
    return { state: isRed || state !== 'bad' ? state : 'warning', sentence };
  }
  if (!isRed)
    return warning('Nobody has looked at it yet: the first look is on its way, or waits for the night.');
  const last =
    checkedAt === null
      ? 'Nobody has looked at it yet.'
      : `Nobody has looked at it for ${spanWords(now.getTime() - checkedAt.getTime())}.`;
  return late(`${last} Look into the log for "upkeep failed", and start the site again.`);
}
