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

const ReplacesManifest = z.object({ replaces: z._default(z.record(z.string(), z.string()), {}) });

/**
 * Returns the modules of npm packages that the build replaces, each with the product's own file that replaces it. A
 * module is replaced if it can't run under the product's Content-Security-Policy, or if the product doesn't use it but
 * the bundler can't detect that. A package.json lists them: `"replaces": { "leaflet/src/core/Browser.js": "./src/…" }`.
 */
export const moduleReplacementsOf = ({ dir, root }: Pick<WorkspacePackage, 'dir' | 'root'>): Record<string, string> => {
  const { replaces } = ReplacesManifest.parse(JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')));
  return Object.fromEntries(
    Object.entries(replaces).map(([moduleName, replacementFile]) => [
      join(root, 'node_modules', moduleName),
      join(dir, replacementFile),
    ]),
  );
};

// Licence notices stay in the minified code, because `splitLicences` moves them into a separate file.
const minifyOptions = {
  module: false,
  compress: { passes: 4, ecma: 2022, hoist_props: true },
  mangle: true,
  format: { comments: 'some' },
} as const;

/**
 * First line of each script. With this line Chromium compiles all functions of a script on a background thread while
 * the script is loading. Without it the main thread compiles each function on its first call, which takes a sixth of
 * the time to the first tap on a phone. https://v8.dev/blog/explicit-compile-hints
 */
const EAGER_COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';

const LICENCE_NOTICE_PATTERN = /\/\*\*\s+\* @license(?:(?!\*\/)[\s\S])*\*\//g;

/**
 * Splits a script into its code and the licence notices of its packages. Notices inside of the scripts would make each
 * script larger.
 */
export const splitLicences = (script: string): { readonly code: string; readonly licences: readonly string[] } => ({
  code: script.replace(LICENCE_NOTICE_PATTERN, ''),
  licences: [...new Set(script.match(LICENCE_NOTICE_PATTERN))],
});

/** Number of characters of the hash in a file name, as in the names that webpack generates. */
const CONTENT_HASH_LENGTH = 10;

const isScript = (assetName: string): boolean => assetName.endsWith('.js');

/** Minifies one script and returns the licence notices that were removed from it. */
const minifyAsset = async (compilation: Compilation, assetName: string): Promise<readonly string[]> => {
  const asset = compilation.getAsset(assetName);
  if (asset === undefined || asset.info.minimized === true) return [];
  const minifiedOutput = await minify(asset.source.source().toString(), minifyOptions);
  const { code: scriptCode, licences } = splitLicences(minifiedOutput.code);
  compilation.updateAsset(assetName, new sources.RawSource(`${EAGER_COMPILE_HINT}${scriptCode}`), {
    ...asset.info,
    minimized: true,
  });
  return licences;
};

/**
 * Writes the licence notices of all packages into one file beside the scripts. Its name contains a hash of its content,
 * like all files of a release.
 */
const emitLicences = (compilation: Compilation, licences: ReadonlySet<string>): void => {
  if (licences.size === 0) return;
  const licencesText = `${[...licences].sort().join('\n\n')}\n`;
  const licencesHash = createHash('sha256').update(licencesText).digest('hex').slice(0, CONTENT_HASH_LENGTH);
  compilation.emitAsset(`licences.${licencesHash}.txt`, new sources.RawSource(licencesText));
};

/**
 * Minifies scripts with swc, which also compiles them. It is faster than webpack's own minimizer, and its output is
 * slightly smaller.
 */
const createSwcMinifyPlugin = () => ({
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('SwcMinify', (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        { name: 'SwcMinify', stage: Stages.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE, additionalAssets: true },
        async (assets) => {
          const licences = new Set<string>();
          for (const assetName of Object.keys(assets).filter(isScript))
            for (const licence of await minifyAsset(compilation, assetName)) licences.add(licence);
          emitLicences(compilation, licences);
        },
      );
    });
  },
});

/**
 * Matches files of packages that contain JavaScript already. The product's own packages contain TypeScript, wherever
 * they lie.
 */
const COMPILED_PACKAGE_PATTERN = /[\\/]node_modules[\\/](?!@mahlzeit[\\/])/;

const compileRule = (hasHotReload: boolean) => ({
  test: /\.[jt]sx?$/,
  exclude: COMPILED_PACKAGE_PATTERN,
  loader: require.resolve('swc-loader'),
  options: {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      // The builds of shell and remotes share `react/jsx-runtime`, also in development.
      transform: { react: { runtime: 'automatic', development: hasHotReload, refresh: hasHotReload } },
    },
  },
});

