// `npm run bench:small`: how much memory the embedded site takes while lists, exports, photos and a backup are asked of it, site and
// backup together under a limit that the kernel keeps (a control group, which takes root). `--donations=` and `--limit=` (MB)
// make it another size, and then it only prints. It writes docs/evidence/small-machine.md.
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { contract as auth } from '#features/auth/contract.ts';
import { contract as lists } from '#features/donations/lists/contract.ts';
import { contract as photos } from '#features/photos/contract.ts';
import { type Running, runCommand, startServer, written } from '#server/testing/process.ts';
import { dayOf } from '#shared/dates.ts';
import { type BenchDatabase, withDatabase } from './database.ts';
import { residentOf, residentOfChildren, shareOf } from './processes.ts';

const ADMIN = { username: 'alex', password: 'a password for benchmarks' };
const SETTINGS = {
  SECRET_KEY: 'a secret key that only this benchmark knows',
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
  RATE_LIMITS: 'off',
  /** As the unit and the image have it. */
  MALLOC_ARENA_MAX: '2',
};
const ENCRYPTED = { BACKUP_PASSPHRASE: 'a passphrase that only this benchmark knows' };
const FILE = 'docs/evidence/small-machine.md';
/** What the site writes once its own backup is whole, or is not. */
const BACKED_UP = 'a backup was made and read back whole';
const BACKUP_FAILED = 'a backup failed';
const QUIET_MILLISECONDS = 2000;
const SAMPLE_MILLISECONDS = 20;
const PAGES = 20;
/** What a phone takes. */
const PHOTO = { width: 4000, height: 3000, channels: 3 } as const;

const { values: options } = parseArgs({
  options: { donations: { type: 'string', default: '100000' }, limit: { type: 'string', default: '512' } },
});
const donations = Number(options.donations);
const limit = Number(options.limit);
const today = dayOf(new Date(), 'America/Winnipeg');

interface Row {
  what: string;
  /** Bytes of the site's process: the most meanwhile, and once all was quiet again. */
  peak: number;
  after: number;
  /** The most of site and backup together. */
  together: number;
  /** What the kernel ended for want of memory. */
  ended: string;
}

/** A control group with the limit, of version 2 or 1, whichever the machine has. */
class Group {
  readonly #folder: string;
  readonly #isSecond = existsSync('/sys/fs/cgroup/cgroup.controllers');

