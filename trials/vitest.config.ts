import { configDefaults, defineConfig } from 'vitest/config';

const isFull = process.env['TRIALS'] === 'full';
/** Which wait for minutes, for a night or for another server: they have no smaller size. */
const fullOnly = ['nightly', 'proxy', 'recovery', 'replica'];
/** Named ones run whatever their size. */
const isNamed = process.argv.slice(2).some((argument) => fullOnly.includes(argument));
const leftOut = isFull || isNamed ? [] : fullOnly.map((name) => `trials/${name}.trial.ts`);

if (leftOut.length > 0) {
  console.log(
    `Left out, since they have one size: ${fullOnly.join(', ')}. Run them by "npm run test:trials".`,
  );
}

/**
 * The trials: what must hold with many clients, killed processes and hostile ones, asked of servers that run
 * as `npm start` runs them. `TRIALS=full` is the size of docs/evidence/reliability.md; without it the form of `npm run test:all`.
 */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['trials/**/*.trial.ts'],
    exclude: [...configDefaults.exclude, ...leftOut],
    pool: 'forks',
    // At full size one at a time: a trial loads the machine by itself, and its figures should be its own.
    fileParallelism: !isFull,
    maxWorkers: 2,
    testTimeout: 30 * 60_000,
    hookTimeout: 60_000,
    disableConsoleIntercept: true,
  },
});
