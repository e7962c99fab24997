import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEnvironment } from '#server/env.ts';
import { backups } from '#server/db/schema.ts';
import { useTestSite } from '#server/testing/harness.ts';
import { makeNightlyBackup } from './nightly.ts';

const site = useTestSite({ on: 'races' });

test('only one of several processes makes the night’s backup', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reround-nights-'));
  try {
    const settings = {
      DATABASE_URL: site.database.$client.options.connectionString,
      SECRET_KEY: 'k'.repeat(32),
      BACKUP_DIR: folder,
    };
    const process = () => ({ site: site.site, environment: readEnvironment(settings), log: site.app.log });
    await Promise.all([1, 2, 3, 4].map(() => makeNightlyBackup(process())));
    expect(await site.database.select().from(backups)).toMatchObject([{ failure: null }]);
    expect(await readdir(folder)).toHaveLength(1);
  } finally {
    await rm(folder, { recursive: true });
  }
});
