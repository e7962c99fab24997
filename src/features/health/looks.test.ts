import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contract as deciding } from '#features/donations/deciding/contract.ts';
import { readEnvironment } from '#server/env.ts';
import { healthChecks, mails, siteKey } from '#server/schema.ts';
import { openSecrets } from '#server/siteKey.ts';
import { useMailbox } from '#server/testing/mailbox.ts';
import { loggedDonation } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import type { PartName } from '#shared/health.ts';
import { contract } from './contract.ts';
import { healthLooks, lookWhereDue } from './serverLooks.ts';
import { lookAtDatabase } from './serverProbes.ts';

const site = useTestSite({ on: 'embedded' });
const mailbox = useMailbox();

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reround-looks-'));
  await openSecrets(site.database, { secretKey: 'k'.repeat(40), dataDirectory: directory });
});
afterEach(() => rm(directory, { recursive: true }));

async function look(settings: Record<string, string> = {}): Promise<void> {
  const environment = readEnvironment({
    DATA_DIR: directory,
    SECRET_KEY: 'k'.repeat(40),
    ...settings,
  });
  await lookWhereDue({ ...site.site, environment });
}

/** Looks each minute, as a process does. */
async function lookFor(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    site.pass({ minutes: 1 });
    await look();
  }
}

async function shown() {
  const { body } = await (await site.admin()).call(contract.health, {});
  return body.checks;
}

async function shownOf(name: PartName) {
  return (await shown()).find((check) => check.name === name);
}

async function alarms(): Promise<number> {
  const { body } = await (await site.admin()).call(deciding.adminSummary, {});
  return body.stats.alarms;
}

const breakKey = () => site.database.update(siteKey).set({ fingerprint: sql`'x' || fingerprint` });
const mendKey = () => site.database.update(siteKey).set({ fingerprint: sql`substr(fingerprint, 2)` });

async function writeTo(email: string): Promise<void> {
  site.site.post = mailbox.post();
  const set = sql`update settings set organization = jsonb_set(organization, '{email}', to_jsonb(${email}::text))`;
  await site.database.execute(set);
}

const written = () =>
  site.database.select({ kind: mails.kind, to: mails.recipient }).from(mails).orderBy(mails.id);

test('a process that starts looks anew, since its settings may be others, but for the recount', async () => {
  await look();
  const isOff = { sentence: expect.stringContaining('Mail is off') as string };
  expect(await shownOf('mail')).toMatchObject(isOff);
  site.pass({ minutes: 1 });
  await look();
  expect(await shownOf('mail')).toMatchObject(isOff);
  const recounted = await shownOf('totals');
  const environment = readEnvironment({
    DATA_DIR: directory,
    SECRET_KEY: 'k'.repeat(40),
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'ReRound <letters@example.ca>',
  });
  const looks = healthLooks({ ...site.site, environment });
  await looks();
  const asked = await shownOf('mail');
  expect(asked).not.toMatchObject(isOff);
  expect(await shownOf('totals')).toEqual(recounted);
  site.pass({ minutes: 1 });
  await looks();
  expect(await shownOf('mail')).toEqual(asked);
});

test('the outbox is red where the last ten mails were all refused', async () => {
  const refused = { status: 'failed', answer: '554 5.7.1 Relay access denied', answerCode: 554 } as const;
  for (let mail = 1; mail <= 10; mail += 1) {
    const messageId = `<${mail}@reround.example>`;
    const content = { sentBy: 'alex' };
    const row = {
      kind: 'test',
      recipient: 'jo@example.ca',
      content,
      messageId,
      createdAt: site.now,
      endedAt: site.now,
    } as const;
    await site.database.insert(mails).values({ ...row, ...refused });
  }
  const environment = readEnvironment({
    DATA_DIR: directory,
    SECRET_KEY: 'k'.repeat(40),
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'ReRound <letters@example.ca>',
  });
  const looks = healthLooks({ ...site.site, environment });
  await looks();
  site.pass({ minutes: 15 });
  await looks();
  expect(await shownOf('outbox')).toMatchObject({
    state: 'bad',
    sentence: expect.stringContaining('The last ten mails were all refused.') as string,
  });
});

test('each part is looked at, and the console shows what came of it', async () => {
  expect(await shown()).toEqual([]);
  await look();
  const checks = await shown();
  expect(Object.fromEntries(checks.map(({ name, state }) => [name, state]))).toEqual({
    settings: 'good',
    database: 'good',
    key: 'good',
    clock: 'good',
    storage: 'good',
    disk: 'good',
    mail: 'warning',
    outbox: 'good',
    backups: 'warning',
    totals: 'warning',
  });
  const now = site.now.toISOString();
  // Totals are recounted at night.
  expect(checks.map(({ name, checkedAt, lastGoodAt }) => [name, checkedAt, lastGoodAt])).toEqual(
    checks.map(({ name }) => (name === 'totals' ? [name, null, null] : [name, now, now])),
  );
});

