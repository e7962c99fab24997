// The limit: a bare HTTP server that asks the database what a recipe says, answers with the rows, and does nothing
// else. Started by run.ts; the first argument is a file with the recipes and the database to use.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';
import { type EmbeddedDatabase, openEmbeddedDatabase } from '#server/embedded.ts';
import { PgliteConnection } from '#server/pgliteConnection.ts';
import { randomText, randomToken } from '#server/secrets.ts';
import { CODE_ALPHABET, CODE_CHARACTERS } from '#features/rewards/rules.ts';
import { type Batches, begins, ends, type Input, type Source, type Step } from './recipes.ts';

export interface LimitSettings {
  database: { url: string } | { directory: string };
  recipes: Record<string, Step[]>;
  /** A list that is sent as text, batch by batch. */
  batches: Batches | undefined;
  /** A file that is answered from memory, with its headers. */
  page: { file: string; headers: Record<string, string> } | undefined;
}

/** Where the page and the list are. Any other path is a recipe's name. */
export const PAGE_PATH = '/page';
export const ROWS_PATH = '/rows';

/** As many connections as the app's pool has. */
const CONNECTIONS = 20;

/** Steps that the app sends without waiting for one another, in the order they start. */
type Wave = number[];

interface Plan {
  steps: readonly Step[];
  waves: Wave[];
}

type Cells = unknown[];

const asSent = { getTypeParser: () => (text: string) => text };
const names = new Map<string, string>();

if (import.meta.main) await serve(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as LimitSettings);

async function serve({ database, recipes, batches, page }: LimitSettings): Promise<void> {
  const pool =
    'url' in database
      ? new pg.Pool({ connectionString: database.url, max: CONNECTIONS })
      : embeddedPool(await openEmbeddedDatabase(database.directory));
  // The app tells a call to come later that gets no connection for a while. A limit has no such manners.
  pool.options.connectionTimeoutMillis = 0;
  const plans = new Map(
    Object.entries(recipes).map(([name, steps]) => [`/${encodeURIComponent(name)}`, planOf(steps)]),
  );
  const html = page && readFileSync(page.file);
  const pageHeaders = { ...page?.headers, 'content-length': html?.length };
  const beforeBatches = planOf(batches?.before ?? []);

  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === PAGE_PATH && html) {
      response.writeHead(200, pageHeaders).end(html);
      return;
    }
    const fail = (error: unknown) => {
      console.error(path, error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    };
    if (path === ROWS_PATH && batches) {
      follow(pool, beforeBatches, {})
        .then(() => sendRows(pool, batches, response))
        .catch(fail);
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const plan = plans.get(path);
      const input = chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as Input) : {};
      follow(pool, plan ?? { steps: [], waves: [] }, input).then((results) => {
        const body = JSON.stringify(results.filter((rows) => rows.length > 0));
        response
          .writeHead(plan ? 200 : 404, {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          })
          .end(body);
      }, fail);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    console.log(`Limit listening at http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  });
}

function embeddedPool(embedded: EmbeddedDatabase): pg.Pool {
  return new pg.Pool({ max: 1, idleTimeoutMillis: 0, stream: () => new PgliteConnection(embedded) });
}

function planOf(steps: readonly Step[]): Plan {
  const waveOf: number[] = [];
  for (const { after } of steps) waveOf.push(Math.max(0, ...after.map((step) => (waveOf[step] ?? 0) + 1)));
  const waves: Wave[] = [];
  for (const [index, wave] of waveOf.entries()) (waves[wave] ??= []).push(index);
  return { steps, waves };
}

async function follow(pool: pg.Pool, { steps, waves }: Plan, input: Input): Promise<Cells[][]> {
  const results: Cells[][] = [];
  const lent = new Map<number, pg.PoolClient>();
  const take = async (index: number) => {
    const step = steps[index];
    if (!step) return;
    const { text, isPrepared, transaction } = step;
    if (transaction !== undefined && begins(text)) lent.set(transaction, await pool.connect());
    const client = transaction === undefined ? undefined : lent.get(transaction);
    const values = step.values.map((source) => valueOf(source, input, results));
    results[index] = await ask(client ?? pool, text, values, isPrepared);
    if (transaction === undefined || !ends(text)) return;
    client?.release();
    lent.delete(transaction);
  };
  try {
    for (const wave of waves) await Promise.all(wave.map(take));
    return results;
  } catch (error) {
    for (const client of lent.values()) {
      await client.query('rollback');
      client.release();
    }
    throw error;
  }
}

async function ask(
  on: pg.Pool | pg.PoolClient,
  text: string,
  values: unknown[],
  isPrepared: boolean,
): Promise<Cells[]> {
  const prepared = isPrepared && { name: nameOf(text) };
  const { rows } = await on.query({ text, values, rowMode: 'array', types: asSent, ...prepared });
  return rows as Cells[];
}

/** A parameter's value, by the request and the rows that earlier steps gave. */
export function valueOf(source: Source, input: Input, results: readonly Cells[][]): unknown {
  if ('constant' in source) return source.constant;
  if ('input' in source) return input[source.input];
  if ('step' in source) return results[source.step]?.[0]?.[source.column];
  if ('list' in source) return source.list.map((element) => valueOf(element, input, results));
  if ('pieces' in source)
    return source.pieces.map((piece) => String(valueOf(piece, input, results))).join('');
  return madeUp[source.random]();
}

const madeUp = {
  code: () => `RR-${randomText(CODE_ALPHABET, CODE_CHARACTERS)}`,
  token: randomToken,
  uuid: randomUUID,
};

function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
}

/** Sends a list as CSV, each batch once the one before is on its way. */
async function sendRows(
  pool: pg.Pool,
  { text, values, key, rows }: Batches,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' });
  let after = key.first;
  for (;;) {
    const batch = await ask(pool, text, values.with(key.position, after), true);
    const isLast = batch.length < rows;
    if (batch.length > 0 && !response.write(batch.map(csvLine).join('')) && !response.destroyed) {
      await once(response, 'drain');
    }
    if (isLast) break;
    after = batch.at(-1)?.[key.column];
  }
  response.end();
}

function csvLine(cells: Cells): string {
  return `${cells.map((cell) => csvField((cell as string | null) ?? '')).join(',')}\r\n`;
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
