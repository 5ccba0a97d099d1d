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

// Jest runs tests in a context of node:vm, where the look-up of a global is slow. These globals are therefore passed to
// each module instead.
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

// Every commit of a test's database waits for the disk. Temporary files go to memory if it has enough free space, so
// that no commit waits.
const memory = '/dev/shm';
if (process.env.TMPDIR === undefined && existsSync(memory) && freeBytes(memory) > 4 * GIGABYTE)
  process.env.TMPDIR = memory;

// Paths are absolute, because `npm test` in a workspace runs in the workspace's folder and must find the same files.
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

// Text tables are compiled to modules, as in the production builds.
const texts = { [TEXT_TABLES.source]: at('shared-ui/build/compile-texts.mjs') };

const assets = { '\\.(svg|png|woff2)$': at('shared-ui/src/testing/asset-url.ts') };

// Tests use the browser build of styled-components: the server build writes no global style, so the conformance suite
// couldn't find one.
const browserBuilds = {
  '^styled-components$': at('node_modules/styled-components/dist/styled-components.browser.cjs.js'),
};

// Property tests and model tests run a tenth of their cases; `npm run test:long` runs all.
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

// The database is created once, as a template. Each test that opens a database of the gateway gets a copy of the
// template.
const databaseTemplates = {
  globalSetup: at('api-gateway/src/platform/testing/make-database-templates.ts'),
  globalTeardown: at('api-gateway/src/platform/testing/remove-database-templates.ts'),
};

// Projects for the browser don't get `Date` as a fast global, because fake timers must be able to replace `Date`.
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

/** Returns patterns for the packages inside of another package, because each has its own Jest project. */
const nestedIn = (folder) =>
  workspacesOf(import.meta.dirname)
    .filter((other) => other.startsWith(`${folder}/`))
    .map((other) => `<rootDir>${other.slice(folder.length)}/`);

/** One Jest project for each package, so that `npm test -w mf-social` runs that remote alone. */
export default {
  // The limit is for tests that hang. With two busy cores a test may take longer than Jest's default of five seconds.
  testTimeout: 30_000,
  // Each test file leaves some memory behind in its worker. A worker that has grown restarts, instead of collecting
  // garbage all the time.
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
    ...['shell', ...remotesOf(import.meta.dirname)].map((frontend) =>
      browser(frontend, frontend, { testPathIgnorePatterns: ['/node_modules/', '/dist/', ...nestedIn(frontend)] }),
    ),
    ...pagesOf(import.meta.dirname).map((page) => browser(basename(page), page)),
    // Runs the browser's sources in Node, because the live client runs against the real gateway. `Map` isn't a fast
    // global in this project, because one of the icons is also called `Map`. The test fixtures contain remotes with the
    // names of real ones, so Jest must ignore these fixtures.
    node('e2e-node', 'e2e', {
      ...databaseTemplates,
      transform: { ...transform(true), ...texts },
      moduleNameMapper: assets,
      sandboxInjectedGlobals: [...fastGlobals, 'Date'],
      modulePathIgnorePatterns: ['<rootDir>/fixtures/remotes/'],
    }),
  ],
};
