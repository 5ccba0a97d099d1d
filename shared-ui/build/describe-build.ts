import {
  chunkGroupsWhere,
  consumedKeysOf,
  initialScriptsOf,
  isScript,
  scriptsOfPackage,
  scriptsOfSource,
} from './chunk-scripts';
import { entryPathOf, scriptsForPart, totalWeightOf } from './finished-build';
import type { FinishedBuild } from './finished-build';
import type { DeclaredPart, DeclaredScreen, ReadDeclaration } from './read-declaration';
import type { IconElement } from './read-entries';
import type { ReleaseFile } from './release-files';
import { NO_USES, readUses } from './read-uses';
import type { UsedParts } from './read-uses';
import { globalNameOf, releaseHashOf } from './release-name';
import { SHARED_POLICY, sourceOfKey } from './shared-policy';
import { inputHashOf } from './workspace-package';

/** Titles, drawer entries and notification kinds of a release, as a page reads them. */
interface ReleaseEntries {
  readonly titles: Readonly<Record<string, string>>;
  readonly drawer: readonly {
    readonly screen: string;
    readonly access: DeclaredScreen['access'];
    readonly label: string;
    readonly icon: readonly IconElement[];
    readonly section: 'account' | 'service';
    readonly order: number;
    readonly count: string | null;
    readonly replacedBy: string | null;
  }[];
  readonly notifications: Readonly<Record<string, 'shown' | 'visited'>>;
  readonly quiet: readonly string[];
}

/** Scripts that a screen loads when it opens. */
interface ScreenScripts {
  /** Paths of the remote's scripts, without the entry. */
  readonly own: readonly string[];
  /** Keys of the shared modules that the screen loads from the shell on demand. */
  readonly shared: readonly string[];
}

/**
 * Content of `dist/release.json`, which the gateway's registry reads: one immutable release of a remote. Paths are
 * relative to dist.
 */
export interface RemoteRelease {
  readonly name: string;
  readonly version: string;
  readonly contract: string;
  readonly entry: string;
  readonly globalName: string;
  readonly files: Readonly<Record<string, string>>;
  /** Brotli bytes of all scripts that the remote's first screen loads, including the entry. */
  readonly bytes: number;
  readonly screens: readonly string[];
  readonly mainScreen: string | null;
  readonly slots: readonly string[];
  readonly commands: readonly string[];
  /**
   * Names of URLs that the shell resolves itself, each with the screen that it opens and the screen's parameters. A
   * shared link is named by the first segment of its path: `/r`.
   */
  readonly addresses: Readonly<Record<string, readonly string[]>>;
  /** Sizes of the placeholders that are shown while a screen is loading, by screen key. */
  readonly frames: Readonly<Record<string, 'low' | 'wide'>>;
  readonly entries: ReleaseEntries;
  /**
   * Screens, slots and commands of other remotes that the release uses, as far as its sources name them. Empty for a
   * development build.
   */
  readonly uses: UsedParts;
  /** Scripts that the main screen needs, the entry first. Empty for a remote without a main screen. */
  readonly preload: readonly string[];
  /** Scripts of each screen, by its key. A page loads them while a visitor is about to open the screen. */
  readonly screenScripts: Readonly<Record<string, ScreenScripts>>;
  /** Script for Node that renders the prerendered view of the main screen; null for a remote without one. */
  readonly prerender: string | null;
  /** Versions of the shared packages against which the release was built, by package. */
  readonly shared: Readonly<Record<string, string>>;
  /** Commit from which this release was built for the first time; null outside of a Git repository. */
  readonly commit: string | null;
}

/**
 * Content of `dist/release.json` for a page that runs without the shell: one immutable release. Paths are relative to
 * dist.
 */
