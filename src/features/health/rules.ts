const HOUR_MILLISECONDS = 60 * 60_000;
/** A day and a half, so that a failed backup can be repeated in the morning. */
const MAX_BACKUP_AGE_HOURS = 36;

const MEGABYTE = 1024 * 1024;
/** With less space the embedded database may stop during a busy day. */
const MIN_FREE_BYTES = 256 * MEGABYTE;

export interface NightlyState {
  /** The age of the newest verified backup. Null before the first. */
  ageMilliseconds: number | null;
  /** The reason why the last try failed. Null if it succeeded. */
  failure: string | null;
}

/** The problem of the nightly backups, as a sentence. Null without a problem, and before the first backup. */
export function backupProblem({ ageMilliseconds, failure }: NightlyState): string | null {
  if (failure !== null) return `The last nightly backup failed: ${failure}`;
  const hours = Math.floor((ageMilliseconds ?? 0) / HOUR_MILLISECONDS);
  return hours < MAX_BACKUP_AGE_HOURS ? null : `The newest nightly backup is ${hours} hours old.`;
}

/** The problem of a folder's disk, as a sentence. Null without a problem. */
export function diskProblem(folder: string, freeBytes: number): string | null {
  if (freeBytes >= MIN_FREE_BYTES) return null;
  return `The disk of ${folder} is nearly full: ${Math.floor(freeBytes / MEGABYTE)} MB are free.`;
}
