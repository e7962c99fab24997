import { beforeEach, describe, expect, test } from 'vitest';
import { contract as auth } from '#features/staff/contract.ts';
import { contract as dashboard } from '#features/donations/contract.ts';
import { contract as intake } from '#features/donations/console/contract.ts';
import { contract as participants } from '#features/donors/contract.ts';
import { type Endpoint, endpointUrl } from '#shared/endpoint.ts';
import type { ErrorResponse } from '#shared/errors.ts';
import { languages, pathIn } from '#shared/languages.ts';
import { type ExampleCall, exampleCalls, perform } from '#server/testing/exampleCalls.ts';
import { furnish } from '#server/testing/furnish.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { admins as adminRows } from '#server/db/schema.ts';
import { useTestSiteWithPages } from '#server/testing/harness.ts';

const site = useTestSiteWithPages();

const PHOTO = 'aaaaaaaaaaaaaaaaaaaaaaaa.webp';

const VOLUNTEER_INDEX = 3;

const routeOf = ({ method, path }: Endpoint) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;

/** The routes of Fastify's printed tree. Each line adds a part to the address of its parent line. */
function routesIn(tree: string): string[] {
  const address: string[] = [];
  return [...tree.matchAll(/^(.*)[└├]── (\S*) ?(?:\((.*)\))?$/gm)].flatMap(
    ([, indent = '', part = '', methods]) => {
      address.splice(indent.length / 4, Infinity, part);
      return methods?.split(', ').map((method) => `${method} ${address.join('').replace(/^\*/, '/*')}`) ?? [];
    },
  );
}

let calls: ReadonlyMap<string, ExampleCall>;

beforeEach(async () => {
  const pin = await furnish(site);
  calls = new Map(exampleCalls(pin).map((example) => [routeOf(example.endpoint), example]));
  if (!(await site.site.storage.read(PHOTO))) await site.site.storage.save(PHOTO, Buffer.from('a photo'));
});

interface Row {
  /** Endpoints are called with the arguments of their example. */
  route: string;
  /** The status for nobody, a donor, another donor, a volunteer, an admin, and an admin who signed out. */
  answers: readonly [number, number, number, number, number, number];
  /** The called address, if there is no example and it differs from the route. */
  url?: string;
}

const anyone = [200, 200, 200, 200, 200, 200] as const;
const notFound = [404, 404, 404, 404, 404, 404] as const;
const anyoneNew = [201, 201, 201, 201, 201, 201] as const;
const donors = [401, 200, 200, 401, 401, 401] as const;
const volunteers = [401, 401, 401, 200, 200, 401] as const;
const volunteersNew = [401, 401, 401, 201, 201, 401] as const;
const admins = [401, 401, 401, 403, 200, 401] as const;

