import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/**
 * What a request asks of the database, statement by statement, as seen while the app answered a few. A bare
 * server that repeats it does the same SQL as the app and nothing else.
 */
export interface Step {
  text: string;
  /** Whether the app has the database keep it. */
  isPrepared: boolean;
  values: Source[];
  /** Steps of one transaction have its number; a step outside of any has none. */
  transaction: number | undefined;
  /** The steps whose answers the app had before it sent this one. */
  after: number[];
}

/** Where a parameter comes from: always the same, the request, the first row that an earlier step gave, or chance. */
export type Source =
  | { constant: unknown }
  | { input: string }
  | { step: number; column: number }
  | { random: RandomForm }
  | { list: Source[] }
  | { pieces: Source[] };

type RandomForm = keyof typeof randomForms;

/** What the app makes up itself. */
const randomForms = {
  code: /^RR-[A-Z0-9]{6}$/,
  token: /^[\w-]{43}$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
};

/** A list that the app reads batch by batch, each after the last row of the one before. */
export interface Batches {
  /** What comes before the first batch. */
  before: Step[];
  text: string;
  values: unknown[];
  /** Which parameter is the last row's, in which column that is, and what it is for the first batch. */
  key: { position: number; column: number; first: unknown };
  rows: number;
}

export type Input = Record<string, string | number>;

interface Seen {
  client: object;
  text: string;
  isPrepared: boolean;
  values: unknown[];
  first: unknown[];
  last: unknown[];
  rows: number;
  /** When it was sent and answered, in the order in which such things happened. */
  sent: number;
  answered: number;
}

interface Sample {
  input: Input;
  seen: Seen[];
}

interface Result {
  rows?: unknown[];
  fields?: { name: string }[];
}

type Query = (this: object, config: unknown, values?: unknown, callback?: unknown) => unknown;

/** Notes every statement that this process sends to the database until stopped. */
function watchQueries(): { seen: Seen[]; stop: () => void } {
  const client = pg.Client.prototype as unknown as { query: Query };
  const original = client.query;
  const seen: Seen[] = [];
  let moment = 0;
  const next = () => (moment += 1);
  client.query = function query(config, values, callback) {
    const {
      text = String(config),
      values: own,
      name,
    } = config as { text?: string; values?: unknown[]; name?: string };
    // What a connection is set to as it opens is no part of an answer: the pool opens one whenever it wants one more.
    if (text.startsWith('set ')) return original.call(this, config, values, callback);
    const given = (Array.isArray(values) ? values : own) ?? [];
    const entry: Seen = {
      client: this,
      text,
      isPrepared: Boolean(name),
      values: given,
      first: [],
      last: [],
      rows: 0,
      sent: next(),
      answered: Infinity,
    };
    seen.push(entry);
    const keep = (result: Result | undefined) => {
      entry.answered = next();
      entry.rows = result?.rows?.length ?? 0;
      entry.first = cellsOf(result, result?.rows?.[0]);
      entry.last = cellsOf(result, result?.rows?.at(-1));
    };
    if (typeof callback === 'function') {
      return original.call(this, config, values, (error: unknown, result: Result | undefined) => {
        keep(result);
        (callback as (error: unknown, result: unknown) => void)(error, result);
      });
    }
    const answer = original.call(this, config, values) as Promise<Result>;
    return answer.then((result) => {
      keep(result);
      return result;
    });
  };
  return { seen, stop: () => (client.query = original) };
}

/** A row's values in the order of its columns, of which two may have one name. */
function cellsOf(result: Result | undefined, row: unknown): unknown[] {
  if (row === undefined || Array.isArray(row)) return row ?? [];
  return (result?.fields ?? []).map(({ name }) => (row as Record<string, unknown>)[name]);
}

/**
 * The recipe of what `work` asks of the database. It is done for several inputs: a parameter that is the same for
 * all of them is a constant, and any other must be found in the input or in what an earlier statement gave.
 *
 * @throws Error if the statements are not the same for every input, or a parameter is found nowhere.
 */
export async function recordRecipe(
  inputs: readonly Input[],
  work: (input: Input) => Promise<unknown>,
): Promise<Step[]> {
  const samples: Sample[] = [];
  for (const input of inputs) {
    const { seen, stop } = watchQueries();
    try {
      await work(input);
    } finally {
      stop();
    }
    samples.push({ input, seen });
  }
  return stepsOf(samples);
}

function stepsOf(samples: readonly Sample[]): Step[] {
  const [first] = samples;
  if (!first) throw new Error('A recipe needs samples.');
  for (const { seen } of samples) {
    const texts = [first.seen, seen].map((some) => some.map(({ text }) => text).join('\n'));
    if (texts[0] !== texts[1]) {
      throw new Error(`The statements differ from request to request:\n${texts.join('\n\n')}`);
    }
  }
  const open = new Map<object, number>();
  let transactions = 0;
  return first.seen.map(({ client, text, isPrepared, values }, index) => {
    if (begins(text)) open.set(client, (transactions += 1));
    const transaction = open.get(client);
    if (ends(text)) open.delete(client);
    const after = first.seen.flatMap((_, step) => (isAfter(samples, index, step) ? [step] : []));
    const sources = values.map((_, position) => {
      const given = samples.map(({ seen }) => seen[index]?.values[position]);
      const source = sourceOf(given, samples, after);
      if (source) return source;
      throw new Error(
        `It is unknown where parameter ${position + 1} of this comes from:\n${text}\n${given.join(', ')}`,
      );
    });
    return { text, isPrepared, transaction, after, values: sources };
  });
}

