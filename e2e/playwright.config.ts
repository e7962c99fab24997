import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from '../scripts/chromium.ts';

const chromium = findChromium();

export default defineConfig({
  testDir: '..',
  testMatch: '**/*.e2e.ts',
  testIgnore: ['**/node_modules/**', '**/dist/**', '**/data/**'],
  globalSetup: './globalSetup.ts',
  outputDir: '../test-results/browser',
  reporter: [['list'], ['json', { outputFile: '../test-results/browser.json' }]],
  // Long timeouts, because a small machine may be busy. Benchmarks measure the speed.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  // A test on a shared machine gets a second try. The output names tests that needed it.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  use: {
    screenshot: 'only-on-failure',
    // After three seconds it would handle requests that a test answers itself.
    serviceWorkers: 'block',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        ...chromiumFlags,
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
