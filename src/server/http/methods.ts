import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { screenAt } from '#shared/screenAt.ts';
import { Refusal } from './refusal.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that each route's address takes, by its pattern. */
    methodsByAddress: ReadonlyMap<string, ReadonlySet<string>>;
  }
}

/** The address that stands for every page. */
const ANY_PAGE = '/*';

/**
 * Answers a known address under another method with 405 and an `Allow` header, and an unknown address with
 * 404 whatever its body is. Comes before the first route; the result comes after the last one.
 */
export function watchMethods(app: FastifyInstance): () => Promise<void> {
  const methods = new Map<string, Set<string>>();
  let isWhole = false;
  app.decorate('methodsByAddress', methods);
  app.addHook('onRoute', ({ url, method }) => {
    if (isWhole) return;
    const known = methods.get(url) ?? new Set();
    methods.set(url, known);
    for (const one of [method].flat()) known.add(one);
  });
  app.addHook('onRequest', (request, _reply, done) => {
    // Before the body is looked at: a wrong type or size of it would be another answer.
    done(request.is404 ? nothingHere() : undefined);
  });
  return async () => {
    await app.after();
    isWhole = true;
    for (const [url, known] of methods) refuseOthers(app, url, known);
  };
}

function refuseOthers(app: FastifyInstance, url: string, known: ReadonlySet<string>): void {
  const allow = [...known].toSorted().join(', ');
  const refuse = (request: FastifyRequest, reply: FastifyReply): never => {
    if (url === ANY_PAGE && !screenAt(request.url.split('?', 1)[0] ?? '')) throw nothingHere();
    reply.header('allow', allow);
    throw new Refusal('method_not_allowed', 'This address does not take that method.');
  };
  app.route({
    method: app.supportedMethods.filter((method) => !known.has(method)),
    url,
    schema: { hide: true },
    onRequest: async (request, reply) => refuse(request, reply),
    handler: refuse,
  });
}

function nothingHere(): Refusal {
  return new Refusal('not_found', 'There is nothing here.');
}
