import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack from 'webpack';
import { closeCompiler, runOnce } from '../run-compiler';
import { createProvidedKeysPlugin, providedKeysOf } from './provided-keys-plugin';

const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-shell-'));
const keys = ['react', 'react/jsx-runtime'];

const compile = async (source: string): Promise<ReadonlySet<string>> => {
  const compiler = webpack({
    mode: 'development',
    devtool: false,
    entry: `data:text/javascript,${encodeURIComponent(source)}`,
    output: { path: folder, uniqueName: 'probe' },
    plugins: [
      new ModuleFederationPlugin({ name: 'probe', shared: Object.fromEntries(keys.map((key) => [key, { eager: true, singleton: true }])), virtualRuntimeEntry: true, dts: false, manifest: false }),
      createProvidedKeysPlugin(keys),
    ],
  });
  if (compiler === null) throw new Error('webpack refused the configuration');
  try {
    return providedKeysOf((await runOnce(compiler)).compilation);
  } finally {
    await closeCompiler(compiler);
  }
};

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('keys that the shell provides', () => {
  it('stand in the share scope when the shell itself asks for each', async () => {
    await expect(compile("import 'react'; import 'react/jsx-runtime';")).resolves.toEqual(new Set(keys));
  }, 30_000);

  it('fail the build when one is promised and asked for nowhere', async () => {
    await expect(compile("import 'react';")).rejects.toThrow('The share scope lacks react/jsx-runtime');
  }, 30_000);
});
