// Started by bench.ts for comparison: a server that does as little as possible for an answer.
import fastify from 'fastify';

const server = fastify();
server.all('/*', () => ({ ok: true }));
process.send?.(await server.listen({ port: 0, host: '127.0.0.1' }));
