import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { hasPostgres } from '#server/testing/postgres.ts';

/** The embedded database queues transactions, which hides races. */
const postgresTests = ['src/**/*.{race,postgres}.test.ts'];

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', '{deploy,scripts}/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(hasPostgres() ? [] : postgresTests)],
    // Native modules (password hashing) and the embedded database's memory are safest in a process of their own.
    pool: 'forks',
    // The files of a process share the loaded server and its database, which each test empties.
    isolate: false,
    // By default vitest leaves one core idle, which is half of a machine with two.
    maxWorkers: availableParallelism(),
    globalSetup: 'src/server/testing/globalSetup.ts',
    // On a busy machine two tests at once may take ten times as long as one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
