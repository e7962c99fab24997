import http from 'node:http';
import autocannon from 'autocannon';
import { cpuOf, residentOf } from '../processes.ts';
import type { Sent } from './operations.ts';

export interface Measured {
  /** Requests, or rows of a list that is sent as a file. */
  perSecond: number;
  /** Milliseconds; null where none was answered. Of a file: those that a row took. */
  p50: number | null;
  /** Null for a file too: there is one. */
  p99: number | null;
  /** Milliseconds of processor time that the server's process took for each. */
  cpu: number;
  /** Bytes that the process held in memory at the end. */
  resident: number;
  requests: number;
  refused: number;
}

export interface Server {
  url: string;
  pid: number;
}

interface Load {
  url: string;
  connections: number;
  seconds: number;
  /** So many requests instead of so many seconds. */
  amount?: number | undefined;
  next: () => Sent;
}

/** Puts a server under load: each connection sends its next request once the one before is answered. */
export async function putLoad({ url, connections, seconds, amount, next }: Load) {
  const times: number[] = [];
  const start = performance.now();
  // The client looks once a second whether all its requests are answered, so its own end comes later.
  let last = start;
  const {
    non2xx,
    errors,
    statusCodeStats = {},
  } = await new Promise<autocannon.Result>((resolve, reject) => {
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
    run.on('response', (_client, _status, _bytes, milliseconds) => {
      times.push(milliseconds);
      last = performance.now();
    });
  });
  if (non2xx > 0) {
    const statuses = Object.entries(statusCodeStats).map(
      ([status, { count = 0 }]) => `${count} times ${status}`,
    );
    console.error(`${url} answered ${statuses.join(', ')}.`);
  }
  const perSecond = times.length === 0 ? 0 : (times.length * 1000) / (last - start);
  return { times, perSecond, refused: non2xx + errors };
}

/** The time that so much of the requests stayed below; null if none was answered. */
export function percentile(times: readonly number[], part: number): number | null {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * part)] ?? null;
}

/** Measures a server under a load. */
export async function measure({ pid, ...load }: Load & Server): Promise<Measured> {
  const cpuBefore = cpuOf(pid);
  const { times, perSecond, refused } = await putLoad(load);
  return {
    perSecond,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    cpu: (cpuOf(pid) - cpuBefore) / Math.max(1, times.length),
    resident: residentOf(pid),
    requests: times.length,
    refused,
  };
}

/** Waits until a server has worked off what a load left behind: requests queue, so one more is answered after them. */
export async function workOff({ url }: Server, { method, path, headers, body }: Sent): Promise<void> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
}

/** Measures a server that sends a list as a file, by the row. */
export async function measureRows({ url, pid }: Server, { path, headers = {} }: Sent): Promise<Measured> {
  const cpuBefore = cpuOf(pid);
  const start = performance.now();
  const response = await get(`${url}${path}`, headers);
  let rows = 0;
  for await (const chunk of response) rows += linesIn(chunk as Buffer);
  const took = performance.now() - start;
  const refused = response.statusCode === 200 ? 0 : 1;
  return {
    perSecond: refused ? 0 : (rows * 1000) / took,
    p50: refused ? null : took / rows,
    p99: null,
    cpu: (cpuOf(pid) - cpuBefore) / Math.max(1, rows),
    resident: residentOf(pid),
    requests: 1,
    refused,
  };
}

/** Asks for something with its encoding left as it is. */
export async function get(url: string, headers: Record<string, string>): Promise<http.IncomingMessage> {
  return await new Promise((resolve, reject) => {
    http.get(url, { headers, agent: false }, resolve).once('error', reject);
  });
}

const LINE_FEED = 0x0a;

/** The lines that end in a piece of a file. */
export function linesIn(chunk: Uint8Array): number {
  let lines = 0;
  for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
  return lines;
}
