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
    // By itself vitest leaves one core idle, which on a machine with two is half of it.
    maxWorkers: availableParallelism(),
    globalSetup: 'src/server/testing/globalSetup.ts',
    // Two at once on a busy machine have been seen to take ten times as long as one alone.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
