import { sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { contract as redemption } from '#features/till/contract.ts';
import { connectEmbedded, type Database } from '#server/db/database.ts';
import { openEmbeddedDatabase } from '#server/db/embedded.ts';
import {
  type Answered,
  callAt,
  confirmDonation,
  logDonation,
  partnerPin,
  type Running,
  signIn,
} from '#server/testing/process.ts';
import { findHalfWrites } from '#server/testing/halfWrites.ts';
import { processesForEach, type Server, siteForAll } from '#server/testing/siteProcesses.ts';

const WRITERS = 16;
const MINUTE_MILLISECONDS = 60_000;
const WAIT = { timeout: 60_000, interval: 10 };

/**
 * Clients that log donations, confirm them and redeem the codes until they are stopped. A call that is interrupted or gets
 * 503 is repeated with its idempotency key, if it has one, until it is answered. Acknowledged calls are remembered.
 */
class Writers {
  /** The addresses at which the site answers at the moment. */
  addresses: string[];
  readonly donations = new Set<number>();
  /** Donations by reward code. */
  readonly codes = new Map<string, number>();
  /** Codes that were used once. */
  readonly used = new Set<string>();
  readonly #admin: Record<string, string>;
  readonly #pin: string;
  readonly #writing: Promise<unknown>;
  #isStopped = false;

  static async start(addresses: string[]): Promise<Writers> {
    const [firstAddress = ''] = addresses;
    const admin = await signIn(firstAddress);
    return new Writers(addresses, admin, await partnerPin(firstAddress, admin));
  }

  private constructor(addresses: string[], admin: Record<string, string>, pin: string) {
    this.addresses = addresses;
    this.#admin = admin;
    this.#pin = pin;
    this.#writing = Promise.all(Array.from({ length: WRITERS }, (_, turn) => this.#write(turn)));
    // A failure is thrown by `waitForMore` or `stop`.
    this.#writing.catch(() => {});
  }

  /** Waits until so many further donations were acknowledged. */
  async waitForMore(count = WRITERS): Promise<void> {
    const target = this.donations.size + count;
    await Promise.race([vi.waitUntil(() => this.donations.size >= target, WAIT), this.#writing]);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#writing;
  }

  async #write(turn: number): Promise<void> {
    while (!this.#isStopped) {
      const key = { 'idempotency-key': crypto.randomUUID() };
      const { body } = await this.#untilAnswered(turn, [201], (at) => logDonation(at, `WRITER${turn}`, key));
      this.donations.add(body.id);
      const confirmed = await this.#untilAnswered(turn, [200, 409], (at) =>
        confirmDonation(at, body.id, this.#admin),
      );
      // 409: an earlier try succeeded, but its answer was lost.
      if (confirmed.status === 200) await this.#redeem(turn, body.id, confirmed.body.discountCode);
    }
  }

  async #redeem(turn: number, donation: number, code: string): Promise<void> {
    this.codes.set(code, donation);
    const key = { 'idempotency-key': crypto.randomUUID() };
    const parts = { params: { code }, body: { pin: this.#pin, clerk: 'MK' } };
    await this.#untilAnswered(turn, [200], (at) => callAt(at, redemption.redeemCode, parts, key));
    this.used.add(code);
  }

  async #untilAnswered<Body>(
    turn: number,
    expectedStatuses: number[],
    call: (address: string) => Promise<Answered<Body>>,
  ): Promise<Answered<Body>> {
    for (;;) {
      await vi.waitUntil(() => this.addresses.length > 0, WAIT);
      const answer = await completeAnswer(call(this.addresses[turn % this.addresses.length] ?? ''));
      if (answer && answer.status !== 503) {
        if (!expectedStatuses.includes(answer.status)) throw new Error(answer.text);
        return answer;
      }
    }
  }
}

/** The answer; null if the connection broke before it was complete. */
async function completeAnswer<Body>(answer: Promise<Answered<Body>>): Promise<Answered<Body> | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message)) return null;
    throw error;
  }
}

/** Compares the acknowledged calls with the database. Nobody may write meanwhile. */
async function expectAllStored({ donations, codes, used }: Writers, database: Database): Promise<void> {
  expect(await findHalfWrites(database)).toEqual({});
  const { rows } = await database.execute<{ id: number; code: string; uses: number }>(sql`
    select donations.id, code, use_count as uses from donations join discount_codes on donation_id = donations.id`);
  // A repeated call with a key took effect once.
  expect(new Set(rows.map(({ id }) => id))).toEqual(donations);
  expect(rows).toHaveLength(donations.size);
  const answeredRows = rows.filter(({ code }) => codes.has(code));
  expect(new Map(answeredRows.map(({ code, id }) => [code, id]))).toEqual(codes);
  expect(rows.filter(({ uses }) => uses > 0).map(({ code }) => code)).toEqual(
    rows.map(({ code }) => code).filter((code) => used.has(code)),
  );
}

async function kill({ child, ended }: Running): Promise<void> {
  child.kill('SIGKILL');
  // A null code means that the signal ended it, not an error.
  expect((await ended).code).toBeNull();
}

describe('on the embedded database', () => {
  const processes = processesForEach();

  test(
    'kill -9 under 16 writers loses no acknowledged write and leaves none half done',
    { timeout: 5 * MINUTE_MILLISECONDS },
    async () => {
      let server = await processes.serve();
      const writers = await Writers.start([server.url]);
      await writers.waitForMore();
      writers.addresses = [];
      await kill(server);
      server = await processes.serve();
      writers.addresses = [server.url];
      await writers.waitForMore();
      await writers.stop();
      await kill(server);
      const { database, close } = connectEmbedded(await openEmbeddedDatabase(processes.directory));
      await expectAllStored(writers, database);
      await close();
    },
  );
});

describe('on PostgreSQL', () => {
  const site = siteForAll({ servers: 2 });
  const addresses = () => site.servers.map(({ url }) => url);

  test(
    'kill -9 of one of two servers loses no acknowledged write, and the other one continues',
    { timeout: 5 * MINUTE_MILLISECONDS },
    async () => {
      const writers = await Writers.start(addresses());
      await writers.waitForMore();
      const [killed, other] = site.servers as [Server, Server];
      writers.addresses = [other.url];
      await kill(killed);
      await writers.waitForMore();
      site.servers[0] = await site.processes.serve(site.settings);
      writers.addresses = addresses();
      await writers.waitForMore();
      await writers.stop();
      await expectAllStored(writers, site.database);
    },
  );
});

describe('on PostgreSQL that is killed', () => {
  const site = siteForAll({ servers: 2 });
  const addresses = () => site.servers.map(({ url }) => url);

  test(
    'kill -9 of the database loses no acknowledged write; the servers answer 503 and then recover',
    { timeout: 5 * MINUTE_MILLISECONDS },
    async () => {
      const writers = await Writers.start(addresses());
      await writers.waitForMore();
      writers.addresses = [];
      await site.postgres.kill();
      for (const url of addresses()) {
        expect((await logDonation(url, 'TOO_EARLY')).status).toBe(503);
        expect((await fetch(`${url}/readyz`)).status).toBe(503);
        expect((await fetch(`${url}/healthz`)).status).toBe(200);
      }
      await site.postgres.start();
      for (const url of addresses())
        await vi.waitUntil(async () => (await fetch(`${url}/readyz`)).status === 200, WAIT);
      writers.addresses = addresses();
      await writers.waitForMore();
      await writers.stop();
      await expectAllStored(writers, site.database);
    },
  );
});
