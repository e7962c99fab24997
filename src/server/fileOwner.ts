import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Refuses a folder of another user, root too: what root writes into it, its owner can no longer open.
 *
 * @throws Error with a sentence that says what to do.
 */
export function refuseOtherOwner(folder: string): void {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  const own = process.geteuid?.();
  if (owner === undefined || own === undefined || owner === own) return;
  throw new Error(
    own === 0
      ? `${folder} is not root's, and its owner could not open what root writes there. Run this as the site's own user, which has the number ${owner} (under systemd: sudo reround and the command).`
      : `${folder} belongs to another user. If that is the site's own, run this as that user; else somebody ran a command of the site: stop it, and give all of ${dirname(folder)} back to the site's user with chown -R.`,
  );
}
