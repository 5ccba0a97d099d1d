import {
  chunkGroupsWhere,
  consumedKeysOf,
  packagesByScript,
  reachableChunkGroups,
  scriptsOfChunkGroups,
} from './chunk-scripts';
import type { RemoteRelease, ShellRelease } from './describe-build';
import { entryPathOf, scriptsForPart, totalWeightOf } from './finished-build';
import type { FinishedBuild } from './finished-build';
import type { DeclaredPart, ReadDeclaration } from './read-declaration';
import { weighContents } from './weigh-contents';

/** Bytes that are loaded to show a screen or a slot. */
interface PartWeights {
  /** Bytes of the remote's own scripts, including its entry. */
  readonly own: number;
  /** Keys of the shared modules that the screen or slot loads on demand; the shell provides them. */
  readonly shared: readonly string[];
}

/** Content of `dist/sizes.json`: sizes of a built package (brotli bytes), which are compared with the budgets. */
interface SizeReport {
  readonly name: string;
  /** Bytes of the shell's initial scripts; 0 for a remote. */
  readonly initial: number;
  /** Bytes of the remote's entry script; 0 for the shell. */
  readonly entry: number;
  /** Bytes of those scripts of this package that are needed to show the main screen. */
  readonly usefulList: number;
  /**
   * Size of each screen by its name. Scripts that the main screen has already loaded don't count, except for the main
   * screen itself. The key `<screen>, opened` holds the size with all scripts that the screen can load later, if it is
   * larger.
   */
  readonly screens: Readonly<Record<string, PartWeights>>;
  /** Size of each slot on the page of another remote, measured like `screens`. */
  readonly slots: Readonly<Record<string, PartWeights>>;
  /**
   * Names of the shell's scripts that contain each shared module that is loaded on demand, except for those that the
   * main screen loads. Empty for a remote.
   */
  readonly shared: Readonly<Record<string, readonly string[]>>;
  /** Bytes of a page that runs without the shell, without its fonts; 0 for the shell and for remotes. */
  readonly page: number;
  readonly fonts: number;
  /** Size of each script and the npm packages in it. */
  readonly scripts: Readonly<Record<string, { readonly weight: number; readonly packages: readonly string[] }>>;
  /** Bytes of each npm package and of each source file, for the report about contents that several releases contain. */
  readonly contents: Readonly<Record<string, number>>;
}

const scriptsWithPackages = ({ compilation, files }: FinishedBuild): SizeReport['scripts'] => {
  const packages = packagesByScript(compilation);
  return Object.fromEntries(
    files
      .filter(({ path }) => path.endsWith('.js'))
      .map(({ path, weight }) => [path, { weight, packages: packages[path] ?? [] }]),
  );
};

const fontWeightOf = ({ files }: FinishedBuild): number =>
  totalWeightOf(
    files,
    files.map(({ path }) => path).filter((path) => path.endsWith('.woff2')),
  );

const weighFirstLoadOfPart = (
  finishedBuild: FinishedBuild,
  part: DeclaredPart,
  isPathLoaded: (path: string) => boolean,
): PartWeights => {
  const scripts = [entryPathOf(finishedBuild.files), ...scriptsForPart(finishedBuild, part)];
  return {
    own: totalWeightOf(
      finishedBuild.files,
      scripts.filter((path) => !isPathLoaded(path)),
    ),
    shared: consumedKeysOf(
      finishedBuild.compilation,
      chunkGroupsWhere(finishedBuild.compilation, (file) => file === part.source),
    ),
  };
};

const weighDeclaredPart = (
  finishedBuild: FinishedBuild,
  part: DeclaredPart,
  isPathLoaded: (path: string) => boolean,
): readonly (readonly [string, PartWeights])[] => {
  const firstLoad = weighFirstLoadOfPart(finishedBuild, part, isPathLoaded);
  const reachedGroups = reachableChunkGroups(finishedBuild.compilation, part.source);
  const scripts = new Set([
    entryPathOf(finishedBuild.files),
    ...scriptsForPart(finishedBuild, part),
    ...scriptsOfChunkGroups(reachedGroups),
  ]);
  const fullLoad = {
    own: totalWeightOf(
      finishedBuild.files,
      [...scripts].filter((path) => !isPathLoaded(path)),
    ),
    shared: consumedKeysOf(finishedBuild.compilation, reachedGroups),
  };
  return fullLoad.own === firstLoad.own
    ? [[part.name, firstLoad]]
    : [
        [part.name, firstLoad],
        [`${part.name}, opened`, fullLoad],
      ];
};

/** Returns the size report of a remote: its entry, its screens and its slots, in brotli bytes. */
export const weighRemote = (
  finishedBuild: FinishedBuild,
  declaration: ReadDeclaration,
  release: RemoteRelease,
): SizeReport => ({
  name: finishedBuild.pkg.name,
  initial: 0,
  entry: totalWeightOf(finishedBuild.files, [release.entry]),
  usefulList: totalWeightOf(finishedBuild.files, release.preload),
  screens: Object.fromEntries(
    declaration.screens.flatMap((part) =>
      weighDeclaredPart(
        finishedBuild,
        part,
        (path) => part.name !== declaration.mainScreen && release.preload.includes(path),
      ),
    ),
  ),
  slots: Object.fromEntries(
    declaration.slots.flatMap((slot) =>
      weighDeclaredPart(finishedBuild, slot, (path) => release.preload.includes(path)),
    ),
  ),
  shared: {},
  page: 0,
  fonts: fontWeightOf(finishedBuild),
  scripts: scriptsWithPackages(finishedBuild),
  contents: weighContents(finishedBuild),
});

/**
 * Returns the size report of the shell: its initial scripts, its fonts and the shared modules, in bytes as transferred.
 */
export const weighShell = (finishedBuild: FinishedBuild, release: ShellRelease): SizeReport => ({
  name: finishedBuild.pkg.name,
  initial: totalWeightOf(finishedBuild.files, release.scripts),
  entry: 0,
  usefulList: totalWeightOf(finishedBuild.files, [
    ...release.scripts,
    ...release.preload.filter((path) => path.endsWith('.js')),
  ]),
  screens: {},
  slots: {},
  shared: Object.fromEntries(
    Object.entries(release.sharedScripts).map(([key, scripts]) => [
      key,
      scripts.filter((path) => !release.preload.includes(path)),
    ]),
  ),
  page: 0,
  fonts: fontWeightOf(finishedBuild),
  scripts: scriptsWithPackages(finishedBuild),
  contents: weighContents(finishedBuild),
});

/**
 * Returns the size report of a page that runs without the shell. Its fonts are those of the shell, which the budget of
 * the fonts already counts.
 */
export const weighPage = (finishedBuild: FinishedBuild): SizeReport => ({
  name: finishedBuild.pkg.name,
  initial: 0,
  entry: 0,
  usefulList: 0,
  screens: {},
  slots: {},
  shared: {},
  page: totalWeightOf(
    finishedBuild.files,
    finishedBuild.files.map(({ path }) => path).filter((path) => !path.endsWith('.woff2')),
  ),
  fonts: 0,
  scripts: scriptsWithPackages(finishedBuild),
  contents: weighContents(finishedBuild),
});
