import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import type { NightlyBackups as Settings } from '#server/env.ts';
import type { Site } from '#server/http/call.ts';
import { reasonOf } from '#server/reasonOf.ts';
import { SMALL_HEAP } from './giveWay.ts';
import type { ImageLender } from './image.ts';
import type { NightlyAnswer, NightlyTask } from './nightlyProcess.ts';
import {
  type Attempt,
  beyond,
  countAsCleared,
  countAsFailed,
  countAsGood,
  dueNight,
  forget,
  type Kept,
  knownNames,
  leftBehind,
  noteListed,
  placeOf,
  prolong,
  takeNight,
} from './nights.ts';
import { type BackupPlace, newBackupName, openPlace } from './place.ts';
import type { BackupSettings } from './write.ts';

/** Also from the server's one file, which lies in dist/server. */
const program = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? './nightlyProcess.ts' : '../../src/server/backup/nightlyProcess.ts',
    import.meta.url,
  ),
);

const PROLONG_MILLISECONDS = 60_000;

/** What takes longer hangs, at a folder for instance whose server went away, and the next hour tries again. */
const MOST_HOURS = 12;

/** For how long the site's own process waits for the place: to list what is there, to mark a backup, to remove one. */
const PLACE_MILLISECONDS = 120_000;
/** While the site stops: what is left then, the next start removes. */
const STOPPING_MILLISECONDS = 3_000;
/** A killed process that writes to a share which hangs may never end. */
const KILLED_MILLISECONDS = 10_000;

interface Options {
  site: Pick<Site, 'database' | 'clock' | 'timeZone'>;
  settings: BackupSettings & { backups: Settings };
  /** Of the embedded database; undefined on a PostgreSQL server. */
  images?: ImageLender | undefined;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

/** That a place gave no answer: the next question would only wait as long. */
class Silence extends Error {}

/** Makes each night's backup, reads it back, and removes those that have served their time. */
export class NightlyBackups {
  readonly #options: Options;
  readonly #place: BackupPlace;
  readonly #stop = new AbortController();
  readonly #placeMilliseconds: number;
  #underWay: Promise<void> | undefined;
  /** Settled once the place has answered all that it was asked. */
  #answered: Promise<unknown> = Promise.resolve();

  constructor(options: Options, placeMilliseconds = PLACE_MILLISECONDS) {
    this.#options = options;
    this.#placeMilliseconds = placeMilliseconds;
    this.#place = openPlace(options.settings.backups, options.settings);
  }

  /**
   * Makes the newest night's backup, where that is due and nobody has made it or is making it; else looks whether those that were
   * made are still there. To be called once an hour: what failed is tried again, what no process was there for is made up. What
   * fails is a row and in the log.
   */
  async run(): Promise<void> {
    if (this.#underWay || this.#stop.signal.aborted) return;
    this.#underWay = this.#makeDue();
    try {
      await this.#underWay;
    } finally {
      this.#underWay = undefined;
    }
  }

  /**
   * Breaks off what is under way, and resolves once nothing half is left of it. The next start makes it up, and removes what a
   * place that did not answer has kept.
   */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('The site was stopped before it was done.'));
    await this.#underWay?.catch(() => {});
  }

  async #makeDue(): Promise<void> {
    const { site, settings, log } = this.#options;
    const { database, clock, timeZone } = site;
    const now = clock();
    const night = dueNight(now, timeZone);
    const name = newBackupName(night, settings.backupPassphrase !== undefined);
    const attempt = await takeNight(database, now, night, { ...placeOf(settings.backups), name });
    if (!attempt) {
      await this.#lookAtPlace();
      return;
    }
    try {
      const unknown = await this.#lookAtPlace();
      this.#tellOfUnknown(unknown);
      const bytes = await this.#make(attempt, name);
      log.info({ name, bytes }, 'a backup was made and read back whole');
    } catch (error) {
      const failure = `${reasonOf(error)}.`;
      if (this.#stop.signal.aborted) log.warn({ name, failure }, 'a backup was broken off');
      else log.error({ name, failure }, 'a backup failed');
      await this.#giveUp({ ...attempt, name }, failure);
      return;
    }
    await this.#removeOld();
  }

