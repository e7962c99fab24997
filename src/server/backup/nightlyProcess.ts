// Makes and checks a night's backup in a process of its own: what that takes of memory goes with it, and the site, which
// started it, goes on answering meanwhile.
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Environment } from '#server/env.ts';
import { compileQuickly } from '#server/quickCompiler.ts';
import { reasonOf } from '#server/reasonOf.ts';
import { spareBytesOn } from './disk.ts';
import { giveWay } from './giveWay.ts';
import { examineBackup } from './load.ts';
import { openPlace } from './place.ts';
import { type BackupSettings, directorySource, serverSource, writeBackup } from './write.ts';

/** What the process is given. */
export interface NightlyTask {
  /** Whether to write a backup to its place, or to read one back from there. */
  kind: 'write' | 'check';
  name: string;
  settings: BackupSettings & Pick<Environment, 'backups'>;
  /** The data directory that is an image of the embedded database. */
  image?: string | undefined;
}

/** What it answers. */
export type NightlyAnswer = { bytes: number; missingPhotos: number; lacksKey: boolean } | { failure: string };

// It is over before optimized code would have paid for itself.
compileQuickly();
// Nobody would hear of it any more.
process.once('disconnect', () => process.exit(1));
process.once('message', (task) => {
  giveWay();
  perform(task as NightlyTask)
    .catch((error: unknown) => ({ failure: `${reasonOf(error)}.` }))
    .then((answer) => process.send?.(answer, () => process.disconnect()))
    .catch(() => process.exit(1));
});

async function perform({ kind, name, settings, image }: NightlyTask): Promise<NightlyAnswer> {
  const { backups, databaseUrl, backupPassphrase } = settings;
  if (!backups) throw new Error('The settings name no place for backups.');
  const place = openPlace(backups, settings);
  if (kind === 'check') {
    const bytes = await place.read(name, async (path) => {
      await examineBackup({ path, passphrase: backupPassphrase });
      return (await stat(path)).size;
    });
    return { bytes, missingPhotos: 0, lacksKey: false };
  }
  const openSource = async () =>
    databaseUrl === undefined ? directorySource(image ?? '') : serverSource(databaseUrl);
  const { bytes, lacksKey, counts } = await place.keep(name, async (path) => {
    const spareBytes = await spareBytesOn(dirname(path), settings.dataDirectory);
    return await writeBackup(path, settings, openSource, spareBytes);
  });
  return { bytes, lacksKey, missingPhotos: counts.missingPhotos };
}
