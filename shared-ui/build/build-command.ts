import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import webpack from 'webpack';
import type { Compilation, Compiler, Configuration, Stats } from 'webpack';
import { createBaseConfig } from './base-config';
import type { BuildMode } from './base-config';
import { describePage, describeRemote, describeShell, sourceReleaseFieldsOf } from './describe-build';
import { defineRemote, defineShell } from './federation-config';
import type { FinishedBuild } from './finished-build';
import { readDeclaration, readShellContract } from './read-declaration';
import {
  finishFiles,
  holdsRelease,
  publish,
  removeInputHash,
  writeInputHash,
  writeJsonAtomically,
} from './release-files';
import { createReleaseNamePlugin } from './release-name';
import { readSharedVersions, sharedPackagesOf } from './shared-policy';
import type { SharedVersion } from './shared-policy';
import { weighPage, weighRemote, weighShell } from './weigh-build';
import {
  inputHashOf,
  PAGE_SOURCE,
  PRERENDER_SOURCE,
  readCommit,
  readPublicPath,
  WORKER_SOURCE,
} from './workspace-package';
import type { WorkspacePackage } from './workspace-package';

/** Creates webpack's compiler. Throws for a configuration that webpack refuses. */
export const createCompiler = (configuration: Configuration): Compiler => {
  const compiler = webpack(configuration);
  if (compiler === null) throw new Error('Webpack refused the configuration');
  return compiler;
};

/** Runs webpack once. Rejects with webpack's messages when the build has errors. The caller must close the compiler. */
export const runCompilerOnce = (compiler: Compiler): Promise<Stats> =>
  new Promise((resolve, reject) => {
    compiler.run((compilerError, stats) => {
      if (compilerError) reject(compilerError);
      else if (!stats || stats.hasErrors())
        reject(new Error(stats?.toString({ preset: 'errors-warnings', colors: false }) ?? 'webpack answered nothing'));
      else resolve(stats);
    });
  });

/** Closes a compiler. Resolves when webpack has written its cache. */
export const closeCompiler = (compiler: Compiler): Promise<void> =>
  new Promise((resolve, reject) => {
    compiler.close((failure) => (failure ? reject(failure) : resolve()));
  });

// Rule for files of which the prerendered view contains only the URLs. The shell's build emits the files themselves;
// their names are the same in both builds, because they depend on the content.
const unemittedAssetRule = {
  test: /\.(svg|png|webp|jpg|woff2)$/,
  type: 'asset/resource',
  generator: { filename: '[name].[contenthash:10][ext]', publicPath: '/assets/', emit: false },
};

/**
 * Returns webpack's configuration for the script that prerenders a view in Node. It is one script that contains all its
 * modules.
 */
const definePrerender = (pkg: WorkspacePackage): Configuration => {
  const baseConfiguration = createBaseConfig(pkg, { mode: 'production', purpose: 'prerender' });
  const [compileRule, textRule] = baseConfiguration.module?.rules ?? [];
  return {
    ...baseConfiguration,
    target: 'node20',
    entry: { prerender: join(pkg.dir, PRERENDER_SOURCE) },
    module: { rules: [compileRule, textRule, unemittedAssetRule] },
    output: { path: join(pkg.dir, 'dist'), filename: '[name].[contenthash:10].cjs', library: { type: 'commonjs2' } },
    optimization: { minimize: false, splitChunks: false },
  };
};

/** Returns webpack's configuration for the service worker. It is one script that contains all its modules. */
const defineWorker = (pkg: WorkspacePackage): Configuration => {
  const baseConfiguration = createBaseConfig(pkg, { mode: 'production', purpose: 'worker' });
  return {
    ...baseConfiguration,
    target: ['webworker', 'es2022'],
    entry: { worker: join(pkg.dir, WORKER_SOURCE) },
    output: { ...baseConfiguration.output, path: join(pkg.dir, 'dist') },
    optimization: { ...baseConfiguration.optimization, splitChunks: false },
  };
};

interface SingleFileBuild {
  /** Path of the first source file, relative to the package. */
  readonly source: string;
  define(pkg: WorkspacePackage): Configuration;
}