  /**
   * Asks the place for one thing after another: of a share that hangs each would keep one of Node's few threads, for good.
   *
   * @param isLast Whether it is asked though the site is being stopped, and then not for long.
   * @throws Error where it does not answer in time, or the site is stopped. Then it may still be under way.
   */
  async #atPlace<Result>(ask: (place: BackupPlace) => Promise<Result>, isLast = false): Promise<Result> {
    const late = new AbortController();
    const patience = Math.min(this.#placeMilliseconds, isLast ? STOPPING_MILLISECONDS : Infinity);
    const timer = setTimeout(
      () => late.abort(new Silence('The place for backups does not answer.')),
      patience,
    );
    const signal = isLast ? late.signal : AbortSignal.any([this.#stop.signal, late.signal]);
    try {
      signal.throwIfAborted();
      const answer = this.#answered.then(() => {
        signal.throwIfAborted();
        return ask(this.#place);
      });
      this.#answered = answer.catch(() => {});
      return await Promise.race([answer, afterAbort(signal)]);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Compares what is in the place with what should be there.
   *
   * @returns what a new site finds there and did not make.
   */
  async #lookAtPlace(): Promise<string[]> {
    const { site, settings, log } = this.#options;
    const now = site.clock();
    try {
      const listed = await this.#atPlace((place) => place.list());
      const names = listed.map(({ name }) => name);
      const known = await knownNames(site.database);
      // Where none is found it is the place that is not there.
      if (names.some((name) => known.has(name))) await this.#forgetRemoved(names);
      const gone = await noteListed(site.database, now, placeOf(settings.backups), names);
      if (gone.length > 0)
        log.error({ gone }, 'backups are no longer where they were put: is a disk not mounted?');
      return known.size <= 1 ? names.filter((name) => !known.has(name)) : [];
    } catch (error) {
      this.#stop.signal.throwIfAborted();
      log.warn({ error }, 'it is not known which backups there are');
      return [];
    }
  }

  /** Takes off the list what was being removed when the site stopped, or the place's answer was lost. */
  async #forgetRemoved(names: readonly string[]): Promise<void> {
    for (const old of await this.#old()) {
      if (!names.includes(old.name)) await forget(this.#options.site.database, old);
    }
  }

  async #old(): Promise<(Attempt & Kept)[]> {
    const { site, settings } = this.#options;
    return await beyond(site.database, site.clock(), placeOf(settings.backups), settings.backups.keep);
  }

  /** A site whose data was lost comes up as a new one: its first backup is the moment to say that there are others. */
  #tellOfUnknown(unknown: readonly string[]): void {
    const newest = unknown.at(-1);
    if (newest === undefined) return;
    this.#options.log.warn(
      { newest, count: unknown.length },
      'there are backups that this site did not make, and removes none of: if its data was lost, restore the newest ("A lost disk" in docs/runbook.md)',
    );
  }

  /** @returns how long the file is. @throws Error where it does not come to count. */
  async #make(attempt: Attempt, name: string): Promise<number> {
    const { site, settings, images, log } = this.#options;
    const { database, clock } = site;
    const gone = new AbortController();
    const began = clock().getTime();
    const hold = setInterval(() => {
      if (clock().getTime() - began > MOST_HOURS * 60 * 60_000) {
        gone.abort(new Error(`It took longer than ${MOST_HOURS} hours.`));
        return;
      }
      prolong(database, clock(), attempt).then(
        (isOurs) => isOurs || gone.abort(new Error('It took too long: another process took it over.')),
        (error: unknown) => log.warn({ error }, 'a backup could not say that it goes on'),
      );
    }, PROLONG_MILLISECONDS);
    const signal = AbortSignal.any([this.#stop.signal, gone.signal]);
    const task = { name, settings };
    try {
      await this.#removeLeftBehind();
      const write = (image?: string) => inProcess({ ...task, kind: 'write', image }, signal);
      const { missingPhotos, lacksKey } = await (images ? images.lend(write) : write());
      if (missingPhotos > 0) log.warn({ name, missingPhotos }, 'photos that the site shows are missing');
      if (lacksKey) log.warn({ name }, "the site's key is not in DATA_DIR, and so not in the backup");
      const finishedAt = clock();
      const { bytes } = await inProcess({ ...task, kind: 'check' }, signal);
      await this.#atPlace((place) => place.mark(name, clock()));
      if (await countAsGood(database, clock(), attempt, { finishedAt, bytes, missingPhotos })) return bytes;
      throw new Error('It took too long: another process took it over.');
    } finally {
      clearInterval(hold);
    }
  }

  async #removeLeftBehind(): Promise<void> {
    const { database, clock } = this.#options.site;
    for (const left of await leftBehind(database)) {
      if (await this.#isRemoved(left)) await countAsCleared(database, clock(), left);
    }
  }

  /**
   * Removes what an attempt left, once its row says that it counts for nothing. Where database or place is out of reach the
   * next attempt sees to it.
   */
  async #giveUp(attempt: Attempt & { name: string }, failure: string): Promise<void> {
    const { database, clock } = this.#options.site;
    if (!(await countAsFailed(database, clock(), attempt, failure))) return;
    const remove = (place: BackupPlace) => place.remove(attempt.name);
    const isCleared = await this.#atPlace(remove, this.#stop.signal.aborted).then(
      () => true,
      () => false,
    );
    if (isCleared) await countAsCleared(database, clock(), attempt);
  }

  async #removeOld(): Promise<void> {
    const { site, log } = this.#options;
    try {
      for (const old of await this.#old()) {
        if (await this.#isRemoved(old)) await forget(site.database, old);
      }
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      log.error({ error }, 'old backups could not be removed');
    }
  }

  /**
   * Removes a file, and keeps nobody from the next one where that is not to be: it stays on the list, and is tried again the next night.
   *
   * @throws Error where the place does not answer, or the site is stopped.
   */
  async #isRemoved({ place, location, name }: Kept): Promise<boolean> {
    const { kind, location: here } = placeOf(this.#options.settings.backups);
    // What lies where the site puts none any more is left to whoever chose another place.
    if (place !== kind || (location ?? here) !== here) return true;
    try {
      await this.#atPlace(() => this.#place.remove(name));
      return true;
    } catch (error) {
      this.#stop.signal.throwIfAborted();
      if (error instanceof Silence) throw error;
      this.#options.log.error({ error, name }, 'a backup could not be removed');
      return false;
    }
  }
}