const table: Row[] = [
  { route: 'GET /healthz', answers: anyone },
  { route: 'GET /readyz', answers: anyone },
  { route: 'GET /robots.txt', answers: anyone },
  { route: 'GET /sitemap.xml', answers: anyone },
  { route: 'GET /assets/main.js', answers: anyone },
  // A page holds no personal data: the calls below bring it.
  { route: 'GET /*', answers: anyone, url: '/reround-admin-843/photos' },
  // A photo's name cannot be guessed, and is all that it needs.
  { route: 'GET /uploads/:name', answers: anyone, url: `/uploads/${PHOTO}` },

  // The token in the address is all that they need.
  ...[
    '/mail/off/:token',
    '/mail/staff/:token',
    '/newsletter/confirm/:token',
    '/newsletter/unsubscribe/:token',
    '/till/:token',
  ]
    .flatMap((path) => languages.map((language) => pathIn(language, path)))
    .flatMap((route) =>
      ['GET', 'POST'].map((method) => ({ route: `${method} ${route}`, answers: notFound })),
    ),
  { route: 'GET /api/statements/:token', answers: anyone },
  { route: 'GET /api/statements/:token/statement.csv', answers: anyone },

  { route: 'GET /api/openapi.json', answers: anyone },
  { route: 'GET /api/docs', answers: anyone },
  { route: 'GET /api/docs/json', answers: anyone },
  { route: 'GET /api/docs/yaml', answers: anyone },
  { route: 'GET /api/docs/static/index.html', answers: [302, 302, 302, 302, 302, 302] },
  { route: 'GET /api/docs/static/swagger-initializer.js', answers: anyone },
  { route: 'GET /api/docs*', answers: anyone, url: '/api/docs/static/swagger-ui.css' },
  { route: 'GET /api/public/site', answers: anyone },
  { route: 'GET /api/community/summary', answers: anyone },
  { route: 'GET /api/partners', answers: anyone },
  { route: 'GET /api/drop-bins', answers: anyone },
  { route: 'GET /api/csrf', answers: anyone },
  { route: 'GET /api/students/me', answers: anyone },
  { route: 'GET /api/admin/me', answers: anyone },
  { route: 'GET /api/public/status/:shareToken', answers: anyone },
  { route: 'GET /api/redeem/:code', answers: anyone },
  { route: 'POST /api/redeem/:code', answers: anyone },
  // A use can be given back only once.
  { route: 'POST /api/redeem/:code/undo', answers: [200, 409, 409, 200, 409, 409] },
  { route: 'GET /api/till', answers: anyone },
  { route: 'POST /api/donations', answers: anyoneNew },
  { route: 'POST /api/newsletter/subscribe', answers: anyone },
  { route: 'POST /api/overflow-alerts', answers: anyone },
  { route: 'POST /api/pickups', answers: anyoneNew },
  { route: 'GET /api/pickup-windows', answers: anyone },
  { route: 'GET /api/pickups/:token', answers: anyone },
  { route: 'POST /api/pickups/:token/cancel', answers: anyone },

  { route: 'GET /api/students/summary', answers: donors },
  { route: 'GET /api/students/export', answers: donors },
  { route: 'GET /api/students/news', answers: donors },
  { route: 'POST /api/students/news', answers: donors },
  { route: 'POST /api/students/name', answers: donors },
  { route: 'POST /api/students/share-link', answers: donors },

  { route: 'GET /api/admin/summary', answers: volunteers },
  { route: 'GET /api/admin/charts', answers: volunteers },
  { route: 'GET /api/admin/rejected', answers: volunteers },
  { route: 'GET /api/admin/confirmed', answers: volunteers },
  { route: 'GET /api/admin/donations/search', answers: volunteers },
  { route: 'GET /api/admin/donations/export.csv', answers: admins },
  { route: 'GET /api/admin/donations/find', answers: volunteers },
  { route: 'GET /api/admin/donations/:id', answers: volunteers },
  { route: 'POST /api/admin/donations/confirm', answers: volunteers },
  { route: 'POST /api/admin/donations/reject', answers: volunteers },
  { route: 'POST /api/admin/donations/reopen', answers: volunteers },
  { route: 'POST /api/admin/donations/confirm-bulk', answers: volunteers },
  { route: 'GET /api/admin/donations/undo-last-confirmation', answers: volunteers },
  { route: 'POST /api/admin/donations/undo-last-confirmation', answers: volunteers },
  { route: 'POST /api/admin/donations/:id/correct', answers: volunteers },
  { route: 'POST /api/admin/donations/unconfirm', answers: admins },
  { route: 'POST /api/admin/donations/create', answers: volunteers },
  { route: 'POST /api/admin/donations/unclaimed', answers: volunteersNew },
  { route: 'GET /reround-admin-843/donations', answers: volunteers },
  { route: 'POST /reround-admin-843/donations/:id/photo', answers: volunteers },
  { route: 'POST /api/admin/photos/upload', answers: volunteers },
  { route: 'GET /api/admin/audit', answers: admins },

  { route: 'GET /api/admin/participants', answers: admins },
  { route: 'GET /api/admin/participants/search', answers: volunteers },
  { route: 'GET /api/admin/newsletter', answers: admins },
  { route: 'GET /api/admin/newsletter/export.csv', answers: admins },
  { route: 'GET /api/admin/participants/export.csv', answers: admins },
  { route: 'GET /api/admin/participants/:id', answers: volunteers },
  { route: 'GET /api/admin/participants/:id/export', answers: admins },
  { route: 'GET /api/admin/participants/:id/removal', answers: admins },
  { route: 'POST /api/admin/participants/:id', answers: admins },
  { route: 'POST /api/admin/participants/upsert', answers: volunteers },
  { route: 'POST /api/admin/participants/:id/claim', answers: admins },
  { route: 'POST /api/admin/participants/:id/share-link', answers: admins },
  { route: 'POST /api/admin/participants/merge', answers: admins },
  { route: 'POST /api/admin/participants/merges/:mergeId/undo', answers: admins },

  { route: 'GET /api/admin/find', answers: volunteers },
  { route: 'GET /api/admin/today', answers: volunteers },

  { route: 'GET /api/admin/bins', answers: volunteers },
  { route: 'POST /api/admin/bins/:id', answers: admins },
  { route: 'POST /api/admin/bins/:id/overflow', answers: volunteers },
  { route: 'POST /api/admin/bins/:id/schedule', answers: volunteers },
  { route: 'GET /api/admin/bins/:id/history', answers: volunteers },
  { route: 'GET /api/admin/bins/:id/round', answers: volunteers },
  { route: 'GET /api/reround-admin-843/drop-bins', answers: volunteers },
  { route: 'POST /api/reround-admin-843/drop-bins', answers: admins },
  { route: 'POST /api/reround-admin-843/drop-bins/:id/toggle', answers: admins },
  { route: 'POST /api/reround-admin-843/drop-bins/:id/generate-qr', answers: admins },
  { route: 'GET /api/reround-admin-843/overflow-alerts', answers: volunteers },
  { route: 'POST /api/reround-admin-843/overflow-alerts/:id/acknowledge', answers: volunteers },
  { route: 'POST /api/reround-admin-843/overflow-alerts/:id/resolve', answers: volunteers },
  { route: 'POST /api/admin/bins/:id/emptied', answers: volunteers },
  { route: 'POST /api/admin/bins/:id/visits', answers: volunteers },
  { route: 'POST /api/admin/bins/visits/:id/undo', answers: volunteers },

  { route: 'GET /api/admin/codes', answers: admins },
  { route: 'GET /api/admin/codes/export.csv', answers: admins },
  { route: 'POST /api/admin/codes/create', answers: admins },
  { route: 'POST /api/admin/codes/:id/extend', answers: admins },
  { route: 'POST /api/admin/codes/:id/use', answers: admins },
  { route: 'POST /api/admin/codes/:id/revoke', answers: admins },

  { route: 'GET /api/admin/mail', answers: admins },
  { route: 'GET /api/admin/mail/:id', answers: admins },
  { route: 'POST /api/admin/mail/:id/resend', answers: admins },

  { route: 'GET /api/admin/partners', answers: admins },
  { route: 'POST /api/admin/partners', answers: admins },
  { route: 'POST /api/admin/partners/:id', answers: admins },
  { route: 'POST /api/admin/partners/:id/rotate-pin', answers: admins },
  { route: 'GET /api/admin/redemptions', answers: admins },
  { route: 'GET /api/admin/redemptions/export.csv', answers: admins },
  { route: 'POST /api/admin/redemptions/:id/reverse', answers: admins },
  { route: 'GET /api/admin/partners/:id/statement', answers: admins },
  { route: 'GET /api/admin/partners/:id/statement.csv', answers: admins },
  { route: 'GET /api/admin/partners/:id/statements', answers: admins },
  { route: 'GET /api/admin/partners/:id/statement-link', answers: admins },
  { route: 'POST /api/admin/partners/:id/statement-link', answers: admins },
  { route: 'POST /api/admin/partners/:id/statement-link/end', answers: admins },
  { route: 'GET /api/admin/partners/:id/tills', answers: admins },
  { route: 'POST /api/admin/partners/:id/tills', answers: admins },
  { route: 'POST /api/admin/partners/:id/tills/:tillId/end', answers: admins },
  { route: 'POST /api/admin/partners/:id/set-active', answers: admins },
  { route: 'GET /api/admin/pickups', answers: volunteers },
  { route: 'POST /api/admin/pickups/:id/status', answers: volunteers },
  { route: 'POST /api/admin/pickups/:id/cancel', answers: volunteers },
  { route: 'POST /api/admin/pickups/:id/undo', answers: volunteers },

  { route: 'GET /api/admin/health', answers: admins },
  { route: 'GET /api/admin/settings', answers: admins },
  { route: 'POST /api/admin/settings', answers: admins },

  { route: 'GET /api/admin/admins', answers: admins },
  { route: 'POST /api/admin/admins', answers: admins },
  { route: 'POST /api/admin/admins/:id', answers: admins },
  { route: 'POST /api/admin/admins/:id/reset', answers: admins },

  // A code works only once.
  { route: 'POST /api/admin/email/code', answers: volunteers },
  { route: 'POST /api/admin/email', answers: volunteers },
  { route: 'POST /api/admin/email/remove', answers: volunteers },
  { route: 'POST /api/admin/notify', answers: volunteers },
  { route: 'GET /api/admin/sessions', answers: volunteers },
  { route: 'POST /api/admin/sessions/:id/end', answers: volunteers },
  { route: 'POST /api/admin/sessions/end-others', answers: volunteers },
  { route: 'GET /api/admin/second-factor', answers: volunteers },
  { route: 'POST /api/admin/second-factor/start', answers: volunteers },
  { route: 'POST /api/admin/second-factor/confirm', answers: volunteers },
  { route: 'POST /api/admin/second-factor/disable', answers: volunteers },

  // These end sessions and begin others, so nothing comes after them.
  { route: 'POST /api/admin/participants/:id/remove', answers: admins },
  { route: 'POST /api/students/logout', answers: anyone },
  { route: 'POST /api/admin/password', answers: volunteers },
  { route: 'POST /api/admin/logout', answers: volunteers },
  { route: 'POST /api/students/login', answers: anyone },
  // A code signs in only once.
  { route: 'POST /api/students/login/code', answers: [200, 410, 410, 200, 410, 410] },
  { route: 'POST /api/admin/login', answers: anyone },
];

