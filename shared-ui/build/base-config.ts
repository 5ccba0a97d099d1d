import { join } from 'node:path';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import type { Configuration } from 'webpack';
import { presetHashOf } from './input-hash';
import { replacementsOf } from './module-replacements';
import { createSwcMinifyPlugin } from './plugins/swc-minify-plugin';
import type { WorkspacePackage } from './workspace-package';

/** Production is what is served; development keeps names and source maps, but never eval (Trusted Types). */
export type BuildMode = 'production' | 'development';

/** Milliseconds after which a chunk that doesn't arrive counts as failed. */
export const CHUNK_TIMEOUT_MS = 5_000;

const compiled = (mode: BuildMode, isHot: boolean) => ({
  test: /\.[jt]sx?$/,
  exclude: /node_modules/,
  loader: require.resolve('swc-loader'),
  options: {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      // Federated builds share `react/jsx-runtime`, in development too.
      transform: { react: { runtime: 'automatic', development: isHot, refresh: isHot } },
    },
  },
});

const files = { test: /\.(svg|png|webp|jpg|woff2)$/, type: 'asset/resource', generator: { filename: '[name].[contenthash:10][ext]' } };

interface BaseOptions {
  readonly mode: BuildMode;
  /** Tells the disk caches of one package's builds apart. */
  readonly purpose: 'federated' | 'alone' | 'stories' | 'prerender';
  /** True in the dev server, where React's components are exchanged in place. */
  readonly isHot?: boolean;
}

/** What every build of ours has in common: one compiler, hashed names, no eval, a cache on disk. */
export const baseConfig = (pkg: Pick<WorkspacePackage, 'dir' | 'root'>, { mode, purpose, isHot = false }: BaseOptions): Configuration => ({
  mode,
  target: ['web', 'es2022'],
  context: pkg.dir,
  devtool: mode === 'production' ? false : 'cheap-module-source-map',
  module: { rules: [compiled(mode, isHot), files] },
  resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'], alias: replacementsOf(pkg) },
  output: {
    filename: '[name].[contenthash:10].js',
    chunkFilename: '[name].[contenthash:10].js',
    crossOriginLoading: 'anonymous',
    chunkLoadTimeout: CHUNK_TIMEOUT_MS,
    // A module that threw while it was evaluated must run again at the next try instead of staying half done.
    strictModuleExceptionHandling: true,
  },
  // German is the only language: the other 30 of react-aria would weigh 13 kB (brotli).
  plugins: [optimizeLocales.webpack({ locales: ['de-DE'] })],
  cache: {
    type: 'filesystem',
    cacheDirectory: join(pkg.dir, '.cache/webpack'),
    name: `${purpose}-${mode}${isHot ? '-hot' : ''}`,
    version: presetHashOf(pkg.root),
  },
  optimization: { minimizer: [createSwcMinifyPlugin()] },
  performance: false,
  infrastructureLogging: { level: 'warn' },
  stats: 'errors-warnings',
});
