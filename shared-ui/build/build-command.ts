import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration, Stats } from 'webpack';
import webpack from 'webpack';
import type { BuildMode } from './base-config';
import { buildPrerender } from './build-first-view';
import { defineRemote } from './define-remote';
import { defineShell } from './define-shell';
import type { FinishedBuild } from './describe-build';
import { describeRemote, describeShell, versionOf } from './describe-build';
import { readDeclaration, readShellContract } from './read-declaration';
import { finishFiles, holdsRelease, publish, writeWhole } from './release-files';
import { closeCompiler, runOnce } from './run-compiler';
import type { SharedVersion } from './shared-policy';
import { weighRemote, weighShell } from './size-report';
import type { WorkspacePackage } from './workspace-package';

/** How a federated build is made. */
export interface BuildOptions {
  readonly mode: BuildMode;
  /** Another table than the installed versions: only tests of version skew need one. */
  readonly shared?: readonly SharedVersion[];
}

/** The federated configuration that fits the package. */
export const configurationOf = (pkg: WorkspacePackage, { mode, shared }: BuildOptions): Configuration =>
  pkg.kind === 'shell' ? defineShell(pkg, mode, shared) : defineRemote(pkg, mode, shared);

const finishShell = async (built: FinishedBuild, dist: string): Promise<void> => {
  const release = describeShell(built, await readShellContract(built.pkg.root));
  writeWhole(join(dist, 'sizes.json'), weighShell(built, release));
  publish(dist, 'shell.json', release);
};

const finishRemote = async (built: FinishedBuild, dist: string): Promise<void> => {
  const declaration = await readDeclaration(built.pkg.dir);
  const release = describeRemote(built, declaration);
  writeWhole(join(dist, 'sizes.json'), weighRemote(built, declaration, release));
  publish(dist, 'release.json', release);
};

/** What a finished build is of. */
interface FinishOptions {
  readonly mode: BuildMode;
  /** The prerendered view's file in `dist`; a developer's build has none. */
  readonly prerender?: string | null;
}

/** Compresses, hashes and describes what webpack emitted; the manifest is written last. */
export const finishBuild = async (pkg: WorkspacePackage, stats: Stats, { mode, prerender = null }: FinishOptions): Promise<void> => {
  const dist = join(pkg.dir, 'dist');
  const emitted = [...stats.compilation.getAssets().map(({ name }) => name), ...(prerender === null ? [] : [prerender])];
  const built: FinishedBuild = { pkg, mode, compilation: stats.compilation, files: await finishFiles(dist, emitted, mode), prerender };
  await (pkg.kind === 'shell' ? finishShell(built, dist) : finishRemote(built, dist));
};

/** Whether `dist` already holds what a production build of these sources would make. */
export const isBuilt = (pkg: WorkspacePackage): boolean => holdsRelease(join(pkg.dir, 'dist'), pkg.kind === 'shell' ? 'shell.json' : 'release.json', versionOf(pkg, 'production'));

/** Builds the package into its `dist`. Throws when it doesn't compile. */
export const buildPackage = async (pkg: WorkspacePackage, options: BuildOptions): Promise<void> => {
  mkdirSync(join(pkg.dir, 'dist'), { recursive: true });
  const compiler = webpack(configurationOf(pkg, options));
  if (compiler === null) throw new Error('webpack refused the configuration');
  try {
    const prerender = options.mode === 'production' ? await buildPrerender(pkg) : null;
    await finishBuild(pkg, await runOnce(compiler), { mode: options.mode, prerender });
  } finally {
    await closeCompiler(compiler);
  }
};
