import type { Compilation } from 'webpack';
import type { BuildMode } from './base-config';
import { initialScriptsOf, scriptsOf, scriptsOfPackage } from './chunk-files';
import { globalNameOf } from './define-remote';
import { inputHashOf } from './input-hash';
import type { DeclaredPart, ReadDeclaration } from './read-declaration';
import type { ReleaseFile } from './release-files';
import { sharedPolicy, sourceOfKey } from './shared-policy';
import type { WorkspacePackage } from './workspace-package';

/** `dist/release.json`: one immutable release of a remote, as the gateway's registry reads it. Paths are relative to dist. */
export interface RemoteRelease {
  readonly name: string;
  readonly version: string;
  readonly contract: string;
  readonly entry: string;
  readonly globalName: string;
  readonly files: Readonly<Record<string, string>>;
  /** Brotli bytes of what the remote's first screen loads, entry included. */
  readonly bytes: number;
  readonly screens: readonly string[];
  readonly mainScreen: string | null;
  readonly slots: readonly string[];
  readonly commands: readonly string[];
  /** Scripts that the main screen needs, entry first; empty for a remote without main screen. */
  readonly preload: readonly string[];
  /** Script for Node that draws the main screen's prerendered view; null where there is none. */
  readonly prerender: string | null;
}

/** `dist/shell.json`: the shell's scripts and files. Paths are relative to dist. */
export interface ShellRelease {
  readonly version: string;
  /** Version of the contract between shell and remotes. */
  readonly contract: string;
  readonly scripts: readonly string[];
  readonly preload: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

/** What a build left behind. */
export interface FinishedBuild {
  readonly pkg: WorkspacePackage;
  readonly mode: BuildMode;
  readonly compilation: Compilation;
  readonly files: readonly ReleaseFile[];
  /** The prerendered view's file in `dist`; null where the remote draws none. */
  readonly prerender: string | null;
}

const hashes = (files: readonly ReleaseFile[]): Readonly<Record<string, string>> => Object.fromEntries(files.map(({ path, integrity }) => [path, integrity]));

/** A release's version: the package's, and what tells this build from every other. */
export const versionOf = (pkg: WorkspacePackage, mode: BuildMode): string => `${pkg.version}+${mode === 'development' ? 'dev.' : ''}${inputHashOf(pkg)}`;

const namesOf = (parts: readonly DeclaredPart[]): readonly string[] => parts.map(({ name }) => name);

/** What the files of these paths weigh on the wire. */
export const weightOf = (files: readonly ReleaseFile[], paths: readonly string[]): number =>
  files.filter(({ path }) => paths.includes(path)).reduce((sum, { weight }) => sum + weight, 0);

/** The name of the container's script; throws when the build has none. */
export const entryOf = (files: readonly ReleaseFile[]): string => {
  const entry = files.find(({ path }) => /^remoteEntry\.[0-9a-f]+\.js$/.test(path));
  if (entry === undefined) throw new Error('The build emitted no remoteEntry');
  return entry.path;
};

/** The scripts behind the entry that showing one declared part takes: the declaration's and its own. */
export const scriptsForPart = ({ pkg, compilation }: FinishedBuild, part: DeclaredPart): readonly string[] => [
  ...new Set([...scriptsOf(compilation, `${pkg.dir}/src/remote.ts`), ...scriptsOf(compilation, part.source)]),
];

/** The screen that a remote is first seen by: its main one, else the first it declares. */
export const firstScreenOf = ({ screens, mainScreen }: ReadDeclaration): DeclaredPart | undefined => screens.find(({ name }) => name === mainScreen) ?? screens[0];

// The page's frame shows what a remote offers as `frame/…` before anyone asks for a screen.
const preloadedParts = (declaration: ReadDeclaration): readonly DeclaredPart[] => {
  const main = declaration.mainScreen === null ? undefined : firstScreenOf(declaration);
  return main === undefined ? [] : [main, ...declaration.slots.filter(({ name }) => name.startsWith('frame/'))];
};

/** Describes the release of a remote that was just built. */
export const describeRemote = (built: FinishedBuild, declaration: ReadDeclaration): RemoteRelease => {
  const { pkg, compilation, files } = built;
  const entry = entryOf(files);
  const first = firstScreenOf(declaration);
  const preloaded = preloadedParts(declaration).flatMap((part) => scriptsForPart(built, part));
  return {
    name: pkg.name,
    version: versionOf(pkg, built.mode),
    contract: declaration.contract,
    entry,
    globalName: compilation.outputOptions.uniqueName ?? globalNameOf(pkg),
    files: hashes(files),
    bytes: weightOf(files, [entry, ...(first === undefined ? [] : scriptsForPart(built, first))]),
    screens: namesOf(declaration.screens),
    mainScreen: declaration.mainScreen,
    slots: namesOf(declaration.slots),
    commands: namesOf(declaration.commands),
    preload: preloaded.length === 0 ? [] : [...new Set([entry, ...preloaded])],
    prerender: built.prerender,
  };
};

// German needs the Latin parts; the browser asks for others itself where a name needs them.
const isFirstFont = (path: string): boolean => /-latin\.[0-9a-f]+\.woff2$/.test(path);

// The shell mounts its first screen with it.
const MOUNTING = 'single-spa';

// What the main screen can't do without is asked for with the first script, not after it.
const preloadedScripts = ({ pkg, compilation }: FinishedBuild): readonly string[] => [
  ...scriptsOfPackage(compilation, MOUNTING),
  ...sharedPolicy.filter(({ isPreloaded }) => isPreloaded).flatMap(({ key }) => scriptsOf(compilation, sourceOfKey(pkg.root, key))),
];

/** Describes the release of the shell that was just built. */
export const describeShell = (built: FinishedBuild, contract: string): ShellRelease => ({
  version: versionOf(built.pkg, built.mode),
  contract,
  scripts: initialScriptsOf(built.compilation),
  preload: [...built.files.map(({ path }) => path).filter(isFirstFont), ...new Set(preloadedScripts(built))],
  files: hashes(built.files),
});
