import type { FastifyInstance } from 'fastify';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { buildApp } from '#server/app.ts';
import { rateLimits } from '#server/schema.ts';
import { addAdmin } from '#server/testing/scenarios.ts';
import { ADMIN, Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { UPLOADS_PATH } from '#shared/fields.ts';
import { Capacity } from './capacity.ts';

const site = useTestSite();
let app: FastifyInstance | undefined;

afterEach(async () => {
  await app?.close();
  app = undefined;
});

const busy = {
  ok: false,
  code: 'unavailable',
  error: 'Too many people are using this at once. Please try again shortly.',
};

describe('calls at the same moment', () => {
  const donation = { studentId: 'D1', weight: '1-2kg', date: '2026-11-20' };

  test('beyond the most are 503 at once, health checks and the others are answered, and all is well after', async () => {
    let lines = '';
    const logTo = { write: (line: string) => void (lines += line) };
    const built = await buildApp({
      site: { ...site.site },
      environment: { trustProxy: false, logLevel: 'info' },
      logTo,
      bounds: { callsAtOnce: 5 },
    });
    app = built;
    const log = () => built.inject({ method: 'POST', url: '/api/donations', payload: donation });
    const { held, refused } = await site.database.transaction(async (transaction) => {
      await transaction.execute(sql`lock table donations`);
      const calls = Array.from({ length: 5 }, log);
      const pool = site.database.$client;
      // Five and this transaction.
      await vi.waitUntil(() => pool.totalCount - pool.idleCount + pool.waitingCount === 6);
      const elsewhere = [
        '/api/partners',
        '/api/openapi.json',
        '/readyz',
        `${UPLOADS_PATH}${'a'.repeat(24)}.webp`,
      ];
      const beyond = await Promise.all([log(), ...elsewhere.map((url) => built.inject({ url })), log()]);
      expect((await built.inject({ url: '/healthz' })).statusCode).toBe(200);
      return { held: calls, refused: beyond };
    });
    for (const answer of refused) {
      expect(answer.statusCode).toBe(503);
      expect(answer.json()).toEqual(busy);
      expect(answer.headers['retry-after']).toBe('2');
    }
    expect((await Promise.all(held)).map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201]);
    expect((await log()).statusCode).toBe(201);
    // Thousands of them, each with its stack, would be a second load.
    expect(lines).toContain('"status":503');
    expect(lines).not.toMatch(/"level":[56]0/);
  });

  test('that get no connection to the database in time are told to come later', async () => {
    const built = await buildApp({
      site: { ...site.site },
      environment: { trustProxy: false, logLevel: 'silent' },
    });
    app = built;
    const log = () => built.inject({ method: 'POST', url: '/api/donations', payload: donation });
    const { calls, refused } = await site.database.transaction(async (transaction) => {
      await transaction.execute(sql`lock table donations`);
      const own = Array.from({ length: site.database.$client.options.max + 2 }, log);
      const unavailable = own.map(async (call) => {
        const answer = await call;
        return answer.statusCode === 503 ? answer : await Promise.reject(new Error(answer.body));
      });
      return { calls: own, refused: await Promise.any(unavailable) };
    });
    expect(refused.json()).toMatchObject({ code: 'unavailable' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    for (const { statusCode } of await Promise.all(calls)) expect([201, 503]).toContain(statusCode);
    expect((await log()).statusCode).toBe(201);
  });

  test('that wait for the database do not keep a health check waiting', async () => {
    const built = await buildApp({
      site: { ...site.site },
      environment: { trustProxy: false, logLevel: 'silent' },
    });
    app = built;
    const url = await built.listen({ port: 0, host: '127.0.0.1' });
    let done = 0;
    const calls = Array.from({ length: 300 }, async () => {
      await built.inject({ method: 'POST', url: '/api/donations', payload: donation });
      done += 1;
    });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(done).toBeLessThan(150);
    await Promise.all(calls);
  });
});

test('sign-ins that come all at once are checked a few at a time, and those beyond a short queue are 503', async () => {
  await addAdmin(site, ADMIN);
  const signIn = (username: string, password: string) =>
    site.visitor().send('POST', '/api/admin/login', { body: { username, password } });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => signIn(index % 2 ? ADMIN.username : `nobody ${index}`, 'wrong')),
  );
  const refused = answers.filter(({ status }) => status === 503);
  const checked = answers.filter(({ status }) => status === 401);
  expect(refused.length + checked.length).toBe(60);
  expect(checked.length).toBeGreaterThan(0);
  expect(refused.length).toBeGreaterThan(0);
  for (const { body, headers } of refused) {
    expect(body).toEqual(busy);
    expect(headers['retry-after']).toBe('2');
  }
  expect((await signIn(ADMIN.username, ADMIN.password)).status).toBe(200);
});

