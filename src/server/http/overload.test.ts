import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { confirmedCode, partnerStore } from '#server/testing/scenarios.ts';
import { useTestSite } from '#server/testing/harness.ts';

const site = useTestSite({ rateLimits: true });

test('answers others during 1200 wrong PINs from three addresses', async () => {
  const admin = await site.admin();
  const { pin } = await partnerStore(admin);
  const [usedCode, floodedCode] = [await confirmedCode(site, admin), await confirmedCode(site, admin)];
  const redeem = (typedPin: string, address: string, code = usedCode.code, client = site.visitor()) =>
    client.send('POST', `/api/redeem/${code}`, { body: { pin: typedPin }, address });
  const till = site.visitor();
  expect((await redeem(pin, '203.0.113.7', usedCode.code, till)).status).toBe(200);

  const flood = Array.from({ length: 1200 }, (_, index) =>
    redeem('00000000', `198.51.100.${index % 3}`, floodedCode.code),
  );
  const otherAnswers = await Promise.all([
    redeem(pin, '198.51.100.1', floodedCode.code, till),
    site.visitor().send('GET', `/api/redeem/${floodedCode.code}`, { address: '203.0.113.8' }),
    site.visitor().send('GET', '/readyz'),
    site.visitor().send('GET', '/healthz'),
  ]);
  expect(otherAnswers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 403)).toHaveLength(30);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1170);
});

test('closes a connection that pipelines too many requests, and answers others', async () => {
  await site.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = site.app.server.address() as AddressInfo;
  const pipelined = Array.from({ length: 6 }, async () => {
    const socket = connect({ port, host: '127.0.0.1' }).setEncoding('latin1');
    socket.on('error', () => {});
    let answers = '';
    socket.on('data', (text: string) => (answers += text));
    socket.write('GET /api/redeem/RR-ABC234 HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500));
    await once(socket, 'close');
    return answers.split('HTTP/1.1 ').length - 1;
  });
  expect((await fetch(`http://127.0.0.1:${port}/api/partners`)).status).toBe(200);
  expect(Math.max(...(await Promise.all(pipelined)))).toBeLessThan(20);
});
