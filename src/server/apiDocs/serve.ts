import type { FastifyInstance } from 'fastify';
import type { OpenAPIV3_1 } from 'openapi-types';
import type { Implementation } from '#server/http/call.ts';
import { compressed, etagOf, type FixedAnswer, sendFixed } from '#server/http/fixedAnswer.ts';
import { completed } from './document.ts';
import { pageOf } from './page.ts';

/**
 * Serves the API's description of itself, as OpenAPI and as a page. Each is made for the first who asks, since making it
 * would hold up the start.
 *
 * @param implementations of every endpoint, by their rooms.
 * @param readFrame gives the site's page of HTML alone; undefined where no front end is built.
 */
export function serveDescription(
  app: FastifyInstance,
  publicUrl: string,
  implementations: Readonly<Record<string, readonly Implementation[]>>,
  readFrame: () => Promise<string | undefined>,
): void {
  const describe = once(async () => {
    const { default: examples } = await import('./examples.json', { with: { type: 'json' } });
    return completed(app.swagger() as OpenAPIV3_1.Document, implementations, examples);
  });
  const answers: Readonly<Record<string, () => Promise<FixedAnswer>>> = {
    '/api/openapi.json': once(async () =>
      fixed('application/json; charset=utf-8', JSON.stringify(await describe())),
    ),
    '/api/docs': once(async () =>
      fixed('text/html; charset=utf-8', pageOf(await describe(), publicUrl, await readFrame())),
    ),
  };
  for (const [url, answer] of Object.entries(answers)) {
    app.get(url, { schema: { hide: true } }, async (request, reply) => {
      if (url === '/api/docs') reply.header('x-robots-tag', 'noindex');
      return sendFixed(request, reply, await answer());
    });
  }
}

async function fixed(type: string, text: string): Promise<FixedAnswer> {
  const sent = await compressed(text);
  return { type, etag: etagOf(sent.plain), immutable: false, ...sent };
}

/** Makes something for the first who asks, and after a failure for the next. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}
