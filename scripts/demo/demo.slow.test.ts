import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectEmbedded } from '#server/db/database.ts';
import { openEmbeddedDatabase } from '#server/db/embedded.ts';
import { runNode, SERVER, waitForOutput } from '#server/testing/process.ts';
import { makeSite, PASSWORD } from './makeSite.ts';

const MINUTE_MILLISECONDS = 60_000;
/** A Wednesday afternoon in Winnipeg, amid the term. */
const NOW = new Date('2026-11-25T20:15:00Z');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reround-demo-test-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const optionsOf = (name: string, seed: number, days: number) => ({
  days,
  dataDirectory: join(folder, name),
  seed,
  now: NOW,
  publicUrl: 'http://localhost:3000',
});

/** The figures of a site that follow from its seed, so without codes, PINs and tokens. */
async function readFigures(name: string) {
  const { database, close } = connectEmbedded(await openEmbeddedDatabase(join(folder, name)));
  try {
    const { rows } = await database.execute<Record<string, number | string>>(sql`select
      (select count(*)::int from donations where is_confirmed) as confirmed,
      (select count(*)::int from donations where rejected_at is not null) as rejected,
      (select count(*)::int from donations where measured_kg is not null) as weighed,
      (select count(*)::int from donations where not is_confirmed and rejected_at is null) as pending,
      (select count(*)::int from donations where participant_id is null) as unclaimed,
      (select sum(kilograms)::text from donations) as kilograms,
      (select count(*)::int from donations where photo_url is not null) as photos,
      (select string_agg(coalesce(display_name, '?'), ', ' order by id) from participants) as people,
      (select count(*)::int - count(distinct display_name)::int from participants where display_name is not null) as namesakes,
      (select count(*)::int from code_redemptions where kind = 'redeemed') as redeemed,
      (select count(*)::int from code_redemptions where kind = 'reversed') as reversed,
      (select count(*)::int from statements) as months,
      (select count(*)::int from overflow_alerts where status <> 'resolved') as alerts,
      (select count(*)::int from pickups where status = 'pending') as pickups,
      (select count(*)::int from newsletter_subscribers) as subscribers,
      (select max(created_at)::text from audit_log) as latest`);
    return rows[0] ?? {};
  } finally {
    await close();
  }
}

test(
  'one seed makes the same people and figures each time, and another seed others',
  async () => {
    await makeSite(optionsOf('one', 7, 40));
    await makeSite(optionsOf('same', 7, 40));
    await makeSite(optionsOf('other', 8, 40));
    const [one, same, other] = [
      await readFigures('one'),
      await readFigures('same'),
      await readFigures('other'),
    ];
    expect(same).toEqual(one);
    expect(other['people']).not.toBe(one['people']);
  },
  10 * MINUTE_MILLISECONDS,
);

test(
  'a donation before nine on the first day finds a bin',
  async () => {
    // This seed draws such a donation.
    const { pins } = await makeSite(optionsOf('early', 9, 30));
    expect(pins.length).toBeGreaterThan(0);
  },
  10 * MINUTE_MILLISECONDS,
);

test(
  'a whole year has rows of every kind',
  async () => {
    const { pins, donors, code } = await makeSite(optionsOf('year', 7, 365));
    expect(pins).toHaveLength(4);
    expect(donors).toHaveLength(3);
    expect(code).toMatch(/^RR-/);
    const figures = await readFigures('year');
    for (const figure of [
      'rejected',
      'pending',
      'unclaimed',
      'photos',
      'reversed',
      'alerts',
      'pickups',
      'subscribers',
    ]) {
      expect(figures[figure], figure).toBeGreaterThan(0);
    }
    expect(figures['confirmed']).toBeGreaterThan(250);
    expect(figures['weighed']).toBeGreaterThan(100);
    expect(figures['redeemed']).toBeGreaterThan(100);
    // Three stores from the first November to October, one since spring.
    expect(figures['months']).toBeGreaterThan(40);
    expect(figures['namesakes']).toBe(0);
    expect(new Date(String(figures['latest'])).getTime()).toBeLessThanOrEqual(NOW.getTime());
  },
  10 * MINUTE_MILLISECONDS,
);

async function post(url: string, body: object) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test(
  'npm run demo prints working sign-ins, ignores other settings, and leaves no files',
  async () => {
    if (!existsSync(SERVER)) throw new Error('Run "npm run build" first, as npm test does.');
    const temporary = await mkdtemp(join(folder, 'tmp-'));
    const elsewhere = join(folder, 'elsewhere');
    const settings = {
      TMPDIR: temporary,
      DATA_DIR: elsewhere,
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    };
    const running = runNode('scripts/demo/run.ts', ['--port=0', '--seed=7', '--days=40'], settings);
    try {
      await waitForOutput(running, 'Ctrl+C ends it');
      const { output } = running;
      expect(output).toContain('leaves DATABASE_URL, DATA_DIR alone');
      const [, url = ''] = /the public site +(\S+)/.exec(output) ?? [];
      const [, admin, volunteer, password] =
        /(\w+) \(admin\) or (\w+) \(volunteer\), password (\S+)/.exec(output) ?? [];
      expect(password).toBe(PASSWORD);
      for (const [username, role] of [
        [admin, 'admin'],
        [volunteer, 'volunteer'],
      ]) {
        expect(await post(`${url}/api/admin/login`, { username, password })).toMatchObject({
          status: 200,
          body: { mustChangePassword: false, role },
        });
      }
      const donors = [...output.matchAll(/ {3}([A-Z]+\d*) {2}\S/g)].map(([, studentId]) => studentId);
      expect(donors).toHaveLength(3);
      for (const studentId of donors) {
        expect(await post(`${url}/api/students/login`, { studentId })).toMatchObject({
          status: 200,
          body: { participantId: expect.any(Number) as number },
        });
      }
      const [, code = ''] = /(RR-\w{6}) {2}/.exec(output) ?? [];
      const [, pin = ''] = /(\d{8}) {2}the PIN of/.exec(output) ?? [];
      expect(await post(`${url}/api/redeem/${code}`, { pin })).toMatchObject({
        status: 200,
        body: { remaining: 1 },
      });
      const [, account = ''] = /a store's account +(\S+)/.exec(output) ?? [];
      expect((await fetch(account.replace('/statement/', '/api/statements/'))).status).toBe(200);
    } finally {
      running.child.kill('SIGINT');
      expect((await running.ended).code).toBe(0);
    }
    expect(await readdir(temporary)).toEqual([]);
    expect(existsSync(elsewhere)).toBe(false);
  },
  10 * MINUTE_MILLISECONDS,
);

test.each([['--port=http'], ['--seed=-1'], ['--days=7'], ['everything']])(
  'refuses %s with the usage',
  async (wrong) => {
    const { code, output } = await runNode('scripts/demo/run.ts', [wrong], {}).ended;
    expect(code).toBe(2);
    expect(output).toContain('npm run demo -- --port=3100');
  },
  MINUTE_MILLISECONDS,
);
