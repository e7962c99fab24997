import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readContracts } from '#server/testing/contracts.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { refusalsOf } from './refusals.ts';

const site = useTestSite();
const endpoints = await readContracts();

const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  site.app.inject({ method, url: '/api/docs', headers });

test('the page has every operation with an example, an answer and each of its errors', async () => {
  const { body } = await get();
  const articles = new Map(
    [...body.matchAll(/<article data-operation="(\w+)"[^]*?<\/article>/g)].map(([text, name]) => [
      name,
      text,
    ]),
  );
  expect(new Set(articles.keys())).toEqual(new Set(endpoints.map(({ name }) => name.split('.').at(-1))));
  for (const { name, endpoint } of endpoints) {
    const text = articles.get(name.split('.').at(-1)) ?? '';
    expect(text, name).toContain('<code>curl ');
    expect(text, name).toMatch(/<figcaption>Answer, 20[01]<\/figcaption>\s*<pre [^>]*><code>[^<]/);
    for (const code of refusalsOf(endpoint)) expect(text, name).toContain(`href="#code-${code}"`);
  }
});

test('the page is sent compressed to whoever takes that, and 304 to whoever has it', async () => {
  const plain = await get();
  expect(plain.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-robots-tag': 'noindex',
  });
  const { headers, rawPayload } = await get({ 'accept-encoding': 'br' });
  expect(headers).toMatchObject({ 'content-encoding': 'br', etag: plain.headers['etag'] });
  expect(brotliDecompressSync(rawPayload).toString()).toBe(plain.body);
  const again = await get({ 'if-none-match': String(plain.headers['etag']) });
  expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
  const head = await get({}, 'HEAD');
  expect({ status: head.statusCode, body: head.body }).toEqual({ status: 200, body: '' });
});

test('the page runs and looks by files of the site alone, and shows what is in examples as text', async () => {
  const { body } = await get();
  expect(body).not.toMatch(/<script(?![^>]* src="\/api-docs\.js")|<style|\sstyle=|\son\w+="/);
  expect([...body.matchAll(/ (?:src|href)="([^"]*)"/g)].filter(([, to]) => !/^[/#]/.test(to ?? ''))).toEqual(
    [],
  );
  // The look of a mail is HTML.
  expect(body).toContain('&lt;!doctype html&gt;');
});

test('the examples call the site at its address, and an operation is found by its fields', async () => {
  const { body } = await get();
  const calls = [...body.matchAll(/<code>curl (?!-c)[^<]*/g)].map(([text]) => text);
  expect(calls.filter((call) => !call.includes(`${site.site.publicUrl}/`))).toEqual([]);
  const findOf = (name: string) => new RegExp(`data-operation="${name}" data-find="([^"]*)"`).exec(body)?.[1];
  expect(findOf('redeemCode')).toContain('idempotency-key');
  expect(findOf('logDonation')).toContain(' dropsite ');
});

test('no two things of the page have one id, so that a link leads to what it names', async () => {
  const { body } = await get();
  const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
});
