import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { Sent } from './operations.ts';

export interface Measured {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Milliseconds of processor time that the server's process took for a request. */
  cpu: number;
  /** Bytes that the process held in memory at the end. */
  resident: number;
  requests: number;
  refused: number;
}

interface Load {
  url: string;
  pid: number;
  connections: number;
  seconds: number;
  /** So many requests instead of so many seconds. */
  amount: number | undefined;
  next: () => Sent;
}

/** Puts a server under load: each connection sends its next request once the one before is answered. */
export async function measure({ url, pid, connections, seconds, amount, next }: Load): Promise<Measured> {
  const times: number[] = [];
  const cpuBefore = cpuOf(pid);
  const start = performance.now();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options: autocannon.Options = {
      url,
      connections,
      ...(amount === undefined ? { duration: seconds } : { amount }),
      requests: [
        {
          setupRequest: (request) => {
            const { method, path, headers, body } = next();
            return {
              ...request,
              method,
              path,
              headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
              ...(body !== undefined && { body: JSON.stringify(body) }),
            };
          },
        },
      ],
    };
    const run = autocannon(options, (error: unknown, ended) => {
      if (error) reject(new Error('The load could not be put on.', { cause: error }));
      else resolve(ended);
    });
    run.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  });
  const took = performance.now() - start;
  const cpu = (cpuOf(pid) - cpuBefore) / Math.max(1, times.length);
  times.sort((one, other) => one - other);
  return {
    perSecond: (times.length * 1000) / took,
    p50: times[Math.floor(times.length / 2)] ?? Number.NaN,
    p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
    cpu,
    resident: residentOf(pid),
    requests: times.length,
    refused: result.non2xx + result.errors,
  };
}

/** The kernel counts processor time in hundredths of a second. */
const TICK_MILLISECONDS = 10;

function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MILLISECONDS;
}

export function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}
