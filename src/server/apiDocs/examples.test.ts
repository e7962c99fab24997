import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenAPIV3_1 } from 'openapi-types';
import { beforeAll, expect, test } from 'vitest';
import { readContracts } from '#server/testing/contracts.ts';
import { recordExamples } from '#server/testing/recordExamples.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import type { DescribedOperation } from './document.ts';
import type { Examples } from './examples.ts';

const site = useTestSite();
const endpoints = await readContracts();
let examples: Examples;

beforeAll(async () => {
  examples = await recordExamples(site);
});

test('the examples are what the calls answer; `npx vitest run src/server/apiDocs -u` keeps what is new', async () => {
  expect(new Set(Object.keys(examples))).toEqual(
    new Set(endpoints.map(({ name }) => name.split('.').at(-1))),
  );
  await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot('./examples.json');
});

test(
  'every body and every answer of an example is as the document says, refusals too',
  { timeout: 120_000 },
  async () => {
    const { body: document } = await site.visitor().send<OpenAPIV3_1.Document>('GET', '/api/openapi.json');
    const ajv = new Ajv2020({
      strict: true,
      allowUnionTypes: true,
      strictTypes: false,
      validateFormats: false,
    });
    ajv.addKeyword('components');
    const wrong: unknown[] = [];
    const check = (place: string, schema: unknown, values: readonly unknown[]) => {
      if (values.length === 0) return;
      const validate = ajv.compile({ ...(schema as object), components: document.components });
      for (const value of values) if (!validate(value)) wrong.push([place, validate.errors]);
    };
    for (const [path, item] of Object.entries(document.paths ?? {})) {
      for (const [method, found] of Object.entries(item ?? {})) {
        const { requestBody, responses = {}, operationId } = found as DescribedOperation;
        const described = { ...(requestBody && { body: requestBody }), ...responses } as Record<
          string,
          OpenAPIV3_1.ResponseObject
        >;
        for (const [part, { content = {} }] of Object.entries(described)) {
          for (const { schema, example, examples: several = {} } of Object.values(content)) {
            const values = [
              example,
              ...Object.values(several).map((one) => (one as { value: unknown }).value),
            ];
            const place = `${operationId} ${method} ${path} ${part}`;
            check(
              place,
              schema,
              values.filter((value) => value !== undefined),
            );
          }
        }
      }
    }
    expect(wrong).toEqual([]);
  },
);