  constructor() {
    this.#folder = join(
      this.#isSecond ? '/sys/fs/cgroup' : '/sys/fs/cgroup/memory',
      `reround-bench-${process.pid}`,
    );
  }

  async make(): Promise<void> {
    await mkdir(this.#folder);
    const file = this.#isSecond ? 'memory.max' : 'memory.limit_in_bytes';
    await writeFile(join(this.#folder, file), String(limit * 1e6));
  }

  async remove(): Promise<void> {
    await rmdir(this.#folder);
  }

  async take(pid: number): Promise<void> {
    await writeFile(join(this.#folder, 'cgroup.procs'), String(pid));
  }

  /** Starts a command inside. */
  get under(): string[] {
    return ['sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', this.#folder];
  }

  /** How many processes the kernel ended in it for want of memory. */
  async killed(): Promise<number> {
    const file = this.#isSecond ? 'memory.events' : 'memory.oom_control';
    const text = await readFile(join(this.#folder, file), 'utf8');
    return Number(/oom_kill (\d+)/.exec(text)?.[1] ?? Number.NaN);
  }
}

await withDatabase({ kind: 'embedded', donations, today }, async (database) => {
  const group = new Group();
  await group.make();
  try {
    const text = await measure(database, group);
    if (options.donations === '100000' && options.limit === '512') await writeFile(FILE, text);
    else console.log(text);
  } finally {
    await group.remove();
  }
});

async function measure({ settings, directory }: BenchDatabase, group: Group): Promise<string> {
  const environment = { ...settings, ...SETTINGS };
  const start = async (more: Record<string, string> = {}) =>
    await startServer({ ...environment, ...more }, group.under);
  let site = await start();
  try {
    await sleep(QUIET_MILLISECONDS);
    const pid = site.child.pid ?? 0;
    const idle = { resident: residentOf(pid), share: shareOf(pid) };
    let headers = await signIn(site.url);
    const ask = async (path: string) => {
      const response = await fetch(site.url + path, { headers });
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
      await response.arrayBuffer();
    };
    const pages = async () => {
      const search = lists.searchDonations.path;
      for (let page = 0; page < PAGES; page += 1) {
        for (const query of ['status=pending', `offset=${page * 500}`, 'q=Osborne'])
          await ask(`${search}?${query}`);
      }
    };
    const file = async () => await ask(lists.exportDonations.path);
    const photo = await phonePhoto();
    const upload = () => sendPhoto(site.url, headers, photo);
    let backups = 0;
    const backup = async (watched: number[], more: Record<string, string> = {}) => {
      const name = join(directory, `backup-${(backups += 1)}.tar`);
      const running = runCommand('backup', [name], { ...environment, ...more });
      await group.take(running.child.pid ?? 0);
      watched.push(running.child.pid ?? 0);
      const { code, output } = await running.ended;
      if (code !== 0) throw new Error(output);
    };
    const work: [string, Work][] = [
      [`${3 * PAGES} pages of lists`, pages],
      ['an export of all donations', file],
      ['a photo of 12 megapixels', upload],
      ['two photos at once', () => Promise.all([upload(), upload()])],
      ['`npm run backup`', (watched) => backup(watched)],
      ['`npm run backup`, encrypted', (watched) => backup(watched, ENCRYPTED)],
      ['all of it at once', (watched) => untilAll([pages(), file(), upload(), upload(), backup(watched)])],
    ];
    const rows: Row[] = [];
    for (const [what, doIt] of work) {
      rows.push({ what, ...(await watch(() => site.child, group, doIt)) });
      console.log(lineOf(rows.at(-1) as Row));
      if (!hasEnded(site.child)) continue;
      site = await start();
      headers = await signIn(site.url);
    }
    const nights: [string, Record<string, string>][] = [
      ['the night’s own backup', {}],
      ['the night’s own backup, encrypted', ENCRYPTED],
    ];
    for (const [what, more] of nights) {
      await stop(site);
      // Of a copy: a night has one backup that counts.
      const own = join(directory, `night-${(backups += 1)}`);
      await cp(String(settings['DATA_DIR']), join(own, 'data'), { recursive: true });
      site = await start({ DATA_DIR: join(own, 'data'), BACKUP_DIR: join(own, 'backups'), ...more });
      const due = () => ownBackup(site);
      rows.push({ what: `started anew, ${what} due`, ...(await watch(() => site.child, group, due)) });
      console.log(lineOf(rows.at(-1) as Row));
    }
    return report(idle, rows);
  } finally {
    await stop(site);
  }
}

type Work = (watched: number[]) => Promise<unknown>;

/** Waits until the site's own backup is whole. @throws Error where it failed. */
async function ownBackup(site: Running): Promise<void> {
  const failed = written(site, BACKUP_FAILED).then(() => {
    throw new Error(site.output);
  });
  await Promise.race([written(site, BACKED_UP), failed]);
}

/** Waits for all of it, whatever fails meanwhile. @throws what failed first. */
async function untilAll(work: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(work);
  await Promise.all(work);
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function stop({ child, ended }: Running): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

/**
 * Does something and then waits for quiet, with an eye on how much memory is held meanwhile.
 *
 * @throws what the work throws, unless the kernel ended a process of it.
 */
async function watch(
  siteNow: () => ChildProcess,
  group: Group,
  work: Work,
): Promise<Pick<Row, 'peak' | 'together' | 'after' | 'ended'>> {
  const others: number[] = [];
  const killedBefore = await group.killed();
  let [peak, together] = [0, 0];
  const timer = setInterval(() => {
    const pid = siteNow().pid ?? 0;
    const held = residentOf(pid);
    peak = Math.max(peak, held);
    together = Math.max(
      together,
      others.reduce((sum, other) => sum + residentOf(other), held + residentOfChildren(pid)),
    );
  }, SAMPLE_MILLISECONDS);
  let failure: Error | undefined;
  try {
    await work(others);
  } catch (error) {
    failure = error as Error;
  }
  others.length = 0;
  await sleep(QUIET_MILLISECONDS);
  clearInterval(timer);
  if (failure !== undefined && (await group.killed()) === killedBefore) throw failure;
  const ended = failure === undefined ? '' : hasEnded(siteNow()) ? '**the site**' : 'the backup';
  return { peak, together, after: residentOf(siteNow().pid ?? 0), ended };
}

async function signIn(url: string): Promise<Record<string, string>> {
  const response = await fetch(url + auth.adminLogin.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  if (response.status !== 200) throw new Error(`The sign-in was answered with ${response.status}.`);
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  const csrf = await fetch(url + auth.csrf.path, { headers: { cookie } });
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  return { cookie, 'x-csrf-token': csrfToken };
}

/** With noise, since a picture of one colour is no work, and no larger than the site takes. */
async function phonePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const create = { ...PHOTO, background: '#808080', noise };
  return await sharp({ create }).jpeg({ quality: 70 }).toBuffer();
}

async function sendPhoto(url: string, headers: Record<string, string>, photo: Buffer): Promise<void> {
  const body = new FormData();
  body.append('photo', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
  const { status } = await fetch(url + photos.uploadPhoto.path, { method: 'POST', headers, body });
  if (status !== 200) throw new Error(`The photo was answered with ${status}.`);
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

function lineOf({ what, peak, after, together, ended }: Row): string {
  return `| ${[what, ...[peak, after, together].map(megabytes), ended].join(' | ')} |`;
}

function report(idle: { resident: number; share: number }, rows: readonly Row[]): string {
  return `# A small machine

Made by \`npm run bench:small -- --donations=${donations} --limit=${limit}\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}: the embedded site with ${donations.toLocaleString('en-CA')} donations, started as
\`npm start\` starts it, with the unit's \`MALLOC_ARENA_MAX=2\`. Site and backup ran under one limit of ${limit} MB that the kernel keeps, the system's cache of their files included. The last
column says what it ended for want of memory. MB are of 1,000,000 bytes, resident;
what the two have in common the sum has twice, and the limit once.

Idle, after ${QUIET_MILLISECONDS / 1000} quiet seconds, the site held ${megabytes(idle.resident)} MB; ${megabytes(idle.share)} MB is its own share of what it has in common with other processes (PSS).

| meanwhile | the site at most | the site afterwards | with the backup | ended |
| --- | ---: | ---: | ---: | --- |
${rows.map(lineOf).join('\n')}
`;
}
