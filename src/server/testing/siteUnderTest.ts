import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { hash } from '@node-rs/argon2';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { desc, eq, getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import {
  type Endpoint,
  type EndpointArguments,
  type EndpointResponse,
  endpointUrl,
} from '#shared/endpoint.ts';
import { refusalsOf } from '#server/http/refusal.ts';
import { buildApp } from '#server/app.ts';
import type { Database, OpenDatabase } from '#server/db/database.ts';
import type { Site } from '#server/http/call.ts';
import { admins, auditLog } from '#server/db/schema.ts';
import { Secrets } from '#server/secrets.ts';
import { FolderStorage } from '#server/storage.ts';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as schema from '#server/db/schema.ts';

/** The parts of an answer that tests compare. */
export interface Answer<Body> {
  status: number;
  body: Body;
  headers: Record<string, unknown>;
}

export const ADMIN = { username: 'alex', password: 'a password for tests' };

/** A weak hash, because a strong one would cost each test a tenth of a second. */
const cheapHash = hash(ADMIN.password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** Noon in Winnipeg on a Friday in November. */
export const START = new Date('2026-11-20T18:00:00Z');

/** The keys of every site under test. */
export const TEST_SECRETS = new Secrets('a secret key that only the tests know');

const PUBLIC_URL = 'http://localhost:3000';

/** The whole server on a database of its own. The clock stands still until a test sets it. */
export class SiteUnderTest {
  app!: FastifyInstance;
  site!: Site;
  now = START;
  /** Every line the server logged since the test began. */
  log = '';
  #opened: OpenDatabase | undefined;
  #uploads!: string;

  async open(
    opened: OpenDatabase,
    { rateLimits = false, pages }: { rateLimits?: boolean; pages?: string } = {},
  ): Promise<void> {
    this.#opened = opened;
    this.#uploads = await mkdtemp(join(tmpdir(), 'reround-uploads-'));
    this.site = {
      database: opened.database,
      secrets: TEST_SECRETS,
      clock: () => this.now,
      timeZone: 'America/Winnipeg',
      publicUrl: PUBLIC_URL,
      rateLimits,
      storage: new FolderStorage(this.#uploads),
      // A test that is about mail sets it.
      mailer: null,
      dataDirectory: this.#uploads,
      makesBackups: false,
      wakeMail: () => {},
    };
    const logTo = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        this.log += chunk.toString();
        done();
      },
    });
    const environment = { trustProxy: false, logLevel: 'trace' };
    this.app = await buildApp({ site: this.site, environment, logTo, pagesFolder: pages });
    await this.app.ready();
  }

  get isOpen(): boolean {
    return this.#opened !== undefined;
  }

  async reset(): Promise<void> {
    this.now = START;
    this.log = '';
    this.site.mailer = null;
    this.site.makesBackups = false;
    this.site.publicUrl = PUBLIC_URL;
    await emptyDatabase(this.database);
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.#opened?.close();
    await rm(this.#uploads, { recursive: true, force: true });
  }

  get database() {
    return this.site.database;
  }

  /** Moves the clock. */
  pass({ days = 0, minutes = 0 }: { days?: number; minutes?: number }): void {
    const milliseconds = (days * 24 * 60 + minutes) * 60_000;
    this.now = new Date(this.now.getTime() + milliseconds);
  }

  /** A browser without a session. */
  visitor(): Client {
    return new Client(this);
  }

  /** A browser with an admin signed in; the admin is made if need be. */
  async admin(username = ADMIN.username): Promise<Client> {
    await this.database
      .insert(admins)
      .values({ username, passwordHash: await cheapHash, createdAt: this.now, lastSeenAt: this.now })
      .onConflictDoNothing();
    const client = new Client(this);
    await client.send('POST', '/api/admin/login', { body: { username, password: ADMIN.password } });
    const { body } = await client.send<{ csrfToken: string }>('GET', '/api/csrf');
    client.csrfToken = body.csrfToken;
    return client;
  }

  /** A browser with a volunteer signed in, who is made if need be. */
  async volunteer(username = 'vera'): Promise<Client> {
    const client = await this.admin(username);
    await this.database.update(admins).set({ role: 'volunteer' }).where(eq(admins.username, username));
    return client;
  }

  /** A browser with a donor signed in. */
  async donor(studentId: string): Promise<Client> {
    const client = new Client(this);
    await client.send('POST', '/api/students/login', { body: { studentId } });
    return client;
  }

  /** The audit log, newest first. */
  async audit() {
    const { searchText: _, ...columns } = getTableColumns(auditLog);
    return await this.database.select(columns).from(auditLog).orderBy(desc(auditLog.id));
  }
}

/** @throws Error if the endpoint does not declare this refusal. */
function checkRefusal(endpoint: Endpoint, { code }: { code?: string }): void {
  const declared: readonly string[] = refusalsOf(endpoint);
  if (code === undefined || declared.includes(code)) return;
  throw new Error(
    `${endpoint.method} ${endpoint.path} refuses with ${code}, which its "refuses" does not name.`,
  );
}

interface SendOptions {
  body?: unknown;
  headers?: Record<string, string>;
  /** Where the call comes from. */
  address?: string;
}

/** A browser: it keeps cookies between calls. */
export class Client {
  csrfToken: string | undefined;
  readonly cookies = new Map<string, string>();
  readonly #site: Pick<SiteUnderTest, 'app'>;

  constructor(site: Pick<SiteUnderTest, 'app'>) {
    this.#site = site;
  }

  /** Calls an endpoint, and checks that its contract declares the answer or the refusal. */
  async call<E extends Endpoint>(
    endpoint: E,
    parts: EndpointArguments<E>,
    sending: Omit<SendOptions, 'body'> = {},
  ): Promise<Answer<EndpointResponse<E>>> {
    const url = endpointUrl(endpoint, parts);
    const answer = await this.send<EndpointResponse<E>>(endpoint.method, url, {
      ...sending,
      body: parts.body,
    });
    if (answer.status === (endpoint.status ?? 200)) endpoint.response.parse(answer.body);
    else checkRefusal(endpoint, answer.body as { code?: string });
    return answer;
  }

  /** Calls an endpoint with arguments that no form would send. */
  async refused(
    endpoint: Endpoint,
    parts: { params?: unknown; query?: unknown; body?: unknown },
    sending: Omit<SendOptions, 'body'> = {},
  ): Promise<Answer<{ ok: false; error: string; code: string; [detail: string]: unknown }>> {
    return (await this.call(endpoint, parts as EndpointArguments<Endpoint>, sending)) as never;
  }

  async send<Body = Record<string, unknown>>(
    method: 'GET' | 'HEAD' | 'POST',
    url: string,
    { body, headers = {}, address }: SendOptions = {},
  ): Promise<Answer<Body>> {
    const options: InjectOptions = {
      method,
      url,
      headers: {
        ...(this.csrfToken && { 'x-csrf-token': this.csrfToken }),
        ...headers,
      },
      cookies: Object.fromEntries(this.cookies),
      ...(body !== undefined && { payload: body as object }),
      ...(address && { remoteAddress: address }),
    };
    const response = await this.#site.app.inject(options);
    for (const cookie of response.cookies) {
      if (cookie.value === '') this.cookies.delete(cookie.name);
      else this.cookies.set(cookie.name, cookie.value);
    }
    const json = method !== 'HEAD' && String(response.headers['content-type']).includes('json');
    const parsedBody = (json ? response.json() : response.body) as Body;
    return { status: response.statusCode, body: parsedBody, headers: response.headers };
  }
}

/** Every table of the schema. */
export const everyTable = Object.values(schema).filter((value) => is(value, PgTable));

const sequences = everyTable.flatMap((table) => {
  const { name, columns } = getTableConfig(table);
  const identities = columns.filter(({ generatedIdentity }) => generatedIdentity);
  return identities.map((column) => `pg_get_serial_sequence('${name}', '${column.name}')`);
});

const deletions = everyTable
  .map(getTableName)
  .filter((name) => name !== getTableName(schema.settings))
  .map((name) => `from_${name} as (delete from ${name})`);

// Deleting the few rows of a test is many times quicker than TRUNCATE, which makes new files for every index. One
// statement may delete from all tables in any order, because references are checked at its end.
const emptyTables = `do $$
begin
  -- Switches triggers off, because the ledger's refuse deletions.
  perform set_config('session_replication_role', 'replica', true);
  with ${deletions.join(', ')} delete from settings;
  insert into settings default values;
  ${sequences.map((sequence) => `perform setval(${sequence}, 1, false);`).join(' ')}
end $$`;

/** Empties every table, restarts their sequences and puts the settings back to their defaults. */
async function emptyDatabase(database: Database): Promise<void> {
  await database.execute(sql.raw(emptyTables));
}
