// The limit: a bare HTTP server that asks the database what a recipe says, answers with the rows, and does nothing
// else. Started by run.ts; the first argument is a file with the recipes and the database to use.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import pg from 'pg';
import { connectEmbedded } from '#server/database.ts';
import { openEmbeddedDatabase } from '#server/embedded.ts';
import { randomText } from '#server/secrets.ts';
import { CODE_ALPHABET, CODE_CHARACTERS } from '#features/rewards/rules.ts';
import type { Input, Step } from './recipes.ts';

export interface LimitSettings {
  database: { url: string } | { directory: string };
  recipes: Record<string, Step[]>;
  /** A file that is answered from memory, with its type. */
  page: { file: string; type: string };
}

/** As many connections as the app's pool has. */
const CONNECTIONS = 20;

const { database, recipes, page } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as LimitSettings;
const pool =
  'url' in database
    ? new pg.Pool({ connectionString: database.url, max: CONNECTIONS })
    : connectEmbedded(await openEmbeddedDatabase(database.directory)).database.$client;
const html = readFileSync(page.file);
const asSent = { getTypeParser: () => (text: string) => text };
const plans = new Map(Object.entries(recipes).map(([name, steps]) => [name, planOf(steps)]));

/** Statements that the app sends without waiting for one another, and transactions, in the order they start. */
interface Plan {
  steps: readonly Step[];
  waves: number[][];
}

function planOf(steps: readonly Step[]): Plan {
  const waveOf: number[] = [];
  for (const [index, { values, transaction }] of steps.entries()) {
    const after = values.map((value) => ('step' in value ? (waveOf[value.step] ?? 0) + 1 : 0));
    const before = transaction === undefined ? [index > 0 ? 1 : 0] : [...waveOf, -1].map((wave) => wave + 1);
    waveOf.push(Math.max(0, ...after, ...before));
  }
  const waves: number[][] = [];
  for (const [index, wave] of waveOf.entries()) (waves[wave] ??= []).push(index);
  return { steps, waves: waves.filter((wave) => wave.length > 0) };
}

async function follow({ steps, waves }: Plan, input: Input): Promise<unknown[][][]> {
  const results: unknown[][][] = [];
  const ask = async (client: pg.Pool | pg.PoolClient, index: number) => {
    const step = steps[index];
    if (!step) return;
    const values = step.values.map((source) => {
      if ('constant' in source) return source.constant;
      if ('input' in source) return input[source.input];
      if ('random' in source) return `RR-${randomText(CODE_ALPHABET, CODE_CHARACTERS)}`;
      return results[source.step]?.[0]?.[source.column];
    });
    const prepared = values.length > 0 && { name: nameOf(step.text) };
    const { rows } = await client.query({
      text: step.text,
      values,
      rowMode: 'array',
      types: asSent,
      ...prepared,
    });
    results[index] = rows as unknown[][];
  };
  let client: pg.PoolClient | undefined;
  try {
    for (const wave of waves) {
      const isTransaction = steps[wave[0] ?? 0]?.transaction !== undefined;
      if (isTransaction) client ??= await pool.connect();
      const on = isTransaction && client ? client : pool;
      await Promise.all(wave.map((index) => ask(on, index)));
    }
  } catch (error) {
    await client?.query('rollback');
    throw error;
  } finally {
    client?.release();
  }
  return results;
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
}

const server = createServer((request, response) => {
  const name = decodeURIComponent(request.url?.slice(1) ?? '');
  if (name === 'page') {
    response.writeHead(200, { 'content-type': page.type, 'content-length': html.length }).end(html);
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const plan = plans.get(name);
    const input = chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as Input) : {};
    follow(plan ?? { steps: [], waves: [] }, input).then(
      (results) => {
        const body = JSON.stringify(results.filter((rows) => rows.length > 0));
        response
          .writeHead(plan ? 200 : 404, {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          })
          .end(body);
      },
      (error: unknown) => {
        console.error(name, error);
        response.writeHead(500).end();
      },
    );
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`Limit listening at http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});