/**
 * Matches files of the contract (the wire format between browser and gateway) in which schemas and routes are defined.
 */
const CONTRACT_FILE_PATTERN = /[\\/](?:api-gateway|@mahlzeit)[\\/]contract[\\/]src[\\/][\w-]+\.ts$/;

const schemaRule = {
  test: CONTRACT_FILE_PATTERN,
  enforce: 'pre' as const,
  loader: require.resolve('./mark-schemas-pure.cjs'),
};

const styleRule = {
  test: /\.tsx?$/,
  exclude: COMPILED_PACKAGE_PATTERN,
  enforce: 'pre' as const,
  loader: require.resolve('./compress-styles.cjs'),
};

const textRule = {
  test: TEXT_TABLES,
  type: 'json',
  parser: { parse: (source: string) => compileTexts(JSON.parse(source)) },
};

const assetRule = {
  test: /\.(svg|png|webp|jpg|woff2)$/,
  type: 'asset/resource',
  generator: { filename: '[name].[contenthash:10][ext]' },
};

/**
 * Whether this build is for `npm run trace`, which counts the source files that a click runs through. Such a build
 * keeps function names and has source maps.
 */
const isTraceBuild = process.env.TRACED_BUILD === '1';

/**
 * Time in ms after which a chunk that has not arrived counts as failed. The shell's script factory has limits of its
 * own for each file (shell/src/script-fetch.ts), which come first.
 */
const CHUNK_TIMEOUT_MS = 60_000;

/**
 * Mode of a build. `production` is delivered to users. `development` keeps names and source maps, but never uses eval,
 * which Trusted Types forbid.
 */
export type BuildMode = 'production' | 'development';

interface BaseConfigOptions {
  readonly mode: BuildMode;
  /** Purpose of the build. Each purpose has a disk cache of its own. */
  readonly purpose: 'federated' | 'live' | 'alone' | 'stories' | 'prerender' | 'worker' | 'page';
  /** True in the dev server, which replaces changed React components without a reload. */
  readonly isHot?: boolean;
}

/** Returns the configuration that all builds share: one compiler, hashes in file names, no eval, a cache on disk. */
export const createBaseConfig = (
  pkg: Pick<WorkspacePackage, 'dir' | 'root'>,
  { mode, purpose, isHot = false }: BaseConfigOptions,
): Configuration => ({
  mode,
  target: ['web', 'es2022'],
  context: pkg.dir,
  devtool: mode === 'production' && !isTraceBuild ? false : 'cheap-module-source-map',
  module: { rules: [compileRule(isHot), textRule, schemaRule, styleRule, assetRule] },
  resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'], alias: moduleReplacementsOf(pkg) },
  output: {
    filename: '[name].[contenthash:10].js',
    chunkFilename: '[name].[contenthash:10].js',
    crossOriginLoading: 'anonymous',
    chunkLoadTimeout: CHUNK_TIMEOUT_MS,
    // With this option, a module that throws while it is evaluated is evaluated again by the next import. Otherwise it
    // would stay half initialized.
    strictModuleExceptionHandling: true,
  },
  // Only the German texts of react-aria are kept; the other 30 languages would add 13 kB (brotli).
  plugins: [optimizeLocales.webpack({ locales: ['de-DE'] })],
  cache: {
    type: 'filesystem',
    cacheDirectory: join(pkg.dir, '.cache/webpack'),
    name: `${purpose}-${mode}${isHot ? '-hot' : ''}${isTraceBuild ? '-traced' : ''}`,
    // The cache stores how requests were resolved. Replaced modules change this, so they are part of the cache's
    // version.
    version: `${presetHashOf(pkg.root)} ${JSON.stringify(moduleReplacementsOf(pkg))}`,
  },
  optimization: isTraceBuild ? { minimize: false } : { minimizer: [createSwcMinifyPlugin()] },
  performance: false,
  infrastructureLogging: { level: 'warn' },
  stats: 'errors-warnings',
});

/** Returns Storybook's configuration with the product's compiler and locales, but without module federation. */
export const withProductRules = (config: Configuration, root: string): Configuration => {
  const mode = config.mode === 'production' ? 'production' : 'development';
  const { module, resolve, plugins } = createBaseConfig(
    { dir: join(root, 'shared-ui'), root },
    { mode, purpose: 'stories' },
  );
  return {
    ...config,
    module: { ...config.module, rules: [...(config.module?.rules ?? []), ...(module?.rules ?? [])] },
    resolve: { ...config.resolve, extensions: resolve?.extensions },
    plugins: [...(config.plugins ?? []), ...(plugins ?? [])],
    performance: false,
  };
};
