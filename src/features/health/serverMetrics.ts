// Figures for a Prometheus server: what this process did, and how the whole site stands, on a port of their own that only this
// machine reaches. Why these and not others: docs/decisions/0026.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Gauge } from 'prom-client';
import packageJson from '#package.json' with { type: 'json' };
import { waitingMail } from '#features/mail/serverOutbox.ts';
import { newestGoodBackup } from '#server/backup/nights.ts';
import { listenForMetrics } from '#server/listening.ts';
import { auditLog, healthChecks } from '#server/schema.ts';
import { databaseClock } from '#server/upkeep.ts';
import { type ErrorCode, statusByErrorCode } from '#shared/errors.ts';
import { type HealthState, partNames } from '#shared/health.ts';
import { standing } from './rules.ts';
import { foldersOf, type Probed, roomIn, within } from './serverProbes.ts';

/** From what nobody notices to what nobody waits for. */
const SECONDS_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Prometheus waits for ten seconds unless told otherwise: a database or a disk that hangs must not use them up. */
const DATABASE_MILLISECONDS = 2_000;
const DISK_MILLISECONDS = 2_000;

const stateNumbers: Readonly<Record<HealthState, number>> = { good: 0, warning: 1, bad: 2 };

/** The figures of one process. */
export interface Metrics {
  /** Counts an answer. */
  answered: (request: FastifyRequest, reply: FastifyReply) => void;
  /**
   * Serves the figures on 127.0.0.1.
   *
   * @returns where, and what stops it.
   * @throws Error with a sentence where the port is taken.
   */
  serve: (port: number) => Promise<{ url: string; stop: () => void }>;
}

/** Begins to count what a process does. Whoever is asked for no figures loads nothing of it. */
export async function beginMetrics(probed: Probed): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });

  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `reround_${name}`, help, labelNames, registers });
  gauge('build_info', 'Always 1; its labels say what runs.', ['version', 'node']).set(
    { version: packageJson.version, node: process.versions.node },
    1,
  );

  const requests = new Counter({
    name: 'reround_http_requests_total',
    help: 'Answers, by the pattern of the route, never the address.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'reround_http_request_duration_seconds',
    help: 'From the head of a request to the last byte of its answer.',
    labelNames: ['method', 'route'],
    buckets: SECONDS_BUCKETS,
    registers,
  });
  const refusals = new Counter({
    name: 'reround_refusals_total',
    help: 'Refused calls by error code: invalid_pin is a wrong PIN, wrong_credentials a wrong sign-in, unavailable a 503, internal a fault of ours.',
    labelNames: ['code'],
    registers,
  });
  // From nought on: of a series that begins with its first refusal nobody sees that it grew.
  for (const code of Object.keys(statusByErrorCode) as ErrorCode[]) refusals.inc({ code }, 0);

  const waits = new Histogram({
    name: 'reround_database_connection_wait_seconds',
    help: 'How long those waited who asked for a connection to the database.',
    buckets: SECONDS_BUCKETS,
    registers,
  });
  const { $client: pool } = probed.database;
  watchWaits(pool, (seconds) => waits.observe(seconds));

  const connections = gauge('database_connections', 'Connections of this process to the database.', [
    'state',
  ]);
  const waiting = gauge('database_waiting_calls', 'Who waits for a connection right now.');
  const site = {
    up: gauge('up', '1 where the part answers, else 0.', ['part']),
    clock: gauge('clock_difference_seconds', "How far this process's clock is ahead of the database's."),
    mails: gauge('outbox_mails', 'Mails that wait to go out.'),
    oldestMail: gauge('outbox_oldest_timestamp_seconds', 'When the oldest mail that waits was written.'),
    dueMail: gauge(
      'outbox_due_timestamp_seconds',
      'Since when the most overdue mail should have been tried.',
    ),
    backup: gauge(
      'backup_last_good_timestamp_seconds',
      'From when the newest backup is that was read back whole; 0 for none. Missing where the site makes none by itself.',
    ),
    auditRows: gauge('audit_rows', 'Rows of the audit log.'),
    wrongTotals: gauge('totals_wrong', 'Kept totals that the last nightly recount found wrong.'),
    state: gauge('health_state', 'What the console says of each part: 0 good, 1 warning, 2 red.', ['part']),
    lastGood: gauge('health_last_good_timestamp_seconds', 'When each part was last found not bad.', ['part']),
  };
  const free = gauge('disk_free_bytes', 'Room on the disk of a folder that the site fills.', ['folder']);
  const size = gauge('disk_size_bytes', 'The size of that disk.', ['folder']);

  const askDisks = async () => {
    for (const { setting, folder } of foldersOf(probed.environment)) {
      const labels = { folder: setting };
      const room = await within(DISK_MILLISECONDS, roomIn(folder)).catch(() => null);
      for (const [each, bytes] of [
        [free, room?.freeBytes],
        [size, room?.sizeBytes],
      ] as const) {
        if (bytes === undefined) each.remove(labels);
        else each.set(labels, bytes);
      }
    }
  };
  const figures = async (): Promise<string> => {
    site.up.set({ part: 'process' }, 1);
    connections.set({ state: 'in_use' }, pool.totalCount - pool.idleCount);
    connections.set({ state: 'idle' }, pool.idleCount);
    waiting.set(pool.waitingCount);
    await Promise.all([askDatabase(probed, site), askDisks()]);
    return await register.metrics();
  };

  // Whoever asks while another is being told gets the same.
  let underWay: Promise<string> | undefined;
  const asked = () => (underWay ??= figures().finally(() => (underWay = undefined)));

  return {
    answered: (request, reply) => {
      const { method } = request;
      const route = request.routeOptions.url ?? 'none';
      requests.inc({ method, route, status: reply.statusCode });
      durations.observe({ method, route }, reply.elapsedTime / 1000);
      // What a proxy asks every other second is no call that was refused.
      if (request.refusal && route !== '/readyz') refusals.inc({ code: request.refusal });
    },
    serve: (port) => serve(port, register.contentType, asked),
  };
}

