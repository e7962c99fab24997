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

/** The caller of a list. */
type Caller = 'admin' | 'donor' | 'till';

const clients = {} as Record<Caller, Client>;

/** Ids and secrets that the lists' addresses need. */
const ids = { giver: 0, donation: 0, bin: 0, store: 0, pin: '', token: '' };

/** The first id of each round of rows, so that ids neither rise nor fall with the order of writing. */
const firstNumbers = [2000, 3000, 1000];

beforeAll(async () => {
  await mailbox.open();
  await site.open(await openTestDatabase());
  ids.giver = await createDonor(site, 'GIVER');
  clients.till = site.visitor();
  const waiting: number[] = [];
  for (const first of firstNumbers) waiting.push(await furnish(first));
  await numberFrom(4000);
  await callSuccessfully(clients.admin, deciding.confirmDonations, { body: { ids: waiting } });
  await site.database.execute(sql`update discount_codes set code = 'RR-KN' || id`);
  clients.donor = await site.donor('GIVER');
});

afterAll(async () => {
  await site.close();
  await mailbox.close();
});

async function callSuccessfully<E extends Endpoint>(
  client: Client,
  endpoint: E,
  parts: EndpointArguments<E>,
): Promise<EndpointResponse<E>> {
  const { status, body } = await client.call(endpoint, parts);
  if (status >= 300) throw new Error(`${endpoint.path} refused: ${JSON.stringify(body)}`);
  return body;
}

/** Sets the id of the next row of each table. */
async function numberFrom(first: number): Promise<void> {
  await site.database.execute(
    sql`select setval(oid::regclass, ${first}, false) from pg_class
      where relkind = 'S' and relnamespace = current_schema()::regnamespace`,
  );
}

/** Writes rows for each list, all of the same moment and name. Returns the id of a pending donation. */
async function furnish(first: number): Promise<number> {
  await numberFrom(first);
  const visitor = site.visitor();
  const admin = await site.admin();
  clients.admin ??= admin;
  await site.admin(`admin${first}`);

  const bin = { name: 'North', location: 'Library', binCode: `NORTH_${first}` };
  const { id: binId } = (await callSuccessfully(admin, bins.createBin, { body: bin })).bin;
  const twin = { ...bin, binCode: `TWIN_${first}` };
  const { id: twinId } = (await callSuccessfully(admin, bins.createBin, { body: twin })).bin;
  ids.bin ||= binId;
  // A bin has one open alert, so the first is resolved before another report.
  await callSuccessfully(admin, bins.markBinEmptied, { params: { id: ids.bin } });
  await callSuccessfully(visitor, bins.reportOverflow, { body: { binId: ids.bin } });
  await callSuccessfully(visitor, bins.reportOverflow, { body: { binId: twinId } });

  await namedParticipant(admin);
  const claiming = `CLAIMS${first}`;
  await createDonor(site, claiming);
  await signInWithoutCode(visitor, { studentId: claiming, displayName: 'Jo Thiessen' });
  const fromId = await createDonor(site, `MERGED${first}`);
  await callSuccessfully(admin, participants.mergeParticipants, { body: { fromId, toId: ids.giver } });

  await loggedDonation(site, { studentId: 'GIVER' });
  const rejected = await loggedDonation(site, { studentId: 'GIVER' });
  await callSuccessfully(admin, deciding.rejectDonation, { body: { id: rejected } });
  const { code } = await confirmedCode(site, admin, { studentId: 'GIVER' });
  const waiting = await loggedDonation(site, { studentId: 'GIVER' });
  ids.donation ||= waiting;

  const { partner, pin } = await partnerStore(admin);
  ids.store ||= partner.id;
  ids.pin ||= pin;
  const params = { id: ids.store };
  const { link } = await callSuccessfully(admin, redemption.createTillLink, { params });
  await (ids.token ? visitor : clients.till).send('POST', new URL(link).pathname);
  ids.token ||= (await callSuccessfully(admin, redemption.createStatementLink, { params })).link
    .split('/')
    .at(-1)!;
  await callSuccessfully(clients.till, redemption.redeemCode, {
    params: { code },
    body: { pin: ids.pin },
  });

  await callSuccessfully(visitor, newsletter.subscribe, { body: { email: `reader${first}@example.ca` } });
  site.site.mailer = mailbox.mailer();
  const email = 'giver@example.ca';
  await callSuccessfully(admin, participants.updateParticipant, {
    params: { id: ids.giver },
    body: { email },
  });
  const request = { name: 'Grace', email, address: '12 Elm Street', items: 'Lamps' };
  const { id: pickup } = await callSuccessfully(visitor, pickups.requestPickup, { body: request });
  await callSuccessfully(admin, pickups.setPickupStatus, {
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
  /** The direction of ids by the list's path in the answer. For a file the path is the column of the id. */
  orders: Record<string, Direction>;
}

const ofGiver = () => ({ id: ids.giver });
const ofStore = () => ({ id: ids.store });
const ofLink = () => ({ token: ids.token });

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
  { name: 'bins.binHistory', params: () => ({ id: ids.bin }), orders: { items: 'desc' } },
  { name: 'bins.openAlerts', orders: { items: 'desc' } },
  { name: 'donations.donorSummary', orders: { codes: 'desc', recent: 'desc' } },
  { name: 'donations.exportOwn', orders: { codes: 'asc', donations: 'asc' } },
  { name: 'donations/console.adminSummary', orders: { latestPending: 'desc', bins: 'asc' } },
  {
    name: 'donations.donationDetails',
    params: () => ({ id: ids.donation }),
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

/** The paths of an answer's lists whose rows have ids. */
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

test('these tests cover every list of the API', () => {
  const everyList = [...endpoints].flatMap(([name, { method, format, response }]) => {
    if (method !== 'GET') return [];
    if (format === 'csv') return [`${name} 0`];
    return listsIn(z.toJSONSchema(response, { unrepresentable: 'any', metadata: z.registry() })).map(
      (path) => `${name} ${path}`,
    );
  });
  const coveredLists = new Set(
    lists.flatMap(({ name, orders }) => Object.keys(orders).map((path) => `${name} ${path}`)),
  );
  // The first, fifth, sixth and seventh have at most one row. Tests of bins and of today check the order of the others.
  expect(everyList.filter((list) => !coveredLists.has(list))).toEqual([
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

/** The ids of rows in the order of an answer. For a row without an id, the number in its name or code. */
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

describe('sorts rows of the same moment and name by id', () => {
  test.each(lists)('$name $query $orders', async ({ name, query, params, orders }) => {
    const endpoint = endpoints.get(name)!;
    const client =
      clients[endpoint.access === 'donor' ? 'donor' : name === 'till.ownTill' ? 'till' : 'admin'];
    const ask = async (page: object) => {
      const parts = { params: params?.(), query: { ...query, ...page } };
      return (await client.call(endpoint, parts as never)).body;
    };
    const answer = await ask({});
    for (const [path, direction] of Object.entries(orders)) {
      const found = numbersIn(answer, path);
      expect(new Set(found.map((id) => Math.floor(id / 1000))).size, path).toBeGreaterThan(1);
      expect(found, path).toEqual(found.toSorted((a, b) => (direction === 'asc' ? a - b : b - a)));
      if (!endpoint.query || !('offset' in endpoint.query.shape)) continue;
      const pages = [];
      for (const offset of found.keys()) pages.push(...numbersIn(await ask({ limit: 1, offset }), path));
      expect(pages).toEqual(found);
    }
  });
});
