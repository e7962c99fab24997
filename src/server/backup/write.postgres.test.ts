import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTestSite } from '#server/testing/testSite.ts';
import { serverSource, writeBackup } from './write.ts';

const site = useTestSite({ on: 'races' });
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reround-write-'));
});
afterEach(() => rm(folder, { recursive: true }));

const databaseUrl = () => site.database.$client.options.connectionString ?? '';

async function connections(): Promise<number> {
  const { rows } = await site.database.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_stat_activity
        where application_name = 'reround backup' and datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
}

test('a connection that is lost while nothing is asked of it ends no process', async () => {
  const { client, close } = await serverSource(databaseUrl());
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // Node's own `once` would listen for errors, too.
  const ended = new Promise((resolve) => void client.once('end', resolve));
  await site.database.execute(sql`select pg_terminate_backend(${rows[0]?.pid}::int)`);
  await ended;
  await expect(close()).resolves.toBeUndefined();
});

test('while photos are copied no connection stands idle', async () => {
  const name = `${'a'.repeat(24)}.webp`;
  await site.database.execute(
    sql`insert into audit_log (actor, action, entity_type, details, created_at)
        values ('alex', 'photo.uploaded', 'system', ${JSON.stringify({ name })}, now())`,
  );
  const bucket = createServer((_request, response) => {
    vi.waitUntil(async () => (await connections()) === 0, { timeout: 10_000 }).then(
      () => response.end('a photo'),
      () => response.writeHead(500).end(),
    );
  });
  bucket.listen(0, '127.0.0.1');
  await once(bucket, 'listening');
  try {
    const settings = {
      databaseUrl: databaseUrl(),
      dataDirectory: folder,
      secretKey: 'k'.repeat(32),
      backupPassphrase: undefined,
      bucket: {
        endpoint: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
        name: 'photos',
        region: 'us-east-1',
        accessKeyId: 'id',
        secretAccessKey: 'key',
      },
    };
    const open = () => serverSource(databaseUrl());
    const { counts } = await writeBackup(join(folder, 'backup.tar'), settings, open);
    expect(counts).toMatchObject({ photos: 1, missingPhotos: 0 });
  } finally {
    bucket.close();
  }
});