const PRERENDER_BUILD: SingleFileBuild = { source: PRERENDER_SOURCE, define: definePrerender };
const WORKER_BUILD: SingleFileBuild = { source: WORKER_SOURCE, define: defineWorker };

/**
 * Builds one file beside the other scripts into the package's `dist`. Returns the name of the file; null if the package
 * doesn't have the source file.
 */
const buildSingleFile = async (pkg: WorkspacePackage, { source, define }: SingleFileBuild): Promise<string | null> => {
  if (!existsSync(join(pkg.dir, source))) return null;
  const compiler = createCompiler(define(pkg));
  try {
    const [builtFile, ...additionalFiles] = (await runCompilerOnce(compiler)).compilation
      .getAssets()
      .map(({ name }) => name)
      .filter((assetName) => !assetName.endsWith('.map'));
    if (builtFile === undefined || additionalFiles.length > 0)
      throw new Error(`${source} of ${pkg.name} must become one file, not ${additionalFiles.length + 1}`);
    return builtFile;
  } finally {
    await closeCompiler(compiler);
  }
};

/**
 * Returns webpack's configuration for a page that runs without the shell. It is one script that contains all modules,
 * so that the page requests no further script.
 */
const definePage = (pkg: WorkspacePackage, mode: BuildMode): Configuration => {
  const baseConfig = createBaseConfig(pkg, { mode, purpose: 'page' });
  return {
    ...baseConfig,
    entry: { page: join(pkg.dir, PAGE_SOURCE) },
    module: { ...baseConfig.module, parser: { javascript: { dynamicImportMode: 'eager' } } },
    output: {
      ...baseConfig.output,
      path: join(pkg.dir, 'dist'),
      publicPath: readPublicPath(pkg),
      uniqueName: pkg.name,
    },
    optimization: { ...baseConfig.optimization, splitChunks: false },
  };
};

/** Options of `buildPackage`: the mode of the build, and versions of shared packages, which only tests set. */
export interface BuildOptions {
  readonly mode: BuildMode;
  /** Versions of the shared packages; by default the installed ones. Only tests of version skew pass others. */
  readonly sharedVersions?: readonly SharedVersion[];
}

/** Returns webpack's configuration of a remote whose release is named after its content. */
const defineNamedRemote = (
  pkg: WorkspacePackage,
  { mode, sharedVersions }: BuildOptions,
  prerender: string | null,
): Configuration => {
  const configuration = defineRemote(pkg, mode, sharedVersions);
  const readFacts = async (compilation: Compilation) => ({
    ...sourceReleaseFieldsOf({ pkg, mode, compilation }, await readDeclaration(pkg.dir)),
    prerender,
  });
  return { ...configuration, plugins: [...(configuration.plugins ?? []), createReleaseNamePlugin(pkg, readFacts)] };
};

/**
 * Returns webpack's configuration for a package, by its kind: shell, remote or page. `prerender` is the file name of
 * the remote's prerendering script; null for a package without one.
 */
const configurationOf = (
  pkg: WorkspacePackage,
  buildOptions: BuildOptions,
  prerender: string | null,
): Configuration => {
  const { mode, sharedVersions } = buildOptions;
  switch (pkg.kind) {
    case 'shell':
      return defineShell(pkg, mode, sharedVersions);
    case 'remote':
      return defineNamedRemote(pkg, buildOptions, prerender);
    case 'page':
      return definePage(pkg, mode);
  }
};

const finishShell = async (finishedBuild: FinishedBuild, distFolder: string): Promise<void> => {
  const shellRelease = describeShell(finishedBuild, await readShellContract(finishedBuild.pkg.root));
  writeJsonAtomically(join(distFolder, 'sizes.json'), weighShell(finishedBuild, shellRelease));
  publish(distFolder, 'shell.json', shellRelease);
};

