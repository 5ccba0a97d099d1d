const esmPackages = ['jose', 'rettime', 'msw', '@mswjs', '@open-draft', 'until-async', 'is-node-process', 'strict-event-emitter', 'outvariant', 'lucide-react', 'leaflet', 'supercluster', 'kdbush', '@iconify-json', 'stream-json', 'stream-chain'];

const transform = (jsx) => ({
  '^.+\\.(ts|tsx|mjs|js)$': [
    '@swc/jest',
    {
      jsc: { parser: { syntax: 'typescript', tsx: jsx }, target: 'es2022', transform: jsx ? { react: { runtime: 'automatic' } } : {} },
      module: { type: 'commonjs', importInterop: 'swc' },
    },
  ],
});

const project = (displayName, rootDir, extra) => ({
  displayName,
  rootDir,
  testMatch: ['<rootDir>/**/*.test.{ts,tsx}'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  transformIgnorePatterns: [`/node_modules/(?!(${esmPackages.join('|')})/)`],
  ...extra,
});

const node = (name, rootDir, extra = {}) => project(name, rootDir, { testEnvironment: 'node', transform: transform(false), ...extra });

const browser = (name, rootDir) =>
  project(name, rootDir, {
    testEnvironment: 'jest-fixed-jsdom',
    transform: transform(true),
    setupFilesAfterEnv: ['<rootDir>/../shared-ui/src/testing/jest-setup.ts'],
    moduleNameMapper: { '\\.(svg|png|woff2)$': '<rootDir>/../shared-ui/src/testing/asset-url.ts' },
  });

/** One jest project a package, so that `npm test -w mf-social` runs that remote alone. */
export default {
  // A bound for what hangs; two busy cores may well take longer than jest's five seconds.
  testTimeout: 30_000,
  // Each test file leaves something in its worker: a worker that has grown starts afresh instead of collecting garbage all the time.
  workerIdleMemoryLimit: '1GB',
  projects: [
    node('contract', 'api-gateway/contract'),
    node('basemap', 'api-gateway/basemap'),
    node('gateway', 'api-gateway', { testPathIgnorePatterns: ['/node_modules/', '/dist/', '<rootDir>/basemap/', '<rootDir>/contract/', '<rootDir>/sandbox/'] }),
    node('sandbox', 'api-gateway/sandbox'),
    node('build', 'shared-ui/build'),
    browser('shared-ui', 'shared-ui/src'),
    browser('shell', 'shell'),
    browser('mf-discovery', 'mf-discovery'),
    browser('mf-social', 'mf-social'),
    browser('mf-ordering', 'mf-ordering'),
    browser('mf-account', 'mf-account'),
    // Node with the browser's sources: the live client runs against the real gateway.
    node('e2e-node', 'e2e', { transform: transform(true), moduleNameMapper: { '\\.(svg|png|woff2)$': '<rootDir>/../shared-ui/src/testing/asset-url.ts' } }),
  ].map((entry) => (entry.displayName === 'shared-ui'
    ? {
        ...entry,
        roots: ['<rootDir>', '<rootDir>/../.storybook'],
        testMatch: ['<rootDir>/**/*.test.{ts,tsx}', '<rootDir>/../.storybook/*.test.tsx'],
        setupFilesAfterEnv: ['<rootDir>/testing/jest-setup.ts'],
        moduleNameMapper: { '\\.(svg|png|woff2)$': '<rootDir>/testing/asset-url.ts' },
      }
    : entry)),
};
