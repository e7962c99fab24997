import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examineBackup } from './load.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reround-plain-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('with a passphrase a file that is not encrypted is refused before it is read', async () => {
  const path = join(folder, 'forged.tar');
  await writeFile(path, 'reround-backup.json');
  await expect(examineBackup({ path, passphrase: 'correct horse battery' })).rejects.toThrow(
    `${path} is not encrypted, so anybody may have written it. To restore it all the same, leave BACKUP_PASSPHRASE unset.`,
  );
});
