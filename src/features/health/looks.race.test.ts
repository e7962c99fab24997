import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readEnvironment } from '#server/env.ts';
import { mails } from '#server/schema.ts';
import { useMailbox } from '#server/testing/mailbox.ts';
import { useTestSite } from '#server/testing/testSite.ts';
import { lookWhereDue } from './serverLooks.ts';

const site = useTestSite({ on: 'races' });
const mailbox = useMailbox();

test('of many processes that look at once one writes that something is red', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'reround-looks-'));
  site.site.post = mailbox.post();
  await site.database.execute(
    sql`update settings set organization = jsonb_set(organization, '{email}', '"office@reround.example.org"')`,
  );
  const environment = readEnvironment({ DATA_DIR: directory });
  const all = () => Promise.all(Array.from({ length: 8 }, () => lookWhereDue({ ...site.site, environment })));
  try {
    // Nobody has started this site, so that it belongs to no key.
    for (let minute = 0; minute < 7; minute += 1) {
      await all();
      site.pass({ minutes: 1 });
    }
    expect(await site.database.select({ kind: mails.kind }).from(mails)).toEqual([{ kind: 'health_red' }]);
  } finally {
    await rm(directory, { recursive: true });
  }
});
