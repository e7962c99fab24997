import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract as partners } from '#features/partners/contract.ts';
import { tillLinks, tills } from '#server/db/schema.ts';
import { confirmedCode, partnerStore } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { contract } from './contract.ts';

const site = useTestSite();

async function createStore(name = 'Main Street Thrift') {
  const admin = await site.admin();
  const { partner, pin } = await partnerStore(admin, name);
  return { admin, id: partner.id, pin };
}

async function makeLink(admin: Client, id: number): Promise<string> {
  const { status, body } = await admin.call(contract.createTillLink, { params: { id } });
  expect(status).toBe(200);
  return new URL(body.link).pathname;
}

const listTills = async (admin: Client, id: number) =>
  (await admin.call(contract.tills, { params: { id } })).body.tills;

const readOwnTill = async (browser: Client) => (await browser.call(contract.ownTill, {})).body.till;

async function redeem(browser: Client, pin: string, code?: string) {
  const admin = await site.admin();
  const redeemedCode = code ?? (await confirmedCode(site, admin)).code;
  const answer = await browser.call(contract.redeemCode, {
    params: { code: redeemedCode },
    body: { pin, clerk: 'MK' },
  });
  expect(answer.status).toBe(200);
  return { code: redeemedCode, redemptionId: answer.body.redemptionId };
}

