import { configDefaults, defineConfig } from 'vitest/config';

const onPostgres = Boolean(process.env['TEST_DATABASE_URL']);
const raceTests = 'src/**/*.race.test.ts';

if (!onPostgres) {
  console.log(
    'The race tests are left out: the embedded database queues transactions and so hides races. Set TEST_DATABASE_URL to run them.',
  );
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    exclude: onPostgres ? configDefaults.exclude : [...configDefaults.exclude, raceTests],
    // Native modules (password hashing) and the embedded database's memory are safest in a process of their own.
    pool: 'forks',
    globalSetup: 'src/server/testing/globalSetup.ts',
    testTimeout: 15_000,
    // A first embedded database takes seconds on a busy machine.
    hookTimeout: 60_000,
  },
});
