import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

const onPostgres = Boolean(process.env['TEST_DATABASE_URL']);
const postgresTests = ['src/**/*.race.test.ts', 'src/**/*.postgres.test.ts'];
/** What asks no database, or an embedded one of its own: once is enough. */
const databaseless = [
  'deploy/**',
  'scripts/**',
  'demo/**',
  'src/shared/**',
  'src/web/**',
  'src/features/**/{rules,sentences,initials,codeInput,keyBurst,decisionWords,chartFigures,mergeWords}.test.ts',
  'src/server/{env,secrets,storage,embedded,embeddedPool,reopening,sample,vacuumTables}.test.ts',
  'src/server/apiDocs/**',
  'src/server/{main,backup/{commands,giveWay},totals/totalsCommand}.process.test.ts',
  'src/features/{audit/audit,mail/mail,partners/key}Command.process.test.ts',
  // The tests' own server forgets what it acknowledged, which they would say of it.
  'src/features/health/{looks,metrics,alerts,checkCommand.process}.test.ts',
];

if (!onPostgres) {
  console.log(
    'Races and query plans are left out: the embedded database queues transactions and so hides races. Set TEST_DATABASE_URL to test them.',
  );
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', '{demo,deploy,scripts}/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(onPostgres ? databaseless : postgresTests)],
    // Native modules (password hashing) and the embedded database's memory are safest in a process of their own.
    pool: 'forks',
    // The server is loaded once in each process, not once in each file: a database of its own is what sets a file apart.
    isolate: false,
    // By itself vitest leaves one core idle, which on a machine with two is half of it.
    maxWorkers: availableParallelism(),
    globalSetup: 'src/server/testing/globalSetup.ts',
    // A database that is made and migrated takes seconds, on a busy machine many.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
