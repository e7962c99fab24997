const HOUR_MILLISECONDS = 60 * 60_000;
/** A night and a half: one night may fail and be made up for in the morning. */
const OLDEST_BACKUP_HOURS = 36;

const MEGABYTE = 1024 * 1024;
/** With less the embedded database may stop in the middle of a busy day. */
const LEAST_FREE_BYTES = 256 * MEGABYTE;

/** The newest nightly backup, and how the last try failed; null where there is none, and where it did not. */
export interface NightlyState {
  ageMilliseconds: number | null;
  failure: string | null;
}

/** What is wrong with nightly backups; null while they come, and before the first. */
export function backupProblem({ ageMilliseconds, failure }: NightlyState): string | null {
  if (failure !== null) return `The last nightly backup failed: ${failure}`;
  const hours = Math.floor((ageMilliseconds ?? 0) / HOUR_MILLISECONDS);
  return hours < OLDEST_BACKUP_HOURS ? null : `The newest nightly backup is ${hours} hours old.`;
}

/** What is wrong with the room on the disk of a folder; null where there is enough. */
export function diskProblem(folder: string, freeBytes: number): string | null {
  if (freeBytes >= LEAST_FREE_BYTES) return null;
  return `The disk of ${folder} is nearly full: ${Math.floor(freeBytes / MEGABYTE)} MB are free.`;
}
