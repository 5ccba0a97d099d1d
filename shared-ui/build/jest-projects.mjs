import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TEXT_TABLES } from './compile-texts.mjs';

// Packages that Jest must compile, because they exist only as ES modules, or because they belong to the product and
// contain TypeScript.
const compiledPackages = [
  '@mahlzeit',
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

/**
 * Names of globals that Jest passes to each module. Jest runs tests in a context of node:vm, where looking up a global
 * is slow.
 */
export const fastGlobals = [
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

/** Returns the absolute path of a file in the folder shared-ui. */
const fileOfSharedUi = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const require = createRequire(import.meta.url);

const compileWithSwc = (jsx) => ({
  '^.+\\.(ts|tsx|mjs|js)$': [
    require.resolve('@swc/jest'),
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

/** Transforms of browser code. Text tables are compiled to modules, as in the production builds. */
export const browserTransform = {
  ...compileWithSwc(true),
  [TEXT_TABLES.source]: fileOfSharedUi('build/compile-texts.mjs'),
};

/** Stands in for pictures and fonts, which Jest can't load. */
export const assetMapper = { '\\.(svg|png|woff2)$': fileOfSharedUi('src/testing/asset-url.ts') };

// Paths of the browser build of styled-components, which the tests use: the server build writes no global style, so the
// conformance suite couldn't find one.
const browserBuilds = {
  '^styled-components$': join(
    require.resolve('styled-components/package.json'),
    '../dist/styled-components.browser.cjs.js',
  ),
};

const createProject = (displayName, rootDir, extra) => ({
  displayName,
  rootDir,
  testMatch: ['<rootDir>/**/*.test.{ts,tsx}'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  transformIgnorePatterns: [`/node_modules/(?!(${compiledPackages.join('|')})/)`],
  sandboxInjectedGlobals: fastGlobals,
  ...extra,
});

/**
 * Returns the Jest project of a package that runs in Node. Projects for the browser don't get `Date` as a fast global,
 * because fake timers must be able to replace `Date`.
 */
export const nodeProject = (displayName, rootDir, extra = {}) =>
  createProject(displayName, rootDir, {
    testEnvironment: fileOfSharedUi('src/testing/node-environment.cjs'),
    transform: compileWithSwc(false),
    sandboxInjectedGlobals: [...fastGlobals, 'Date', 'Map'],
    ...extra,
  });

/** Returns the Jest project of a package that runs in the browser. */
export const browserProject = (displayName, rootDir, { moduleNameMapper = {}, ...extra } = {}) =>
  createProject(displayName, rootDir, {
    testEnvironment: fileOfSharedUi('src/testing/browser-environment.cjs'),
    transform: browserTransform,
    setupFilesAfterEnv: [fileOfSharedUi('src/testing/jest-setup.ts')],
    moduleNameMapper: { ...moduleNameMapper, ...assetMapper, ...browserBuilds },
    ...extra,
  });

/**
 * Time in ms after which a test counts as hanging. With two busy cores a test may take longer than Jest's default of
 * five seconds.
 */
export const TEST_TIMEOUT_MS = 30_000;

/** Returns the Jest configuration of a remote in a repository of its own. */
export const remoteProject = (rootDir) => ({
  ...browserProject(JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8')).name, rootDir),
  testTimeout: TEST_TIMEOUT_MS,
});
