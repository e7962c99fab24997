// `npm run totals`: compares the totals that are kept with a recount, and the stores' closed months with the ledger, on the
// machine that the site runs on.
import { recordShell } from '#features/audit/server.ts';
import { wrongStatements } from '#features/statements/serverClosing.ts';
import { type Command, readCall, WrongCall } from '#server/commandLine.ts';
import { type Database, type Executor, inTransaction, migrateDatabase } from '#server/database.ts';
import { readEnvironment } from '#server/env.ts';
import { openUnhurried } from '#server/open.ts';
import { recountTotals, type WrongTotal, wrongTotals } from './checkTotals.ts';

const usage = `npm run totals            compares every kept total with a recount, and every closed month with the ledger
npm run totals -- mend    puts right totals that differ; a closed month is never rewritten`;

export const command: Command = { summary: 'Whether the kept totals are right.', usage, run };

/** So many differences are written out; the rest are a number. */
const SHOWN = 20;

async function run(given: string[]): Promise<void> {
  const [action, ...others] = readCall(given, {}).positionals;
  if (others.length > 0 || (action !== undefined && action !== 'mend')) throw new WrongCall();
  const opened = await openUnhurried(readEnvironment(process.env));
  try {
    await migrateDatabase(opened.database, async () => {});
    await checkAndMend(opened.database, action === 'mend');
  } finally {
    await opened.close();
  }
}

async function checkAndMend(database: Database, mends: boolean): Promise<void> {
  const { wrong, statements } = await check(database);
  show(wrong.map(({ of, kept, recounted }) => `${of}: kept ${kept}, recounted ${recounted}`));
  show(statements);
  if (statements.length === 0) console.log('Every closed month is what its lines in the ledger come to.');
  if (wrong.length === 0) console.log('Every kept total equals its recount.');
  if (mends && wrong.length > 0) {
    await inTransaction(database, async (transaction) => {
      await recountTotals(transaction);
      await recordShell(transaction, new Date(), 'totals.mended', { totals: wrong.length });
    });
    console.log(`Totals that were wrong and are right now: ${wrong.length}.`);
  }
  const left = [
    !mends &&
      wrong.length > 0 &&
      `Wrong totals: ${wrong.length}. \`npm run totals -- mend\` puts them right.`,
    statements.length > 0 &&
      `Closed months that are not what their lines come to: ${statements.length}. Nothing rewrites them: compare the ledger with a backup.`,
  ].filter((sentence) => sentence !== false);
  if (left.length > 0) throw new Error(left.join('\n'));
}

function show(sentences: readonly string[]): void {
  for (const sentence of sentences.slice(0, SHOWN)) console.log(sentence);
  if (sentences.length > SHOWN) console.log(`… and ${sentences.length - SHOWN} more.`);
}

/** All of one moment, however long it takes to count. */
async function check(database: Database): Promise<{ wrong: WrongTotal[]; statements: string[] }> {
  const compare = async (executor: Executor) => ({
    wrong: await wrongTotals(executor),
    statements: await wrongStatements(executor),
  });
  return await database.transaction(compare, { isolationLevel: 'repeatable read', accessMode: 'read only' });
}
