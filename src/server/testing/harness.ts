/*
 * How to write a test of the server. It runs the whole server in this process, on a database of its own, with a clock that stands
 * still until the test moves it.
 *
 *   const site = useTestSite();
 *
 *   test('a code is used up by two redemptions', async () => {
 *     const admin = await site.admin();                        // browsers: admin, volunteer, donor(id), visitor
 *     const { code, pin } = await codeAndStore(site, admin);   // scenarios.ts: a step that others test
 *     await site.visitor().call(contract.redeemCode, { params: { code }, body: { pin } });
 *     site.pass({ days: 31 });
 *     expect(await site.audit()).toMatchObject([{ action: 'code.redeemed' }, …]);
 *   });
 *
 * `call` checks the answer against the contract. `refused` sends what no form would send, `send` any request. `furnish` fills a
 * site with rows of every kind. Real processes: siteProcesses.ts. A browser: e2e/fixtures.ts.
 */
import { openAsBlob } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, inject, vi } from 'vitest';
import { buildApp } from '#server/app.ts';
import { connectEmbedded, type Database, type OpenDatabase } from '#server/db/database.ts';
import { openMemoryDatabase } from '#server/db/embedded.ts';
import { ensurePreparedImage } from '#server/db/preparedImage.ts';
import type { Site } from '#server/http/call.ts';
import { languages, pathIn } from '#shared/languages.ts';
import { Mailbox } from './mailServer.ts';
import { SiteUnderTest } from './siteUnderTest.ts';
import { createServerDatabase } from './testServer.ts';

interface Options {
  rateLimits?: boolean;
  /**
   * `server` is PostgreSQL by one connection, or the embedded database on a machine without PostgreSQL. `races` gives calls that
   * collide a connection each; only a `*.race.test.ts` may ask for it, since those are left out where there is no PostgreSQL.
   */
  on?: 'server' | 'races' | 'embedded';
}

const sites = new Map<string, SiteUnderTest>();

/** The whole server, one for all test files of this process, emptied before each file and each test. */
export function useTestSite({ rateLimits = false, on = 'server' }: Options = {}): SiteUnderTest {
  const key = JSON.stringify({ rateLimits, on });
  const site = sites.get(key) ?? new SiteUnderTest();
  sites.set(key, site);
  beforeAll(async () => {
    if (!site.isOpen) await site.open(await sharedDatabase(on), { rateLimits });
    await site.reset();
  });
  beforeEach(() => site.reset());
  return site;
}

/** Builds further processes on a site's database, with changed settings. They end with the test. */
export function useOtherProcesses(site: SiteUnderTest) {
  const started: FastifyInstance[] = [];
  afterEach(async () => {
    await Promise.all(started.splice(0).map((app) => app.close()));
  });
  return async (changes: Partial<Site> = {}, trustProxy = false): Promise<FastifyInstance> => {
    const environment = { trustProxy, logLevel: 'silent' };
    const app = await buildApp({ site: { ...site.site, ...changes }, environment });
    started.push(app);
    return app;
  };
}

type Texts = Readonly<Record<string, string>>;

/**
 * Writes files as a build of the front end does. The shell names its language. A page names its path, the site and the
 * files of the component `Page`.
 *
 * @param files further files of the browser, by name.
 * @param pages the texts of pages that differ, by address.
 * @returns the folder of the browser's files.
 */
