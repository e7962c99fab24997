import { defineConfig } from 'vitest/config';

/** `npm run test:deploy`: builds the image, and runs it as compose.yaml would. It takes minutes and, for its first run, Debian's packages. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['deploy/**/*.trial.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 10 * 60_000,
    hookTimeout: 60 * 60_000,
    disableConsoleIntercept: true,
  },
});
