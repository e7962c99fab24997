import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';
import type { Endpoint } from '#shared/endpoint.ts';
import { type ErrorCode, errorResponse, statusByErrorCode } from '#shared/errors.ts';
import { isForConsole } from '#shared/roles.ts';
import type { Said } from '#shared/sentence.ts';
import type { Implementation } from '#server/http/call.ts';
import type { Example, Examples } from './examples.ts';
import { explanations, quotasOf, refusalsOf } from './refusals.ts';
import { tagOf, tags } from './tags.ts';

/** An operation as the page and the document tell of it. */
export interface DescribedOperation extends OpenAPIV3_1.OperationObject {
  operationId: string;
  summary: string;
  tags: string[];
}

const { $schema: _, ...errorSchema } = z.toJSONSchema(errorResponse, { io: 'output' }) as Record<
  string,
  object
>;

const successes: Readonly<Record<number, string>> = { 200: 'Done', 201: 'Made' };

/** A header that some operations take. */
function header(name: string, description: string, required = false): OpenAPIV3_1.ParameterObject {
  return { name, in: 'header', description, required, schema: { type: 'string' } };
}

const headers = {
  language: header(
    'Accept-Language',
    'Where French comes first, what the answer says to people is in French: `error`, `fields`, `message`. Else in English.',
  ),
  csrfToken: header('X-CSRF-Token', 'The session’s anti-forgery token, as `GET /api/csrf` gives it.', true),
  idempotencyKey: header(
    'Idempotency-Key',
    'Made up by the caller, 1 to 255 visible characters: the same key with the same request gets the same answer, and acts once. A refused call leaves it free.',
  ),
};

/**
 * Completes what @fastify/swagger made of the routes' schemas: who may call, every refusal, examples, headers.
 *
 * @param document with a path for each endpoint. It stays as it is.
 * @param implementations of all endpoints.
 */
export function completed(
  document: OpenAPIV3_1.Document,
  implementations: Readonly<Record<string, readonly Implementation[]>>,
  examples: Examples,
): OpenAPIV3_1.Document {
  const paths: OpenAPIV3_1.PathsObject = {};
  for (const [room, ofRoom] of Object.entries(implementations)) {
    for (const { name, endpoint } of ofRoom) {
      const method = endpoint.method === 'GET' ? 'get' : 'post';
      const made = document.paths?.[endpoint.path]?.[method];
      if (!made) throw new Error(`${endpoint.method} ${endpoint.path} has no route.`);
      const operation = described(made, { name, room, endpoint, example: examples[name] });
      paths[endpoint.path] = { ...paths[endpoint.path], [method]: operation };
    }
  }
  return {
    ...document,
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      ...document.components,
      schemas: { Error: errorSchema },
    },
  };
}

interface Named {
  name: string;
  room: string;
  endpoint: Endpoint;
  example: Example | undefined;
}

function described(
  made: OpenAPIV3_1.OperationObject,
  { name, room, endpoint, example }: Named,
): DescribedOperation {
  const success = String(endpoint.status ?? 200);
  const answers = made.responses?.[success] as OpenAPIV3_1.ResponseObject | undefined;
  const quotas = quotasOf(endpoint);
  return {
    operationId: name,
    tags: [tagOf(room)],
    summary: endpoint.summary,
    description: [whoMayCall(endpoint), ...quotas].join('\n\n'),
    security: endpoint.access === 'public' ? [] : [{ [isForConsole(endpoint) ? 'admin' : 'donor']: [] }],
    parameters: [
      ...((made.parameters ?? []) as OpenAPIV3_1.ParameterObject[])
        .filter((parameter) => parameter.in !== 'header')
        .map((parameter) => withValue(parameter, endpoint, example)),
      headers.language,
      ...(isForConsole(endpoint) && endpoint.method === 'POST' ? [headers.csrfToken] : []),
      ...(endpoint.idempotent ? [headers.idempotencyKey] : []),
    ],
    ...(made.requestBody && {
      requestBody: withExample(
        made.requestBody as OpenAPIV3_1.RequestBodyObject,
        endpoint.upload === undefined ? example?.body : { [endpoint.upload]: 'the bytes of picture.jpg' },
      ),
    }),
    responses: {
      [success]: {
        ...withExample(answers ?? { description: '' }, example?.answer),
        description: successes[Number(success)] ?? '',
        ...(endpoint.headers && { headers: headersOf(endpoint.headers) }),
      },
      ...refused(endpoint, example),
    },
  };
}

