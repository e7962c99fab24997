import { defineConfig } from 'vitest/config';

/**
 * The trials: what must hold with many clients, killed processes and hostile ones, asked of servers that run
 * as `npm start` runs them. `TRIALS=full` is the size of docs/evidence/reliability.md; without it the form of `npm test`.
 */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['trials/**/*.trial.ts'],
    pool: 'forks',
    // At full size one at a time: a trial loads the machine by itself, and its figures should be its own.
    fileParallelism: process.env['TRIALS'] !== 'full',
    maxWorkers: 2,
    testTimeout: 30 * 60_000,
    hookTimeout: 60_000,
    disableConsoleIntercept: true,
  },
});
