import { beforeEach, describe, expect, test } from 'vitest';
import { contract as dashboard } from '#features/donations/contract.ts';
import { contract as people } from '#features/donors/people/contract.ts';
import { createDonor, loggedDonation } from '#server/testing/scenarios.ts';
import { useMailbox, useTestSite } from '#server/testing/harness.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { contract } from './contract.ts';

const site = useTestSite();
const mailbox = useMailbox();

type ShareState = 'new' | 'off' | 'on';

let admin: Client;
let id: number;

beforeEach(async () => {
  admin = await site.admin();
  id = await createDonor(site, 'JTHIESSEN');
});

const findToken = async (participantId: number) =>
  (await admin.call(people.participantSheet, { params: { id: participantId } })).body.participant.shareToken;

async function changeByAdmin(state: ShareState, participantId = id) {
  const params = { id: participantId };
  return (await admin.call(contract.changeShareLink, { params, body: { state } })).body.shareUrl;
}

async function statusAt(shareToken: string): Promise<number> {
  return (await site.visitor().refused(contract.publicStatus, { params: { shareToken } })).status;
}

describe('a share link', () => {
  test('leads nowhere while it is off, and is the same link once it is on again', async () => {
    const token = await findToken(id);
    expect(await changeByAdmin('off')).toBeNull();
    expect(await statusAt(token)).toBe(404);
    expect((await admin.call(contract.participants, {})).body.items[0]).toMatchObject({ isShareOff: true });
    expect(await changeByAdmin('on')).toBe(`http://localhost:3000/p/${token}`);
    expect(await statusAt(token)).toBe(200);
  });

  test('that is new replaces the earlier one, and is on', async () => {
    const token = await findToken(id);
    await changeByAdmin('off');
    const url = await changeByAdmin('new');
    const renewed = await findToken(id);
    expect(url).toBe(`http://localhost:3000/p/${renewed}`);
    expect([await statusAt(token), await statusAt(renewed)]).toEqual([404, 200]);
  });

  test('has each change recorded once', async () => {
    for (const state of ['off', 'off', 'on', 'on', 'new'] as const) await changeByAdmin(state);
    const actions = (await site.audit()).map(({ action }) => action);
    expect(actions.filter((action) => action.includes('share_link'))).toEqual([
      'participant.share_link_renewed',
      'participant.share_link_switched_on',
      'participant.share_link_switched_off',
    ]);
  });

  test('is not changed for an unknown or removed participant, or to an unknown state', async () => {
    const params = { id };
    const body = { state: 'new' } as const;
    expect(await admin.refused(contract.changeShareLink, { params: { id: 99 }, body })).toMatchObject({
      status: 404,
    });
    expect(
      await admin.refused(contract.changeShareLink, { params, body: { state: 'later' as ShareState } }),
    ).toMatchObject({ status: 400, body: { fields: { state: 'Please choose new, off or on' } } });
    await admin.call(people.removePerson, { params, body: { reason: 'Asked' } });
    expect(await admin.refused(contract.changeShareLink, { params, body })).toMatchObject({ status: 409 });
  });
});

describe('the donor', () => {
  test('renews the link, switches it off and on, and sees it in the summary', async () => {
    await loggedDonation(site);
    const donor = await site.donor('JTHIESSEN');
    const shownLink = async () => (await donor.call(dashboard.donorSummary, {})).body.shareLink;
    const change = async (state: ShareState) =>
      (await donor.call(contract.changeOwnShareLink, { body: { state } })).body.shareUrl;
    const first = await findToken(id);
    expect(await shownLink()).toEqual({ url: `http://localhost:3000/p/${first}` });
    const url = await change('new');
    expect([await statusAt(first), await shownLink()]).toEqual([404, { url }]);
    expect([await change('off'), await shownLink()]).toEqual([null, { url: null }]);
    expect(await change('on')).toBe(url);
  });

  test('has no link before the first donation', async () => {
    const donor = await site.donor('NOBODY YET');
    expect((await donor.call(dashboard.donorSummary, {})).body.shareLink).toBeNull();
    const refused = await donor.refused(contract.changeOwnShareLink, { body: { state: 'new' } });
    expect(refused.status).toBe(404);
  });

  test('neither sees nor changes the link without a mailed code, if the site sends mail', async () => {
    const donor = await site.donor('JTHIESSEN');
    site.site.mailer = mailbox.mailer();
    expect((await donor.call(dashboard.donorSummary, {})).body.shareLink).toBeNull();
    const refused = await donor.refused(contract.changeOwnShareLink, { body: { state: 'off' } });
    expect(refused).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
  });
});

describe('after a merge', () => {
  const mergeIntoDonor = async (fromId: number) =>
    (await admin.call(contract.mergeParticipants, { body: { fromId, toId: id } })).body.mergeId;

  test('both links are switched together, and a new link ends both', async () => {
    const other = await createDonor(site, '7850933');
    const tokens = [await findToken(id), await findToken(other)];
    await mergeIntoDonor(other);
    const statuses = async () => await Promise.all(tokens.map(statusAt));
    await changeByAdmin('off');
    expect(await statuses()).toEqual([404, 404]);
    await changeByAdmin('on');
    expect(await statuses()).toEqual([200, 200]);
    await changeByAdmin('new');
    expect(await statuses()).toEqual([404, 404]);
  });

  test('a link that was off stays off, also after the merge is undone', async () => {
    const other = await createDonor(site, '7850933');
    const token = await findToken(other);
    await changeByAdmin('off', other);
    const mergeId = await mergeIntoDonor(other);
    expect(await statusAt(token)).toBe(404);
    await admin.call(contract.undoMerge, { params: { mergeId } });
    expect(await statusAt(token)).toBe(404);
    await changeByAdmin('on', other);
    expect(await statusAt(token)).toBe(200);
  });

  test('of a record whose link was off, undoing it brings back the links of earlier merges too', async () => {
    const [earlier, other] = [await createDonor(site, '7850933'), await createDonor(site, '7850934')];
    const token = await findToken(earlier);
    await admin.call(contract.mergeParticipants, { body: { fromId: earlier, toId: other } });
    await changeByAdmin('off', other);
    const mergeId = await mergeIntoDonor(other);
    expect(await statusAt(token)).toBe(404);
    await admin.call(contract.undoMerge, { params: { mergeId } });
    expect(await statusAt(token)).toBe(404);
    await changeByAdmin('on', other);
    expect(await statusAt(token)).toBe(200);
  });
});
