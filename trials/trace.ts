import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What a traced server did to its files between one answer of success and the next. */
interface Answer {
  /** Files and folders whose flush was finished before the answer was sent, once for each flush. */
  flushed: string[];
  /** Files that had been written, and what had been named or moved, without a flush of it or of its folder since. */
  unflushed: string[];
}

const writes = ['write', 'writev', 'pwrite64', 'pwritev', 'sendto', 'sendmsg'];
const flushes = ['fsync', 'fdatasync'];
const namings = ['mkdir', 'rename', 'openat', 'unlink'];

/** The command that has a program's writes and flushes noted in a file, in the order in which they happened. */
export function tracing(file: string): string[] {
  const calls = [...writes, ...flushes, ...namings].join(',');
  // -D: the process that was started is the program, so that signals reach it.
  return ['strace', '-D', '-f', '-y', '-qq', '-s', '16', '-o', file, '-e', `trace=${calls}`];
}

/** Why this machine can't trace programs, or null if it can. */
export function whyNotTraceable(): string | null {
  const { error, stderr, status } = spawnSync('strace', ['-D', '-f', '-o', '/dev/null', 'true'], {
    encoding: 'utf8',
  });
  if (error) return 'There is no strace on this machine.';
  return status === 0 ? null : `strace may not trace here: ${stderr.trim()}`;
}

/** Reads a trace: what came before each answer with a status of success. */
export function readTrace(file: string): Answer[] {
  const answers: Answer[] = [];
  const unfinished = new Map<string, string>();
  const unflushed = new Set<string>();
  /** What was named or moved in each folder since its flush. */
  const names = new Map<string, Set<string>>();
  let flushed: string[] = [];

  // A write and an answer count from their beginning, a flush and a name from their end.
  const begun = (call: string) => {
    const [, name = '', path = ''] = /^(\w+)\(\d+<([^>]*)>/.exec(call) ?? [];
    if (!writes.includes(name)) return;
    if (path.startsWith('/')) unflushed.add(path);
    else if (/"HTTP\/1\.1 20\d/.test(call)) {
      const newNames = [...names.values()].flatMap((set) => [...set]);
      answers.push({ flushed, unflushed: [...unflushed, ...newNames] });
      flushed = [];
    }
  };
  const ended = (call: string) => {
    const [, name = '', path = ''] = /^(\w+)\(\d+<([^>]*)>\) += 0$/.exec(call) ?? [];
    if (flushes.includes(name)) {
      flushed.push(path);
      unflushed.delete(path);
      names.delete(path);
    }
    const [, from = '', to] = /^(?:rename|unlink)\("([^"]*)"(?:, "([^"]*)")?\) += 0$/.exec(call) ?? [];
    // Bytes that were not flushed are so under a new name too; those of a file that is gone need not be.
    if (unflushed.delete(from) && to) unflushed.add(to);
    const named = nameGiven(call);
    if (named) names.set(dirname(named), (names.get(dirname(named)) ?? new Set()).add(named));
  };

  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, thread = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const rest = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)?.[1];
    const call = rest === undefined ? text : `${unfinished.get(thread) ?? ''}${rest}`;
    if (rest === undefined) begun(call);
    if (call.endsWith('<unfinished ...>')) unfinished.set(thread, call.replace(/ ?<unfinished \.\.\.>$/, ''));
    else ended(call);
  }
  return answers;
}

/** The path that a call made or moved something to. */
function nameGiven(call: string): string | undefined {
  return (
    /^mkdir\("([^"]*)", \d+\) += 0$/.exec(call)?.[1] ??
    /^rename\("[^"]*", "([^"]*)"\) += 0$/.exec(call)?.[1] ??
    /^openat\([^"]*"([^"]*)", [A-Z_|]*O_CREAT[A-Z_|]*, \d+\) += \d/.exec(call)?.[1]
  );
}