test('what is bad for some minutes is red, and what comes and goes is not', async () => {
  await look();
  const lastGoodAt = site.now.toISOString();
  await breakKey();
  await lookFor(1);
  expect(await shownOf('key')).toMatchObject({
    state: 'warning',
    sentence: expect.stringMatching(/not the key/) as string,
  });
  await mendKey();
  await lookFor(6);
  expect(await shownOf('key')).toMatchObject({ state: 'good' });
  expect(await alarms()).toBe(0);

  await breakKey();
  const before = site.now;
  await lookFor(6);
  expect(await shownOf('key')).toMatchObject({ state: 'bad', lastGoodAt: before.toISOString() });
  expect(before.toISOString()).not.toBe(lastGoodAt);
  expect(await alarms()).toBe(1);
  const volunteer = await site.volunteer();
  expect((await volunteer.call(deciding.adminSummary, {})).body.stats.alarms).toBe(0);
});

test('what nobody looks at any more is red by itself', async () => {
  await look();
  site.pass({ minutes: 11 });
  expect(await shownOf('database')).toMatchObject({
    state: 'bad',
    sentence: expect.stringMatching(/^Nobody has looked at it for 11 minutes\. .*upkeep failed/) as string,
  });
  // Storage is asked every ten minutes, and totals are recounted at night.
  expect(await shownOf('storage')).toMatchObject({ state: 'good' });
  expect(await shownOf('totals')).toMatchObject({ state: 'warning' });
  await look();
  expect(await shownOf('database')).toMatchObject({ state: 'good' });
});

test('totals that drift are red after the recount of the night', async () => {
  await look();
  await loggedDonation(site);
  await site.database.execute(sql`update row_counts set rows = rows + 1 where table_name = 'donations'`);
  // 3:29, then 3:31 in Winnipeg.
  site.now = new Date('2026-11-21T09:29:00Z');
  await look();
  expect(await shownOf('totals')).toMatchObject({ state: 'warning' });
  site.now = new Date('2026-11-21T09:31:00Z');
  await look();
  expect(await shownOf('totals')).toMatchObject({
    state: 'bad',
    sentence: expect.stringMatching(/npm run totals/) as string,
  });
  const [row] = await site.database.select().from(healthChecks).where(eq(healthChecks.name, 'totals'));
  expect(row?.wrongTotals).toBe(1);
});

test('one mail says that something is red, and one that it is good again', async () => {
  await writeTo('office@reround.example.org');
  await look();
  await breakKey();
  await lookFor(20);
  expect(await written()).toEqual([{ kind: 'health_red', to: 'office@reround.example.org' }]);
  await mendKey();
  await lookFor(10);
  // Good for ten minutes, then bad again: that is the same alarm.
  await breakKey();
  await lookFor(2);
  await mendKey();
  await lookFor(14);
  expect(await written()).toHaveLength(1);
  await lookFor(5);
  expect((await written()).map(({ kind }) => kind)).toEqual(['health_red', 'health_green']);
  const [red] = await site.database.select().from(mails);
  expect(red?.content).toEqual({
    checks: [{ name: 'key', sentence: expect.stringMatching(/not the key/) as string }],
  });
});

test('a mail that was given up is written again the day after, as long as something is red', async () => {
  await writeTo('office@reround.example.org');
  await breakKey();
  await look();
  await lookFor(6);
  await site.database.update(mails).set({ status: 'failed', nextTryAt: null, endedAt: site.now });
  await lookFor(10);
  expect(await written()).toHaveLength(1);
  site.pass({ days: 1 });
  await lookFor(3);
  expect((await written()).map(({ kind }) => kind)).toEqual(['health_red', 'health_red']);
  await mendKey();
  await lookFor(20);
  expect((await written()).map(({ kind }) => kind)).toEqual(['health_red', 'health_red', 'health_green']);
});

test('nobody is written to where mail is off, or at the address of a new site; later they are', async () => {
  await breakKey();
  await look();
  await lookFor(6);
  await writeTo('hello@reround.example');
  await lookFor(1);
  expect(await written()).toEqual([]);
  await writeTo('office@reround.example.org');
  await lookFor(1);
  expect(await written()).toEqual([{ kind: 'health_red', to: 'office@reround.example.org' }]);
});

