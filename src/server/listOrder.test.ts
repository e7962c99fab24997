import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract as bins } from '#features/bins/contract.ts';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as newsletter } from '#features/mail/newsletter/contract.ts';
import { contract as participants } from '#features/donors/contract.ts';
import { contract as pickups } from '#features/pickups/contract.ts';
import { contract as redemption } from '#features/till/contract.ts';
import type { Endpoint, EndpointArguments, EndpointResponse } from '#shared/endpoint.ts';
import { readContracts } from '#server/testing/contracts.ts';
import {
  columnOf,
  confirmedCode,
  createDonor,
  loggedDonation,
  namedParticipant,
  partnerStore,
  signInWithoutCode,
} from '#server/testing/scenarios.ts';
import { Mailbox } from '#server/testing/mailServer.ts';
import { type Client, SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import { openTestDatabase } from '#server/testing/harness.ts';

const site = new SiteUnderTest();
const mailbox = new Mailbox();

/** Who asks for a list. */
type Asking = 'admin' | 'donor' | 'till';

const clients = {} as Record<Asking, Client>;

/** What addresses of lists name. */
const known = { giver: 0, donation: 0, bin: 0, store: 0, pin: '', token: '' };

/** Where numbers begin, time after time: they neither rise nor fall with the order in which rows were written. */
const firstNumbers = [2000, 3000, 1000];

beforeAll(async () => {
  await mailbox.open();
  await site.open(await openTestDatabase());
  known.giver = await createDonor(site, 'GIVER');
  clients.till = site.visitor();
  const waiting: number[] = [];
  for (const first of firstNumbers) waiting.push(await furnish(first));
  await numberFrom(4000);
  await accepted(clients.admin, deciding.confirmDonations, { body: { ids: waiting } });
  await site.database.execute(sql`update discount_codes set code = 'RR-KN' || id`);
  clients.donor = await site.donor('GIVER');
});

afterAll(async () => {
  await site.close();
  await mailbox.close();
});

async function accepted<E extends Endpoint>(
  client: Client,
  endpoint: E,
  parts: EndpointArguments<E>,
): Promise<EndpointResponse<E>> {
  const { status, body } = await client.call(endpoint, parts);
  if (status >= 300) throw new Error(`${endpoint.path} refused: ${JSON.stringify(body)}`);
  return body;
}

/** Has the next row of each table get a number. */
async function numberFrom(first: number): Promise<void> {
  await site.database.execute(
    sql`select setval(oid::regclass, ${first}, false) from pg_class
      where relkind = 'S' and relnamespace = current_schema()::regnamespace`,
  );
}

/** A row or more for each list, all of the same moment and of the same name. Gives the number of a donation that waits. */
async function furnish(first: number): Promise<number> {
  await numberFrom(first);
  const visitor = site.visitor();
  const admin = await site.admin();
  clients.admin ??= admin;
  await site.admin(`admin${first}`);

  const bin = { name: 'North', location: 'Library', binCode: `NORTH_${first}` };
  const { id: binId } = (await accepted(admin, bins.createBin, { body: bin })).bin;
  const twin = { ...bin, binCode: `TWIN_${first}` };
  const { id: twinId } = (await accepted(admin, bins.createBin, { body: twin })).bin;
  known.bin ||= binId;
  // A bin has one open alert: its history gets another after the first is resolved.
  await accepted(admin, bins.markBinEmptied, { params: { id: known.bin } });
  await accepted(visitor, bins.reportOverflow, { body: { binId: known.bin } });
  await accepted(visitor, bins.reportOverflow, { body: { binId: twinId } });

  await namedParticipant(admin);
  const claiming = `CLAIMS${first}`;
  await createDonor(site, claiming);
  await signInWithoutCode(visitor, { studentId: claiming, displayName: 'Jo Thiessen' });
  const fromId = await createDonor(site, `MERGED${first}`);
  await accepted(admin, participants.mergeParticipants, { body: { fromId, toId: known.giver } });

  await loggedDonation(site, { studentId: 'GIVER' });
  const rejected = await loggedDonation(site, { studentId: 'GIVER' });
  await accepted(admin, deciding.rejectDonation, { body: { id: rejected } });
  const { code } = await confirmedCode(site, admin, { studentId: 'GIVER' });
  const waiting = await loggedDonation(site, { studentId: 'GIVER' });
  known.donation ||= waiting;

  const { partner, pin } = await partnerStore(admin);
  known.store ||= partner.id;
  known.pin ||= pin;
  const params = { id: known.store };
  const { link } = await accepted(admin, redemption.createTillLink, { params });
  await (known.token ? visitor : clients.till).send('POST', new URL(link).pathname);
  known.token ||= (await accepted(admin, redemption.createStatementLink, { params })).link.split('/').at(-1)!;
  await accepted(clients.till, redemption.redeemCode, {
    params: { code },
    body: { pin: known.pin },
  });

  await accepted(visitor, newsletter.subscribe, { body: { email: `reader${first}@example.ca` } });
  site.site.mailer = mailbox.mailer();
  const email = 'giver@example.ca';
  await accepted(admin, participants.updateParticipant, { params: { id: known.giver }, body: { email } });
  const request = { name: 'Grace', email, address: '12 Elm Street', items: 'Lamps' };
  const { id: pickup } = await accepted(visitor, pickups.requestPickup, { body: request });
  await accepted(admin, pickups.setPickupStatus, {
    params: { id: pickup },
    body: { status: 'scheduled', scheduledAt: '2026-11-24T18:00:00Z' },
  });
  site.site.mailer = null;
  return waiting;
}

type Direction = 'asc' | 'desc';

interface List {
  /** The endpoint, as `readContracts` names it. */
  name: string;
  query?: Record<string, unknown>;
  params?: () => object;
  /** Where in the answer a list is, and how its rows go by number. The column of a file is the one with the numbers. */
  orders: Record<string, Direction>;
}

const ofGiver = () => ({ id: known.giver });
const ofStore = () => ({ id: known.store });
const ofLink = () => ({ token: known.token });

const lists: List[] = [
  { name: 'staff.sessions', orders: { sessions: 'desc' } },
  { name: 'staff.admins', orders: { admins: 'asc' } },
  ...[
    {},
    { actor: 'alex' },
    { action: 'donation' },
    { entityType: 'donation' },
    { from: '2026-11-20', to: '2026-11-20' },
  ].map((query): List => ({ name: 'audit.auditLog', query, orders: { items: 'desc' } })),
  { name: 'bins.publicBins', orders: { bins: 'asc' } },
  { name: 'bins.adminBins', orders: { items: 'asc' } },
  { name: 'bins.managedBins', orders: { items: 'asc' } },
  { name: 'bins.binHistory', params: () => ({ id: known.bin }), orders: { items: 'desc' } },
  { name: 'bins.openAlerts', orders: { items: 'desc' } },
  { name: 'donations.donorSummary', orders: { codes: 'desc', recent: 'desc' } },
  { name: 'donations.exportOwn', orders: { codes: 'asc', donations: 'asc' } },
  { name: 'donations/console.adminSummary', orders: { latestPending: 'desc', bins: 'asc' } },
  {
    name: 'donations.donationDetails',
    params: () => ({ id: known.donation }),
    orders: { alike: 'desc' },
  },
  { name: 'donations/console.findDonations', orders: { items: 'asc' } },
  { name: 'donations/console.lastConfirmation', orders: { 'confirmation.donations': 'asc' } },
  { name: 'donations/console.rejectedDonations', orders: { items: 'desc' } },
  { name: 'donations/console.confirmedDonations', orders: { items: 'desc' } },
  { name: 'donations/console.confirmedDonations', query: { q: 'giver' }, orders: { items: 'desc' } },
  ...[{}, { q: 'giver' }, { status: 'pending' }, { status: 'rejected', q: 'giver' }].flatMap((query) => [
    { name: 'donations/console.searchDonations', query, orders: { items: 'desc' as const } },
    {
      name: 'donations/console.searchDonations',
      query: { ...query, sort: 'oldest' },
      orders: { items: 'asc' as const },
    },
  ]),
  { name: 'donations/console.exportDonations', orders: { 0: 'asc' } },
  ...[{}, { photo: 'without' }, { q: 'giver' }].map((query): List => ({
    name: 'donations/console.photoDonations',
    query,
    orders: { '': 'desc' },
  })),
  { name: 'search.find', query: { q: 'jo thiessen' }, orders: { participants: 'desc' } },
  { name: 'search.find', query: { q: 'RR-KN' }, orders: { codes: 'desc' } },
  { name: 'search.find', query: { q: 'north' }, orders: { bins: 'asc' } },
  { name: 'mail.mail', orders: { items: 'desc' } },
  { name: 'mail.mail', query: { q: 'giver' }, orders: { items: 'desc' } },
  { name: 'mail/newsletter.subscribers', orders: { items: 'desc' } },
  { name: 'mail/newsletter.exportSubscribers', orders: { 0: 'asc' } },
  { name: 'donors.participants', orders: { items: 'desc' } },
  { name: 'donors.participants', query: { claim: 'open' }, orders: { items: 'desc' } },
  ...(['recent', 'name', 'total'] as const).map((sort): List => ({
    name: 'donors.participants',
    query: { sort, q: 'jo thiessen' },
    orders: { items: sort === 'name' ? 'asc' : 'desc' },
  })),
  { name: 'donors.exportParticipants', orders: { 0: 'asc' } },
  { name: 'donors.searchParticipants', query: { q: 'jo' }, orders: { items: 'desc' } },
  { name: 'partners.partners', orders: { '': 'asc' } },
  { name: 'partners.adminPartners', orders: { partners: 'asc' } },
  {
    name: 'donors/people.participantSheet',
    params: ofGiver,
    orders: {
      toDecide: 'asc',
      'decided.items': 'desc',
      'codes.items': 'desc',
      'participant.studentIds': 'asc',
    },
  },
  {
    name: 'donors/people.exportPerson',
    params: ofGiver,
    orders: {
      merges: 'asc',
      pickups: 'asc',
      donations: 'asc',
      codes: 'asc',
      redemptions: 'asc',
      mails: 'asc',
      audit: 'asc',
    },
  },
  { name: 'donors/people.removalPreview', params: ofGiver, orders: { 'goes.donorIds': 'asc' } },
  { name: 'pickups.adminPickups', orders: { pickups: 'desc' } },
  { name: 'till.ownTill', orders: { 'till.redemptions': 'desc' } },
  { name: 'rewards.codes', orders: { items: 'desc' } },
  { name: 'rewards.codes', query: { q: 'giver' }, orders: { items: 'desc' } },
  { name: 'rewards.codes', query: { status: 'unused' }, orders: { items: 'desc' } },
  { name: 'rewards.exportCodes', orders: { 0: 'asc' } },
  { name: 'settings.siteInfo', orders: { partners: 'asc' } },
  { name: 'till.redemptions', orders: { items: 'desc' } },
  { name: 'till.exportRedemptions', orders: { 0: 'asc' } },
  { name: 'till.statement', params: ofStore, orders: { lines: 'asc' } },
  { name: 'till.statementFile', params: ofStore, orders: { 0: 'asc' } },
  { name: 'till.storeStatement', params: ofLink, orders: { lines: 'asc' } },
  { name: 'till.storeStatementFile', params: ofLink, orders: { 0: 'asc' } },
  { name: 'till.tills', params: ofStore, orders: { tills: 'desc' } },
];

const endpoints = new Map((await readContracts()).map(({ name, endpoint }) => [name, endpoint]));

/** Where in an answer there are rows with numbers. */
function listsIn(schema: z.core.JSONSchema.BaseSchema, path = ''): string[] {
  const { items, properties = {}, anyOf = [], oneOf = [] } = schema;
  const rows = typeof items === 'object' && !Array.isArray(items) ? items : undefined;
  return [
    ...(rows?.properties?.['id'] ? [path] : []),
    ...(rows ? listsIn(rows, `${path}[]`) : []),
    ...Object.entries(properties).flatMap(([key, part]) =>
      typeof part === 'object' ? listsIn(part, path ? `${path}.${key}` : key) : [],
    ),
    ...[...anyOf, ...oneOf].flatMap((part) => (typeof part === 'object' ? listsIn(part, path) : [])),
  ];
}

test('every list of the API is among those whose order is asked for here', () => {
  const all = [...endpoints].flatMap(([name, { method, format, response }]) => {
    if (method !== 'GET') return [];
    if (format === 'csv') return [`${name} 0`];
    return listsIn(z.toJSONSchema(response, { unrepresentable: 'any', metadata: z.registry() })).map(
      (path) => `${name} ${path}`,
    );
  });
  const asked = new Set(
    lists.flatMap(({ name, orders }) => Object.keys(orders).map((path) => `${name} ${path}`)),
  );
  // Of a number, and of the last with a mark, there is one donation, of a bin one open alert; of merges into somebody the
  // last alone can be taken back; the tests of bins and of today have the order of further reports and of the round.
  expect(all.filter((list) => !asked.has(list))).toEqual([
    'bins.binRound alerts',
    'bins.binRound alerts[].furtherReports',
    'bins.binHistory items[].furtherReports',
    'bins.openAlerts items[].furtherReports',
    'donations/console.findDonations decided',
    'donors/people.participantSheet merges',
    'search.find donations',
    'today.today bins',
    'today.today pickups',
  ]);
});

/** The rows' numbers, in the order of an answer. What has none has its number in its name here. */
function numbersIn(body: unknown, path: string): number[] {
  if (typeof body === 'string') return columnOf(body, Number(path)).map(numberOf);
  const rows = path
    .replace('[]', '.0')
    .split('.')
    .filter(Boolean)
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], body);
  return (rows as unknown[]).map(numberOf);
}

