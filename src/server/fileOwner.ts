import { readdirSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Refuses a folder of another user, root too: what root writes into it, its owner can no longer open.
 *
 * @throws Error with a sentence that says whose it is. Where there is no such folder, or no users, nothing is refused.
 */
export function refuseOtherOwner(folder: string): void {
  const owner = ownerOf(folder);
  if (owner === undefined || isOwn(owner)) return;
  throw new Error(
    `${folder} belongs to the user with the number ${owner}, and this runs as ${userInfo().username}. Run the site and its commands as that user, by sudo -u '#${owner}' for instance.`,
  );
}

/** What another user wrote into a folder of one's own: the first such file, or null. */
export function othersFile(folder: string): string | null {
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const others = inside.find((path) => {
    const owner = statSync(join(folder, path), { throwIfNoEntry: false })?.uid;
    return owner !== undefined && !isOwn(owner);
  });
  return others === undefined ? null : join(folder, others);
}

/** Undefined where there is none. Whose folders nobody else may look into, theirs is what is in them. */
function ownerOf(folder: string): number | undefined {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.uid;
  } catch {
    return statSync(dirname(folder)).uid;
  }
}

function isOwn(owner: number): boolean {
  const own = process.geteuid?.();
  return own === undefined || own === owner;
}
