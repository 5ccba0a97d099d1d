import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import { minify } from '@swc/core';
import { Compilation as Stages, sources } from 'webpack';
import type { Compilation, Compiler, Configuration } from 'webpack';
import * as z from 'zod/mini';
import { compileTexts, TEXT_TABLES } from './compile-texts.mjs';
import { presetHashOf } from './workspace-package';
import type { WorkspacePackage } from './workspace-package';

const Manifest = z.object({ replaces: z._default(z.record(z.string(), z.string()), {}) });

/**
 * Modules of packages that can't run under our Content-Security-Policy, or that nobody here uses and no bundler can
 * tell, and the file of ours that takes their place:
 * `"replaces": { "leaflet/src/core/Browser.js": "./src/…" }` in a package.json.
 */
export const replacementsOf = ({ dir, root }: Pick<WorkspacePackage, 'dir' | 'root'>): Record<string, string> => {
  const { replaces } = Manifest.parse(JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')));
  return Object.fromEntries(
    Object.entries(replaces).map(([module, file]) => [join(root, 'node_modules', module), join(dir, file)]),
  );
};

// Notices of licences stay, to be moved into a file of their own.
const minifyOptions = {
  module: false,
  compress: { passes: 4, ecma: 2022, hoist_props: true },
  mangle: true,
  format: { comments: 'some' },
} as const;

/**
 * Chromium compiles all functions of a script that begins with this beside the page's own thread, while the script
 * comes; without it each is compiled by that thread when it is called first, a sixth of a phone's way to the first tap.
 * https://v8.dev/blog/explicit-compile-hints
 */
const COMPILE_AHEAD = '//# allFunctionsCalledOnLoad\n';

const NOTICE = /\/\*\*\s+\* @license(?:(?!\*\/)[\s\S])*\*\//g;

/** Divides a script into its code and the licences of its packages: a notice in each script would weigh on each. */
export const splitLicences = (script: string): { readonly code: string; readonly licences: readonly string[] } => ({
  code: script.replace(NOTICE, ''),
  licences: [...new Set(script.match(NOTICE))],
});

/** Characters of the hash in a file's name, as in the names that webpack gives. */
const HASH_LENGTH = 10;

const isScript = (name: string): boolean => name.endsWith('.js');

/** Minifies one script. Returns the licences of its packages. */
const minifyAsset = async (compilation: Compilation, name: string): Promise<readonly string[]> => {
  const asset = compilation.getAsset(name);
  if (asset === undefined || asset.info.minimized === true) return [];
  const minified = await minify(asset.source.source().toString(), minifyOptions);
  const { code, licences } = splitLicences(minified.code);
  compilation.updateAsset(name, new sources.RawSource(`${COMPILE_AHEAD}${code}`), { ...asset.info, minimized: true });
  return licences;
};

/** Writes the licences of all packages beside the scripts; named by its content, as each file of a release. */
const emitLicences = (compilation: Compilation, licences: ReadonlySet<string>): void => {
  if (licences.size === 0) return;
  const text = `${[...licences].sort().join('\n\n')}\n`;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_LENGTH);
  compilation.emitAsset(`licences.${hash}.txt`, new sources.RawSource(text));
};

/** Minifies scripts by the compiler that made them: quicker and a little smaller than webpack's own minimizer. */
const createSwcMinifyPlugin = () => ({
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('SwcMinify', (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        { name: 'SwcMinify', stage: Stages.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE, additionalAssets: true },
        async (assets) => {
          const licences = new Set<string>();
          for (const name of Object.keys(assets).filter(isScript))
            for (const licence of await minifyAsset(compilation, name)) licences.add(licence);
          emitLicences(compilation, licences);
        },
      );
    });
  },
});

const compileRule = (isHot: boolean) => ({
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

/** Files of the contract that schemas and routes are made in. */
const CONTRACT_FILES = /[\\/]api-gateway[\\/]contract[\\/]src[\\/][\w-]+\.ts$/;

const schemas = { test: CONTRACT_FILES, enforce: 'pre' as const, loader: require.resolve('./mark-schemas-pure.cjs') };

const styles = {
  test: /\.tsx?$/,
  exclude: /node_modules/,
  enforce: 'pre' as const,
  loader: require.resolve('./compress-styles.cjs'),
};

const texts = {
  test: TEXT_TABLES,
  type: 'json',
  parser: { parse: (source: string) => compileTexts(JSON.parse(source)) },
};

const files = {
  test: /\.(svg|png|webp|jpg|woff2)$/,
  type: 'asset/resource',
  generator: { filename: '[name].[contenthash:10][ext]' },
};

/**
 * `npm run trace` counts the source files that a click crosses: its builds keep functions whole and say where each
 * stands.
 */
const isTraced = process.env.TRACED_BUILD === '1';

/** Milliseconds after which a chunk that doesn't arrive counts as failed. */
const CHUNK_TIMEOUT_MS = 5_000;

/** Production is what is served; development keeps names and source maps, but never eval (Trusted Types). */
export type BuildMode = 'production' | 'development';

interface BaseOptions {
  readonly mode: BuildMode;
  /** Tells the disk caches of one package's builds apart. */
  readonly purpose: 'federated' | 'alone' | 'stories' | 'prerender' | 'page';
  /** True in the dev server, where React's components are exchanged in place. */
  readonly isHot?: boolean;
}

/** Returns the configuration that all builds share: one compiler, hashed names, no eval, a cache on disk. */
export const baseConfig = (
  pkg: Pick<WorkspacePackage, 'dir' | 'root'>,
  { mode, purpose, isHot = false }: BaseOptions,
): Configuration => ({
  mode,
  target: ['web', 'es2022'],
  context: pkg.dir,
  devtool: mode === 'production' && !isTraced ? false : 'cheap-module-source-map',
  module: { rules: [compileRule(isHot), texts, schemas, styles, files] },
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
    name: `${purpose}-${mode}${isHot ? '-hot' : ''}${isTraced ? '-traced' : ''}`,
    // What is replaced is part of how a request resolves, which the cache remembers.
    version: `${presetHashOf(pkg.root)} ${JSON.stringify(replacementsOf(pkg))}`,
  },
  optimization: isTraced ? { minimize: false } : { minimizer: [createSwcMinifyPlugin()] },
  performance: false,
  infrastructureLogging: { level: 'warn' },
  stats: 'errors-warnings',
});

/** Storybook's configuration with the product's compiler and locales; federation stays out of it. */
export const withHouseRules = (config: Configuration, root: string): Configuration => {
  const mode = config.mode === 'production' ? 'production' : 'development';
  const { module, resolve, plugins } = baseConfig({ dir: join(root, 'shared-ui'), root }, { mode, purpose: 'stories' });
  return {
    ...config,
    module: { ...config.module, rules: [...(config.module?.rules ?? []), ...(module?.rules ?? [])] },
    resolve: { ...config.resolve, extensions: resolve?.extensions },
    plugins: [...(config.plugins ?? []), ...(plugins ?? [])],
    performance: false,
  };
};
