import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts processor time in hundredths of a second. */
const TICK_MILLISECONDS = 10;

/** Milliseconds of processor time that a process took so far. Read from /proc, as on Linux. */
export function cpuOf(pid: number): number {
  const { user, system } = statOf(pid);
  return (user + system) * TICK_MILLISECONDS;
}

/** The same for a process with the processes that it started, those that ended included. */
export function cpuOfFamily(pid: number): number {
  const { endedUser, endedSystem } = statOf(pid);
  const children = childrenOf(pid).reduce((sum, { user, system }) => sum + user + system, 0);
  return cpuOf(pid) + (endedUser + endedSystem + children) * TICK_MILLISECONDS;
}

export function parentOf(pid: number): number {
  return statOf(pid).parent;
}

/** Bytes that a process holds in memory. */
export function residentOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

/** The same with pages that several processes hold counted in part (PSS). */
export function shareOf(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) * 1024;
}

function childrenOf(pid: number): ReturnType<typeof statOf>[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((other) => {
      try {
        const stat = statOf(Number(other));
        return stat.parent === pid ? [stat] : [];
      } catch (error) {
        // It ended since the folder was read.
        if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
        throw error;
      }
    });
}

function statOf(pid: number) {
  // The program's name comes before, in brackets, and may have blanks of its own.
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = Number.NaN] = fields.slice(1);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11);
  return { parent, user, system, endedUser, endedSystem };
}
