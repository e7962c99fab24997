import { randomInt } from 'node:crypto';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { OpenAPIV3_1 } from 'openapi-types';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { contract as participants } from '#features/donors/contract.ts';
import { tills } from '#server/db/schema.ts';
import { furnish } from '#server/testing/furnish.ts';
import { findHalfWrites } from '#server/testing/halfWrites.ts';
import { type HostileRequest, hostileRequests, type Operation } from '#server/testing/hostileRequests.ts';
import { PIN, type Schema } from '#server/testing/hostileValues.ts';
import { createDonor } from '#server/testing/scenarios.ts';
import type { Client } from '#server/testing/siteUnderTest.ts';
import { useTestSite } from '#server/testing/harness.ts';

/** FUZZ_SEED repeats a run. FUZZ_CASES is the number of requests for each operation. */
const seed = Number(process.env['FUZZ_SEED'] ?? randomInt(2 ** 31));
const cases = Number(process.env['FUZZ_CASES'] ?? 6);

/** Operations that share one furnished site, because furnishing costs more than a few requests. */
const OPERATIONS_PER_SITE = 12;

/** The ids that requests use most often. */
const IDS = [1, 2, 3, 4, 5, 6, 7, 8];

type Role = 'nobody' | 'donor' | 'admin';

interface DescribedOperation extends Operation {
  access: Role;
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}

const site = useTestSite();
let operations: DescribedOperation[];
let components: OpenAPIV3_1.Document['components'];
let picture: Buffer;
let pin: string;
let clients: Partial<Record<Role, Client>>;

test('a hostile client, with or without a session, causes no internal error and leaves nothing half done', async ({
  annotate,
}) => {
  await annotate(`FUZZ_SEED=${seed} repeats it`);
  picture = await sharp({ create: { width: 12, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { body } = await site.visitor().send<OpenAPIV3_1.Document>('GET', '/api/openapi.json');
  operations = readOperations(body);
  ({ components } = body);
  expect(operations.length).toBeGreaterThan(60);
  for (const [index, operation] of operations.entries()) {
    if (index % OPERATIONS_PER_SITE === 0) await furnishAgain();
    await attack(operation);
  }
}, 600_000);

async function furnishAgain(): Promise<void> {
  await site.reset();
  clients = {};
  pin = await furnish(site);
  // Many of these, because a random request names them by two ids, or by an id that only they have.
  const till = { partnerId: 1, pinHash: '', createdAt: site.now };
  await site.database.insert(tills).values(IDS.map((number) => ({ ...till, tokenHash: `till ${number}` })));
  const admin = await site.admin();
  for (const number of IDS) {
    const fromId = await createDonor(site, `MERGED${number}`);
    // Each into another donor, because only the last merge into a donor can be undone.
    const toId = await createDonor(site, `KEPT${number}`);
    await admin.call(participants.mergeParticipants, { body: { fromId, toId } });
  }
}

async function attack(operation: DescribedOperation): Promise<void> {
  site.log = '';
  const checkAnswer = answerChecker(operation);
  const roles: Role[] = operation.access === 'nobody' ? ['nobody', 'donor', 'admin'] : [operation.access];
  const requests = hostileRequests(operation, picture);
  await fc.assert(
    fc.asyncProperty(requests, fc.constantFrom(...roles), async (request, role) => {
      checkAnswer(await send(operation, request, role), request);
      if (operation.access === 'nobody') return;
      const asNobody = await send(operation, request, 'nobody');
      checkAnswer(asNobody, request);
      const refusals = request.isRouted ? [401] : [400, 401, 404, 405, 413, 414, 415];
      expect(refusals, 'without a session').toContain(asNobody.statusCode);
    }),
    { seed, numRuns: cases, includeErrorInReport: true },
  );
  expect(await findHalfWrites(site.database), nameOf(operation)).toEqual({});
  expect(site.log, nameOf(operation)).not.toMatch(/"level":[56]0/);
}

async function send(operation: DescribedOperation, { url, headers, payload }: HostileRequest, role: Role) {
  const client = await clientOf(role);
  const withPin = (text: string) => text.replaceAll(PIN, pin).replaceAll(encodeURIComponent(PIN), pin);
  const response = await site.app.inject({
    method: operation.method,
    url: withPin(url),
    headers: { ...(client?.csrfToken && { 'x-csrf-token': client.csrfToken }), ...headers },
    cookies: Object.fromEntries(client?.cookies ?? []),
    ...(payload !== undefined && { payload: typeof payload === 'string' ? withPin(payload) : payload }),
  });
  // Signing in or out ends the session that the call came with.
  if (response.headers['set-cookie'] !== undefined) clients = {};
  return response;
}

async function clientOf(role: Role): Promise<Client | undefined> {
  if (role === 'nobody') return undefined;
  return (clients[role] ??= role === 'admin' ? await site.admin() : await site.donor('FUZZDONOR'));
}

/** Checks answers against the OpenAPI document, and against the rules for every answer. */
function answerChecker(operation: DescribedOperation) {
  return (response: Awaited<ReturnType<typeof send>>, { isRouted }: HostileRequest): void => {
    const { statusCode: status, headers, body } = response;
    expect(status, body).toBeLessThan(500);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'") as string,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    // An address that is not the operation's may be another's.
    if (!isRouted && status < 400) return;
    const type = String(headers['content-type']).split(';', 1)[0] ?? '';
    const schema = isRouted ? operation.responses[status]?.content[type]?.schema : errorSchema;
    expect(schema, `the document's schema for ${status} ${type}`).toBeDefined();
    const validate = validatorOf(schema as Schema);
    expect(
      validate(type === 'application/json' ? JSON.parse(body) : body) ? null : validate.errors,
    ).toBeNull();
    if (status >= 400) expect(JSON.parse(body)).toMatchObject({ ok: false });
  };
}

const errorSchema: Schema & { $ref: string } = { $ref: '#/components/schemas/Error' };

const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true, validateFormats: false });
// The document's schemas refer to it.
ajv.addKeyword('components');
const validators = new Map<string, ValidateFunction>();

function validatorOf(schema: Schema): ValidateFunction {
  const text = JSON.stringify(schema);
  const validate = validators.get(text) ?? ajv.compile({ ...schema, components });
  validators.set(text, validate);
  return validate;
}

function nameOf({ method, path }: Operation): string {
  return `${method} ${path}`;
}

function readOperations({ paths = {} }: OpenAPIV3_1.Document): DescribedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, OpenAPIV3_1.OperationObject>).map(([method, described]) => {
      const body = described.requestBody as OpenAPIV3_1.RequestBodyObject | undefined;
      const [type = '', media] = Object.entries(body?.content ?? {})[0] ?? [];
      const [scheme = 'nobody'] = (described.security ?? []).flatMap((one) => Object.keys(one));
      return {
        method: method.toUpperCase() as Operation['method'],
        path,
        parameters: (described.parameters ?? []) as Operation['parameters'],
        body: media ? { type, schema: media.schema as Schema } : undefined,
        access: scheme as Role,
        responses: described.responses as DescribedOperation['responses'],
      };
    }),
  );
}
