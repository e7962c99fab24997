import { getTableName, sql, type Table } from 'drizzle-orm';
import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { isForConsole } from '#shared/roles.ts';
import type { Subject } from '#shared/subjects.ts';
import * as schema from '#server/db/schema.ts';
import { readContracts } from '#server/testing/contracts.ts';
import { everyTable } from '#server/testing/siteUnderTest.ts';
import { exampleCalls, perform } from '#server/testing/exampleCalls.ts';
import { furnish } from '#server/testing/furnish.ts';
import { useTestSite } from '#server/testing/harness.ts';

const site = useTestSite();
const endpoints = await readContracts();
const addressOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

const tablesOf: Readonly<Record<Subject, readonly Table[]>> = {
  admins: [schema.admins, schema.recoveryCodes],
  audit: [schema.auditLog],
  bins: [schema.dropBins, schema.overflowAlerts, schema.overflowReports, schema.binVisits],
  codes: [schema.discountCodes, schema.codeRedemptions],
  donations: [schema.donations, schema.confirmations],
  mail: [schema.mails, schema.undeliverableAddresses],
  participants: [schema.participants, schema.students, schema.mergedShareTokens, schema.merges],
  newsletter: [schema.newsletterSubscribers],
  partners: [schema.partners],
  pickups: [schema.pickups],
  settings: [schema.settings],
  statements: [schema.statements, schema.statementLinks],
  tills: [schema.tills, schema.tillLinks],
};

const noSubjects: readonly [Table, reason: string][] = [
  [schema.sessions, 'a sign-in or sign-out empties the cache'],
  [schema.siteKey, 'no call changes it'],
  [schema.backups, 'no call changes them'],
  [schema.photos, 'no call shows them'],
  [schema.addressNewsOff, 'donors see it only as part of their own news'],
  [schema.pendingSignIns, 'no call shows them'],
  [schema.pendingEmails, 'no call shows them'],
  [schema.signInCodes, 'no call shows them'],
  [schema.trustedBrowsers, 'no call shows them'],
  [schema.idempotencyKeys, 'no call shows them'],
  [schema.rateLimits, 'no call shows them'],
];

/** Reads whose answer includes the session. Others read it only to identify the caller. */
const showsCaller = new Set([
  'staff.adminMe',
  'donors.studentMe',
  'donations.donorSummary',
  'donations.exportOwn',
]);

/** Changes that make nothing stale, because a browser that signs in has loaded nothing yet. */
const startsFresh = new Set(['staff.adminLogin']);

interface Statement {
  text: string;
}

interface Effect {
  status: number;
  statements: Statement[];
  /** New rows of the audit log. */
  recorded: number;
}

const effects = new Map<string, Effect>();
let typedTexts: string[] = [];
let log = '';

beforeAll(async () => {
  const pin = await furnish(site);
  const browser = await site.admin();
  await browser.send('POST', '/api/students/login', { body: { studentId: 'AMARA' } });
  for (const example of exampleCalls(pin)) {
    const before = await site.audit();
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const { status } = await perform(browser, example);
    const statements = query.mock.calls.map(([statement]) => statementOf(statement));
    query.mockRestore();
    const recorded = (await site.audit()).length - before.length;
    effects.set(addressOf(example.endpoint), { status, statements, recorded });
  }
  typedTexts = await typedAboutPeople();
  log = JSON.stringify(await site.audit());
});

/** Every stored text that names a person or was typed about one. */
async function typedAboutPeople(): Promise<string[]> {
  const { rows } = await site.database.execute<{ text: string | null }>(sql`
    select text from participants, unnest(array[display_name, email, phone, claimed_name, claimed_email]) text
    union select student_id from students union select clerk from code_redemptions
    union select text from donations, unnest(array[student_id, notes, rejection_reason, reopening_reason]) text
    union select text from pickups, unnest(array[name, phone, email, address, items, notes, status_reason]) text
    union select recipient from mails union select email from newsletter_subscribers union select notes from overflow_alerts
    union select notes from overflow_reports union select note from bin_visits
    union select email from admins union select email from pending_emails`);
  return rows.flatMap(({ text }) => text || []);
}

