// Started by bench.ts for comparison: the least that a server does for an answer.
import fastify from 'fastify';

const server = fastify();
server.all('/*', () => ({ ok: true }));
process.send?.(await server.listen({ port: 0, host: '127.0.0.1' }));
