import { describe, expect, test } from 'vitest';
import { addAdmin, createDonor } from '#server/testing/scenarios.ts';
import { ADMIN, type Client } from '#server/testing/siteUnderTest.ts';
import { useOtherProcesses, useTestSite } from '#server/testing/harness.ts';

const site = useTestSite();
const donation = { studentId: 'D1', weight: '1-2kg', date: '2026-11-20' };

const otherProcess = useOtherProcesses(site);

const appAt = (publicUrl: string) => otherProcess({ publicUrl });

describe('a change', () => {
  async function log(headers: Record<string, string>, app = site.app) {
    const response = await app.inject({ method: 'POST', url: '/api/donations', payload: donation, headers });
    return { status: response.statusCode, body: response.json<{ code?: string; error?: string }>() };
  }

  test.each([
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:3001', host: 'localhost:3000' },
    { origin: 'http://localhost.evil.example:3000', host: 'localhost:3000' },
    { origin: 'null' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    { origin: 'ftp://localhost:3000', host: 'localhost:3000' },
    // DNS rebinding: the page's owner has pointed its name to this machine.
    { origin: 'http://evil.example:3000', host: 'evil.example:3000', 'sec-fetch-site': 'same-origin' },
    { origin: 'http://localhost.evil.example:3000', host: 'localhost.evil.example:3000' },
    { origin: 'http://127.0.0.1.evil.example:3000', host: '127.0.0.1.evil.example:3000' },
    { origin: 'http://printer:3000', host: 'printer:3000' },
    { origin: 'nonsense' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'nonsense' },
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
  ])('from another site is refused: %j', async (headers) => {
    expect(await log(headers)).toMatchObject({ status: 403, body: { code: 'origin_refused' } });
  });

  test.each([
    {},
    { origin: 'http://localhost:3000' },
    { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' },
    { origin: 'http://192.168.1.20:3000', host: '192.168.1.20:3000' },
    { origin: 'http://[::1]:3000', host: '[::1]:3000' },
    { origin: 'https://reround.localhost', host: 'reround.localhost' },
    { origin: 'https://localhost:3000', host: 'localhost:3000' },
    { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' },
    { 'sec-fetch-site': 'none' },
  ])('from this site or no browser is accepted: %j', async (headers) => {
    expect(await log(headers)).toMatchObject({ status: 201 });
  });

  test.each([
    ['https://reround.example', '10.0.0.5:3000', 201],
    ['https://reround.example.evil.example', '10.0.0.5:3000', 403],
    ['http://reround.example', 'reround.example', 403],
    ['https://reround.example:8443', 'reround.example:8443', 403],
    ['https://www.reround.example', 'www.reround.example', 403],
    ['http://10.0.0.5:3000', '10.0.0.5:3000', 403],
    ['http://localhost:3000', 'localhost:3000', 403],
    ['null', 'reround.example', 403],
  ])('at https://reround.example from %s to the host %s is %d', async (origin, host, status) => {
    const app = await appAt('https://reround.example/');
    expect((await log({ origin, host }, app)).status).toBe(status);
  });

  test('from another address of the site names the right address', async () => {
    const app = await appAt('https://reround.example');
    const { body } = await log({ origin: 'http://10.0.0.5:3000', host: '10.0.0.5:3000' }, app);
    expect(body.error).toBe(
      'This request came from another site. Please open https://reround.example and try again there.',
    );
  });

  test('is checked, but a read is not', async () => {
    const { status } = await site.visitor().send('GET', '/api/partners', {
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    });
    expect(status).toBe(200);
  });
});

describe('the CSRF token', () => {
  const tokenOf = async (browser: Client) =>
    (await browser.send<{ csrfToken: string }>('GET', '/api/csrf')).body.csrfToken;

  async function signIn(browser: Client): Promise<void> {
    await addAdmin(site, ADMIN);
    await browser.send('POST', '/api/admin/login', { body: ADMIN });
  }

  async function change(browser: Client, token: string): Promise<number> {
    browser.csrfToken = token;
    return (await browser.send('POST', '/api/admin/partners', { body: { name: 'Store' } })).status;
  }

  test('stays the same during a session, and changes with the next sign-in', async () => {
    const browser = site.visitor();
    await signIn(browser);
    const firstToken = await tokenOf(browser);
    expect(await tokenOf(browser)).toBe(firstToken);
    await signIn(browser);
    expect(await change(browser, firstToken)).toBe(403);
    expect(await change(browser, await tokenOf(browser))).toBe(200);
  });

  test('of a visitor sets no cookie, and does not work after the sign-in', async () => {
    const browser = site.visitor();
    const token = await tokenOf(browser);
    expect(browser.cookies.size).toBe(0);
    await signIn(browser);
    expect(await change(browser, token)).toBe(403);
  });

  test.each(['reround_csrf', 'reround_admin'])(
    'of a stranger does not work, even if they plant their cookie %s in the admin’s browser',
    async (name) => {
      const stranger = site.visitor();
      const planted = 'A'.repeat(43);
      stranger.cookies.set(name, planted);
      const token = await tokenOf(stranger);
      const browser = site.visitor();
      browser.cookies.set(name, planted);
      await signIn(browser);
      expect(await change(browser, token)).toBe(403);
    },
  );
});

describe('cookies', () => {
  async function cookiesOf(publicUrl: string) {
    await addAdmin(site, ADMIN);
    const app = await appAt(publicUrl);
    const answers = [
      await app.inject({ method: 'POST', url: '/api/students/login', payload: { studentId: 'D1' } }),
      await app.inject({ method: 'POST', url: '/api/admin/login', payload: ADMIN }),
    ];
    return answers.map(({ headers }) => String(headers['set-cookie']));
  }

  test('over http are HttpOnly, SameSite=Lax and for the whole site', async () => {
    const [donor, admin] = await cookiesOf('http://localhost:3000');
    expect(donor).toMatch(/^reround_donor=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(admin).toMatch(/^reround_admin=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test('over https are Secure and bound to this host too', async () => {
    for (const cookie of await cookiesOf('https://reround.example')) {
      expect(cookie).toMatch(
        /^__Host-reround_(donor|admin)=[\w-]{43}; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
      expect(cookie).not.toContain('Domain');
    }
  });

  test('over https are not accepted under their http names', async () => {
    const admin = await site.admin();
    const app = await appAt('https://reround.example');
    const token = admin.cookies.get('reround_admin') ?? '';
    const ask = (name: string) => app.inject({ url: '/api/admin/summary', cookies: { [name]: token } });
    expect((await ask('reround_admin')).statusCode).toBe(401);
    expect((await ask('__Host-reround_admin')).statusCode).toBe(200);
  });

  test('hold a session token that the database does not store', async () => {
    const admin = await site.admin();
    const token = admin.cookies.get('reround_admin') ?? '';
    const { rows } = await site.database.execute('select row_to_json(sessions)::text as row from sessions');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('are removed at sign-out', async () => {
    const admin = await site.admin();
    await admin.send('POST', '/api/admin/logout', { body: {} });
    expect(admin.cookies.has('reround_admin')).toBe(false);
  });

  test('of a donor end after ninety days', async () => {
    await createDonor(site, 'D1');
    const donor = await site.donor('D1');
    site.pass({ days: 90, minutes: -1 });
    expect((await donor.send('GET', '/api/students/summary')).status).toBe(200);
    site.pass({ minutes: 1 });
    expect((await donor.send('GET', '/api/students/summary')).status).toBe(401);
  });
});
