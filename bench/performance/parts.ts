import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { SERVER, startParameters } from '#server/testing/process.ts';
import type { DatabaseKind } from '../database.ts';
import type { Measured } from './load.ts';
import type { Operation } from './operations.ts';
import type { Start } from './startup.ts';

/** An operation at a number of connections. */
export interface Row {
  operation: string;
  kind: Operation['kind'];
  note: string | undefined;
  connections: number;
  app: Measured;
  limit: Measured;
  /** In all rounds. */
  requests: { app: number; limit: number };
}

/** How an operation does with the fewest donations, measured in turn with how it does with the most. */
export interface Growth {
  operation: string;
  connections: number;
  small: Measured;
  large: Measured;
  /** In all rounds, with the fewest. */
  smallRequests: number;
}

/** What was measured on one database of one size. */
export interface Part {
  database: DatabaseKind;
  donations: number;
  /** When, on what, of which build, and for how long. */
  made: Made;
  fillSeconds: number;
  rows: Row[];
  start: Start;
  /** Of the largest. */
  growth?: Growth[] | undefined;
}

export interface Made {
  day: string;
  machine: string;
  node: string;
  /** Differs from that of another server. */
  build: string;
  rounds: number;
  seconds: number;
}

export interface InstallSize {
  day: string;
  platform: string;
  /** Bytes of all files. */
  total: number;
  /** The largest packages, with what is installed inside of each. */
  largest: { name: string; bytes: number }[];
  packages: number;
}

const folder = 'test-results/performance';
const installFile = join(folder, 'install.json');

/** What to say of a measurement that is made now. */
export async function madeNow(rounds: number, seconds: number): Promise<Made> {
  const server = createHash('sha256')
    .update(startParameters.join())
    .update(await readFile(SERVER));
  const [processor] = cpus();
  const memory = `${Math.round(totalmem() / 1e9)} GB`;
  return {
    day: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} cores, ${processor?.model ?? 'unknown'}, ${memory} of memory`,
    node: process.versions.node,
    build: server.digest('hex').slice(0, 12),
    rounds,
    seconds,
  };
}

/** Keeps a part until a report is made of all of them. */
export async function keepPart(part: Part): Promise<void> {
  await keep(join(folder, `${part.database}-${part.donations}.json`), part);
}

export async function keepInstallSize(size: InstallSize): Promise<void> {
  await keep(installFile, size);
}

async function keep(file: string, value: unknown): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(file, JSON.stringify(value, null, 1));
}

/** The parts that there are, by database and size. */
export async function readParts(): Promise<Part[]> {
  const files = existsSync(folder) ? await readdir(folder) : [];
  const wanted = files.filter((name) => /^[a-z]+-\d+\.json$/.test(name));
  const texts = await Promise.all(wanted.map((name) => readFile(join(folder, name), 'utf8')));
  return texts
    .map((text) => JSON.parse(text) as Part)
    .toSorted((one, other) => -one.database.localeCompare(other.database) || one.donations - other.donations);
}

export async function readInstallSize(): Promise<InstallSize | undefined> {
  return existsSync(installFile)
    ? (JSON.parse(await readFile(installFile, 'utf8')) as InstallSize)
    : undefined;
}
