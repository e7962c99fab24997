// Metrics for Prometheus, on a separate port that only this machine can reach.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { explainedListening } from '#server/reasons.ts';

/**
 * Measures the answers of an app, and serves the metrics at /metrics on 127.0.0.1 while the app is open.
 *
 * @throws Error with a sentence if the port cannot be used.
 */
export async function serveMetrics(app: FastifyInstance, port: number): Promise<void> {
  // Loaded only if METRICS_PORT is set.
  const { collectDefaultMetrics, Histogram, Registry } = await import('prom-client');
  const register = new Registry();
  collectDefaultMetrics({ register });
  const durations = new Histogram({
    name: 'reround_http_request_duration_seconds',
    help: 'From the head of a request to the last byte of its answer.',
    // The route's pattern, never the requested path, which may contain a reward code.
    labelNames: ['method', 'route', 'status'],
    registers: [register],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });

  const server = createServer((request, response) => {
    if (request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    register.metrics().then(
      (text) => response.setHeader('content-type', register.contentType).end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    throw explainedListening(error as Error, 'METRICS_PORT');
  }
  app.addHook('onClose', async () => {
    server.close();
    server.closeAllConnections();
  });
}
