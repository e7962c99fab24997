import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** What Node is given to make a backup: left to itself it holds twice as much of what has been written already. */
export const SMALL_HEAP: readonly string[] = ['--max-semi-space-size=1', '--max-old-space-size=256'];

/** Of two processes the kernel ends the one with more of this first where memory runs out. This is the most there is. */
const MOST_DISPENSABLE = '1000';
const OWN_DISPENSABILITY = '/proc/self/oom_score_adj';

/**
 * Lets the site come first on a machine with nothing to spare: this process waits for the processor, and is what the kernel ends where
 * memory runs out. A backup that was ended is made again; a site that was ended is a shop that cannot redeem.
 */
export function giveWay(): void {
  unlessForbidden(() => setPriority(constants.priority.PRIORITY_BELOW_NORMAL));
  if (process.platform === 'linux') {
    unlessForbidden(() => writeFileSync(OWN_DISPENSABILITY, MOST_DISPENSABLE));
  }
}

/** A hardened service may not even lower its own priority, and may see no /proc. The backup is worth more than that. */
function unlessForbidden(act: () => void): void {
  try {
    act();
  } catch (error) {
    const { code, info } = error as { code?: string; info?: { code?: string } };
    if (!['EPERM', 'EACCES', 'EROFS', 'ENOENT'].includes(info?.code ?? code ?? '')) throw error;
  }
}
