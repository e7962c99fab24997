const HOUR_MILLISECONDS = 60 * 60_000;
/** A night and a half: a failed night may be repeated in the morning. */
const OLDEST_BACKUP_HOURS = 36;

const MEGABYTE = 1024 * 1024;
/** With less the embedded database may stop during a busy day. */
const LEAST_FREE_BYTES = 256 * MEGABYTE;

export interface NightlyState {
  /** Of the newest verified backup. Null before the first. */
  ageMilliseconds: number | null;
  /** Of the last try. Null if it succeeded. */
  failure: string | null;
}

/** Null before the first backup, too. */
export function backupProblem({ ageMilliseconds, failure }: NightlyState): string | null {
  if (failure !== null) return `The last nightly backup failed: ${failure}`;
  const hours = Math.floor((ageMilliseconds ?? 0) / HOUR_MILLISECONDS);
  return hours < OLDEST_BACKUP_HOURS ? null : `The newest nightly backup is ${hours} hours old.`;
}

export function diskProblem(folder: string, freeBytes: number): string | null {
  if (freeBytes >= LEAST_FREE_BYTES) return null;
  return `The disk of ${folder} is nearly full: ${Math.floor(freeBytes / MEGABYTE)} MB are free.`;
}
