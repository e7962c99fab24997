import { configDefaults, defineConfig } from 'vitest/config';

const isFull = process.env['TRIALS'] === 'full';

/**
 * The trials: what must hold with many clients, killed processes and hostile ones, asked of servers that run as `npm start` runs
 * them. `npm run test:full` runs all at full size, `npm run test:all` these three at a short one.
 */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: isFull ? ['trials/**/*.trial.ts'] : ['trials/{crash,hostile,redemption}.trial.ts'],
    exclude: configDefaults.exclude,
    globalSetup: 'src/server/testing/globalSetup.ts',
    pool: 'forks',
    // At full size one at a time: a trial loads the machine by itself, and its figures should be its own.
    fileParallelism: !isFull,
    maxWorkers: 2,
    testTimeout: 30 * 60_000,
    hookTimeout: 60_000,
    disableConsoleIntercept: true,
  },
});
