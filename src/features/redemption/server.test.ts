import { describe, expect, test } from 'vitest';
import { contract as donations } from '#features/donations/contract.ts';
import { contract as partners } from '#features/partners/contract.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { contract } from './contract.ts';

const site = useTestSite();

async function issuedCode() {
  const admin = await site.admin();
  const logged = await site.visitor().call(donations.logDonation, {
    body: { studentId: 'JTHIESSEN', weight: '2-3kg', date: '2026-11-20' },
  });
  const confirmed = await admin.call(donations.confirmDonation, { body: { id: logged.body.id } });
  const store = await admin.call(partners.createPartner, { body: { name: 'Main Street Thrift' } });
  return { admin, code: confirmed.body.discountCode, pin: store.body.pin, partner: store.body.partner };
}

describe('redeeming', () => {
  test('takes one use after the other until the code is fully used', async () => {
    const { code, pin, partner } = await issuedCode();
    const till = site.visitor();
    const first = await till.call(contract.redeemCode, { params: { code }, body: { pin, clerk: 'MK' } });
    expect(first).toMatchObject({ status: 200, body: { remaining: 1, partner: { id: partner.id } } });
    const second = await till.call(contract.redeemCode, { params: { code }, body: { pin } });
    expect(second.body.remaining).toBe(0);
    const third = await till.refused(contract.redeemCode, { params: { code }, body: { pin } });
    expect(third).toMatchObject({ status: 409, body: { reason: 'used_up', error: 'Code fully used' } });
    const [entry] = await site.audit();
    expect(entry).toMatchObject({
      action: 'code.redeemed',
      actor: 'Main Street Thrift',
      actorRole: 'partner',
    });
  });
});
