import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import type { OpenAPIV3_1 } from 'openapi-types';
import { z } from 'zod';
import type { Endpoint } from '#shared/endpoint.ts';
import { errorResponse, statusByErrorCode } from '#shared/errors.ts';
import { isForConsole } from '#shared/roles.ts';
import type { Site } from '#server/http/call.ts';
import { type FixedAnswer, fixedText, sendFixed } from '#server/http/fixedAnswer.ts';
import { refusalsOf } from '#server/http/refusal.ts';
import { cookieName } from '#server/http/sessions.ts';

const PAGE = '/api/docs';
const DOCUMENT = '/api/openapi.json';

/** Swagger UI needs inline styles and pictures in data URLs. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint that a route serves. */
    endpoint?: { room: string; name: string; declared: Endpoint };
  }
}

/** Serves the OpenAPI document and a page that shows it. Call it before the described routes are added. */
export async function describeApi(app: FastifyInstance, site: Site): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'ReRound',
        version: '1',
        description: 'Donations, reward codes and their redemption.',
        license: { name: 'MIT', identifier: 'MIT' },
        contact: { name: 'ReRound', url: site.publicUrl },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          admin: { type: 'apiKey', in: 'cookie', name: cookieName(site, 'admin') },
          donor: { type: 'apiKey', in: 'cookie', name: cookieName(site, 'donor') },
        },
      },
    },
    transform: describeRoute,
    transformObject: withoutUnusedSchemas,
  });
  let answer: Promise<FixedAnswer> | undefined;
  app.get(DOCUMENT, { schema: { hide: true } }, async (request, reply) => {
    answer ??= fixedText('application/json; charset=utf-8', JSON.stringify(app.swagger()));
    return sendFixed(request, reply, await answer);
  });
  await app.register(async (page) => {
    page.addHook('onSend', (_request, reply, payload, done) => {
      reply.header('x-robots-tag', 'noindex');
      done(null, payload);
    });
    await page.register(swaggerUi, {
      routePrefix: PAGE,
      staticCSP: contentSecurityPolicy,
      theme: { title: 'ReRound: API' },
      uiConfig: { layout: 'BaseLayout', deepLinking: true, filter: true, validatorUrl: null },
    });
  });
}

const describeRoute: typeof jsonSchemaTransform = (route) => {
  const served = (route as { route?: RouteOptions }).route?.config?.endpoint;
  if (!served) return jsonSchemaTransform(route);
  const { room, name, declared } = served;
  const routeSchema = route.schema as FastifySchema & { response: object };
  const headers = headersOf(declared);
  const { schema, url } = jsonSchemaTransform({
    ...route,
    schema: {
      ...routeSchema,
      ...(Object.keys(headers).length > 0 && { headers: z.object(headers) }),
      response: { ...routeSchema.response, ...refusalResponses(declared) },
    },
  });
  return { url, schema: { ...schema, ...operationOf(room, name, declared) } };
};

/** Drops the variants of named schemas for bodies (`…Input`) that nothing uses. */
const withoutUnusedSchemas: typeof jsonSchemaTransformObject = (documentObject) => {
  const document = jsonSchemaTransformObject(documentObject) as OpenAPIV3_1.Document;
  const paths = JSON.stringify(document.paths);
  const isUsed = (name: string) => !name.endsWith('Input') || paths.includes(`/${name}"`);
  const schemas = Object.entries(document.components?.schemas ?? {}).filter(([name]) => isUsed(name));
  return {
    ...document,
    components: { ...document.components, schemas: Object.fromEntries(schemas) },
  };
};

function operationOf(room: string, name: string, endpoint: Endpoint) {
  const { access, summary, upload } = endpoint;
  const file = { type: 'string', format: 'binary' };
  return {
    operationId: name,
    tags: [room.split('/', 1).join()],
    summary,
    description: callers[access],
    security: access === 'public' ? [] : [{ [isForConsole(endpoint) ? 'admin' : 'donor']: [] }],
    // The validator never sees a multipart body, so the route has no schema for it.
    ...(upload !== undefined && {
      body: { type: 'object', properties: { [upload]: file }, required: [upload] },
    }),
  };
}

const callers: Readonly<Record<Endpoint['access'], string>> = {
  public: 'For anyone.',
  donor: 'For a signed-in donor.',
  volunteer: 'For volunteers and admins who are signed in to the console.',
  admin: 'For admins who are signed in to the console.',
};

function headersOf(endpoint: Endpoint): Record<string, z.ZodType> {
  return {
    ...(isForConsole(endpoint) &&
      endpoint.method === 'POST' && {
        'X-CSRF-Token': z.string().describe('The session’s anti-forgery token, as `GET /api/csrf` gives it.'),
      }),
    ...(endpoint.idempotent && {
      'Idempotency-Key': z
        .string()
        .optional()
        .describe('1 to 255 visible characters: the same key with the same request acts once.'),
    }),
  };
}

/** An endpoint's refusals by status. */
function refusalResponses(endpoint: Endpoint): Record<number, object> {
  const codesByStatus = Map.groupBy(refusalsOf(endpoint), (code) => statusByErrorCode[code]);
  const content = { 'application/json': { schema: errorResponse } };
  return Object.fromEntries(
    [...codesByStatus].map(([status, codes]) => [status, { description: codes.join(', '), content }]),
  );
}
