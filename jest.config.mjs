import { existsSync, statfsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { TEXT_TABLES } from './shared-ui/build/compile-texts.mjs';
import { pagesOf, remotesOf, workspacesOf } from './shared-ui/build/workspaces.mjs';

const esmPackages = [
  'jose',
  'openid-client',
  'oauth4webapi',
  'rettime',
  'msw',
  '@mswjs',
  '@open-draft',
  'until-async',
  'is-node-process',
  'strict-event-emitter',
  'outvariant',
  'lucide-react',
  'leaflet',
  'supercluster',
  'kdbush',
  '@iconify-json',
  'icu-minify',
  '@formatjs',
  'stream-json',
  'stream-chain',
];

// Jest runs tests in a context of node:vm, whose own globals are slow to look up: these are handed to each module
// instead.
const fastGlobals = [
  'Array',
  'Error',
  'JSON',
  'Math',
  'Number',
  'Object',
  'Promise',
  'RegExp',
  'Set',
  'String',
  'Symbol',
];

const GIGABYTE = 2 ** 30;

const freeBytes = (folder) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

// Every commit of a test's database waits for its disk: in memory, where there is enough of it, nobody waits.
const memory = '/dev/shm';
if (process.env.TMPDIR === undefined && existsSync(memory) && freeBytes(memory) > 4 * GIGABYTE)
  process.env.TMPDIR = memory;

// Absolute, so that a workspace's own `npm test`, which runs in its folder, finds them as well.
const at = (folder) => join(import.meta.dirname, folder);

const transform = (jsx) => ({
  '^.+\\.(ts|tsx|mjs|js)$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: jsx },
        target: 'es2022',
        transform: jsx ? { react: { runtime: 'automatic' } } : {},
      },
      module: { type: 'commonjs', importInterop: 'swc' },
    },
  ],
});

// As in the builds: texts come compiled.
const texts = { [TEXT_TABLES.source]: at('shared-ui/build/compile-texts.mjs') };

const assets = { '\\.(svg|png|woff2)$': at('shared-ui/src/testing/asset-url.ts') };

// The build that browsers get: the server's writes no global style, and the conformance suite could find none.
const browserBuilds = {
  '^styled-components$': at('node_modules/styled-components/dist/styled-components.browser.cjs.js'),
};

// Properties and models run a tenth of their cases; `npm run test:long` runs all.
const scaledRuns = { '^fast-check$': at('.ci/scaled-fast-check.cjs') };

const project = (displayName, folder, { moduleNameMapper = {}, ...extra }) => ({
  displayName,
  rootDir: at(folder),
  testMatch: ['<rootDir>/**/*.test.{ts,tsx}'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages.join('|')})/)`],
  sandboxInjectedGlobals: fastGlobals,
  moduleNameMapper: { ...scaledRuns, ...moduleNameMapper },
  ...extra,
});

// Whatever opens a gateway's database takes a copy of what was made once.
const databaseTemplates = {
  globalSetup: at('api-gateway/src/platform/testing/make-database-templates.ts'),
  globalTeardown: at('api-gateway/src/platform/testing/remove-database-templates.ts'),
};

// Date stays out of a browser's globals, as fake timers replace it there.
const node = (name, folder, extra = {}) =>
  project(name, folder, {
    testEnvironment: at('shared-ui/src/testing/node-environment.cjs'),
    transform: transform(false),
    sandboxInjectedGlobals: [...fastGlobals, 'Date', 'Map'],
    ...extra,
  });

const browser = (name, folder, extra = {}) =>
  project(name, folder, {
    testEnvironment: at('shared-ui/src/testing/browser-environment.cjs'),
    transform: { ...transform(true), ...texts },
    setupFilesAfterEnv: [at('shared-ui/src/testing/jest-setup.ts')],
    moduleNameMapper: { ...assets, ...browserBuilds },
    ...extra,
  });

/** Patterns of the packages within a package: each has a project of its own. */
const nestedIn = (folder) =>
  workspacesOf(import.meta.dirname)
    .filter((other) => other.startsWith(`${folder}/`))
    .map((other) => `<rootDir>${other.slice(folder.length)}/`);

/** One jest project a package, so that `npm test -w mf-social` runs that remote alone. */
export default {
  // A bound for what hangs; two busy cores may well take longer than jest's five seconds.
  testTimeout: 30_000,
  // Each test file leaves something in its worker: a worker that has grown starts afresh instead of collecting garbage
  // all the time.
  workerIdleMemoryLimit: '1GB',
  projects: [
    node('contract', 'api-gateway/contract'),
    node('basemap', 'api-gateway/basemap'),
    node('gateway', 'api-gateway', {
      ...databaseTemplates,
      testPathIgnorePatterns: [
        '/node_modules/',
        '/dist/',
        '<rootDir>/basemap/',
        '<rootDir>/contract/',
        '<rootDir>/sandbox/',
      ],
    }),
    node('sandbox', 'api-gateway/sandbox'),
    node('build', 'shared-ui/build'),
    browser('shared-ui', 'shared-ui', { roots: ['<rootDir>/src', '<rootDir>/.storybook'] }),
    browser('shell', 'shell'),
    ...remotesOf(import.meta.dirname).map((remote) =>
      browser(remote, remote, { testPathIgnorePatterns: ['/node_modules/', '/dist/', ...nestedIn(remote)] }),
    ),
    ...pagesOf(import.meta.dirname).map((page) => browser(basename(page), page)),
    // Node with the browser's sources: the live client runs against the real gateway.
    // One of the icons is called Map.
    // The remotes of the fixtures bear the names of real ones.
    node('e2e-node', 'e2e', {
      ...databaseTemplates,
      transform: { ...transform(true), ...texts },
      moduleNameMapper: assets,
      sandboxInjectedGlobals: [...fastGlobals, 'Date'],
      modulePathIgnorePatterns: ['<rootDir>/fixtures/remotes/'],
    }),
  ],
};
