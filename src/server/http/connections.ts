import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import type { Environment } from '#server/env.ts';
import { clientNetwork } from './addresses.ts';

/**
 * Closes a connection at once whose network has `most` open already, so that one machine can't take all that there
 * are. A trusted proxy, through which everybody comes, may have any number.
 */
export function boundConnections(server: Server, most: number, trust: Environment['trustProxy']): void {
  const isProxy = trusts(trust);
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    // Without an address it is closed already.
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isProxy(remoteAddress, 0)) return;
    const network = clientNetwork(remoteAddress);
    const others = open.get(network) ?? 0;
    if (others >= most) {
      socket.destroy();
      return;
    }
    open.set(network, others + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 0) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

/** Read as fastify reads the same setting for X-Forwarded-For. */
function trusts(trust: Environment['trustProxy']): (address: string, hop: number) => boolean {
  if (typeof trust === 'function') return trust;
  if (typeof trust === 'boolean') return () => trust;
  return proxyAddress.compile(trust.split(',').map((part) => part.trim()));
}