function headersOf(
  types: NonNullable<Endpoint['headers']>,
): NonNullable<OpenAPIV3_1.ResponseObject['headers']> {
  const entries = Object.entries(types).map(([name, type]) => {
    const { $schema: _version, description = '', ...schema } = z.toJSONSchema(type);
    return [name, { description, schema }];
  });
  return Object.fromEntries(entries) as NonNullable<OpenAPIV3_1.ResponseObject['headers']>;
}

/** Who may call, in words. */
function whoMayCall({ access }: Pick<Endpoint, 'access'>): string {
  return {
    public: 'For anyone.',
    donor: 'For a signed-in donor.',
    volunteer: 'For volunteers and admins who are signed in to the console.',
    admin: 'For admins who are signed in to the console.',
  }[access];
}

/** A parameter with what the example has in its place. */
function withValue(
  parameter: OpenAPIV3_1.ParameterObject,
  { path }: Endpoint,
  example: Example | undefined,
): OpenAPIV3_1.ParameterObject {
  const { pathname, searchParams } = new URL(example?.path ?? path, 'https://reround.example');
  const place = path.split('/').indexOf(`{${parameter.name}}`);
  const text = parameter.in === 'path' ? pathname.split('/')[place] : searchParams.get(parameter.name);
  if (!text) return parameter;
  const { type, pattern } = parameter.schema as OpenAPIV3_1.SchemaObject;
  const isNumber = type === 'integer' && pattern === undefined;
  return { ...parameter, example: isNumber ? Number(text) : decodeURIComponent(text) };
}

function withExample<Part extends { content?: Record<string, OpenAPIV3_1.MediaTypeObject> }>(
  part: Part,
  example: unknown,
): Part {
  if (example === undefined) return part;
  const content = Object.entries(part.content ?? {}).map(([type, media]) => [type, { ...media, example }]);
  return { ...part, content: Object.fromEntries(content) };
}

/** The refusals of an endpoint by their status, each code with an example. */
function refused(endpoint: Endpoint, example: Example | undefined): OpenAPIV3_1.ResponsesObject {
  const byStatus = Map.groupBy(new Set(refusalsOf(endpoint)), (code) => statusByErrorCode[code]);
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([one], [other]) => one - other)
      .map(([status, codes]) => [
        String(status),
        {
          description: codes.map((code) => `\`${code}\`: ${explanations[code].when}`).join('\n\n'),
          ...(['too_many_requests', 'unavailable'].some((code) => codes.includes(code as ErrorCode)) && {
            headers: {
              'Retry-After': {
                description: 'In how many seconds to try again.',
                schema: { type: 'integer' as const },
              },
            },
          }),
          content: {
            'application/json': {
              schema: {
                type: 'object' as const,
                allOf: [{ $ref: '#/components/schemas/Error' }],
                properties: { code: { type: 'string' as const, enum: codes } },
                required: ['code'],
              },
              examples: Object.fromEntries(
                codes.map((code) => [
                  code,
                  { summary: explanations[code].when, value: refusalExample(code, endpoint, example) },
                ]),
              ),
            },
          },
        },
      ]),
  );
}

function refusalExample(code: ErrorCode, endpoint: Endpoint, example: Example | undefined): unknown {
  if (code === 'invalid_input' && example?.wrong) return example.wrong;
  if (code === 'not_found' && example?.missing) return example.missing;
  const says: Said =
    code === 'unauthenticated' && isForConsole(endpoint) ? 'Admin login required.' : explanations[code].says;
  return { ok: false, error: says, code };
}
