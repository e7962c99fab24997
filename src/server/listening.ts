import { createServer, type Server } from 'node:net';
import type { Environment } from './env.ts';

/** Figures are for whoever is on this machine. */
const METRICS_HOST = '127.0.0.1';

type PortSetting = 'PORT' | 'METRICS_PORT';

/** What the system says of a port or an address that a server cannot have, as a sentence that names the setting; else the error itself. */
export function explainedListening(error: NodeJS.ErrnoException, setting: PortSetting): Error {
  const { code, message } = error;
  const told = (name: string, remedy: string) =>
    new Error(`${name} cannot be used: ${message}. ${remedy}`, { cause: error });
  if (code === TAKEN) return told(setting, 'Each process needs one of its own.');
  if (code === NOT_ALLOWED) return told(setting, 'Choose one from 1024 on.');
  if (setting === 'PORT' && NO_ADDRESS.has(code ?? ''))
    return told('HOST', 'Name an address of this machine.');
  return error;
}

const TAKEN = 'EADDRINUSE';
const NOT_ALLOWED = 'EACCES';
/** Of an address that there is not, or not here. */
const NO_ADDRESS = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL']);

/** @throws Error with a sentence where it cannot. */
export async function listenForMetrics(server: Server, port: number): Promise<void> {
  await listen(server, 'METRICS_PORT', port, METRICS_HOST);
}

async function listen(server: Server, setting: PortSetting, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explainedListening(error, setting)));
    server.listen(port, host, resolve);
  });
}

/**
 * What keeps the next start from listening, in sentences.
 *
 * @param mayBeOwn Whether ports may be taken by the site itself, which runs.
 */
export async function listeningObjections(
  { port, host, metricsPort }: Pick<Environment, 'port' | 'host' | 'metricsPort'>,
  mayBeOwn: boolean,
): Promise<string[]> {
  const asked = [
    objectionTo('PORT', port, host, mayBeOwn),
    ...(metricsPort === undefined ? [] : [objectionTo('METRICS_PORT', metricsPort, METRICS_HOST, mayBeOwn)]),
  ];
  return (await Promise.all(asked)).filter((objection) => objection !== null);
}

async function objectionTo(
  setting: PortSetting,
  port: number,
  host: string,
  mayBeOwn: boolean,
): Promise<string | null> {
  const server = createServer();
  try {
    await listen(server, setting, port, host);
    await new Promise((resolve) => {
      server.close(resolve);
    });
    return null;
  } catch (error) {
    const { message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
    // What may not ask for a port of the system's learns no more of it, whoever has it.
    return mayBeOwn && [TAKEN, NOT_ALLOWED].includes(cause?.code ?? '') ? null : message;
  }
}
