import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack from 'webpack';
import type { Configuration, Stats } from 'webpack';
import { closeCompiler, runCompilerOnce } from './build-command';
import { createProvidedKeysPlugin, defineRemote, foreignModulesIn, providedKeysOf } from './federation-config';
import { globalNameOf } from './release-name';
import { PACKAGES_FORBIDDEN_IN_REMOTES } from './shared-policy';
import { findRepositoryRoot, readWorkspacePackage } from './workspace-package';

const runWebpack = async (configuration: Configuration): Promise<Stats> => {
  const compiler = webpack(configuration);
  if (compiler === null) throw new Error('Webpack refused the configuration');
  try {
    return await runCompilerOnce(compiler);
  } finally {
    await closeCompiler(compiler);
  }
};

describe('keys that the shell provides', () => {
  const fixtureFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-shell-'));
  const sharedKeys = ['react', 'react/jsx-runtime'];

  const compileShell = async (entrySource: string): Promise<ReadonlySet<string>> => {
    const { compilation } = await runWebpack({
      mode: 'development',
      devtool: false,
      entry: `data:text/javascript,${encodeURIComponent(entrySource)}`,
      output: { path: fixtureFolder, uniqueName: 'probe' },
      plugins: [
        new ModuleFederationPlugin({
          name: 'probe',
          shared: Object.fromEntries(sharedKeys.map((sharedKey) => [sharedKey, { eager: true, singleton: true }])),
          virtualRuntimeEntry: true,
          dts: false,
          manifest: false,
        }),
        createProvidedKeysPlugin(sharedKeys),
      ],
    });
    return providedKeysOf(compilation);
  };

  afterAll(() => rmSync(fixtureFolder, { recursive: true, force: true }));

  it('stand in the share scope when the shell itself asks for each', async () => {
    await expect(compileShell("import 'react'; import 'react/jsx-runtime';")).resolves.toEqual(new Set(sharedKeys));
  }, 30_000);

  it('fail the build when one is promised and asked for nowhere', async () => {
    await expect(compileShell("import 'react';")).rejects.toThrow('The share scope lacks react/jsx-runtime');
  }, 30_000);
});

describe('the build of a remote', () => {
  const root = findRepositoryRoot(process.cwd());
  const remotePackage = readWorkspacePackage(join(root, 'e2e/fixtures/remotes/probe-b'));
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-remote-'));

  const compileRemote = (configChanges: Configuration = {}): Promise<Stats> => {
    const remoteConfig = defineRemote(remotePackage, 'production');
    return runWebpack({
      ...remoteConfig,
      cache: false,
      output: { ...remoteConfig.output, path: folder },
      ...configChanges,
    });
  };

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('makes a small entry and bundles nothing that the shell provides', async () => {
    const { compilation } = await compileRemote();
    const remoteEntryAsset = compilation.getAssets().find(({ name }) => /^remoteEntry\.[0-9a-f]{10}\.js$/.test(name));
    const source = readFileSync(join(folder, remoteEntryAsset?.name ?? ''));
    expect(brotliCompressSync(source).length).toBeLessThan(4_000);
    expect(foreignModulesIn(compilation, new Set(PACKAGES_FORBIDDEN_IN_REMOTES), join(root, 'shared-ui/src'))).toEqual(
      [],
    );
    expect(source.toString()).toContain(`var ${globalNameOf(remotePackage)};`);
    expect(source.toString()).not.toMatch(/new Function|\beval\(/);
  }, 60_000);

  it('holds of the federation only what something uses', async () => {
    const { compilation } = await compileRemote({ optimization: { minimize: false } });
    const entry = compilation.getAssets().find(({ name }) => name.startsWith('remoteEntry.'));
    const source = readFileSync(join(folder, entry?.name ?? ''), 'utf8');
    expect(source).toContain('initContainerEntry');
    expect(source).not.toContain('generateSnapshotFromManifest');
  }, 60_000);

  it.each(['react-aria-components', 'single-spa'])(
    'fails where a remote brings %s of its own',
    async (request) => {
      const entry = { own: `data:text/javascript,import * as own from '${request}'; console.log(own);` };
      await expect(compileRemote({ entry, optimization: { minimize: false } })).rejects.toThrow(
        'is provided by the shell',
      );
    },
    60_000,
  );
});