type SiteGauges = Readonly<
  Record<
    | 'up'
    | 'clock'
    | 'mails'
    | 'oldestMail'
    | 'dueMail'
    | 'backup'
    | 'auditRows'
    | 'wrongTotals'
    | 'state'
    | 'lastGood',
    Gauge
  >
>;

/** Asks what is light to ask, once a scrape. Of a database that does not answer in time it is told that, and nothing else. */
async function askDatabase({ environment, database, clock }: Probed, gauges: SiteGauges): Promise<void> {
  forget(gauges);
  try {
    const now = clock();
    const [there, outbox, backup, auditRows, checks] = await within(
      DATABASE_MILLISECONDS,
      Promise.all([
        databaseClock(database),
        waitingMail(database, now),
        newestGoodBackup(database, now),
        database.$count(auditLog),
        database.select().from(healthChecks),
      ]),
    );
    gauges.clock.set(environment.databaseUrl === undefined ? 0 : seconds(now) - seconds(there));
    gauges.mails.set(outbox.mails);
    show(gauges.oldestMail, outbox.oldestAt);
    show(gauges.dueMail, outbox.dueAt);
    gauges.auditRows.set(auditRows);
    const isOff = environment.backups === undefined;
    show(gauges.backup, isOff ? null : new Date(backup ? now.getTime() - backup.ageMilliseconds : 0));
    for (const check of checks.filter(({ name }) => partNames.some((part) => part === name))) {
      gauges.state.set({ part: check.name }, stateNumbers[standing(check, now).state]);
      if (check.lastGoodAt) gauges.lastGood.set({ part: check.name }, seconds(check.lastGoodAt));
      if (check.wrongTotals !== null) gauges.wrongTotals.set(check.wrongTotals);
    }
    gauges.up.set({ part: 'database' }, 1);
  } catch {
    // Why is in the log of whoever needed it: this is asked every few seconds.
    forget(gauges);
    gauges.up.set({ part: 'database' }, 0);
  }
}

/** What the last scrape told of the database is not said again: no figure is better than one of before. */
function forget(gauges: SiteGauges): void {
  const { clock, mails, oldestMail, dueMail, backup, auditRows, wrongTotals } = gauges;
  for (const labelled of [gauges.state, gauges.lastGood]) labelled.reset();
  for (const each of [clock, mails, oldestMail, dueMail, backup, auditRows, wrongTotals]) each.remove();
}

const seconds = (instant: Date) => instant.getTime() / 1000;

/** No moment is no figure: nought would be a moment long ago. */
function show(gauge: Gauge, instant: Date | null): void {
  if (instant === null) gauge.remove();
  else gauge.set(seconds(instant));
}

type Connect = (callback?: (...answer: unknown[]) => void) => Promise<unknown> | undefined;

/** Tells how long each waited who asked a pool for a connection, whether one came or not. */
function watchWaits(pool: pg.Pool, tell: (seconds: number) => void): void {
  const connect = pool.connect.bind(pool) as Connect;
  const watched: Connect = (callback) => {
    const asked = performance.now();
    const told = () => tell((performance.now() - asked) / 1000);
    if (callback) {
      return connect((...answer) => {
        told();
        callback(...answer);
      });
    }
    const connected = connect();
    connected?.then(told, told);
    return connected;
  };
  pool.connect = watched as pg.Pool['connect'];
}

async function serve(port: number, contentType: string, figures: () => Promise<string>) {
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?');
    if (!['GET', 'HEAD'].includes(request.method ?? '') || path !== '/metrics') {
      response.writeHead(404).end('The figures are at /metrics.\n');
      return;
    }
    figures().then(
      (text) => response.writeHead(200, { 'content-type': contentType }).end(text),
      (error: unknown) => response.writeHead(500).end(`${String(error)}\n`),
    );
  });
  await listenForMetrics(server, port);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url, stop };
}
