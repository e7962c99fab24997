import { beforeEach, describe, expect, test } from 'vitest';
import { contract as dashboard } from '#features/donations/contract.ts';
import { contract as people } from '#features/donors/people/contract.ts';
import { createDonor, loggedDonation } from '#server/testing/scenarios.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { contract } from './contract.ts';

const site = useTestSite();
const mailbox = useMailbox();

type State = 'new' | 'off' | 'on';

let admin: Client;
let id: number;

beforeEach(async () => {
  admin = await site.admin();
  id = await createDonor(site, 'JTHIESSEN');
});

const tokenOf = async (participantId: number) =>
  (await admin.call(people.participantSheet, { params: { id: participantId } })).body.participant.shareToken;

async function byAdmin(state: State, participantId = id) {
  const params = { id: participantId };
  return (await admin.call(contract.changeShareLink, { params, body: { state } })).body.shareUrl;
}

async function statusAt(shareToken: string): Promise<number> {
  return (await site.visitor().refused(contract.publicStatus, { params: { shareToken } })).status;
}

describe('a share link', () => {
  test('that is off leads nowhere, and is the same once it is on again', async () => {
    const token = await tokenOf(id);
    expect(await byAdmin('off')).toBeNull();
    expect(await statusAt(token)).toBe(404);
    expect((await admin.call(contract.participants, {})).body.items[0]).toMatchObject({ isShareOff: true });
    expect(await byAdmin('on')).toBe(`http://localhost:3000/p/${token}`);
    expect(await statusAt(token)).toBe(200);
  });

  test('that is new ends the one before, and is on', async () => {
    const token = await tokenOf(id);
    await byAdmin('off');
    const url = await byAdmin('new');
    const renewed = await tokenOf(id);
    expect(url).toBe(`http://localhost:3000/p/${renewed}`);
    expect([await statusAt(token), await statusAt(renewed)]).toEqual([404, 200]);
  });

  test('is changed on record, once for each change', async () => {
    for (const state of ['off', 'off', 'on', 'on', 'new'] as const) await byAdmin(state);
    const actions = (await site.audit()).map(({ action }) => action);
    expect(actions.filter((action) => action.includes('share_link'))).toEqual([
      'participant.share_link_renewed',
      'participant.share_link_switched_on',
      'participant.share_link_switched_off',
    ]);
  });

  test('of nobody, of a removed person and by an unknown word is not changed', async () => {
    const params = { id };
    const body = { state: 'new' } as const;
    expect(await admin.refused(contract.changeShareLink, { params: { id: 99 }, body })).toMatchObject({
      status: 404,
    });
    expect(
      await admin.refused(contract.changeShareLink, { params, body: { state: 'later' as State } }),
    ).toMatchObject({ status: 400, body: { fields: { state: 'Please choose new, off or on' } } });
    await admin.call(people.removePerson, { params, body: { reason: 'Asked' } });
    expect(await admin.refused(contract.changeShareLink, { params, body })).toMatchObject({ status: 409 });
  });
});

describe('the donor', () => {
  test('makes a new link, switches it off and on, and reads it in the summary', async () => {
    await loggedDonation(site);
    const donor = await site.donor('JTHIESSEN');
    const shown = async () => (await donor.call(dashboard.donorSummary, {})).body.shareLink;
    const change = async (state: State) =>
      (await donor.call(contract.changeOwnShareLink, { body: { state } })).body.shareUrl;
    const first = await tokenOf(id);
    expect(await shown()).toEqual({ url: `http://localhost:3000/p/${first}` });
    const url = await change('new');
    expect([await statusAt(first), await shown()]).toEqual([404, { url }]);
    expect([await change('off'), await shown()]).toEqual([null, { url: null }]);
    expect(await change('on')).toBe(url);
  });

  test('has none before the first donation', async () => {
    const donor = await site.donor('NOBODY YET');
    expect((await donor.call(dashboard.donorSummary, {})).body.shareLink).toBeNull();
    const refused = await donor.refused(contract.changeOwnShareLink, { body: { state: 'new' } });
    expect(refused.status).toBe(404);
  });

  test('neither sees nor changes it where mail could prove who it is and has not', async () => {
    const donor = await site.donor('JTHIESSEN');
    site.site.mailer = mailbox.mailer();
    expect((await donor.call(dashboard.donorSummary, {})).body.shareLink).toBeNull();
    const refused = await donor.refused(contract.changeOwnShareLink, { body: { state: 'off' } });
    expect(refused).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
  });
});

describe('after a merge', () => {
  const merged = async (fromId: number) =>
    (await admin.call(contract.mergeParticipants, { body: { fromId, toId: id } })).body.mergeId;

  test('both links go off and on together, and a new one ends both', async () => {
    const other = await createDonor(site, '7850933');
    const tokens = [await tokenOf(id), await tokenOf(other)];
    await merged(other);
    const both = async () => await Promise.all(tokens.map(statusAt));
    await byAdmin('off');
    expect(await both()).toEqual([404, 404]);
    await byAdmin('on');
    expect(await both()).toEqual([200, 200]);
    await byAdmin('new');
    expect(await both()).toEqual([404, 404]);
  });

  test('a link that was off shows nobody, and is off still once the merge is undone', async () => {
    const other = await createDonor(site, '7850933');
    const token = await tokenOf(other);
    await byAdmin('off', other);
    const mergeId = await merged(other);
    expect(await statusAt(token)).toBe(404);
    await admin.call(contract.undoMerge, { params: { mergeId } });
    expect(await statusAt(token)).toBe(404);
    await byAdmin('on', other);
    expect(await statusAt(token)).toBe(200);
  });
});