export function begins(text: string): boolean {
  return /^(begin|start transaction)\b/i.test(text);
}

export function ends(text: string): boolean {
  return /^(commit|rollback|end)\b(?!.*\bto\b)/i.test(text);
}

/** Whether the answer to one statement was there before another was sent, whatever the input. */
function isAfter(samples: readonly Sample[], later: number, earlier: number): boolean {
  return samples.every(({ seen }) => (seen[earlier]?.answered ?? Infinity) < (seen[later]?.sent ?? 0));
}

function sourceOf(
  given: readonly unknown[],
  samples: readonly Sample[],
  after: readonly number[],
): Source | undefined {
  const [first] = given;
  const texts = given.map(comparable);
  if (texts.every((text) => text === texts[0])) {
    return { constant: first instanceof Date ? first.toISOString() : (first ?? null) };
  }
  if (given.every(Array.isArray)) {
    const lists = given as unknown[][];
    const sources = inStep(lists, (elements) => sourceOf(elements, samples, after));
    return sources && { list: sources };
  }
  const input = Object.keys(samples[0]?.input ?? {}).find((name) =>
    samples.every((sample, index) => comparable(sample.input[name]) === texts[index]),
  );
  if (input !== undefined) return { input };
  for (const step of after) {
    const columns = samples[0]?.seen[step]?.first.keys() ?? [];
    for (const column of columns) {
      const isIt = samples.every(({ seen }, index) => comparable(seen[step]?.first[column]) === texts[index]);
      if (isIt) return { step, column };
    }
  }
  for (const [form, pattern] of Object.entries(randomForms)) {
    if (texts.every((text) => pattern.test(text))) return { random: form as RandomForm };
  }
  // A number inside of a text, such as that of an array or of JSON.
  const pieces = texts.map((text) => text.split(/([\w-]+)/).filter((piece) => piece !== ''));
  if (pieces.some(({ length }) => length < 2)) return undefined;
  const sources = inStep(pieces, (parts) => sourceOf(parts, samples, after));
  return sources && { pieces: sources };
}

/** What `find` gives for the elements of several lists that stand at the same place; undefined if they don't match. */
function inStep<Element>(
  lists: readonly (readonly Element[])[],
  find: (elements: readonly Element[]) => Source | undefined,
): Source[] | undefined {
  const [first = []] = lists;
  if (lists.some(({ length }) => length !== first.length)) return undefined;
  const sources = first.map((_, place) => find(lists.map((list) => list[place] as Element)));
  return sources.includes(undefined) ? undefined : (sources as Source[]);
}

/** Equal for a parameter and a cell that mean the same, however each of them is written. */
function comparable(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  const text = String(value);
  const instant = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? text : new Date(instant).toISOString();
}

/** So many batches tell how one follows from the other. */
const BATCHES = 3;

/**
 * How the app reads a list that it sends as it is read, from the first batches.
 *
 * @throws Error if it does not ask for each batch by the last row of the one before.
 */
export async function recordBatches(send: () => Promise<Readable>): Promise<Batches> {
  const { seen, stop } = watchQueries();
  try {
    for await (const _chunk of await send()) if (batchesOf(seen).length >= BATCHES) break;
    await quiet(seen);
  } finally {
    stop();
  }
  const [first, second, third] = batchesOf(seen);
  const position = second?.values.findIndex((value, index) => value !== third?.values[index]) ?? -1;
  const column =
    second?.last.findIndex((cell) => comparable(cell) === comparable(third?.values[position])) ?? -1;
  if (!first || !second || position < 0 || column < 0) {
    const texts = seen.map(({ text, values }) => `${text} [${values.join(', ')}]`);
    throw new Error(`The list is not read in batches by the last row's key:\n${texts.join('\n')}`);
  }
  return {
    before: stepsOf([{ input: {}, seen: seen.slice(0, seen.indexOf(first)) }]),
    text: second.text,
    values: second.values,
    key: { position, column, first: first.values[position] },
    rows: second.rows,
  };
}

/** Waits out the batch that is read ahead: it would be taken for a statement of what is recorded next. */
async function quiet(seen: readonly Seen[]): Promise<void> {
  let before: number;
  do {
    before = seen.length;
    await setTimeout(100);
  } while (seen.length > before || seen.some(({ answered }) => answered === Infinity));
}

/** The answered statements that have the text of the latest. */
function batchesOf(seen: readonly Seen[]): Seen[] {
  const answered = seen.filter((entry) => entry.answered < Infinity && entry.values.length > 0);
  return answered.filter(({ text }) => text === answered.at(-1)?.text);
}
