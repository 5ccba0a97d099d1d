import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import type { ScriptCoverage } from './executed-files';
import { createExecutedFilesFinder } from './executed-files';

const fixtureRoot = mkdtempSync(join(tmpdir(), 'mahlzeit-executed-'));

const writeSource = (path: string, content: string): void => {
  mkdirSync(dirname(join(fixtureRoot, path)), { recursive: true });
  writeFileSync(join(fixtureRoot, path), content);
};

const bundleSource = (packageName: string, entry: string, scriptText: string): void => {
  buildSync({
    absWorkingDir: join(fixtureRoot, packageName),
    entryPoints: [entry],
    outfile: `dist/${scriptText}`,
    bundle: true,
    platform: 'node',
    format: 'esm',
    sourcemap: 'linked',
    logLevel: 'silent',
  });
};

/** Returns V8's coverage of a script whose module was evaluated and of which the named functions ran. */
const createCoverage = (url: string, file: string, functionNames: readonly string[]): ScriptCoverage => {
  const sourceText = readFileSync(join(fixtureRoot, file), 'utf8');
  const namedFunctions = [...sourceText.matchAll(/function (\w+)/g)].map(({ 1: functionName = '', index }) => ({
    functionName,
    ranges: [{ startOffset: index, endOffset: index + 1, count: functionNames.includes(functionName) ? 2 : 0 }],
  }));
  return {
    url,
    functions: [
      { functionName: '', ranges: [{ startOffset: 0, endOffset: sourceText.length, count: 1 }] },
      ...namedFunctions,
    ],
  };
};

beforeAll(() => {
  writeSource('api-gateway/contract/src/rule.ts', 'export function rule() { return later; }\nlet later = 1;');
  writeSource('api-gateway/contract/src/fixtures/a-dish.ts', 'export function aDish() { return 1; }');
  writeSource('api-gateway/node_modules/foreign/index.js', 'export function foreign() { return 1; }');
  writeSource(
    'api-gateway/src/main.ts',
    [
      "import { rule } from '../contract/src/rule';",
      "import { aDish } from '../contract/src/fixtures/a-dish';",
      "import { foreign } from 'foreign';",
      'export function main() { return [rule, aDish, foreign]; }',
    ].join('\n'),
  );
  bundleSource('api-gateway', 'src/main.ts', 'main.js');
  writeSource('mf-social/src/remote.ts', 'export function remote() { return 1; }');
  bundleSource('mf-social', 'src/remote.ts', 'chunk.js');
  const mapFile = join(fixtureRoot, 'mf-social/dist/chunk.js.map');
  writeFileSync(
    mapFile,
    readFileSync(mapFile, 'utf8').replace('../src/remote.ts', 'webpack://mahlzeit_mf_social_1/./src/remote.ts?ab12'),
  );
});

afterAll(() => rmSync(fixtureRoot, { recursive: true, force: true }));

const findExecutedFilesOf = (...scripts: readonly ScriptCoverage[]): readonly string[] => [
  ...createExecutedFilesFinder({ folder: fixtureRoot, root: fixtureRoot })(scripts),
];
const createGatewayCoverage = (...functionNames: readonly string[]): ScriptCoverage =>
  createCoverage(`file://${fixtureRoot}/api-gateway/dist/main.js`, 'api-gateway/dist/main.js', functionNames);

it.each([
  [
    'counts a file of which a function ran, wherever it was bundled to',
    ['main', 'rule'],
    ['api-gateway/contract/src/rule.ts', 'api-gateway/src/main.ts'],
  ],
  ['counts none that was merely evaluated', [], []],
  ['counts neither packages nor fixtures', ['foreign', 'aDish'], []],
])('%s', (_caseName, functionNames, expectedFiles) =>
  expect(findExecutedFilesOf(createGatewayCoverage(...functionNames))).toEqual(expectedFiles),
);

it('knows the script that a page loaded by its address', () => {
  expect(
    findExecutedFilesOf(
      createCoverage('http://127.0.0.1:4000/remotes/mf-social/chunk.js', 'mf-social/dist/chunk.js', ['remote']),
    ),
  ).toEqual(['mf-social/src/remote.ts']);
});

it('counts the declaration of a remote whose entry ran, which has no source map', () => {
  const createEntryCoverage = (...functionNames: readonly string[]): ScriptCoverage =>
    createCoverage(
      'http://127.0.0.1:4000/remotes/mf-social/remoteEntry.ab12.js',
      'mf-social/dist/chunk.js',
      functionNames,
    );
  expect(findExecutedFilesOf(createEntryCoverage('remote'))).toEqual(['mf-social/src/remote.ts']);
  expect(findExecutedFilesOf(createEntryCoverage())).toEqual([]);
});

it('leaves out scripts that were not built', () => {
  expect(
    findExecutedFilesOf(
      { ...createGatewayCoverage('main'), url: 'node:fs' },
      { ...createGatewayCoverage('main'), url: 'http://127.0.0.1:4000/restaurants' },
      { ...createGatewayCoverage('main'), url: `file://${fixtureRoot}/../node_modules/foreign/dist/index.js` },
    ),
  ).toEqual([]);
});