const finishRemote = async (finishedBuild: FinishedBuild, distFolder: string): Promise<void> => {
  const declaration = await readDeclaration(finishedBuild.pkg.dir);
  const release = describeRemote(finishedBuild, declaration);
  writeJsonAtomically(join(distFolder, 'sizes.json'), weighRemote(finishedBuild, declaration, release));
  publish(distFolder, 'release.json', release);
};

const finishPage = (finishedBuild: FinishedBuild, distFolder: string): void => {
  const release = describePage(finishedBuild);
  writeJsonAtomically(join(distFolder, 'sizes.json'), weighPage(finishedBuild));
  publish(distFolder, 'release.json', release);
};

const finishBuildByKind = async (finishedBuild: FinishedBuild, dist: string): Promise<void> => {
  switch (finishedBuild.pkg.kind) {
    case 'shell':
      return finishShell(finishedBuild, dist);
    case 'remote':
      return finishRemote(finishedBuild, dist);
    case 'page':
      return finishPage(finishedBuild, dist);
  }
};

type FinishBuildOptions = BuildOptions & Pick<FinishedBuild, 'prerender' | 'worker'>;

/**
 * Compresses, hashes and describes the files that webpack emitted. The manifest is written last, so that it never names
 * missing files.
 */
const finishBuild = async (
  pkg: WorkspacePackage,
  stats: Stats,
  { mode, sharedVersions = readSharedVersions(pkg.root), prerender, worker }: FinishBuildOptions,
): Promise<void> => {
  const dist = join(pkg.dir, 'dist');
  const emittedFiles = [
    ...stats.compilation.getAssets().map(({ name }) => name),
    ...[prerender, worker].filter((file) => file !== null),
  ];
  const build: FinishedBuild = {
    pkg,
    mode,
    compilation: stats.compilation,
    files: await finishFiles(dist, emittedFiles, mode),
    prerender,
    worker,
    sharedPackages: sharedPackagesOf(sharedVersions),
    commit: readCommit(pkg.root),
  };
  // The hash is removed first: a development build, or a build that fails here, must not be taken for the earlier
  // production build.
  removeInputHash(dist);
  await finishBuildByKind(build, dist);
  if (mode === 'production') writeInputHash(dist, inputHashOf(pkg));
};

/** Returns whether `dist` already holds the result of a production build of the current sources. */
export const isPackageBuilt = (pkg: WorkspacePackage): boolean =>
  holdsRelease(join(pkg.dir, 'dist'), pkg.kind === 'shell' ? 'shell.json' : 'release.json', inputHashOf(pkg));

/** Builds the package into its `dist`. Throws when the package doesn't compile. */
export const buildPackage = async (pkg: WorkspacePackage, buildOptions: BuildOptions): Promise<void> => {
  mkdirSync(join(pkg.dir, 'dist'), { recursive: true });
  const isProduction = buildOptions.mode === 'production';
  const prerender = isProduction ? await buildSingleFile(pkg, PRERENDER_BUILD) : null;
  const worker = isProduction ? await buildSingleFile(pkg, WORKER_BUILD) : null;
  const compiler = createCompiler(configurationOf(pkg, buildOptions, prerender));
  try {
    await finishBuild(pkg, await runCompilerOnce(compiler), { ...buildOptions, prerender, worker });
  } finally {
    await closeCompiler(compiler);
  }
};

const WATCH_MODE: BuildMode = 'development';

/** Builds the package again after each change of a source file, until the process ends. */
export const watchPackage = (pkg: WorkspacePackage): void => {
  const compiler = createCompiler(configurationOf(pkg, { mode: WATCH_MODE }, null));
  let lastFinish = Promise.resolve();
  compiler.watch({ aggregateTimeout: 100 }, (failure, stats) => {
    if (failure) throw failure;
    if (!stats || stats.hasErrors()) {
      console.error(
        stats?.toString({ preset: 'errors-warnings', colors: false }) ?? `${pkg.name}: webpack answered nothing`,
      );
      return;
    }
    lastFinish = lastFinish.then(async () => {
      await finishBuild(pkg, stats, { mode: WATCH_MODE, prerender: null, worker: null });
      console.log(`${pkg.name}: gebaut`);
    });
  });
};