export async function writeFrontEnd({
  files = {},
  pages = {},
}: { files?: Texts; pages?: Texts } = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reround-pages-'));
  const built: Record<string, string> = { 'web/assets/main.js': 'export {};' };
  for (const language of languages) {
    built[`renderer/${language}/package.json`] = '{"type":"module"}';
    built[`renderer/${language}/index.html`] = `<html><title>ReRound</title><p>Shell ${language}`;
    built[`renderer/${language}/manifest.json`] = JSON.stringify({
      'Page.tsx': { file: 'assets/Page.js', name: 'Page', isDynamicEntry: true, imports: ['part.tsx'] },
      'part.tsx': { file: 'assets/part.js', imports: ['Page.tsx'] },
      'Other.tsx': { file: 'assets/Other.js', name: 'Other', isDynamicEntry: true },
    });
    built[`renderer/${language}/render.js`] = `
      export async function renderPage(path, { site: { organization }, publicUrl, filesOf }) {
        if (organization.name === 'Broken') throw new Error('No page can say this.');
        const text = ${JSON.stringify(pages)}[${JSON.stringify(pathIn(language, ''))} + path];
        if (text) return text;
        return '<html><p>' + ['${language}', path, organization.name, publicUrl, filesOf(['Page', 'Frame'])].join(' ');
      }
      export const renderShell = ({ template, site }) => template + ' of ' + site.organization.name;`;
  }
  for (const [name, text] of Object.entries(files)) built[`web/${name}`] = text;
  for (const [name, text] of Object.entries(built)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return join(folder, 'web');
}

/** The whole server as in `useTestSite`, with a front end. */
export function useTestSiteWithPages(pages: Texts = {}): SiteUnderTest {
  const site = new SiteUnderTest();
  let directory: string;
  beforeAll(async () => {
    directory = await writeFrontEnd({ pages });
    await site.open(await sharedDatabase('server'), { pages: directory });
  });
  beforeEach(() => site.reset());
  afterAll(async () => {
    await site.app.close();
    await rm(dirname(directory), { recursive: true });
  });
  return site;
}

/** Colliding calls hold a connection each, and on a busy machine one may wait long for it. */
const RACING_POOL = { max: 20, connectionTimeoutMillis: 30_000 };
/** With one connection, a handler that queries outside its own transaction waits for itself and fails. */
const SINGLE_CONNECTION = { max: 1, connectionTimeoutMillis: 5_000 };

/** Opens a migrated, empty database: on the tests' PostgreSQL server, else embedded. */
export async function openTestDatabase(pool = {}): Promise<OpenDatabase> {
  const server = inject('testServer');
  if (!server) return await openEmbeddedTestDatabase();
  return await createServerDatabase(server.serverUrl, { template: server.templateName, pool });
}

/** Opens a migrated, empty embedded database. */
async function openEmbeddedTestDatabase(): Promise<OpenDatabase> {
  return connectEmbedded(await openMemoryDatabase(await openAsBlob(await ensurePreparedImage())));
}

/** Opens a database without tables, as a new site finds it. */
export async function openBlankDatabase(): Promise<OpenDatabase> {
  const server = inject('testServer');
  return server ? await createServerDatabase(server.serverUrl) : connectEmbedded(await openMemoryDatabase());
}

const shared = new Map<string, Promise<OpenDatabase>>();

/** The database that all test files of this process share. See `useTestSite`. */
async function sharedDatabase(on: 'server' | 'races' | 'embedded'): Promise<OpenDatabase> {
  const kind = inject('testServer') ? on : 'embedded';
  const open = {
    server: () => openTestDatabase(SINGLE_CONNECTION),
    races: () => openTestDatabase(RACING_POOL),
    embedded: openEmbeddedTestDatabase,
  };
  const opened = shared.get(kind) ?? open[kind]();
  shared.set(kind, opened);
  return await opened;
}

/** A mail server for a test file, emptied before each test. */
export function useMailbox(): Mailbox {
  const mailbox = new Mailbox();
  beforeAll(() => mailbox.open());
  beforeEach(() => mailbox.reset());
  afterAll(() => mailbox.close());
  return mailbox;
}

/**
 * Makes calls collide for certain: holds a row with `lock` until every call waits for it in the given order, then
 * releases it. Only for PostgreSQL, and for fewer calls than its pool has connections.
 */
export async function collide<Result>(
  site: SiteUnderTest,
  lock: SQL,
  calls: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const answers = await site.database.transaction(async (transaction) => {
    await transaction.execute(lock);
    const waiting: Promise<Result>[] = [];
    for (const call of calls) {
      waiting.push(call());
      await vi.waitUntil(async () => (await countWaitingForLocks(site)) === waiting.length, {
        timeout: 10_000,
      });
    }
    return waiting;
  });
  return await Promise.all(answers);
}

async function countWaitingForLocks(site: SiteUnderTest): Promise<number> {
  const { rows } = await site.database.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  return rows[0]?.waiting ?? 0;
}

interface RecordedQuery {
  text: string;
  values: unknown[];
}

/** Collects the SELECTs that reach the database until stopped. */
export function recordQueries(database: Database): { stop: () => RecordedQuery[] } {
  const pool = database.$client;
  const original = pool.query.bind(pool) as (...parameters: unknown[]) => unknown;
  const queries: RecordedQuery[] = [];
  pool.query = ((query: { text: string }, values: unknown[] = []) => {
    if (query.text.startsWith('select')) queries.push({ text: query.text, values });
    return original(query, values);
  }) as typeof pool.query;
  return {
    stop: () => {
      pool.query = original as typeof pool.query;
      return queries;
    },
  };
}