test('one bad look at what is asked seldom tells nobody, two in a row do', async () => {
  await writeTo('office@reround.example.org');
  await look();
  const uploads = join(directory, 'uploads');
  await rm(uploads, { recursive: true, force: true });
  await writeFile(uploads, 'a file, where there should be a folder');
  await lookFor(19);
  expect(await shownOf('storage')).toMatchObject({ state: 'warning' });
  expect(await written()).toEqual([]);
  await lookFor(4);
  expect(await written()).toEqual([{ kind: 'health_red', to: 'office@reround.example.org' }]);
});

test('after an hour in which none ran, a process tells nobody of what another is looking at', async () => {
  await writeTo('office@reround.example.org');
  await look();
  site.pass({ minutes: 60 });
  const inAMinute = new Date(site.now.getTime() + 60_000);
  await site.database.update(healthChecks).set({ nextLookAt: inAMinute });
  await look();
  expect(await written()).toEqual([]);
});

test('a clock that was ahead keeps no alarm back, nor the mail that all is well', async () => {
  await writeTo('office@reround.example.org');
  await look();
  site.pass({ days: 90 });
  await breakKey();
  await lookFor(7);
  await mendKey();
  site.pass({ days: -90 });
  await lookFor(2);
  expect((await written()).map(({ kind }) => kind)).toEqual(['health_red', 'health_green']);
});

test('an only clock that is behind what was written by it is a warning until it is not', async () => {
  site.pass({ minutes: 180 });
  await site.admin();
  site.pass({ minutes: -180 });
  await look();
  expect(await shownOf('clock')).toMatchObject({
    state: 'warning',
    sentence: expect.stringContaining('3 hours behind the newest entry') as string,
  });
  site.pass({ minutes: 180 });
  await look();
  expect(await shownOf('clock')).toMatchObject({ state: 'good' });
});

test('a clock that was set back does not put looks off until it catches up', async () => {
  site.pass({ days: 400 });
  await look();
  site.pass({ days: -400 });
  await look();
  const [row] = await site.database.select().from(healthChecks).where(eq(healthChecks.name, 'key'));
  expect(row?.redAt.getTime()).toBe(site.now.getTime() + 10 * 60_000);
});

test.each([
  [
    'that is a file',
    'file',
    /^Backups cannot be kept in .*file \(BACKUP_DIR\): .*file is no folder\. Name a folder /,
  ],
  [
    'under a file',
    'file/backups/nightly',
    /^Backups cannot be kept in .*nightly \(BACKUP_DIR\): .*file is no folder\./,
  ],
  [
    'where nobody may write',
    '/proc/self/backups',
    /^Backups cannot be kept in \/proc\/self\/backups \(BACKUP_DIR\): /,
  ],
])('a place for backups %s is red after minutes', async (_, place, sentence) => {
  await writeFile(join(directory, 'file'), '');
  const settings = { DATA_DIR: join(directory, 'data'), BACKUP_DIR: resolve(directory, place) };
  const told = expect.stringMatching(sentence) as string;
  await look(settings);
  expect(await shownOf('backups')).toMatchObject({ state: 'warning', sentence: told });
  site.pass({ minutes: 6 });
  await look(settings);
  expect(await shownOf('backups')).toMatchObject({ state: 'bad', sentence: told });
});

test('a folder for backups that the next one makes is as good as one that is there', async () => {
  const folder = join(directory, 'mounted', 'backups');
  const settings = { DATA_DIR: join(directory, 'data'), BACKUP_DIR: folder };
  await look(settings);
  const { sentence } = (await shownOf('backups')) ?? {};
  expect(sentence).toMatch(/^None was made yet/);
  expect(existsSync(join(directory, 'mounted'))).toBe(false);
  await mkdir(folder, { recursive: true });
  site.pass({ minutes: 1 });
  await look(settings);
  expect(await shownOf('backups')).toMatchObject({ sentence });
});

test('totals that nobody has recounted yet stand for the command as they do on the card', async () => {
  const environment = readEnvironment({ DATA_DIR: directory, SECRET_KEY: 'k'.repeat(40) });
  const asked = async () => {
    const checks = await lookAtDatabase({ ...site.site, environment });
    return checks.find(({ name }) => name === 'totals');
  };
  const before = await asked();
  await look();
  const { state, sentence } = (await shownOf('totals')) ?? {};
  expect(sentence).toMatch(/^Nobody has looked at it yet: /);
  for (const one of [before, await asked()]) expect(one).toMatchObject({ state, sentence });
});
