import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Running, startServer } from '#server/testing/process.ts';
import { connectEmbedded } from './database.ts';
import { openEmbeddedDatabase } from './embedded.ts';

const MINUTES = 60_000;

let directory: string;
let last: Running | undefined;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reround-crash-'));
});

afterEach(async () => {
  last?.child.kill('SIGKILL');
  await last?.ended;
  await rm(directory, { recursive: true, force: true });
});

const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 5);
const WRITERS = 8;
const WRITES_BEFORE_KILL = 60;

test(
  'kill -9 in the middle of many writes loses no donation that was acknowledged, and the next start needs no help',
  { timeout: ROUNDS * MINUTES },
  async () => {
    const acknowledged = new Set<number>();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const server = await startServer({ DATA_DIR: directory, RATE_LIMITS: 'off', LOG_LEVEL: 'info' });
      last = server;
      const enough = acknowledged.size + WRITES_BEFORE_KILL + round;
      const write = async (writer: number): Promise<void> => {
        for (;;) {
          try {
            const response = await fetch(`${server.url}/api/donations`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ studentId: `W${writer}`, weight: '1-2kg', date: '2026-01-15' }),
            });
            const { id } = (await response.json()) as { id: number };
            expect(response.status).toBe(201);
            acknowledged.add(id);
            if (acknowledged.size >= enough) server.child.kill('SIGKILL');
          } catch (error) {
            // A fetch that failed was not acknowledged; anything else is a finding.
            if (!(error instanceof TypeError)) throw error;
            return;
          }
        }
      };
      await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
      expect((await server.ended).code).toBeNull();
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS * WRITES_BEFORE_KILL);

    const { database, close } = connectEmbedded(await openEmbeddedDatabase(directory));
    const { rows } = await database.execute<{ id: number }>(sql`select id from donations`);
    const kept = new Set(rows.map(({ id }) => id));
    expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([]);
    const halves = await database.execute(sql`
    select id from donations where not exists (
      select from audit_log where entity_type = 'donation' and entity_id = donations.id)`);
    expect(halves.rows).toEqual([]);
    await close();
  },
);
