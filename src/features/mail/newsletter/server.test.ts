import { describe, expect, test } from 'vitest';
import { newsletterSubscribers } from '#server/schema.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { contract } from './contract.ts';

const site = useTestSite();

describe('subscribing to the newsletter', () => {
  test('has one row however often and in whatever case an address comes', async () => {
    const first = await site
      .visitor()
      .call(contract.subscribe, { body: { email: 'jo@a.ca', firstName: 'Jo' } });
    const again = await site.visitor().call(contract.subscribe, { body: { email: ' JO@a.ca ' } });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    const rows = await site.database.select().from(newsletterSubscribers);
    expect(rows).toMatchObject([{ email: 'jo@a.ca', firstName: 'Jo' }]);
  });

  test('is recorded once, without the address, and answers the same the second time', async () => {
    const subscribe = (email: string) =>
      site.visitor().call(contract.subscribe, { body: { email, firstName: 'Jo' } });
    expect((await subscribe('jo@a.ca')).body).toEqual((await subscribe('JO@a.ca')).body);
    expect(await site.audit()).toEqual([
      {
        id: expect.any(Number) as number,
        actor: 'visitor',
        actorRole: 'visitor',
        action: 'newsletter.subscribed',
        entityType: 'system',
        entityId: 1,
        participantId: null,
        details: {},
        address: '127.0.0.1',
        requestId: expect.any(String) as string,
        createdAt: site.now,
      },
    ]);
  });

  test.each([
    [{}, 'Please enter your email address'],
    [{ email: '  ' }, 'Please enter your email address'],
    [{ email: 'jo@' }, 'Please enter a valid email address'],
  ])('refuses %j and stores nothing', async (body, message) => {
    const refused = await site.visitor().refused(contract.subscribe, { body });
    expect(refused).toMatchObject({ status: 400, body: { error: message, fields: { email: message } } });
    expect(await site.database.select().from(newsletterSubscribers)).toEqual([]);
  });
});
