import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import webpack from 'webpack';
import { closeCompiler, runCompilerOnce } from './build-command';
import { chunkArrayNameOf, createReleaseNamePlugin, globalNameOf, releaseHashOf } from './release-name';
import type { WorkspacePackage } from './workspace-package';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mahlzeit-release-'));
  writeFileSync(join(folder, 'remote.js'), "import('./menu'); import('./cart');");
  writeFileSync(join(folder, 'menu.js'), "export default 'Menu';");
  writeFileSync(join(folder, 'cart.js'), "export default 'Cart';");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Builds the test's remote and returns the names of its files, without those of earlier builds. */
const buildRemote = async (facts: unknown = { screens: ['menu'] }): Promise<readonly string[]> => {
  const pkg: WorkspacePackage = { name: 'mf-probe', version: '1.0.0', kind: 'remote', dir: folder, root: folder };
  const compiler = webpack({
    mode: 'production',
    context: folder,
    entry: { remoteEntry: './remote.js' },
    output: {
      path: join(folder, 'dist'),
      filename: '[name].[contenthash:10].js',
      chunkFilename: '[name].[contenthash:10].js',
      uniqueName: globalNameOf(pkg),
      chunkLoadingGlobal: chunkArrayNameOf(pkg),
      clean: true,
    },
    plugins: [createReleaseNamePlugin(pkg, () => Promise.resolve(facts))],
  });
  if (compiler === null) throw new Error('Webpack refused the configuration');
  await runCompilerOnce(compiler);
  await closeCompiler(compiler);
  return readdirSync(join(folder, 'dist')).sort();
};

const entryIn = (fileNames: readonly string[]): string =>
  fileNames.find((fileName) => fileName.startsWith('remoteEntry.')) ?? '';

const countChanged = (before: readonly string[], after: readonly string[]): number =>
  after.filter((fileName) => !before.includes(fileName)).length;

it('names the release after its content, in its entry’s name and in its global variables', async () => {
  const entry = entryIn(await buildRemote());
  expect(releaseHashOf(entry)).toMatch(/^[0-9a-f]{12}$/);
  const source = readFileSync(join(folder, 'dist', entry), 'utf8');
  expect(source).toContain(`webpackChunkmahlzeit_mf_probe_${releaseHashOf(entry)}`);
  expect(source).not.toContain('RELEASE_HASH');
});

it('gives the same content the same name', async () => {
  const firstFiles = await buildRemote();
  writeFileSync(join(folder, 'menu.js'), "// A comment.\nexport default 'Menu';");
  expect(await buildRemote()).toEqual(firstFiles);
});

it('renames, for a changed text, the entry and the script with the text alone', async () => {
  const firstFiles = await buildRemote();
  writeFileSync(join(folder, 'menu.js'), "export default 'Today’s menu';");
  const secondFiles = await buildRemote();
  expect(secondFiles).toHaveLength(firstFiles.length);
  expect(countChanged(firstFiles, secondFiles)).toBe(2);
  expect(entryIn(secondFiles)).not.toBe(entryIn(firstFiles));
});

it('renames the entry alone where only the manifest says something else', async () => {
  const firstFiles = await buildRemote({ screens: ['menu'] });
  const secondFiles = await buildRemote({ screens: ['menu', 'cart'] });
  expect(countChanged(firstFiles, secondFiles)).toBe(1);
  expect(entryIn(secondFiles)).not.toBe(entryIn(firstFiles));
});
