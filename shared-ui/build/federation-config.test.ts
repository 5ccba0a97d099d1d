import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack from 'webpack';
import type { Configuration, Stats } from 'webpack';
import { closeCompiler, runOnce } from './build-command';
import {
  createProvidedKeysPlugin,
  defineRemote,
  foreignModulesIn,
  globalNameOf,
  providedKeysOf,
} from './federation-config';
import { forbiddenInRemotes } from './shared-policy';
import { findRepositoryRoot, readWorkspacePackage } from './workspace-package';

const build = async (configuration: Configuration): Promise<Stats> => {
  const compiler = webpack(configuration);
  if (compiler === null) throw new Error('Webpack refused the configuration');
  try {
    return await runOnce(compiler);
  } finally {
    await closeCompiler(compiler);
  }
};

describe('keys that the shell provides', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-shell-'));
  const keys = ['react', 'react/jsx-runtime'];

  const compile = async (source: string): Promise<ReadonlySet<string>> => {
    const { compilation } = await build({
      mode: 'development',
      devtool: false,
      entry: `data:text/javascript,${encodeURIComponent(source)}`,
      output: { path: folder, uniqueName: 'probe' },
      plugins: [
        new ModuleFederationPlugin({
          name: 'probe',
          shared: Object.fromEntries(keys.map((key) => [key, { eager: true, singleton: true }])),
          virtualRuntimeEntry: true,
          dts: false,
          manifest: false,
        }),
        createProvidedKeysPlugin(keys),
      ],
    });
    return providedKeysOf(compilation);
  };

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('stand in the share scope when the shell itself asks for each', async () => {
    await expect(compile("import 'react'; import 'react/jsx-runtime';")).resolves.toEqual(new Set(keys));
  }, 30_000);

  it('fail the build when one is promised and asked for nowhere', async () => {
    await expect(compile("import 'react';")).rejects.toThrow('The share scope lacks react/jsx-runtime');
  }, 30_000);
});

describe('the build of a remote', () => {
  const root = findRepositoryRoot(process.cwd());
  const pkg = readWorkspacePackage(join(root, 'e2e/fixtures/remotes/probe-b'));
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-remote-'));

  const compile = (changes: Configuration = {}): Promise<Stats> => {
    const config = defineRemote(pkg, 'production');
    return build({ ...config, cache: false, output: { ...config.output, path: folder }, ...changes });
  };

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('makes a small entry and bundles nothing that the shell provides', async () => {
    const { compilation } = await compile();
    const entry = compilation.getAssets().find(({ name }) => /^remoteEntry\.[0-9a-f]{10}\.js$/.test(name));
    const source = readFileSync(join(folder, entry?.name ?? ''));
    expect(brotliCompressSync(source).length).toBeLessThan(8_000);
    expect(foreignModulesIn(compilation, new Set(forbiddenInRemotes), join(root, 'shared-ui/src'))).toEqual([]);
    expect(source.toString()).toContain(`var ${globalNameOf(pkg)};`);
    expect(source.toString()).not.toMatch(/new Function|\beval\(/);
  }, 60_000);

  it('holds of the federation only what something uses', async () => {
    const { compilation } = await compile({ optimization: { minimize: false } });
    const entry = compilation.getAssets().find(({ name }) => name.startsWith('remoteEntry.'));
    const source = readFileSync(join(folder, entry?.name ?? ''), 'utf8');
    expect(source).toContain('initContainerEntry');
    expect(source).not.toContain('generateSnapshotFromManifest');
  }, 60_000);

  it.each(['react-aria-components', 'single-spa'])(
    'fails where a remote brings %s of its own',
    async (request) => {
      const entry = { own: `data:text/javascript,import * as own from '${request}'; console.log(own);` };
      await expect(compile({ entry, optimization: { minimize: false } })).rejects.toThrow('is provided by the shell');
    },
    60_000,
  );

  it('names the globals of two releases differently', () => {
    expect(globalNameOf(pkg)).toMatch(/^mahlzeit_mf_social_[0-9a-f]{10}$/);
  });
});
