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
        // A page lives for seconds here: a process of its own for each, and code optimized for a long life, cost more
        // than they bring.
        '--process-per-site',
        '--js-flags=--max-optimized-bytecode-size=0',
      ],
    },
  },
  // All specs are one project, so that a worker keeps its browser and its world from the first folder to the last:
  // `playwright test specs/composition` runs one folder.
  projects: [
    // Everything runs against what is built, and two builds at once would disturb each other: this comes first.
    { name: 'setup', testDir: join(folderPath, 'world'), testMatch: 'product.setup.ts' },
    { name: 'specs', testDir: join(folderPath, 'specs'), testMatch: '**/*.spec.ts', dependencies: ['setup'] },
  ],
});
