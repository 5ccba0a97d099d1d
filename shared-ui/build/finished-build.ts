import type { Compilation } from 'webpack';
import type { BuildMode } from './base-config';
import { scriptsOfSource } from './chunk-scripts';
import type { DeclaredPart } from './read-declaration';
import type { ReleaseFile } from './release-files';
import { entryPathIn } from './release-name';
import type { WorkspacePackage } from './workspace-package';

/** Result of a build, from which its manifest is written. */
export interface FinishedBuild {
  readonly pkg: WorkspacePackage;
  readonly mode: BuildMode;
  readonly compilation: Compilation;
  readonly files: readonly ReleaseFile[];
  /** File name in `dist` of the script that prerenders the main screen; null for a remote without one. */
  readonly prerender: string | null;
  /** File name of the service worker in `dist`; null for other packages than the shell and in a development build. */
  readonly worker: string | null;
  /** Versions of the packages that shell and remotes share, by package. */
  readonly sharedPackages: Readonly<Record<string, string>>;
  /** Commit of the sources; null outside of a Git repository. */
  readonly commit: string | null;
}

/** Returns the total size of these files in bytes, compressed if they have a compressed version. */
export const totalWeightOf = (files: readonly ReleaseFile[], paths: readonly string[]): number =>
  files.filter(({ path }) => paths.includes(path)).reduce((totalWeight, { weight }) => totalWeight + weight, 0);

/** Returns the path of a remote's entry. Throws when the build has none. */
export const entryPathOf = (files: readonly ReleaseFile[]): string => entryPathIn(files.map(({ path }) => path));

/**
 * Returns the scripts that are loaded after the remote's entry to show one screen, slot or command: the scripts of the
 * remote's declaration, and those of this screen, slot or command.
 */
export const scriptsForPart = ({ pkg, compilation }: FinishedBuild, part: DeclaredPart): readonly string[] => [
  ...new Set([
    ...scriptsOfSource(compilation, `${pkg.dir}/src/remote.ts`),
    ...scriptsOfSource(compilation, part.source),
  ]),
];
