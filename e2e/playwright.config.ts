import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const specs = join(import.meta.dirname, 'specs');

// Everything runs against what is built, and two builds at once would disturb each other: this one comes first.
const PRODUCT = { name: 'product', testDir: join(import.meta.dirname, 'world'), testMatch: 'product.setup.ts' };

// One of the remotes that faults are made with is a fixture, built with the others.
const NEEDS: Readonly<Record<string, string>> = { faults: 'composition-setup' };

/** Each folder of specs is a project: `playwright test --project composition`. */
const folders = readdirSync(specs, { withFileTypes: true }).filter((entry) => entry.isDirectory());

// A folder's `*.setup.ts` runs once before its specs.
const projectsOf = (name: string) => {
  const testDir = join(specs, name);
  const setup = `${name}-setup`;
  const hasSetup = readdirSync(testDir).some((file) => file.endsWith('.setup.ts'));
  const project = { name, testDir, testMatch: '**/*.spec.ts', dependencies: [hasSetup ? setup : (NEEDS[name] ?? PRODUCT.name)] };
  return hasSetup ? [{ name: setup, testDir, testMatch: '*.setup.ts', dependencies: [PRODUCT.name] }, project] : [project];
};

export default defineConfig({
  testDir: specs,
  outputDir: '../test-results/playwright',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['line'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? join(import.meta.dirname, '../test-results/playwright.json') }]],
  use: {
    browserName: 'chromium',
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
  projects: [PRODUCT, ...folders.flatMap(({ name }) => projectsOf(name))],
});
