// `npm run audit`: compares the audit log with its seals, on the machine that the site runs on.
import { type Command, readCall, WrongCall } from '#server/commandLine.ts';
import { refuseOtherSchema } from '#server/database.ts';
import { readEnvironment } from '#server/env.ts';
import { openUnhurried } from '#server/open.ts';
import { SEAL, verifySeals } from './serverSeals.ts';

const usage = `npm run audit -- verify        compares every row of the audit log with what was sealed
npm run audit -- verify SEAL   also looks for a seal that was noted earlier`;

export const command: Command = { summary: 'Whether the audit log is as it was sealed.', usage, run };

async function run(given: string[]): Promise<void> {
  // One seal in 64 begins with a dash, and is no option.
  const isDashed = given[0] === 'verify' && (/^-[^-]/.test(given[1] ?? '') || SEAL.test(given[1] ?? ''));
  const [action, noted, ...others] = readCall(isDashed ? ['--', ...given] : given, {}).positionals;
  if (action !== 'verify' || others.length > 0) throw new WrongCall();
  if (noted !== undefined && !SEAL.test(noted)) {
    throw new Error(`${noted} is no seal: one has 43 characters, each a letter, a digit, - or _.`);
  }
  const opened = await openUnhurried(readEnvironment(process.env));
  try {
    await refuseOtherSchema(opened.database);
    // All of one moment, however long it takes to read.
    const verdict = await opened.database.transaction(
      (transaction) => verifySeals(transaction, new Date(), noted),
      {
        isolationLevel: 'repeatable read',
        accessMode: 'read only',
      },
    );
    report(verdict);
  } finally {
    await opened.close();
  }
}

/** @throws Error that names what was changed. */
function report(verdict: Awaited<ReturnType<typeof verifySeals>>) {
  const { trouble, days, rows, removed, unsealed, overdue, last } = verdict;
  if (trouble !== null) throw new Error(trouble);
  console.log(`Rows that are as they were sealed: ${rows}, in ${ofDays(days)}.`);
  const [first, newest] = [removed[0], removed.at(-1)];
  if (first && newest) {
    console.log(
      `Removed when their time was over: the rows of ${ofDays(removed.length)}, ${first} to ${newest}.`,
    );
  }
  console.log(`Rows of days that are not sealed yet: ${unsealed}.`);
  if (overdue !== null) {
    console.log(
      `${overdue} is over and has no seal. If the site has been up since, the seals from that day on were removed; else its next start makes them.`,
    );
  }
  console.log(
    last ? `The last seal, of ${last.day}, to be noted elsewhere: ${last.seal}` : 'No day is sealed yet.',
  );
}

function ofDays(days: number): string {
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}
