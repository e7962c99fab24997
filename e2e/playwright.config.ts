import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';

const chromium = findChromium();

export default defineConfig({
  testDir: '..',
  testMatch: '**/*.e2e.ts',
  testIgnore: ['**/node_modules/**', '**/dist/**', '**/data/**'],
  globalSetup: './globalSetup.ts',
  outputDir: '../test-results/browser',
  reporter: [['list'], ['json', { outputFile: '../test-results/browser.json' }]],
  // A laptop or a small machine may be busy with other things: how fast the site is, benchmarks say.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  // On a shared machine a test is given a second try; one that needed it is named in the output, to be mended.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  use: {
    screenshot: 'only-on-failure',
    // Three seconds after a page's load it would come between the page and what a test answers in the server's place.
    serviceWorkers: 'block',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        // Chromium's sandbox refuses to start as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
