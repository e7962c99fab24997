// `npm run totals`: compares the totals that are kept with a recount, on the machine that the site runs on.
import { parseArgs } from 'node:util';
import { recordShell } from '#features/audit/server.ts';
import { type Database, inTransaction, migrateDatabase } from '#server/database.ts';
import { readEnvironment } from '#server/env.ts';
import { openSiteDatabase } from '#server/open.ts';
import { noLimits } from '#server/timeLimits.ts';
import { recountTotals, type WrongTotal, wrongTotals } from './checkTotals.ts';

const usage = `npm run totals            compares every kept total with a recount
npm run totals -- mend    puts right what differs`;

/** So many differences are written out; the rest are a number. */
const SHOWN = 20;

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [action] = positionals;
  if (positionals.length > 1 || (action !== undefined && action !== 'mend')) throw new Error(usage);
  const environment = readEnvironment(process.env);
  const longWay = { ...environment, databaseUrl: environment.migrationDatabaseUrl };
  const opened = await openSiteDatabase(longWay, noLimits);
  try {
    await migrateDatabase(opened.database, async () => {});
    await run(opened.database, action === 'mend');
  } finally {
    await opened.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function run(database: Database, mends: boolean): Promise<void> {
  const wrong = await check(database);
  for (const { of, kept, recounted } of wrong.slice(0, SHOWN)) {
    console.log(`${of}: kept ${kept}, recounted ${recounted}`);
  }
  if (wrong.length > SHOWN) console.log(`… and ${wrong.length - SHOWN} more.`);
  if (wrong.length === 0) console.log('Every kept total equals its recount.');
  else if (mends) {
    await inTransaction(database, async (transaction) => {
      await recountTotals(transaction);
      await recordShell(transaction, new Date(), 'totals.mended', { totals: wrong.length });
    });
    console.log(`Totals that were wrong and are right now: ${wrong.length}.`);
  } else throw new Error(`Wrong totals: ${wrong.length}. \`npm run totals -- mend\` puts them right.`);
}

/** All of one moment, however long it takes to count. */
async function check(database: Database): Promise<WrongTotal[]> {
  return await database.transaction(wrongTotals, {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}
