import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { SiteUnderTest } from '#server/testing/siteUnderTest.ts';
import type { BenchDatabase } from '../database.ts';
import type { LimitSettings } from './limitServer.ts';
import { get } from './load.ts';
import { KEPT_ROW, type Operation, prepareOperations, type Sent } from './operations.ts';
import { type Batches, type Input, recordBatches, recordRecipe, type Step } from './recipes.ts';

/** The key of the sessions that the benchmark prepares. */
export const SECRET_KEY = 'a secret key that only the tests know';

export interface PreparedSite {
  operations: Operation[];
  /** The number of the last donation so far: those that the benchmark logs follow. */
  lastDonation: number;
}

export interface Prepared extends PreparedSite {
  recipes: Record<string, Step[]>;
  batches: Batches | undefined;
}

/** So many samples tell a recipe's parameters from its constants, after one that fills what the app keeps. */
const SAMPLES = 3;

/** Prepares the operations on a filled database and records what each of them asks of it. */
export async function prepare(
  database: BenchDatabase,
  today: string,
  isWanted: (name: string) => boolean,
): Promise<Prepared> {
  const recipes: Record<string, Step[]> = {};
  let batches: Batches | undefined;
  const preparedSite = await prepareSite(database, today, isWanted, async (site, wanted) => {
    for (const operation of wanted) {
      if (operation.kind === 'rows') {
        batches = await recordBatches(() => sendForRows(site, operation.request({})));
      }
      if (operation.kind === 'kept') {
        recipes[operation.name] = [
          { text: KEPT_ROW, isPrepared: true, values: [], transaction: undefined, after: [] },
        ];
      }
      if (operation.kind !== 'read' && operation.kind !== 'write') continue;
      const [first = {}, ...samples] = samplesOf(operation);
      const work = (input: Input) => send(site, operation.request(input));
      await work(first);
      recipes[operation.name] = await recordRecipe(samples, work);
    }
  });
  return { ...preparedSite, recipes, batches };
}

/** Prepares the operations on a filled database, with the whole app in this process for what `work` needs of it. */
export async function prepareSite(
  { open, tidy }: BenchDatabase,
  today: string,
  isWanted: (name: string) => boolean,
  work: (site: SiteUnderTest, operations: Operation[]) => Promise<void> = async () => {},
): Promise<PreparedSite> {
  const site = new SiteUnderTest();
  await site.open(await open());
  site.now = new Date();
  try {
    const operations = (await prepareOperations(site, today)).filter(({ name }) => isWanted(name));
    await work(site, operations);
    const { rows } = await site.database.execute<{ last: number }>(
      sql`select max(id) as last from donations`,
    );
    return { operations, lastDonation: rows[0]?.last ?? 0 };
  } finally {
    await site.close();
    await tidy();
  }
}

/** What does for one request only is used up. */
function samplesOf({ inputs, once }: Operation): Input[] {
  if (once) return inputs.splice(-1 - SAMPLES);
  return Array.from({ length: 1 + SAMPLES }, (_, index) => inputs[index % inputs.length] ?? {});
}

function injected({ method, path, headers = {}, body }: Sent) {
  return { method, url: path, headers, ...(body !== undefined && { payload: body as object }) };
}

async function send(site: SiteUnderTest, sent: Sent): Promise<void> {
  const { statusCode, body } = await site.app.inject(injected(sent));
  if (statusCode >= 300) throw new Error(`${sent.path} answered ${statusCode}: ${body}`);
}

async function sendForRows(site: SiteUnderTest, sent: Sent): Promise<Readable> {
  const response = await site.app.inject({ ...injected(sent), payloadAsStream: true });
  if (response.statusCode !== 200) throw new Error(`${sent.path} answered ${response.statusCode}.`);
  return response.stream();
}

/** Keeps the page that the app answers, as it is sent, for the limit to answer the same. */
export async function keepPage(
  appUrl: string,
  { path, headers = {} }: Sent,
  file: string,
): Promise<NonNullable<LimitSettings['page']>> {
  const response = await get(`${appUrl}${path}`, headers);
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}.`);
  await writeFile(file, Buffer.concat((await response.toArray()) as Buffer[]));
  const { 'content-type': type = '', 'content-encoding': encoding } = response.headers;
  return { file, headers: { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) } };
}