const methodOf = ({ route }: Row) => (route.startsWith('POST ') ? 'POST' : 'GET');

function addressOf({ route, url }: Row): string {
  const example = calls.get(route);
  if (example) return endpointUrl(example.endpoint, example.parts);
  return url ?? route.slice(route.indexOf(' ') + 1);
}

async function signedOutAdmin(): Promise<Client> {
  const admin = await site.admin();
  const cookies = new Map(admin.cookies);
  await admin.call(auth.adminLogout, {});
  for (const [name, value] of cookies) admin.cookies.set(name, value);
  return admin;
}

describe('every route', () => {
  test('answers each kind of caller as the table says', async () => {
    const callers = {
      nobody: site.visitor(),
      'a donor': await site.donor('AMARA'),
      'another donor': await site.donor('FUZZDONOR'),
      'an admin': await site.admin(),
      'a signed-out admin': await signedOutAdmin(),
    };
    const actual: unknown[] = [];
    for (const row of table) {
      const { route } = row;
      const example = calls.get(route);
      const answers: number[] = [];
      for (const client of Object.values(callers)) {
        const { status } = example
          ? await perform(client, example)
          : await client.send(methodOf(row), addressOf(row));
        answers.push(status);
      }
      actual.push({ route, answers });
    }
    const expected = table.map(({ route, answers }) => ({
      route,
      answers: answers.toSpliced(VOLUNTEER_INDEX, 1),
    }));
    expect(actual).toEqual(expected);
  });

  test('answers a volunteer as the table says', async () => {
    const volunteer = await site.admin();
    await site.database.update(adminRows).set({ role: 'volunteer' });
    const actual: unknown[] = [];
    for (const row of table) {
      const example = calls.get(row.route);
      const { status, body } = example
        ? await perform(volunteer, example)
        : await volunteer.send(methodOf(row), addressOf(row));
      actual.push({
        route: row.route,
        status,
        ...(status === 403 && { code: (body as ErrorResponse).code }),
      });
    }
    const expected = table.map(({ route, answers }) => {
      const status = answers[VOLUNTEER_INDEX];
      return { route, status, ...(status === 403 && { code: 'not_allowed' }) };
    });
    expect(actual).toEqual(expected);
  });

  test('answers HEAD as it answers GET', async () => {
    for (const row of table.filter(({ route }) => route.startsWith('GET '))) {
      const { route, answers } = row;
      const { statusCode, body } = await site.app.inject({ method: 'HEAD', url: addressOf(row) });
      expect({ route, statusCode, body }).toEqual({ route, statusCode: answers[0], body: '' });
    }
  });

  test('is in the table', () => {
    const served = routesIn(site.app.printRoutes({ commonPrefix: false }));
    expect(served.filter((route) => !route.startsWith('HEAD ')).toSorted()).toEqual(
      table.map(({ route }) => route).toSorted(),
    );
  });
});

