import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { hasClusterParts } from '../api-gateway/bin/cluster/start-cluster.mjs';
import { CHROMIUM_LAUNCH, SHORT_LIFE_FLAGS } from './world/chromium-launch';
import type { GatewayOptions } from './world/shared-test';

const folderPath = import.meta.dirname;

// Browser tests of account, social and ordering. They run on two gateways if PostgreSQL, Redis and the proxy are
// installed, and otherwise on one gateway. Without these parts, the specs of the gateways themselves are left out.
const GATEWAY_SPECS = ['gateways/*.spec.ts'];
const GATEWAY_JOURNEYS = [
  'account',
  'own-account',
  'sign-in',
  'contacts-and-chat',
  'chat-reading',
  'meetups',
  'handing-on',
  'ordering-cart',
  'paying',
  'paying-in-two-tabs',
].map((name) => `journey/${name}.spec.ts`);

// Browser tests of account, social and ordering that run once more in a network that blocks WebSockets.
const JOURNEYS_WITHOUT_WEBSOCKET = {
  testMatch: ['account', 'meetups', 'ordering-cart'].map((name) => `journey/${name}.spec.ts`),
  grep: /registers, shows empty|three play a whole lunch|a visitor without an account|S08 /,
};

export default defineConfig<object, GatewayOptions>({
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
    // A service worker would answer requests in place of the gateway. Only the tests of the service worker allow it.
    serviceWorkers: 'block',
    launchOptions: { executablePath: CHROMIUM_LAUNCH.path, args: [...CHROMIUM_LAUNCH.flags, ...SHORT_LIFE_FLAGS] },
  },
  // All specs belong to one project, so that a Playwright worker keeps its browser and its gateway for all folders.
  // `playwright test specs/composition` runs one folder.
  projects: [
    // All specs run against the built product, and two builds at the same time would disturb each other. The setup
    // therefore builds before all specs.
    { name: 'setup', testDir: join(folderPath, 'world'), testMatch: 'product.setup.ts' },
    {
      name: 'specs',
      testDir: join(folderPath, 'specs'),
      testMatch: '**/*.spec.ts',
      testIgnore: hasClusterParts() ? [...GATEWAY_SPECS, ...GATEWAY_JOURNEYS] : GATEWAY_SPECS,
      dependencies: ['setup'],
    },
    {
      name: 'gateways',
      testDir: join(folderPath, 'specs'),
      testMatch: hasClusterParts() ? [...GATEWAY_SPECS, ...GATEWAY_JOURNEYS] : [],
      use: { gatewayCount: 2 },
      dependencies: ['setup'],
    },
    {
      name: 'without-websocket',
      testDir: join(folderPath, 'specs'),
      ...JOURNEYS_WITHOUT_WEBSOCKET,
      use: { liveLine: 'streams' },
      dependencies: ['setup'],
    },
  ],
});
