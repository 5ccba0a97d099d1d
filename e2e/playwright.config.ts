import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumPath } from '../.ci/chromium.mjs';

const folderPath = import.meta.dirname;

export default defineConfig({
  testDir: join(folderPath, 'specs'),
  outputDir: '../test-results/playwright',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['line'],
    [
      'json',
      { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? join(folderPath, '../test-results/playwright.json') },
    ],
  ],
  use: {
    browserName: 'chromium',
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page lives only for seconds in these tests. One process for each page, and code optimized for a long life,
        // would cost more time than they save.
        '--process-per-site',
        // The young generation has room for all that a page allocates, and compiled functions stay for the next page.
        // Both save a tenth of a page's processor time.
        '--js-flags=--max-optimized-bytecode-size=0 --min-semi-space-size=64 --max-semi-space-size=64 --no-flush-bytecode',
      ],
    },
  },
  // All specs belong to one project, so that a worker keeps its browser and its world for all folders. `playwright test
  // specs/composition` runs one folder.
  projects: [
    // All specs run against the built product, and two builds at the same time would disturb each other. The setup
    // therefore builds before all specs.
    { name: 'setup', testDir: join(folderPath, 'world'), testMatch: 'product.setup.ts' },
    { name: 'specs', testDir: join(folderPath, 'specs'), testMatch: '**/*.spec.ts', dependencies: ['setup'] },
  ],
});