describe('a link for a till', () => {
  test('registers the browser in which its button is pressed, before any redemption', async () => {
    const { admin, id } = await createStore();
    const { body } = await admin.call(contract.createTillLink, { params: { id } });
    expect(body.link).toMatch(/^http.+\/till\/[\w-]{43}$/);
    expect(body.expiresAt).toBe('2026-11-21T18:00:00.000Z');
    const browser = site.visitor();
    const path = new URL(body.link).pathname;
    expect(await readOwnTill(browser)).toBeNull();

    const question = await browser.send('GET', path);
    expect(question).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(question.body).toContain('Make this a till of Main Street Thrift?');
    expect(await listTills(admin, id)).toEqual([]);
    expect(await readOwnTill(browser)).toBeNull();

    const pressAnswer = await browser.send('POST', path);
    expect(pressAnswer).toMatchObject({ status: 303, headers: { location: '/redeem' } });
    expect(await listTills(admin, id)).toEqual([
      { id: 1, createdAt: '2026-11-20T18:00:00.000Z', lastUsedAt: null },
    ]);
    expect(await readOwnTill(browser)).toEqual({
      store: 'Main Street Thrift',
      redeemed: 0,
      reversed: 0,
      redemptions: [],
    });
    const actions = (await site.audit()).map(({ action }) => action);
    expect(actions.slice(0, 2)).toEqual(['till.added', 'till.link_created']);
  });

  test('works once: a second press in the same browser leads on, another browser sees that it was used', async () => {
    const { admin, id } = await createStore();
    const path = await makeLink(admin, id);
    const browser = site.visitor();
    await browser.send('POST', path);
    expect((await browser.send('POST', path)).status).toBe(303);
    const otherBrowser = site.visitor();
    for (const method of ['GET', 'POST'] as const) {
      const answer = await otherBrowser.send(method, path);
      expect(answer.status).toBe(410);
      expect(answer.body).toContain('This link has been used, or has expired');
    }
    expect(otherBrowser.cookies.size).toBe(0);
    expect(await listTills(admin, id)).toHaveLength(1);
  });

  test('registers nothing if another site sends the press, and gives its referrer only to this site', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    const { admin, id } = await createStore();
    const path = await makeLink(admin, id);
    const browser = site.visitor();
    expect(await browser.send('POST', path, { headers })).toMatchObject({
      status: 403,
      body: { code: 'origin_refused' },
    });
    expect(browser.cookies.size).toBe(0);
    expect(await listTills(admin, id)).toEqual([]);
    const question = await browser.send('GET', path);
    expect(question.headers['referrer-policy']).toBe('same-origin');
    const ownHeaders = { origin: site.site.publicUrl, 'sec-fetch-site': 'same-origin' };
    expect((await browser.send('POST', path, { headers: ownHeaders })).status).toBe(303);
  });

  test('ends after 24 hours, and is stored only as a hash', async () => {
    const { admin, id } = await createStore();
    const path = await makeLink(admin, id);
    site.pass({ days: 1, minutes: -1 });
    expect((await site.visitor().send('GET', path)).status).toBe(200);
    site.pass({ minutes: 1 });
    for (const method of ['GET', 'POST'] as const) {
      expect((await site.visitor().send(method, path)).status).toBe(410);
    }
    expect(await site.database.$count(tills)).toBe(0);
    const [stored] = await site.database.select().from(tillLinks);
    expect(stored?.tokenHash).not.toContain(path.split('/').at(-1));
  });

  test('is not used up while its store is inactive, and says so', async () => {
    const { admin, id } = await createStore();
    const path = await makeLink(admin, id);
    const browser = site.visitor();
    const setActive = (active: boolean) =>
      admin.call(partners.setPartnerActive, { params: { id }, body: { active } });
    await setActive(false);
    for (const method of ['GET', 'POST'] as const) {
      const answer = await browser.send(method, path);
      expect(answer.status).toBe(410);
      expect(answer.body).toContain('This store takes no codes at present');
    }
    expect(browser.cookies.size).toBe(0);
    await setActive(true);
    expect((await browser.send('POST', path)).status).toBe(303);
    expect(await readOwnTill(browser)).toMatchObject({ store: 'Main Street Thrift' });
  });

  test('is French at its French address, leads to the French page, and says if it was never made', async () => {
    const { admin, id } = await createStore();
    const path = `/fr${await makeLink(admin, id)}`;
    const browser = site.visitor();
    const question = await browser.send<string>('GET', path);
    expect(question.body).toContain('<html lang="fr-CA">');
    expect(question.body).toContain('Main Street Thrift\u00a0: faire de cet appareil une caisse\u00a0?');
    const headers = { origin: 'https://other.example', 'accept-language': 'en' };
    const crossSitePress = await browser.send('POST', path, { headers });
    expect(crossSitePress).toMatchObject({
      status: 403,
      body: { error: expect.stringContaining('Veuillez') as string },
    });
    const pressAnswer = await browser.send('POST', path);
    expect(pressAnswer).toMatchObject({ status: 303, headers: { location: '/fr/redeem' } });
    expect((await site.visitor().send('GET', path)).body).toContain('Ce lien a déjà servi');
    const otherPath = `/fr${await makeLink(admin, id)}`;
    await admin.call(partners.setPartnerActive, { params: { id }, body: { active: false } });
    expect((await site.visitor().send('POST', otherPath)).body).toContain('n’accepte pas de codes');
    const broken = await site.visitor().send<string>('POST', `/till/${'A'.repeat(43)}`);
    expect(broken).toMatchObject({
      status: 404,
      body: expect.stringContaining('ask the office for another') as string,
    });
    const unknown = await site.visitor().send<string>('GET', `/fr/till/${'A'.repeat(43)}`);
    expect(unknown.body).toContain('en demander un autre au bureau');
  });

  test('is not made for a store that does not exist', async () => {
    const { admin } = await createStore();
    for (const answer of [
      await admin.refused(contract.createTillLink, { params: { id: 99 } }),
      await admin.refused(contract.tills, { params: { id: 99 } }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { error: 'There is no such partner.' } });
    }
  });
});