function statementOf(query: unknown): Statement {
  return typeof query === 'string' ? { text: query } : { text: (query as { text: string }).text };
}

const tables = everyTable.map(getTableName);
const anyTable = new RegExp(String.raw`\b(${tables.join('|')})\b`, 'g');
const writtenTable = /\b(?:insert into|update|delete from)\s+"?(\w+)/gi;

function tablesRead({ text }: Statement): string[] {
  return [...text.matchAll(anyTable)].map(([name]) => name);
}

function tablesWritten({ text }: Statement): string[] {
  return [...text.matchAll(writtenTable)].map(([, name = '']) => name);
}

function subjectsOf(named: readonly string[]): string[] {
  const subjects = Object.entries(tablesOf).filter(([, ofSubject]) =>
    ofSubject.some((table) => named.includes(getTableName(table))),
  );
  return subjects.map(([subject]) => subject).toSorted();
}

const effectOf = (endpoint: { method: string; path: string }): Effect =>
  effects.get(addressOf(endpoint)) ?? { status: 0, statements: [], recorded: 0 };

test('every table belongs to one subject, or to none with a reason', () => {
  const named = [...Object.values(tablesOf).flat(), ...noSubjects.map(([table]) => table)];
  expect(named.map(getTableName).toSorted()).toEqual(tables.toSorted());
});

test('every endpoint has one call that succeeds', () => {
  const answered = [...effects].map(([address, { status }]) => ({ address, status }));
  const declared = endpoints.map(({ endpoint }) => ({
    address: addressOf(endpoint),
    status: endpoint.status ?? 200,
  }));
  const byAddress = (one: { address: string }, other: { address: string }) =>
    one.address.localeCompare(other.address);
  expect(answered.toSorted(byAddress)).toEqual(declared.toSorted(byAddress));
});

test('every read shows the subjects that it declares', () => {
  const reads = endpoints.filter(({ endpoint }) => endpoint.method === 'GET');
  const actual = reads.map(({ name, endpoint }) => {
    const { statements } = effectOf(endpoint);
    const dataStatements = statements.filter(
      ({ text }) =>
        // The audit row of an export is no part of its answer.
        !text.startsWith('insert into "audit_log"') &&
        (showsCaller.has(name) || !text.includes('"sessions"')),
    );
    return { name, shows: subjectsOf(dataStatements.flatMap(tablesRead)) };
  });
  expect(actual).toEqual(reads.map(({ name, endpoint }) => ({ name, shows: endpoint.shows })));
});

test('every change writes the subjects that it declares', () => {
  const changes = endpoints.filter(({ endpoint }) => endpoint.method === 'POST');
  const actual = changes.map(({ name, endpoint }) => {
    const subjects = subjectsOf(effectOf(endpoint).statements.flatMap(tablesWritten));
    return { name, changes: startsFresh.has(name) ? [] : subjects.filter((subject) => subject !== 'audit') };
  });
  expect(actual).toEqual(changes.map(({ name, endpoint }) => ({ name, changes: endpoint.changes })));
});

test('the audit log holds no name and no text typed about a person', async () => {
  expect(typedTexts.length).toBeGreaterThan(10);
  expect(typedTexts.filter((text) => log.includes(JSON.stringify(text)))).toEqual([]);
});

test('the audit log records every export by an admin', () => {
  const exported = endpoints.filter(
    ({ endpoint }) => endpoint.format !== undefined && isForConsole(endpoint),
  );
  expect(exported.length).toBeGreaterThan(3);
  expect(exported.map(({ endpoint }) => effectOf(endpoint).recorded)).toEqual(exported.map(() => 1));
});

test('the audit log records every change by an admin', () => {
  const changes = endpoints.filter(({ endpoint }) => isForConsole(endpoint) && endpoint.method === 'POST');
  const silent = changes.filter(({ endpoint }) => effectOf(endpoint).recorded === 0);
  expect(silent.map(({ name }) => name)).toEqual([]);
});