test('a flood of sign-ins from one network keeps nobody else from signing in, and counts as its own failures', async () => {
  await site.admin();
  const built = await buildApp({
    site: { ...site.site, rateLimits: true },
    environment: { trustProxy: false, logLevel: 'silent' },
  });
  app = built;
  const signIn = async (address: string, username: string) => {
    const body = { username, password: ADMIN.password };
    return (await new Client({ app: built }).send('POST', '/api/admin/login', { body, address })).status;
  };
  const flood = Array.from({ length: 60 }, (_, index) => signIn(`2001:db8:7:${index}::1`, 'nobody'));
  const others = Array.from({ length: 15 }, (_, index) => signIn(`203.0.113.${index}`, ADMIN.username));
  expect(new Set(await Promise.all(others))).toEqual(new Set([200]));
  const refused = (await Promise.all(flood)).filter((status) => status !== 401);
  expect(new Set(refused)).toEqual(new Set([503]));
  const counted = await site.database.select({ calls: rateLimits.calls }).from(rateLimits);
  // Of the network all, and of each of its addresses one.
  expect(counted.map(({ calls }) => calls).toSorted((one, other) => other - one)).toEqual([
    60,
    ...Array.from({ length: 60 }, () => 1),
  ]);
});

describe('a capacity of two and three who wait', () => {
  function crowd(size: number) {
    const room = new Capacity({ atOnce: 2, waiting: 3, milliseconds: 1000 });
    const state = { running: 0, most: 0, order: [] as number[] };
    const releases: (() => void)[] = [];
    const calls = Array.from({ length: size }, (_, index) =>
      room.run(async () => {
        state.running += 1;
        state.most = Math.max(state.most, state.running);
        state.order.push(index);
        await new Promise<void>((resolve) => releases.push(resolve));
        state.running -= 1;
        if (index < 2) throw new Error('a failure gives its place back too');
      }),
    );
    return { state, releases, settled: Promise.allSettled(calls) };
  }

  test('never has more than two at work, and takes those who wait in their order', async () => {
    const { state, releases, settled } = crowd(5);
    for (let done = 0; done < 5; done += 1) {
      await vi.waitUntil(() => releases.length > 0);
      releases.shift()?.();
    }
    const outcomes = (await settled).map(({ status }) => status);
    expect(outcomes).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
    expect(state).toEqual({ running: 0, most: 2, order: [0, 1, 2, 3, 4] });
  });

  test('refuses the sixth at once, and those who waited for too long', async () => {
    vi.useFakeTimers();
    try {
      const { state, releases, settled } = crowd(6);
      await vi.advanceTimersByTimeAsync(1000);
      while (releases.length > 0) releases.shift()?.();
      const outcomes = await settled;
      expect(outcomes.map(({ status }) => status)).toEqual([
        'rejected',
        'rejected',
        'rejected',
        'rejected',
        'rejected',
        'rejected',
      ]);
      expect(outcomes[5]).toMatchObject({ reason: { code: 'unavailable' } });
      expect(outcomes[2]).toMatchObject({ reason: { code: 'unavailable' } });
      expect(state.order).toEqual([0, 1]);
    } finally {
      vi.useRealTimers();
    }
  });
});