describe('a till', () => {
  test('is also registered by a right PIN, and stays the same till', async () => {
    const { admin, id, pin } = await createStore();
    const browser = site.visitor();
    await redeem(browser, pin);
    expect(await listTills(admin, id)).toEqual([
      { id: 1, createdAt: site.now.toISOString(), lastUsedAt: site.now.toISOString() },
    ]);
    site.pass({ minutes: 1 });
    await redeem(browser, pin);
    expect(await listTills(admin, id)).toMatchObject([{ id: 1, lastUsedAt: site.now.toISOString() }]);
  });

  test('lists its own redemptions of today, and the uses that were given back', async () => {
    const { pin } = await createStore();
    const [browser, otherBrowser] = [site.visitor(), site.visitor()];
    await redeem(browser, pin);
    site.pass({ days: 1 });
    const first = await redeem(browser, pin);
    await redeem(otherBrowser, pin);
    site.pass({ minutes: 2 });
    const second = await redeem(browser, pin);
    site.pass({ minutes: 2 });
    await browser.call(contract.undoRedemption, {
      params: { code: first.code },
      body: { pin, redemptionId: first.redemptionId, clerk: 'Dana' },
    });
    expect(await readOwnTill(browser)).toEqual({
      store: 'Main Street Thrift',
      redeemed: 2,
      reversed: 1,
      redemptions: [
        {
          id: 5,
          at: '2026-11-21T18:04:00.000Z',
          code: first.code,
          clerk: 'Dana',
          kind: 'reversed',
          reverses: first.redemptionId,
          reversedAt: null,
        },
        {
          id: second.redemptionId,
          at: '2026-11-21T18:02:00.000Z',
          code: second.code,
          clerk: 'MK',
          kind: 'redeemed',
          reverses: null,
          reversedAt: null,
        },
        {
          id: first.redemptionId,
          at: '2026-11-21T18:00:00.000Z',
          code: first.code,
          clerk: 'MK',
          kind: 'redeemed',
          reverses: null,
          reversedAt: '2026-11-21T18:04:00.000Z',
        },
      ],
    });
  });

  test('begins its day at midnight in Winnipeg', async () => {
    const { pin } = await createStore();
    const browser = site.visitor();
    site.now = new Date('2026-11-21T05:59:00Z');
    await redeem(browser, pin);
    expect((await readOwnTill(browser))?.redeemed).toBe(1);
    site.pass({ minutes: 1 });
    expect((await readOwnTill(browser))?.redeemed).toBe(0);
  });

  test('is unknown once an admin ends it, and a new till when it redeems again', async () => {
    const { admin, id, pin } = await createStore();
    const browser = site.visitor();
    await redeem(browser, pin);
    const tillId = { params: { id, tillId: 1 } };
    expect((await admin.call(contract.endTill, tillId)).status).toBe(200);
    expect(await listTills(admin, id)).toEqual([]);
    expect(await readOwnTill(browser)).toBeNull();
    expect(await admin.refused(contract.endTill, tillId)).toMatchObject({
      status: 404,
      body: { error: 'There is no such till.' },
    });
    await redeem(browser, pin);
    expect(await listTills(admin, id)).toMatchObject([{ id: 2 }]);
    expect((await readOwnTill(browser))?.redeemed).toBe(1);
  });

  test('is not ended through another store', async () => {
    const { admin, id, pin } = await createStore();
    const otherStore = await createStore('Second Chance');
    await redeem(site.visitor(), pin);
    expect((await admin.refused(contract.endTill, { params: { id: otherStore.id, tillId: 1 } })).status).toBe(
      404,
    );
    expect(await listTills(admin, id)).toHaveLength(1);
  });

  test('is unknown after its store gets a new PIN, and the same till once it redeems with that', async () => {
    const { admin, id, pin } = await createStore();
    const browser = site.visitor();
    await redeem(browser, pin);
    const rotated = await admin.call(partners.rotatePartnerPin, { params: { id } });
    expect(await readOwnTill(browser)).toBeNull();
    expect(await listTills(admin, id)).toEqual([]);
    await redeem(browser, rotated.body.pin);
    expect(await listTills(admin, id)).toMatchObject([{ id: 1 }]);
    expect((await readOwnTill(browser))?.redeemed).toBe(2);
  });

  test('belongs to the store for which it redeemed last', async () => {
    const { admin, id, pin } = await createStore();
    const otherStore = await createStore('Second Chance');
    const browser = site.visitor();
    await redeem(browser, pin);
    await redeem(browser, otherStore.pin);
    expect(await readOwnTill(browser)).toMatchObject({ store: 'Second Chance', redeemed: 1 });
    expect(await listTills(admin, id)).toHaveLength(1);
  });

  test('changes to another store even if the redemption fails in a conflict and is retried', async () => {
    const { pin } = await createStore();
    const otherStore = await createStore('Second Chance');
    const browser = site.visitor();
    await redeem(browser, pin);
    await site.database.execute(sql`create sequence tries`);
    await site.database.execute(
      sql.raw(`create function break_off_once() returns trigger language plpgsql as $$ begin
        if nextval('tries') = 1 then raise exception 'broken off' using errcode = '40001'; end if;
        return new;
      end $$`),
    );
    await site.database.execute(
      sql`create trigger break_off_once before insert on code_redemptions for each row execute function break_off_once()`,
    );
    try {
      await redeem(browser, otherStore.pin);
      expect(await readOwnTill(browser)).toMatchObject({ store: 'Second Chance', redeemed: 1 });
    } finally {
      await site.database.execute(sql`drop function break_off_once cascade`);
      await site.database.execute(sql`drop sequence tries`);
    }
  });
});
