import pg from 'pg';

/**
 * What a request asks of the database, statement by statement, as seen while the app answered one. A bare
 * server that repeats it does the same SQL as the app and nothing else.
 */
export interface Step {
  text: string;
  values: Source[];
  /** Steps of one transaction have its number; a step outside of any has none. */
  transaction: number | undefined;
}

/** Where a parameter comes from: the request, a row that an earlier step gave, or always the same. */
export type Source =
  | { constant: unknown }
  | { input: string }
  | { step: number; column: number }
  | { random: 'code' };

export type Input = Record<string, string | number>;

interface Seen {
  client: object;
  text: string;
  values: unknown[];
  rows: unknown[][];
}

type Query = (this: object, config: unknown, values?: unknown, callback?: unknown) => unknown;

/** Runs `work` and gives every statement that it sent to the database, with what came back. */
async function watchQueries(work: () => Promise<unknown>): Promise<Seen[]> {
  const client = pg.Client.prototype as unknown as { query: Query };
  const original = client.query;
  const seen: Seen[] = [];
  client.query = function query(config, values, callback) {
    const { text = String(config), values: own } = config as { text?: string; values?: unknown[] };
    const given = (Array.isArray(values) ? values : own) ?? [];
    const entry: Seen = { client: this, text, values: given, rows: [] };
    seen.push(entry);
    const keep = (result: { rows?: unknown[] } | undefined) => {
      entry.rows = (result?.rows ?? []).map((row) =>
        Array.isArray(row) ? row : Object.values(row as Record<string, unknown>),
      );
    };
    if (typeof callback === 'function') {
      return original.call(this, config, values, (error: unknown, result: { rows?: unknown[] }) => {
        keep(result);
        (callback as (error: unknown, result: unknown) => void)(error, result);
      });
    }
    const answer = original.call(this, config, values) as Promise<{ rows?: unknown[] }>;
    return answer.then((result) => {
      keep(result);
      return result;
    });
  };
  try {
    await work();
  } finally {
    client.query = original;
  }
  return seen;
}

/**
 * The recipe of what `work` asks of the database.
 *
 * @param input the values of the sample request by which its parameters are told from constants: they must
 *   be unlike anything else in its statements.
 */
export async function recordRecipe(input: Input, work: () => Promise<unknown>): Promise<Step[]> {
  const seen = await watchQueries(work);
  const open = new Map<object, number>();
  let transactions = 0;
  return seen.map(({ client, text, values }, index) => {
    if (text === 'begin') open.set(client, (transactions += 1));
    const transaction = open.get(client);
    if (text === 'commit' || text === 'rollback') open.delete(client);
    return { text, transaction, values: values.map((value) => sourceOf(value, input, seen.slice(0, index))) };
  });
}

function sourceOf(value: unknown, input: Input, earlier: readonly Seen[]): Source {
  const text = String(value);
  const named = Object.entries(input).find(([, given]) => String(given) === text);
  if (named) return { input: named[0] };
  if (/^RR-[A-Z0-9]{6}$/.test(text)) return { random: 'code' };
  // Short numbers are counts and flags more often than they are rows' numbers.
  if (/^\d{4,}$/.test(text)) {
    for (const [step, { rows }] of earlier.entries()) {
      const column = rows[0]?.findIndex((given) => String(given) === text) ?? -1;
      if (column >= 0) return { step, column };
    }
  }
  return { constant: value instanceof Date ? value.toISOString() : value };
}
