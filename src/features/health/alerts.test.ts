import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readEnvironment } from '#server/env.ts';
import { healthChecks } from '#server/schema.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { lookWhereDue } from './serverLooks.ts';
import { beginMetrics } from './serverMetrics.ts';

const site = useTestSite();

const RULES = 'deploy/prometheus/reround.rules.yml';
const RULE_TESTS = 'deploy/prometheus/reround.rules.test.yml';
const DASHBOARD = 'deploy/grafana/reround.json';

/** Of the scrape itself: Prometheus adds it. */
const PROMETHEUS_OWN = new Set(['up']);

const text = (path: string) => readFile(path, 'utf8');

/** The metrics that an expression names. */
function namedIn(expression: string): string[] {
  return [...expression.matchAll(/\b(reround|process|nodejs)_[a-z\d_]+/g)].map(([name]) => name);
}

/** Every metric that a site serves once it has something of everything. */
async function served(): Promise<Set<string>> {
  const directory = await mkdtemp(join(tmpdir(), 'reround-alerts-'));
  const environment = readEnvironment({ DATA_DIR: directory, BACKUP_DIR: `${directory}-backups` });
  const metrics = await beginMetrics({ ...site.site, environment }, () => true);
  const { url, stop } = await metrics.serve(0);
  try {
    await lookWhereDue({ ...site.site, environment });
    await site.database.execute(sql`
      insert into mails (kind, recipient, content, message_id, status, next_try_at, created_at)
      values ('test', 'a@reround.example', '{}', '<1@a>', 'waiting', ${site.now.toISOString()}, ${site.now.toISOString()})`);
    await site.database.update(healthChecks).set({ wrongTotals: 0 });
    const figures = await (await fetch(url)).text();
    const types = new Map(
      [...figures.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
    );
    const hasSample = (name: string) => new RegExp(`^${name}[{ ]`, 'm').test(figures);
    return new Set(
      [...types]
        .flatMap(([name, type]) =>
          type === 'histogram'
            ? [`${name}_bucket`, `${name}_count`, `${name}_sum`]
            : hasSample(name)
              ? [name]
              : [],
        )
        .concat('reround_http_requests_total'),
    );
  } finally {
    stop();
    await rm(directory, { recursive: true });
  }
}

test('dashboard and alerts name only metrics that the site serves', async () => {
  const names = await served();
  const dashboard = JSON.parse(await text(DASHBOARD)) as { panels: { targets?: { expr: string }[] }[] };
  const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(expressions.length).toBeGreaterThan(20);
  const named = new Set([...namedIn(await text(RULES)), ...expressions.flatMap(namedIn)]);
  expect([...named].filter((name) => !names.has(name) && !PROMETHEUS_OWN.has(name))).toEqual([]);
  const own = [...names].filter((name) => name.startsWith('reround_') && !/_(count|sum)$/.test(name));
  expect(own.filter((name) => !named.has(name))).toEqual([]);
});

test('every alert has a section in the runbook under its name, and a test that it fires', async () => {
  const alerts = [...(await text(RULES)).matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  const [runbook, tests] = [await text('docs/runbook.md'), await text(RULE_TESTS)];
  expect(alerts.length).toBeGreaterThan(10);
  expect(alerts.filter((name) => !runbook.includes(`\n### ${name}\n`))).toEqual([]);
  const sections = [...runbook.matchAll(/\n### ([A-Z][a-z]+[A-Z]\w+)\n/g)].map(([, name = '']) => name);
  expect(sections).toEqual(alerts);
  const fires = (name: string) => new RegExp(`alertname: ${name}\n\\s+exp_alerts:`).test(tests);
  const isSilent = (name: string) => new RegExp(`alertname: ${name}\n(?!\\s+exp_alerts:)`).test(tests);
  expect(alerts.filter((name) => !fires(name) || !isSilent(name))).toEqual([]);
});

const promtool = (...parameters: string[]) => spawnSync('promtool', parameters, { encoding: 'utf8' });

test('each alert fires where it should, and is silent where it need not', { timeout: 60_000 }, ({ skip }) => {
  if (promtool('--version').error) skip("there is no promtool on this machine: it is in Debian's prometheus");
  const checked = promtool('check', 'rules', RULES);
  expect(checked).toMatchObject({ status: 0 });
  expect(promtool('test', 'rules', RULE_TESTS)).toMatchObject({ status: 0 });
});
