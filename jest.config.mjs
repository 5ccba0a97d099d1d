import { existsSync, statfsSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  assetMapper,
  browserProject,
  browserTransform,
  fastGlobals,
  nodeProject,
  TEST_TIMEOUT_MS,
} from './shared-ui/build/jest-projects.mjs';
import { LONG_POSTGRES_SUITES, POSTGRES_SUITES, SQLITE_SUITES } from './.ci/database-suites.mjs';
import { pagesOf, remotesOf, workspacesOf } from './shared-ui/build/workspaces.mjs';

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

// Tests create many objects that soon become garbage. Node's young generation is too small for them, so that many get
// into the old generation, whose garbage collection is expensive. Jest's workers and the processes that tests start
// read this variable.
process.env.NODE_OPTIONS = `--max-semi-space-size=32 ${process.env.NODE_OPTIONS ?? ''}`.trim();

// Paths are absolute, because `npm test` in a workspace runs in the workspace's folder and must find the same files.
const folderPath = (folder) => join(import.meta.dirname, folder);

// Property tests and model tests run a tenth of their cases; `npm run test:long` runs all.
const scaledRuns = { '^fast-check$': folderPath('.ci/scaled-fast-check.cjs') };

// The database is created once, as a template. Each test that opens a database of the gateway gets a copy of the
// template.
const testingFile = (name) => folderPath(`api-gateway/src/platform/testing/${name}.ts`);
const databaseTemplates = {
  globalSetup: testingFile('make-database-templates'),
  globalTeardown: testingFile('remove-database-templates'),
};
// `npm test` has no time for a few suites on PostgreSQL.
const isShortPostgresRun = process.env.POSTGRES_SUITES === 'short';

const postgresTemplates = {
  globalSetup: testingFile('make-postgres-templates'),
  globalTeardown: testingFile('stop-postgres'),
  setupFiles: [testingFile('choose-postgres')],
};

const node = (name, folder, { moduleNameMapper = {}, ...extra } = {}) =>
  nodeProject(name, folderPath(folder), { moduleNameMapper: { ...scaledRuns, ...moduleNameMapper }, ...extra });

const gateway = (name, { ignoredSuites, ...extra }) =>
  node(name, 'api-gateway', {
    testPathIgnorePatterns: [
      '/node_modules/',
      '/dist/',
      '<rootDir>/basemap/',
      '<rootDir>/contract/',
      '<rootDir>/sandbox/',
      ...ignoredSuites.map((suite) => `<rootDir>/${suite}`),
    ],
    ...extra,
  });

const browser = (name, folder, extra = {}) =>
  browserProject(name, folderPath(folder), { moduleNameMapper: scaledRuns, ...extra });

/** Returns patterns for the packages inside of another package, because each has its own Jest project. */
const nestedPackagePatternsIn = (folder) =>
  workspacesOf(import.meta.dirname)
    .filter((other) => other.startsWith(`${folder}/`))
    .map((other) => `<rootDir>${other.slice(folder.length)}/`);

/** One Jest project for each package, so that `npm test -w mf-social` runs that remote alone. */
export default {
  testTimeout: TEST_TIMEOUT_MS,
  // Each test file leaves some memory behind in its worker. A worker that has grown restarts, instead of collecting
  // garbage all the time.
  workerIdleMemoryLimit: '1GB',
  projects: [
    node('contract', 'api-gateway/contract'),
    node('basemap', 'api-gateway/basemap'),
    gateway('gateway', { ...databaseTemplates, ignoredSuites: Object.keys(POSTGRES_SUITES) }),
    // Its script `test:postgres` runs only suites with a database.
    gateway('gateway-on-postgres', {
      ...postgresTemplates,
      ignoredSuites: [...Object.keys(SQLITE_SUITES), ...(isShortPostgresRun ? Object.keys(LONG_POSTGRES_SUITES) : [])],
    }),
    node('sandbox', 'api-gateway/sandbox'),
    node('build', 'shared-ui/build'),
    browser('shared-ui', 'shared-ui', { roots: ['<rootDir>/src', '<rootDir>/.storybook'] }),
    ...['shell', ...remotesOf(import.meta.dirname)].map((frontend) =>
      browser(frontend, frontend, {
        testPathIgnorePatterns: ['/node_modules/', '/dist/', ...nestedPackagePatternsIn(frontend)],
      }),
    ),
    ...pagesOf(import.meta.dirname).map((page) => browser(basename(page), page)),
    // Runs the browser's sources in Node, because the live client runs against the real gateway. `Map` isn't a fast
    // global in this project, because one of the icons is also called `Map`. The test fixtures contain remotes with the
    // names of real ones, so Jest must ignore these fixtures.
    node('e2e-node', 'e2e', {
      ...databaseTemplates,
      transform: browserTransform,
      moduleNameMapper: assetMapper,
      sandboxInjectedGlobals: [...fastGlobals, 'Date'],
      modulePathIgnorePatterns: ['<rootDir>/fixtures/remotes/'],
    }),
  ],
};
