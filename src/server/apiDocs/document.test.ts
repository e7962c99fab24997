import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { OpenAPIV3_1 } from 'openapi-types';
import { expect, test } from 'vitest';
import { statusByErrorCode } from '#shared/errors.ts';
import { readContracts } from '#server/testing/contracts.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import type { DescribedOperation } from './document.ts';
import { refusalsOf } from './refusals.ts';

const site = useTestSite();
const endpoints = await readContracts();

async function read(): Promise<OpenAPIV3_1.Document> {
  const { body } = await site.visitor().send<OpenAPIV3_1.Document>('GET', '/api/openapi.json');
  return body;
}

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

test('the document names each operation as its contract does, with a group that it tells of', async () => {
  const { paths = {}, tags = [] } = await read();
  for (const { name, endpoint } of endpoints) {
    const found = paths[endpoint.path]?.[endpoint.method === 'GET' ? 'get' : 'post'] as DescribedOperation;
    const [room = '', key] = name.split('.');
    expect(found.operationId).toBe(key);
    expect(found.tags).toEqual([room.split('/')[0]]);
  }
  const used = new Set(endpoints.map(({ name }) => name.split(/[./]/)[0]));
  expect(new Set(tags.map(({ name }) => name))).toEqual(used);
});

test('the document has every refusal of an endpoint under its status, with an example', async () => {
  const { paths = {} } = await read();
  for (const { name, endpoint } of endpoints) {
    const found = paths[endpoint.path]?.[endpoint.method === 'GET' ? 'get' : 'post'];
    for (const code of refusalsOf(endpoint)) {
      const answer = found?.responses?.[statusByErrorCode[code]] as OpenAPIV3_1.ResponseObject | undefined;
      const example = answer?.content?.['application/json']?.examples?.[code];
      expect(example, `${name} ${code}`).toMatchObject({ value: { ok: false, code } });
    }
  }
});

test('the document has an example of every body that is sent and every answer that comes', async () => {
  const { paths = {} } = await read();
  for (const { name, endpoint } of endpoints) {
    const found = paths[endpoint.path]?.[endpoint.method === 'GET' ? 'get' : 'post'];
    const sent = found?.requestBody as OpenAPIV3_1.RequestBodyObject | undefined;
    const come = found?.responses?.[endpoint.status ?? 200] as OpenAPIV3_1.ResponseObject | undefined;
    for (const media of [sent, come].flatMap((part) => Object.values(part?.content ?? {})))
      expect(media.example, name).toBeDefined();
  }
});