interface PageReleaseManifest {
  /** Name of the package without its scope. */
  readonly name: string;
  readonly version: string;
  /** Path of the only script of the page. */
  readonly script: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Content of `dist/shell.json`: scripts and files of the shell. Paths are relative to dist. */
export interface ShellRelease {
  readonly version: string;
  /** Version of the contract between shell and remotes. */
  readonly contract: string;
  readonly scripts: readonly string[];
  readonly preload: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  /** Scripts of each shared module that is loaded on demand, by its key. */
  readonly sharedScripts: Readonly<Record<string, readonly string[]>>;
  /** Script of the service worker; null in a development build, which has none. */
  readonly worker: string | null;
  /** Versions of the packages that the shell shares with the remotes, by package. */
  readonly shared: Readonly<Record<string, string>>;
}

const integrityByPath = (files: readonly ReleaseFile[]): Readonly<Record<string, string>> =>
  Object.fromEntries(files.map(({ path, integrity }) => [path, integrity]));

/** Returns the version of a release: the version of the package, followed by a hash of the release. */
const versionOf = ({ pkg, mode }: Pick<FinishedBuild, 'pkg' | 'mode'>, releaseHash: string): string =>
  `${pkg.version}+${mode === 'development' ? 'dev.' : ''}${releaseHash}`;

const partNamesOf = (declaredParts: readonly DeclaredPart[]): readonly string[] =>
  declaredParts.map(({ name }) => name);

/** Returns the screen of a remote that users usually see first: the main screen, or the first declared screen. */
const firstScreenOf = ({ screens, mainScreen }: ReadDeclaration): DeclaredPart | undefined =>
  screens.find(({ name }) => name === mainScreen) ?? screens[0];

// The page shows the slots `frame/…` together with the main screen, so their scripts are preloaded as well.
const preloadedParts = (declaration: ReadDeclaration): readonly DeclaredPart[] => {
  const mainPart = declaration.mainScreen === null ? undefined : firstScreenOf(declaration);
  return mainPart === undefined ? [] : [mainPart, ...declaration.slots.filter(({ name }) => name.startsWith('frame/'))];
};

const releaseAddressesOf = ({ entries: { reserved, paths } }: ReadDeclaration): RemoteRelease['addresses'] => ({
  ...reserved,
  ...Object.fromEntries(Object.entries(paths).map(([segment, key]) => [`/${segment}`, [key]])),
});

const screenFramesOf = ({ entries }: ReadDeclaration): RemoteRelease['frames'] =>
  Object.fromEntries(
    Object.entries(entries.screens).flatMap(([key, { frame }]) => (frame === undefined ? [] : [[key, frame]])),
  );

/**
 * Converts the declared entries to the form in which a page reads them. A drawer entry takes its label and its access
 * from its screen.
 */
export const toReleaseEntries = ({
  screens,
  entries,
}: Pick<ReadDeclaration, 'screens' | 'entries'>): ReleaseEntries => ({
  titles: Object.fromEntries(Object.entries(entries.screens).map(([key, { title }]) => [key, title])),
  drawer: screens.flatMap(({ name: screen, access }) => {
    const { title: label = '', drawer } = entries.screens[screen] ?? {};
    return drawer === undefined ? [] : [{ ...drawer, screen, access, label, icon: entries.icons[drawer.icon] ?? [] }];
  }),
  notifications: entries.notifications,
  quiet: entries.quiet.map((addressStart) => addressStart.join('/')),
});

/** Fields of a release manifest that come from the remote's declaration and sources, and not from its built files. */
type SourceReleaseFields = Pick<
  RemoteRelease,
  'contract' | 'screens' | 'mainScreen' | 'slots' | 'commands' | 'addresses' | 'frames' | 'entries' | 'uses'
>;

/** Returns the fields of a release manifest that come from the remote's declaration and from its sources. */
export const sourceReleaseFieldsOf = (
  { pkg, mode, compilation }: Pick<FinishedBuild, 'pkg' | 'mode' | 'compilation'>,
  declaration: ReadDeclaration,
): SourceReleaseFields => ({
  contract: declaration.contract,
  screens: partNamesOf(declaration.screens),
  mainScreen: declaration.mainScreen,
  slots: partNamesOf(declaration.slots),
  commands: partNamesOf(declaration.commands),
  addresses: releaseAddressesOf(declaration),
  frames: screenFramesOf(declaration),
  entries: toReleaseEntries(declaration),
  uses: mode === 'production' ? readUses(compilation, pkg, declaration) : NO_USES,
});

const screenScriptsOf = (finishedBuild: FinishedBuild, screen: DeclaredPart): ScreenScripts => {
  const { pkg, compilation } = finishedBuild;
  const loadedSources = [`${pkg.dir}/src/remote.ts`, screen.source];
  return {
    own: scriptsForPart(finishedBuild, screen),
    shared: consumedKeysOf(
      compilation,
      chunkGroupsWhere(compilation, (file) => loadedSources.includes(file)),
    ),
  };
};

/** Returns the release manifest of a remote that was just built. */
export const describeRemote = (finishedBuild: FinishedBuild, declaration: ReadDeclaration): RemoteRelease => {
  const { pkg, files } = finishedBuild;
  const entry = entryPathOf(files);
  const firstScreen = firstScreenOf(declaration);
  const preloadedPaths = preloadedParts(declaration).flatMap((part) => scriptsForPart(finishedBuild, part));
  return {
    name: pkg.name,
    version: versionOf(finishedBuild, releaseHashOf(entry)),
    ...sourceReleaseFieldsOf(finishedBuild, declaration),
    entry,
    globalName: globalNameOf(pkg, releaseHashOf(entry)),
    files: integrityByPath(files),
    bytes: totalWeightOf(files, [
      entry,
      ...(firstScreen === undefined ? [] : scriptsForPart(finishedBuild, firstScreen)),
    ]),
    preload: preloadedPaths.length === 0 ? [] : [...new Set([entry, ...preloadedPaths])],
    screenScripts: Object.fromEntries(
      declaration.screens.map((screen) => [screen.name, screenScriptsOf(finishedBuild, screen)]),
    ),
    prerender: finishedBuild.prerender,
    shared: finishedBuild.sharedPackages,
    commit: finishedBuild.commit,
  };
};

/** Returns the release manifest of a page that was just built. Throws when the page doesn't have exactly one script. */
export const describePage = (finishedBuild: FinishedBuild): PageReleaseManifest => {
  const { pkg, files } = finishedBuild;
  const [script, ...additionalScripts] = files.map(({ path }) => path).filter(isScript);
  if (script === undefined || additionalScripts.length > 0)
    throw new Error(
      `The page ${pkg.name} must have one script, not ${additionalScripts.length + (script === undefined ? 0 : 1)}`,
    );
  return {
    name: pkg.name.replace(/^@[^/]+\//, ''),
    version: versionOf(finishedBuild, inputHashOf(pkg)),
    script,
    files: integrityByPath(files),
  };
};

// Returns whether a font file contains only Latin characters, which suffice for German. The browser loads the other
// files when a name needs them.
const isLatinFont = (path: string): boolean => /-latin\.[0-9a-f]+\.woff2$/.test(path);

// npm package with which the shell mounts its first screen.
const SCREEN_MOUNTING_PACKAGE = 'single-spa';

// Returns the scripts that are requested together with the shell's first script, because the main screen can't be shown
// without them.
const preloadedScripts = ({ pkg, compilation }: FinishedBuild): readonly string[] => [
  ...scriptsOfPackage(compilation, SCREEN_MOUNTING_PACKAGE),
  ...SHARED_POLICY.filter(({ isPreloaded }) => isPreloaded).flatMap(({ key }) =>
    scriptsOfSource(compilation, sourceOfKey(pkg.root, key)),
  ),
];

const sharedScriptsOf = ({ pkg, compilation }: FinishedBuild): ShellRelease['sharedScripts'] => {
  const initialScripts = initialScriptsOf(compilation);
  return Object.fromEntries(
    SHARED_POLICY.filter(({ mode }) => mode === 'lazy').map(({ key }) => [
      key,
      scriptsOfSource(compilation, sourceOfKey(pkg.root, key)).filter((path) => !initialScripts.includes(path)),
    ]),
  );
};

/** Returns the manifest of the shell that was just built. */
export const describeShell = (finishedBuild: FinishedBuild, contract: string): ShellRelease => ({
  version: versionOf(finishedBuild, inputHashOf(finishedBuild.pkg)),
  contract,
  scripts: initialScriptsOf(finishedBuild.compilation),
  preload: [
    ...finishedBuild.files.map(({ path }) => path).filter(isLatinFont),
    ...new Set(preloadedScripts(finishedBuild)),
  ],
  files: integrityByPath(finishedBuild.files),
  sharedScripts: sharedScriptsOf(finishedBuild),
  worker: finishedBuild.worker,
  shared: finishedBuild.sharedPackages,
});
