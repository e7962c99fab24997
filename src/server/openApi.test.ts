import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { OpenAPIV3_1 } from 'openapi-types';
import { expect, test } from 'vitest';
import { refusalsOf } from '#server/http/refusal.ts';
import { readContracts } from '#server/testing/contracts.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { statusByErrorCode } from '#shared/errors.ts';
import { isForConsole } from '#shared/roles.ts';

const site = useTestSite();
const endpoints = await readContracts();

const read = async () => (await site.visitor().send<OpenAPIV3_1.Document>('GET', '/api/openapi.json')).body;

test('the document has no errors and no warnings of the linter', { timeout: 120_000 }, async () => {
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

test('the document has each operation with its name and statuses', async () => {
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

test('the document leaves no value without a type', async () => {
  expect(JSON.stringify(await read())).not.toContain('"anyOf":[]');
});

test('the document requires only described keys', async () => {
  const undescribed: string[] = [];
  JSON.stringify(await read(), (_key, part: unknown) => {
    const { required, properties = {} } = (part ?? {}) as { required?: unknown; properties?: object };
    if (Array.isArray(required)) {
      undescribed.push(...required.map(String).filter((name) => !(name in properties)));
    }
    return part;
  });
  expect(undescribed).toEqual([]);
});

test('the document is OpenAPI 3.1 and describes exactly the endpoints', async () => {
  const { openapi, info, paths = {} } = await read();
  expect(openapi).toMatch(/^3\.1\.\d+$/);
  expect(info).toMatchObject({ title: 'ReRound', version: expect.any(String) as string });
  const described = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const declared = endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  expect(described.toSorted()).toEqual(declared.toSorted());
});

test('the document describes parameters, body, answers and access as in the contracts', async () => {
  const { paths = {}, components } = await read();
  for (const { name, endpoint } of endpoints) {
    const operation = paths[endpoint.path]?.[endpoint.method === 'GET' ? 'get' : 'post'];
    expect(operation?.summary, name).toBe(endpoint.summary);
    const parameters = (operation?.parameters ?? []) as OpenAPIV3_1.ParameterObject[];
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    expect(
      inPath.map((parameter) => parameter.name),
      name,
    ).toEqual(Object.keys(endpoint.params?.shape ?? {}));
    expect(
      inPath.every((parameter) => parameter.required),
      name,
    ).toBe(true);
    const inQuery = parameters.filter((parameter) => parameter.in === 'query');
    expect(
      inQuery.map((parameter) => parameter.name),
      name,
    ).toEqual(Object.keys(endpoint.query?.shape ?? {}));
    const takesBody = endpoint.body !== undefined || endpoint.upload !== undefined;
    expect(operation?.requestBody !== undefined, name).toBe(takesBody);
    expect(Object.keys(operation?.responses ?? {}), name).toContain(String(endpoint.status ?? 200));
    const schemes = (operation?.security ?? []).flatMap((requirement) => Object.keys(requirement));
    const signedIn = isForConsole(endpoint) ? 'admin' : endpoint.access;
    expect(schemes, name).toEqual(signedIn === 'public' ? [] : [signedIn]);
    for (const scheme of schemes) expect(components?.securitySchemes, name).toHaveProperty(scheme);
  }
});

test('shared schemas have names', async () => {
  const { components } = await read();
  expect(Object.keys(components?.schemas ?? {})).toEqual(expect.arrayContaining(['Error', 'Donation']));
});

test('the page is hidden from search engines and has a content security policy', async () => {
  const { status, headers } = await site.visitor().send('GET', '/api/docs');
  expect(status).toBe(200);
  expect(headers['x-robots-tag']).toBe('noindex');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
});
