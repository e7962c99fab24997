import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#server/testing/postgres.ts';
import { runServer } from '#server/testing/process.ts';
import { residentOf, untilQuiet } from '../processes.ts';

/** What a start of the server takes. */
export interface Start {
  /** Milliseconds from the start of its process to its first 200 for GET /healthz, of each of several starts. */
  ready: number[];
  /** Bytes that it holds in memory once it has done what it does after a start, of each. */
  idle: number[];
}

const STARTS = 5;
const ASK_MILLISECONDS = 2;
const PATIENCE_MILLISECONDS = 120_000;

/** Starts the server several times with such settings. */
export async function measureStarts(settings: Record<string, string>): Promise<Start> {
  const start: Start = { ready: [], idle: [] };
  for (let number = 0; number < STARTS; number += 1) {
    const port = await freePort();
    const began = performance.now();
    const server = runServer({ ...settings, PORT: String(port) });
    try {
      await healthy(port, server.child, began);
      start.ready.push(performance.now() - began);
      await untilQuiet(server.child.pid ?? 0);
      start.idle.push(residentOf(server.child.pid ?? 0));
    } finally {
      server.child.kill('SIGTERM');
      await server.ended;
    }
  }
  return start;
}

async function healthy(port: number, child: ChildProcess, began: number): Promise<void> {
  for (;;) {
    try {
      const { status } = await fetch(`http://127.0.0.1:${port}/healthz`);
      if (status === 200) return;
    } catch (error) {
      if (child.exitCode !== null || performance.now() - began > PATIENCE_MILLISECONDS) {
        throw new Error('The server did not get ready.', { cause: error });
      }
    }
    await sleep(ASK_MILLISECONDS);
  }
}
