import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { Example } from '#server/apiDocs/examples.ts';
import { endpointUrl } from '#shared/endpoint.ts';
import { readContracts } from './contracts.ts';
import { type Exercise, exercises, perform } from './exercises.ts';
import { furnish } from './furnish.ts';
import type { Client, SiteUnderTest } from './siteUnderTest.ts';

const MOST_ITEMS = 2;
const MOST_CHARACTERS = 600;

/** What people wrote on the site of the examples. */
const written = {
  name: 'Amara Okafor',
  claimedName: 'Ben Friesen',
  reason: 'Wet through',
  place: 'University Centre, ground floor',
  notes: 'Full to the brim',
  clerk: 'Sam',
};

/** Makes one call of every endpoint on an empty site, for the API's description: the calls are those of `exercises`. */
export async function recordExamples(site: SiteUnderTest): Promise<Record<string, Example>> {
  const dice = loadDice();
  try {
    const recorded = await makeCalls(site, dice);
    return Object.fromEntries(recorded.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  } finally {
    dice.putBack();
  }
}

async function makeCalls(site: SiteUnderTest, dice: Dice): Promise<[string, Example][]> {
  const endpoints = await readContracts();
  const pin = await furnish(site, written);
  const browser = await site.admin();
  await browser.send('POST', '/api/students/login', { body: { studentId: 'AMARA' } });
  const recorded: [string, Example][] = [];
  for (const exercise of exercises(pin, written.claimedName)) {
    const { endpoint, parts } = exercise;
    const name =
      endpoints
        .find((one) => one.endpoint === endpoint)
        ?.name.split('.')
        .at(-1) ?? '';
    dice.beginAt(name);
    const wrong = await callWrongly(browser, exercise);
    const missing = endpoint.refuses?.includes('not_found')
      ? await callForNothing(browser, exercise)
      : undefined;
    const { body: answer } = await perform(browser, exercise);
    const example = {
      path: endpointUrl(endpoint, parts),
      ...(parts.body && { body: parts.body }),
      answer: shortened(answer),
      ...(wrong !== undefined && { wrong }),
      ...(missing !== undefined && { missing }),
    };
    recorded.push([name, example]);
  }
  return recorded;
}

interface Dice {
  /** What is thrown from now on depends on this text alone. */
  beginAt: (text: string) => void;
  /** Puts chance back. */
  putBack: () => void;
}

/** Has PINs, codes and tokens come out the same each time, so that what is recorded of a call changes with its answer alone. */
function loadDice(): Dice {
  const { randomInt, randomBytes } = crypto;
  // oxlint-disable-next-line typescript/unbound-method -- only put back where they were
  const { getRandomValues, randomUUID } = globalThis.crypto;
  let thrown = 1;
  const next = (most: number) => {
    // Lehmer's generator, whose numbers are of use to nobody who guesses in earnest.
    thrown = (thrown * 48_271) % 2_147_483_647;
    return thrown % most;
  };
  const fill = <Bytes extends Uint8Array>(bytes: Bytes) => {
    for (const place of bytes.keys()) bytes[place] = next(256);
    return bytes;
  };
  Object.assign(crypto, {
    randomInt: (...limits: number[]) => {
      const [from, to] = limits.length > 1 ? limits : [0, ...limits];
      return (from ?? 0) + next((to ?? 0) - (from ?? 0));
    },
    randomBytes: (size: number) => fill(Buffer.alloc(size)),
  });
  Object.assign(globalThis.crypto, {
    getRandomValues: (array: Uint8Array) => fill(array),
    randomUUID: () =>
      fill(Buffer.alloc(16))
        .toString('hex')
        .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  });
  syncBuiltinESMExports();
  const putBack = () => {
    Object.assign(crypto, { randomInt, randomBytes });
    Object.assign(globalThis.crypto, { getRandomValues, randomUUID });
    syncBuiltinESMExports();
  };
  const beginAt = (text: string) => {
    thrown = 1;
    for (const character of text) thrown = (thrown * 131 + character.charCodeAt(0)) % 2_147_483_647;
  };
  return { beginAt, putBack };
}

/** Leaves out what the call cannot do without, where there is anything. */
async function callWrongly(browser: Client, { endpoint, parts }: Exercise): Promise<unknown> {
  const send = async (path: string) =>
    (await browser.send(endpoint.method, path, endpoint.method === 'POST' ? { body: {} } : {})).body;
  if (endpoint.body && !endpoint.body.safeParse({}).success) return await send(endpointUrl(endpoint, parts));
  const numbered = endpoint.path.replaceAll(/\{\w*id\}/gi, '0');
  if (numbered === endpoint.path) return undefined;
  return await send(endpointUrl({ ...endpoint, path: numbered }, parts));
}

/** Names what there is not. */
async function callForNothing(browser: Client, { endpoint, parts }: Exercise): Promise<unknown> {
  const nothing = (value: unknown) =>
    Object.fromEntries(
      Object.entries(value ?? {}).map(([name, one]) => [
        name,
        typeof one === 'number' && /id$/i.test(name) ? 2_147_483_647 : one,
      ]),
    );
  const params = Object.entries(nothing(parts.params)).map(([name, one]) => [
    name,
    typeof one === 'number' ? one : 'RR-NOBODY',
  ]);
  const path = endpointUrl(endpoint, { ...parts, params: Object.fromEntries(params) });
  const sent = endpoint.method === 'POST' ? { body: nothing(parts.body) } : {};
  const { status, body } = await browser.send(endpoint.method, path, sent);
  return status === 404 ? body : undefined;
}

/** An answer of which one sees what it is like. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > MOST_CHARACTERS ? `${value.slice(0, MOST_CHARACTERS)}…` : value;
  if (Array.isArray(value)) {
    const isList = value.some((item) => typeof item === 'object');
    return value.slice(0, isList ? MOST_ITEMS : value.length).map(shortened);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shortened(part)]));
}
