import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from 'webpack';
import webpack from 'webpack';
import { baseConfig } from './base-config';
import { PRERENDER_SOURCE } from './input-hash';
import { closeCompiler, runOnce } from './run-compiler';
import type { WorkspacePackage } from './workspace-package';

// The files themselves are the shell's: here only their names count, which are the same wherever the content is.
const namedFiles = { test: /\.(svg|png|webp|jpg|woff2)$/, type: 'asset/resource', generator: { filename: '[name].[contenthash:10][ext]', publicPath: '/assets/', emit: false } };

/** Webpack's configuration of the prerendered view: one script for Node, with everything in it. */
export const definePrerender = (pkg: WorkspacePackage): Configuration => {
  const base = baseConfig(pkg, { mode: 'production', purpose: 'prerender' });
  const [compiled] = base.module?.rules ?? [];
  return {
    ...base,
    target: 'node20',
    entry: { 'prerender': join(pkg.dir, PRERENDER_SOURCE) },
    module: { rules: [compiled, namedFiles] },
    output: { path: join(pkg.dir, 'dist'), filename: '[name].[contenthash:10].cjs', library: { type: 'commonjs2' } },
    optimization: { minimize: false, splitChunks: false },
  };
};

/** Builds the prerendered view into the remote's `dist`; answers the name of its one file, null where the remote draws none. */
export const buildPrerender = async (pkg: WorkspacePackage): Promise<string | null> => {
  if (!existsSync(join(pkg.dir, PRERENDER_SOURCE))) return null;
  const compiler = webpack(definePrerender(pkg));
  if (compiler === null) throw new Error('webpack refused the configuration');
  try {
    const [file, ...more] = (await runOnce(compiler)).compilation.getAssets().map(({ name }) => name);
    if (file === undefined || more.length > 0) throw new Error(`The prerendered view of ${pkg.name} must be one file, not ${more.length + 1}`);
    return file;
  } finally {
    await closeCompiler(compiler);
  }
};
