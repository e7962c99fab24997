import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Refuses a folder of another user, root too: what root writes into it, its owner can no longer open.
 *
 * @throws Error with a sentence that says what to do. Where there is no such folder, or no users, nothing is refused.
 */
export function refuseOtherOwner(folder: string): void {
  const owner = ownerOf(folder);
  if (owner === undefined || isOwn(owner)) return;
  throw new Error(
    process.geteuid?.() === 0
      ? `${folder} is not root's, and its owner could not open what root writes there. Run this as the site's own user, which has the number ${owner} (under systemd: sudo reround and the command).`
      : `${folder} belongs to another user. If that is the site's own, run this as that user; else somebody ran a command of the site: stop it, and give all of ${dirname(folder)} back to the site's user with chown -R.`,
  );
}

/** What another user wrote into a folder of one's own: the first such path, or null. */
export function othersFile(folder: string): string | null {
  try {
    const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) =>
      join(folder, path),
    );
    return inside.find((path) => !isOwn(statSync(path).uid)) ?? null;
  } catch (error) {
    // Its owner may keep others out.
    return (error as NodeJS.ErrnoException).path ?? folder;
  }
}

/** Undefined where there is none, or nobody may say. Whose folders nobody else may look into, theirs is what is in them. */
function ownerOf(folder: string): number | undefined {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.uid;
  } catch {
    try {
      return statSync(dirname(folder)).uid;
    } catch {
      return undefined;
    }
  }
}

function isOwn(owner: number): boolean {
  const own = process.geteuid?.();
  return own === undefined || own === owner;
}