describe('a donor', () => {
  /** A donor's data that no other donor may see. */
  async function secretsOf(studentId: string): Promise<string[]> {
    const admin = await site.admin();
    const matches = await admin.call(participants.searchParticipants, { query: { q: studentId } });
    const summary = await (await site.donor(studentId)).call(dashboard.donorSummary, {});
    const { displayName, email, shareToken, id } = matches.body.items[0]!;
    await admin.call(intake.createDonation, {
      body: {
        participantId: id,
        weight: '3kg+',
        date: '2026-11-20',
        dropSite: `Attic of ${studentId}`,
        notes: 'Heirloom',
      },
    });
    const codes = summary.body.codes.map(({ code }) => code);
    expect(codes.length).toBeGreaterThan(0);
    return [studentId, displayName, email, shareToken, ...codes, `Attic of ${studentId}`, 'Heirloom'].filter(
      (text) => text !== null,
    );
  }

  test('sees nothing of another donor at any address for donors', async () => {
    const secrets = await secretsOf('AMARA');
    const otherDonor = await site.donor('FUZZDONOR');
    const readable = table.filter(({ route, answers }) => route.startsWith('GET ') && answers[2] === 200);
    // These show what their token or code is for.
    const bySecret = new Set(['GET /api/public/status/:shareToken', 'GET /api/redeem/:code']);
    for (const row of readable.filter(({ route }) => !bySecret.has(route))) {
      const { route } = row;
      for (const query of ['', '?studentId=AMARA', '?participantId=1&id=1', '?q=AMARA']) {
        const { body, status } = await otherDonor.send('GET', addressOf(row) + query);
        const text = JSON.stringify(body);
        expect({
          route,
          status,
          leaked: secrets.filter((secret) => text.includes(JSON.stringify(secret).slice(1, -1))),
        }).toEqual({
          route,
          status: 200,
          leaked: [],
        });
      }
    }
  });

  test('shows only name and totals on a share link', async () => {
    const { body } = await site.visitor().send('GET', '/api/public/status/a-share-token');
    expect(body).toEqual({
      ok: true,
      displayName: '=Amara, "A"',
      totals: { all: 3, confirmed: 2, pending: 1 },
    });
  });

  test('opens a share link only by its token', async () => {
    for (const guess of [
      '1',
      'AMARA',
      'a-share-toke',
      'a-share-token2',
      'A-SHARE-TOKEN',
      '%25',
      '_',
      "' or 1=1",
    ]) {
      const { status } = await site.visitor().send('GET', `/api/public/status/${encodeURIComponent(guess)}`);
      expect({ guess, status }).toEqual({ guess, status: 404 });
    }
  });
});
