import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import type { Configuration, Stats } from 'webpack';
import webpack from 'webpack';
import { closeCompiler, runOnce } from './run-compiler';
import { defineRemote, globalNameOf } from './define-remote';
import { foreignModulesIn } from './plugins/foreign-modules-plugin';
import { forbiddenInRemotes } from './shared-policy';
import { findRepositoryRoot, readWorkspacePackage } from './workspace-package';

const root = findRepositoryRoot(process.cwd());
const pkg = readWorkspacePackage(join(root, 'e2e/fixtures/remotes/probe-b'));
const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-remote-'));

const compile = async (changes: Configuration = {}): Promise<Stats> => {
  const config = defineRemote(pkg, 'production');
  const compiler = webpack({ ...config, cache: false, output: { ...config.output, path: folder }, ...changes });
  if (compiler === null) throw new Error('webpack refused the configuration');
  try {
    return await runOnce(compiler);
  } finally {
    await closeCompiler(compiler);
  }
};

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the build of a remote', () => {
  it('makes a small entry and bundles nothing that the shell provides', async () => {
    const { compilation } = await compile();
    const entry = compilation.getAssets().find(({ name }) => /^remoteEntry\.[0-9a-f]{10}\.js$/.test(name));
    const source = readFileSync(join(folder, entry?.name ?? ''));
    expect(brotliCompressSync(source).length).toBeLessThan(8_000);
    expect(foreignModulesIn(compilation, new Set(forbiddenInRemotes), join(root, 'shared-ui/src'))).toEqual([]);
    expect(source.toString()).toContain(`var ${globalNameOf(pkg)};`);
    expect(source.toString()).not.toMatch(/new Function|\beval\(/);
  }, 60_000);

  it.each(['react-aria-components', 'single-spa'])('fails where a remote brings %s of its own', async (request) => {
    const entry = { own: `data:text/javascript,import * as own from '${request}'; console.log(own);` };
    await expect(compile({ entry, optimization: { minimize: false } })).rejects.toThrow('is provided by the shell');
  }, 60_000);

  it('names the globals of two releases differently', () => {
    expect(globalNameOf(pkg)).toMatch(/^mahlzeit_mf_social_[0-9a-f]{10}$/);
  });
});
