import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import webpack from 'webpack';
import type { Compiler, Configuration, Stats } from 'webpack';
import { baseConfig } from './base-config';
import type { BuildMode } from './base-config';
import {
  describePage,
  describeRemote,
  describeShell,
  versionOf,
  weighPage,
  weighRemote,
  weighShell,
} from './describe-build';
import type { FinishedBuild } from './describe-build';
import { defineRemote, defineShell } from './federation-config';
import { readDeclaration, readShellContract } from './read-declaration';
import { finishFiles, holdsRelease, publish, writeJsonAtomically } from './release-files';
import type { SharedVersion } from './shared-policy';
import { PAGE_SOURCE, PRERENDER_SOURCE, readPublicPath } from './workspace-package';
import type { WorkspacePackage } from './workspace-package';

const createCompiler = (configuration: Configuration): Compiler => {
  const compiler = webpack(configuration);
  if (compiler === null) throw new Error('Webpack refused the configuration');
  return compiler;
};

/** Runs webpack once. Rejects with webpack's messages when the build has errors. The caller must close the compiler. */
export const runOnce = (compiler: Compiler): Promise<Stats> =>
  new Promise((resolve, reject) => {
    compiler.run((failure, stats) => {
      if (failure) reject(failure);
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

// The prerendered view contains only the URLs of these files. The shell emits the files themselves; their names are the
// same in both builds, because they depend on the content.
const unemittedAssetRule = {
  test: /\.(svg|png|webp|jpg|woff2)$/,
  type: 'asset/resource',
  generator: { filename: '[name].[contenthash:10][ext]', publicPath: '/assets/', emit: false },
};

/** Returns webpack's configuration of the prerendered view: one script for Node that contains all its modules. */
const definePrerender = (pkg: WorkspacePackage): Configuration => {
  const base = baseConfig(pkg, { mode: 'production', purpose: 'prerender' });
  const [compileRule, textRule] = base.module?.rules ?? [];
  return {
    ...base,
    target: 'node20',
    entry: { prerender: join(pkg.dir, PRERENDER_SOURCE) },
    module: { rules: [compileRule, textRule, unemittedAssetRule] },
    output: { path: join(pkg.dir, 'dist'), filename: '[name].[contenthash:10].cjs', library: { type: 'commonjs2' } },
    optimization: { minimize: false, splitChunks: false },
  };
};

/**
 * Builds the prerendered view into the remote's `dist`. Returns the name of its only file; null when the remote has no
 * prerendered view.
 */
const buildPrerender = async (pkg: WorkspacePackage): Promise<string | null> => {
  if (!existsSync(join(pkg.dir, PRERENDER_SOURCE))) return null;
  const compiler = createCompiler(definePrerender(pkg));
  try {
    const [prerenderFile, ...moreFiles] = (await runOnce(compiler)).compilation
      .getAssets()
      .map(({ name }) => name)
      .filter((name) => !name.endsWith('.map'));
    if (prerenderFile === undefined || moreFiles.length > 0)
      throw new Error(`The prerendered view of ${pkg.name} must be one file, not ${moreFiles.length + 1}`);
    return prerenderFile;
  } finally {
    await closeCompiler(compiler);
  }
};

/**
 * Returns webpack's configuration of a page that runs without the shell: one script that contains all modules, so that
 * no further script is requested.
 */
const definePage = (pkg: WorkspacePackage, mode: BuildMode): Configuration => {
  const base = baseConfig(pkg, { mode, purpose: 'page' });
  return {
    ...base,
    entry: { page: join(pkg.dir, PAGE_SOURCE) },
    module: { ...base.module, parser: { javascript: { dynamicImportMode: 'eager' } } },
    output: {
      ...base.output,
      path: join(pkg.dir, 'dist'),
      publicPath: readPublicPath(pkg),
      uniqueName: pkg.name,
    },
    optimization: { ...base.optimization, splitChunks: false },
  };
};

/** Options of `buildPackage`. */
export interface BuildOptions {
  readonly mode: BuildMode;
  /** Versions of the shared packages; by default the installed ones. Only tests of version skew pass others. */
  readonly sharedVersions?: readonly SharedVersion[];
}

/** Returns webpack's configuration for the kind of the package: shell, remote or page. */
const configurationOf = (pkg: WorkspacePackage, { mode, sharedVersions }: BuildOptions): Configuration => {
  switch (pkg.kind) {
    case 'shell':
      return defineShell(pkg, mode, sharedVersions);
    case 'remote':
      return defineRemote(pkg, mode, sharedVersions);
    case 'page':
      return definePage(pkg, mode);
  }
};

const finishShell = async (build: FinishedBuild, dist: string): Promise<void> => {
  const release = describeShell(build, await readShellContract(build.pkg.root));
  writeJsonAtomically(join(dist, 'sizes.json'), weighShell(build, release));
  publish(dist, 'shell.json', release);
};

const finishRemote = async (build: FinishedBuild, dist: string): Promise<void> => {
  const declaration = await readDeclaration(build.pkg.dir);
  const release = describeRemote(build, declaration);
  writeJsonAtomically(join(dist, 'sizes.json'), weighRemote(build, declaration, release));
  publish(dist, 'release.json', release);
};

const finishPage = (build: FinishedBuild, dist: string): void => {
  const release = describePage(build);
  writeJsonAtomically(join(dist, 'sizes.json'), weighPage(build));
  publish(dist, 'release.json', release);
};

const finishByKind = async (build: FinishedBuild, dist: string): Promise<void> => {
  switch (build.pkg.kind) {
    case 'shell':
      return finishShell(build, dist);
    case 'remote':
      return finishRemote(build, dist);
    case 'page':
      return finishPage(build, dist);
  }
};

interface FinishOptions {
  readonly mode: BuildMode;
  /** File name of the prerendered view in `dist`; null or missing in a development build. */
  readonly prerender?: string | null;
}

/**
 * Compresses, hashes and describes the files that webpack emitted. The manifest is written last, so that it never names
 * missing files.
 */
const finishBuild = async (
  pkg: WorkspacePackage,
  stats: Stats,
  { mode, prerender = null }: FinishOptions,
): Promise<void> => {
  const dist = join(pkg.dir, 'dist');
  const emittedFiles = [
    ...stats.compilation.getAssets().map(({ name }) => name),
    ...(prerender === null ? [] : [prerender]),
  ];
  const build: FinishedBuild = {
    pkg,
    mode,
    compilation: stats.compilation,
    files: await finishFiles(dist, emittedFiles, mode),
    prerender,
  };
  await finishByKind(build, dist);
};

/** Returns whether `dist` already holds the result of a production build of the current sources. */
export const isBuilt = (pkg: WorkspacePackage): boolean =>
  holdsRelease(
    join(pkg.dir, 'dist'),
    pkg.kind === 'shell' ? 'shell.json' : 'release.json',
    versionOf(pkg, 'production'),
  );

/** Builds the package into its `dist`. Throws when the package doesn't compile. */
export const buildPackage = async (pkg: WorkspacePackage, options: BuildOptions): Promise<void> => {
  mkdirSync(join(pkg.dir, 'dist'), { recursive: true });
  const compiler = createCompiler(configurationOf(pkg, options));
  try {
    const prerender = options.mode === 'production' ? await buildPrerender(pkg) : null;
    await finishBuild(pkg, await runOnce(compiler), { mode: options.mode, prerender });
  } finally {
    await closeCompiler(compiler);
  }
};

const WATCH_MODE: BuildMode = 'development';

/** Builds the package again after each change of a source file, until the process ends. */
export const watchPackage = (pkg: WorkspacePackage): void => {
  const compiler = createCompiler(configurationOf(pkg, { mode: WATCH_MODE }));
  let pendingFinish = Promise.resolve();
  compiler.watch({ aggregateTimeout: 100 }, (failure, stats) => {
    if (failure) throw failure;
    if (!stats || stats.hasErrors()) {
      console.error(
        stats?.toString({ preset: 'errors-warnings', colors: false }) ?? `${pkg.name}: webpack answered nothing`,
      );
      return;
    }
    pendingFinish = pendingFinish.then(async () => {
      await finishBuild(pkg, stats, { mode: WATCH_MODE });
      console.log(`${pkg.name}: gebaut`);
    });
  });
};
