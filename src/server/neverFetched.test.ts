import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract as deciding } from '#features/donations/console/contract.ts';
import { contract as partners } from '#features/partners/contract.ts';
import { furnish } from '#server/testing/furnish.ts';
import { useTestSiteWithPages } from '#server/testing/harness.ts';

const site = useTestSiteWithPages();

let listener: Server;
const callers: (number | undefined)[] = [];
let address: string;

beforeAll(async () => {
  listener = createServer((socket) => {
    callers.push(socket.remotePort);
    socket.on('error', () => {}).end();
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
});

afterAll(() => {
  listener.close();
});

test('stores typed addresses of photos, links and logos without fetching them', async () => {
  await furnish(site);
  const admin = await site.admin();
  const proof = { photoUrl: `${address}/proof.png`, actualWeight: '2-3kg' } as const;
  const answers = [
    await admin.call(deciding.createDonation, {
      body: {
        participantId: 1,
        weight: '2-3kg',
        date: '2026-11-20',
        photoUrl: `${address}/new.png`,
        confirmNow: true,
      },
    }),
    await admin.call(deciding.attachPhoto, { params: { id: 1 }, body: proof }),
    await admin.call(deciding.confirmDonation, { body: { id: 4 } }),
    await admin.call(partners.createPartner, {
      body: { name: 'A store', link: `${address}/shop`, logo: `${address}/logo.svg` },
    }),
    await admin.call(partners.updatePartner, {
      params: { id: 1 },
      body: { name: 'Another', link: `${address}/shop`, logo: `${address}/logo.png` },
    }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);

  // Reading them does not make the server fetch either.
  const urlsWithAddress = [];
  for (const url of [
    '/api/partners',
    '/api/public/site',
    '/api/admin/partners',
    '/api/admin/donations/1',
    '/api/admin/donations/search',
    '/api/admin/donations/export.csv',
    '/reround-admin-843/donations',
    '/api/admin/audit',
    '/discounts',
    '/reround-admin-843/photos',
    `/uploads/${encodeURIComponent(`${address}/x`)}`,
  ]) {
    const { body, status } = await admin.send('GET', url);
    if (status === 200 && JSON.stringify(body).includes(address)) urlsWithAddress.push(url);
  }
  expect(urlsWithAddress).toEqual(
    expect.arrayContaining(['/api/partners', '/api/admin/donations/1', '/reround-admin-843/donations']),
  );

  // Connections are accepted in order, so an earlier one would be recorded before ours.
  const ownConnection = connect(Number(new URL(address).port), '127.0.0.1');
  await once(ownConnection, 'connect');
  const { localPort } = ownConnection;
  await expect.poll(() => callers).toContain(localPort);
  ownConnection.destroy();
  expect(callers).toEqual([localPort]);
});