function numberOf(row: unknown): number {
  if (typeof row === 'string') return Number(/\d+/.exec(row)?.[0] ?? 0);
  const { id, code, donation } = row as { id?: number; code?: string; donation?: { id: number } };
  return id ?? donation?.id ?? numberOf(code ?? '');
}

describe('rows of the same moment and name come in the order of their numbers', () => {
  test.each(lists)('$name $query $orders', async ({ name, query, params, orders }) => {
    const endpoint = endpoints.get(name)!;
    const client =
      clients[endpoint.access === 'donor' ? 'donor' : name === 'till.ownTill' ? 'till' : 'admin'];
    const ask = async (page: object) => {
      const parts = { params: params?.(), query: { ...query, ...page } };
      return (await client.call(endpoint, parts as never)).body;
    };
    const whole = await ask({});
    for (const [path, direction] of Object.entries(orders)) {
      const found = numbersIn(whole, path);
      expect(new Set(found.map((id) => Math.floor(id / 1000))).size, path).toBeGreaterThan(1);
      expect(found, path).toEqual(found.toSorted((a, b) => (direction === 'asc' ? a - b : b - a)));
      if (!endpoint.query || !('offset' in endpoint.query.shape)) continue;
      const pages = [];
      for (const offset of found.keys()) pages.push(...numbersIn(await ask({ limit: 1, offset }), path));
      expect(pages).toEqual(found);
    }
  });
});