/** @throws Error with the process's sentence, or the signal's reason: then the process is gone, or hangs. */
async function inProcess(task: NightlyTask, signal: AbortSignal) {
  signal.throwIfAborted();
  const child = fork(program, { execArgv: [...SMALL_HEAP], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  try {
    const answer = await Promise.race([answerOf(child, task), afterAbort(signal, KILLED_MILLISECONDS)]);
    signal.throwIfAborted();
    if ('failure' in answer) throw new Error(answer.failure);
    return answer;
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

/** Its answer once it has ended: until then it has files open. */
async function answerOf(child: ChildProcess, task: NightlyTask): Promise<NightlyAnswer> {
  let answer: NightlyAnswer | undefined;
  child.on('message', (message) => (answer = message as NightlyAnswer));
  const ended = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', (code, by) => resolve(`with ${by ?? code}`));
  });
  child.send(task, () => {});
  const how = await ended;
  return answer ?? { failure: `The process that made it ended before it was done: ${how}.` };
}

/** @throws the signal's reason once it has come, or so much later. */
function afterAbort(signal: AbortSignal, milliseconds = 0): Promise<never> {
  return new Promise((_resolve, reject) => {
    const giveUp = () => reject(signal.reason as Error);
    const onAbort = () => (milliseconds === 0 ? giveUp() : setTimeout(giveUp, milliseconds).unref());
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
