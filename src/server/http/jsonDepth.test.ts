import { expect, test } from 'vitest';
import { useTestSite } from '#server/testing/testSite.ts';

const site = useTestSite();
const fields = '"studentId":"D1","weight":"1-2kg","date":"2026-11-20"';

async function statusOf(payload: string) {
  const headers = { 'content-type': 'application/json' };
  const answer = await site.app.inject({ method: 'POST', url: '/api/donations', headers, payload });
  return { status: answer.statusCode, body: answer.json<{ error?: string }>() };
}

const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);

test('a body that nests twenty deep is read, and one that nests deeper is 400', async () => {
  expect((await statusOf(`{${fields},"other":${nested(19)}}`)).status).toBe(201);
  const deep = { status: 400, body: { error: 'The request is nested too deep.' } };
  expect(await statusOf(`{${fields},"other":${nested(20)}}`)).toMatchObject(deep);
  expect(await statusOf(`{${fields},"other":${nested(20, '{"a":', '}').replace('}', '1}')}}`)).toMatchObject(
    deep,
  );
  expect(await statusOf('['.repeat(64 * 1024))).toMatchObject(deep);
  expect(await statusOf('{"a":'.repeat(13_000))).toMatchObject(deep);
});

test('brackets side by side or within a text do not count', async () => {
  const side = Array.from({ length: 100 }, () => '{}').join(',');
  expect((await statusOf(`{${fields},"other":[${side}]}`)).status).toBe(201);
  for (const text of ['['.repeat(50), `\\"${'{'.repeat(50)}`, `\\\\\\"${'['.repeat(50)}`]) {
    expect((await statusOf(`{${fields},"dropSite":"${text}"}`)).status, text).toBe(201);
  }
  expect((await statusOf(`{${fields},"dropSite":"\\\\","other":${nested(20)}}`)).status).toBe(400);
});
