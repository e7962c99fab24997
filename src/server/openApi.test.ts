import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { OpenAPIV3_1 } from 'openapi-types';
import { expect, test } from 'vitest';
import { refusalsOf } from '#server/http/refusal.ts';
import { readContracts } from '#server/testing/contracts.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { statusByErrorCode } from '#shared/errors.ts';

const site = useTestSite();
const endpoints = await readContracts();

const read = async () => (await site.visitor().send<OpenAPIV3_1.Document>('GET', '/api/openapi.json')).body;

test('the document has nothing that a linter finds wrong or warns of', { timeout: 120_000 }, async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({
    source: JSON.stringify(await read()),
    absoluteRef: 'openapi.json',
    config,
  });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

test('the document has each operation by its name, with its statuses', async () => {
  const { paths = {} } = await read();
  for (const { name, endpoint } of endpoints) {
    const operation = paths[endpoint.path]?.[endpoint.method === 'GET' ? 'get' : 'post'];
    const [room = '', key] = name.split('.');
    expect(operation).toMatchObject({ operationId: key, tags: [room.split('/')[0]] });
    const statuses = [endpoint.status ?? 200, ...refusalsOf(endpoint).map((code) => statusByErrorCode[code])];
    expect(Object.keys(operation?.responses ?? {}), name).toEqual(
      [...new Set(statuses)].toSorted((a, b) => a - b).map(String),
    );
  }
});

test('what calls answer alike has a name', async () => {
  const { components } = await read();
  expect(Object.keys(components?.schemas ?? {})).toEqual(expect.arrayContaining(['Error', 'Donation']));
});

test('the page is for people, not for search engines, and has a policy of its own', async () => {
  const { status, headers } = await site.visitor().send('GET', '/api/docs');
  expect(status).toBe(200);
  expect(headers['x-robots-tag']).toBe('noindex');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
});
