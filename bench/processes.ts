import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The kernel counts processor time in hundredths of a second. */
const TICK_MILLISECONDS = 10;
/** A process that takes less of a processor than this, over so long, has nothing to do. */
const QUIET_SHARE = 0.03;
const QUIET_MILLISECONDS = 2000;

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

/** Microseconds that a process ran so far, finer than `cpuOf`, for a process that sleeps when it is asked about. */
export function runningTimeOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000;
}

/** Waits until a process has done what it does after its start. */
export async function untilQuiet(pid: number): Promise<void> {
  for (let before = -Infinity; ;) {
    const now = cpuOf(pid);
    if (now - before < QUIET_SHARE * QUIET_MILLISECONDS) return;
    before = now;
    await sleep(QUIET_MILLISECONDS);
  }
}

export function parentOf(pid: number): number {
  return statOf(pid).parent;
}

/** Bytes that a process holds in memory; none once it has ended. */
export function residentOf(pid: number): number {
  const status = unlessEnded(() => readFileSync(`/proc/${pid}/status`, 'utf8')) ?? '';
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}

/** The same for the processes that it started. */
export function residentOfChildren(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + residentOf(child.pid), 0);
}

/** The same with pages that several processes hold counted in part (PSS). */
export function shareOf(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) * 1024;
}

function childrenOf(pid: number): ReturnType<typeof statOf>[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((other) => {
      // It may have ended since the folder was read.
      const stat = unlessEnded(() => statOf(Number(other)));
      return stat?.parent === pid ? [stat] : [];
    });
}

function unlessEnded<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
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
  return { pid, parent, user, system, endedUser, endedSystem };
}
