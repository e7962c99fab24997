import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import type { NightlyBackups as Settings } from '#server/env.ts';
import type { Site } from '#server/http/call.ts';
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
  knownNames,
  leftBehind,
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

interface Options {
  site: Pick<Site, 'database' | 'clock' | 'timeZone'>;
  settings: BackupSettings & { backups: Settings };
  /** Of the embedded database; undefined on a PostgreSQL server. */
  images?: ImageLender | undefined;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
}

/** Makes each night's backup, reads it back, and removes those that have served their time. */
export class NightlyBackups {
  readonly #options: Options;
  readonly #place: BackupPlace;
  readonly #stop = new AbortController();
  #underWay: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#place = openPlace(options.settings.backups, options.settings);
  }

  /**
   * Makes the newest night's backup, where that is due and nobody has made it or is making it. To be called once an hour: what
   * failed is tried again, what no process was there for is made up. What fails is a row and in the log.
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

  /** Breaks off what is under way, and resolves once nothing half is left of it. The next start makes it up. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('The site was stopped before it was done.'));
    await this.#underWay?.catch(() => {});
  }

  async #makeDue(): Promise<void> {
    const { site, settings, log } = this.#options;
    const { database, clock, timeZone } = site;
    const { kind: place } = this.#place;
    const now = clock();
    const night = dueNight(now, timeZone);
    const name = newBackupName(night, settings.backupPassphrase !== undefined);
    const attempt = await takeNight(database, now, night, { place, name });
    if (!attempt) return;
    try {
      await this.#tellOfUnknown();
      const bytes = await this.#make(attempt, name);
      log.info({ name, bytes }, 'a backup was made and read back whole');
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      const isCleared = await this.#clear(name);
      await countAsFailed(database, clock(), attempt, { failure, isCleared });
      if (this.#stop.signal.aborted) log.warn({ name, failure }, 'a backup was broken off');
      else log.error({ name, failure }, 'a backup failed');
      return;
    }
    await this.#removeOld();
  }

  /** A site whose data was lost comes up as a new one: its first backup is the moment to say that there are others. */
  async #tellOfUnknown(): Promise<void> {
    const { site, log } = this.#options;
    const known = await knownNames(site.database);
    if (known.size > 1) return;
    try {
      const unknown = (await this.#place.list()).filter(({ name }) => !known.has(name));
      const newest = unknown.at(-1)?.name;
      if (newest === undefined) return;
      log.warn(
        { newest, count: unknown.length },
        'there are backups that this site did not make, and removes none of: if its data was lost, restore the newest ("A lost disk" in docs/runbook.md)',
      );
    } catch (error) {
      log.warn({ error }, 'it is not known whether there are backups of before');
    }
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
      if (missingPhotos > 0) log.warn({ name, missingPhotos }, 'photos that rows name are missing');
      if (lacksKey) log.warn({ name }, "the site's key is not in DATA_DIR, and so not in the backup");
      const finishedAt = clock();
      const { bytes } = await inProcess({ ...task, kind: 'check' }, signal);
      await this.#place.mark(name, clock());
      if (await countAsGood(database, clock(), attempt, { finishedAt, bytes })) return bytes;
      throw new Error('It took too long: another process took it over.');
    } finally {
      clearInterval(hold);
    }
  }

  async #removeLeftBehind(): Promise<void> {
    const { database, clock } = this.#options.site;
    for (const left of await leftBehind(database)) {
      if (left.place === this.#place.kind) await this.#place.remove(left.name);
      await countAsCleared(database, clock(), left);
    }
  }

  /** Whether nothing is left of an attempt. Where the place is out of reach, the next attempt sees to it. */
  async #clear(name: string): Promise<boolean> {
    try {
      await this.#place.remove(name);
      return true;
    } catch {
      return false;
    }
  }

  async #removeOld(): Promise<void> {
    const { site, settings, log } = this.#options;
    try {
      for (const old of await beyond(site.database, site.clock(), settings.backups.keep)) {
        // What lies where the site puts none any more is left to whoever chose another place.
        if (old.place === this.#place.kind) await this.#place.remove(old.name);
        await forget(site.database, old);
      }
    } catch (error) {
      log.error({ error }, 'an old backup could not be removed');
    }
  }
}

/** @throws Error with the process's sentence, or the signal's reason: then the process is gone. */
async function inProcess(task: NightlyTask, signal: AbortSignal) {
  signal.throwIfAborted();
  const child = fork(program, { execArgv: [...SMALL_HEAP], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  try {
    const answer = await answerOf(child, task);
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
