import { Module } from 'webpack';
import type { AsyncDependenciesBlock, Chunk, ChunkGroup, Compilation } from 'webpack';
import type { BuildMode } from './base-config';
import { globalNameOf } from './federation-config';
import type { DeclaredPart, DeclaredScreen, ReadDeclaration } from './read-declaration';
import type { IconElement } from './read-entries';
import type { ReleaseFile } from './release-files';
import { sharedPolicy, sourceOfKey } from './shared-policy';
import { inputHashOf } from './workspace-package';
import type { WorkspacePackage } from './workspace-package';

const isScript = (file: string): boolean => file.endsWith('.js');

const blocksOf = (compilation: Compilation): readonly AsyncDependenciesBlock[] =>
  [...compilation.modules].flatMap((module) => module.blocks);

const targetsOf = (compilation: Compilation, block: AsyncDependenciesBlock): readonly string[] =>
  block.dependencies.map((dependency) => compilation.moduleGraph.getModule(dependency)?.nameForCondition() ?? '');

const groupsWhere = (compilation: Compilation, isWanted: (file: string) => boolean): readonly ChunkGroup[] =>
  blocksOf(compilation)
    .filter((block) => targetsOf(compilation, block).some(isWanted))
    .flatMap((block) => compilation.chunkGraph.getBlockChunkGroup(block) ?? []);

const scriptsIn = (groups: readonly ChunkGroup[]): readonly string[] =>
  [...new Set(groups.flatMap((group) => group.getFiles()))].filter(isScript);

const scriptsWhere = (compilation: Compilation, isWanted: (file: string) => boolean): readonly string[] =>
  scriptsIn(groupsWhere(compilation, isWanted));

/** The scripts that an `import()` of the file `source` asks for, wherever it stands. */
const scriptsOf = (compilation: Compilation, source: string): readonly string[] =>
  scriptsWhere(compilation, (file) => file === source);

// As Module Federation names a module that is taken from the share scope: `consume-shared-module|default|<key>|…`.
const consumedKey = (module: Module): string | undefined => {
  const parts = module.identifier().split('|');
  return parts[0] === 'consume-shared-module'
    ? sharedPolicy.find(({ key, mode }) => mode === 'lazy' && parts.includes(key))?.key
    : undefined;
};

/**
 * The lazy shared keys that chunks take from the shell: in chunks that have no script where several parts take the
 * same.
 */
const consumedBy = (compilation: Compilation, groups: readonly ChunkGroup[]): readonly string[] => {
  const chunks = groups.flatMap((group) => group.chunks);
  const keys = chunks.flatMap((chunk) => [...compilation.chunkGraph.getChunkModulesIterable(chunk)].map(consumedKey));
  return [...new Set(keys.filter((key): key is string => key !== undefined))].sort();
};

/** Returns the chunks that an `import()` of the file `source` loads, and all chunks that these may load later. */
const reachedFrom = (compilation: Compilation, source: string): readonly ChunkGroup[] => {
  const reached = new Set(groupsWhere(compilation, (file) => file === source));
  // What is added while it is gone through is gone through as well.
  for (const group of reached) for (const child of group.childrenIterable) reached.add(child);
  return [...reached];
};

/** The scripts that start with the page: those of the entry points. */
const initialScriptsOf = (compilation: Compilation): readonly string[] =>
  [...new Set([...compilation.entrypoints.values()].flatMap((entry) => entry.getFiles()))].filter(isScript);

const PACKAGE = /[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)(?!.*[\\/]node_modules[\\/])/;

// Webpack joins modules that only one importer uses into one; what it joined counts too.
const withJoined = (module: Module): readonly Module[] =>
  'modules' in module && module.modules instanceof Set
    ? [...module.modules].filter((inner): inner is Module => inner instanceof Module)
    : [module];

const packagesOf = (compilation: Compilation, chunk: Chunk): readonly string[] => {
  const modules = [...compilation.chunkGraph.getChunkModulesIterable(chunk)].flatMap(withJoined);
  const names = modules.map((module) => PACKAGE.exec(module.nameForCondition() ?? '')?.[1]);
  return [...new Set(names.filter((name): name is string => name !== undefined))].sort();
};

/** The scripts that an `import()` of an npm package asks for. */
const scriptsOfPackage = (compilation: Compilation, name: string): readonly string[] =>
  scriptsWhere(compilation, (file) => PACKAGE.exec(file)?.[1] === name);

/** Which npm packages each script holds, for the size report. */
const packagesByScript = (compilation: Compilation): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    [...compilation.chunks].flatMap((chunk) =>
      [...chunk.files].filter(isScript).map((file) => [file, packagesOf(compilation, chunk)]),
    ),
  );

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
}

/**
 * `dist/release.json`: one immutable release of a remote, as the gateway's registry reads it. Paths are relative to
 * dist.
 */
interface RemoteRelease {
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
  /** Addresses that the shell opens by itself, by their names; those of shared links by the path's segment: `/r`. */
  readonly addresses: Readonly<Record<string, readonly string[]>>;
  /** Sizes of placeholders, by screen key. */
  readonly frames: Readonly<Record<string, 'low' | 'wide'>>;
  readonly entries: ReleaseEntries;
  /** Scripts that the main screen needs, entry first; empty for a remote without main screen. */
  readonly preload: readonly string[];
  /** Script for Node that draws the main screen's prerendered view; null where there is none. */
  readonly prerender: string | null;
}

/**
 * `dist/release.json` of a page that runs without the shell: one immutable release. Paths are relative to dist.
 */
interface PageRelease {
  /** The package's name without its scope. */
  readonly name: string;
  readonly version: string;
  /** The page's one script. */
  readonly script: string;
  readonly files: Readonly<Record<string, string>>;
}

/** `dist/shell.json`: the shell's scripts and files. Paths are relative to dist. */
interface ShellRelease {
  readonly version: string;
  /** Version of the contract between shell and remotes. */
  readonly contract: string;
  readonly scripts: readonly string[];
  readonly preload: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

/** Result of a build. */
export interface FinishedBuild {
  readonly pkg: WorkspacePackage;
  readonly mode: BuildMode;
  readonly compilation: Compilation;
  readonly files: readonly ReleaseFile[];
  /** The prerendered view's file in `dist`; null where the remote draws none. */
  readonly prerender: string | null;
}

const hashes = (files: readonly ReleaseFile[]): Readonly<Record<string, string>> =>
  Object.fromEntries(files.map(({ path, integrity }) => [path, integrity]));

/** A release's version: the package's, and what tells this build from every other. */
export const versionOf = (pkg: WorkspacePackage, mode: BuildMode): string =>
  `${pkg.version}+${mode === 'development' ? 'dev.' : ''}${inputHashOf(pkg)}`;

const namesOf = (parts: readonly DeclaredPart[]): readonly string[] => parts.map(({ name }) => name);

/** Returns the bytes of these files on the wire. */
const weightOf = (files: readonly ReleaseFile[], paths: readonly string[]): number =>
  files.filter(({ path }) => paths.includes(path)).reduce((sum, { weight }) => sum + weight, 0);

/** The name of the container's script; throws when the build has none. */
const entryOf = (files: readonly ReleaseFile[]): string => {
  const entry = files.find(({ path }) => /^remoteEntry\.[0-9a-f]+\.js$/.test(path));
  if (entry === undefined) throw new Error('The build emitted no remoteEntry');
  return entry.path;
};

/** The scripts behind the entry that showing one declared part takes: the declaration's and its own. */
const scriptsForPart = ({ pkg, compilation }: FinishedBuild, part: DeclaredPart): readonly string[] => [
  ...new Set([...scriptsOf(compilation, `${pkg.dir}/src/remote.ts`), ...scriptsOf(compilation, part.source)]),
];

/** The screen that a remote is first seen by: its main one, else the first it declares. */
const firstScreenOf = ({ screens, mainScreen }: ReadDeclaration): DeclaredPart | undefined =>
  screens.find(({ name }) => name === mainScreen) ?? screens[0];

// The page's frame shows what a remote offers as `frame/…` before anyone asks for a screen.
const preloadedParts = (declaration: ReadDeclaration): readonly DeclaredPart[] => {
  const main = declaration.mainScreen === null ? undefined : firstScreenOf(declaration);
  return main === undefined ? [] : [main, ...declaration.slots.filter(({ name }) => name.startsWith('frame/'))];
};

const addressesOf = ({ entries: { reserved, paths } }: ReadDeclaration): RemoteRelease['addresses'] => ({
  ...reserved,
  ...Object.fromEntries(Object.entries(paths).map(([segment, key]) => [`/${segment}`, [key]])),
});

const framesOf = ({ entries }: ReadDeclaration): RemoteRelease['frames'] =>
  Object.fromEntries(
    Object.entries(entries.screens).flatMap(([key, { frame }]) => (frame === undefined ? [] : [[key, frame]])),
  );

/** Presents the entries of a declaration. A drawer entry takes its text and its visitors from its screen. */
export const presentEntries = ({ screens, entries }: Pick<ReadDeclaration, 'screens' | 'entries'>): ReleaseEntries => ({
  titles: Object.fromEntries(Object.entries(entries.screens).map(([key, { title }]) => [key, title])),
  drawer: screens.flatMap(({ name: screen, access }) => {
    const { title: label = '', drawer } = entries.screens[screen] ?? {};
    return drawer === undefined ? [] : [{ ...drawer, screen, access, label, icon: entries.icons[drawer.icon] ?? [] }];
  }),
  notifications: entries.notifications,
});

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
    addresses: addressesOf(declaration),
    frames: framesOf(declaration),
    entries: presentEntries(declaration),
    preload: preloaded.length === 0 ? [] : [...new Set([entry, ...preloaded])],
    prerender: built.prerender,
  };
};

/** Describes the release of a page that was just built. Throws where the page has not exactly one script. */
export const describePage = ({ pkg, mode, files }: FinishedBuild): PageRelease => {
  const [script, ...more] = files.map(({ path }) => path).filter(isScript);
  if (script === undefined || more.length > 0)
    throw new Error(`The page ${pkg.name} must have one script, not ${more.length + (script === undefined ? 0 : 1)}`);
  return {
    name: pkg.name.replace(/^@[^/]+\//, ''),
    version: versionOf(pkg, mode),
    script,
    files: hashes(files),
  };
};

// German needs the Latin parts; the browser asks for others itself where a name needs them.
const isFirstFont = (path: string): boolean => /-latin\.[0-9a-f]+\.woff2$/.test(path);

// The shell mounts its first screen with this package.
const MOUNTING_PACKAGE = 'single-spa';

// What the main screen can't do without is asked for with the first script, not after it.
const preloadedScripts = ({ pkg, compilation }: FinishedBuild): readonly string[] => [
  ...scriptsOfPackage(compilation, MOUNTING_PACKAGE),
  ...sharedPolicy
    .filter(({ isPreloaded }) => isPreloaded)
    .flatMap(({ key }) => scriptsOf(compilation, sourceOfKey(pkg.root, key))),
];

/** Describes the release of the shell that was just built. */
export const describeShell = (built: FinishedBuild, contract: string): ShellRelease => ({
  version: versionOf(built.pkg, built.mode),
  contract,
  scripts: initialScriptsOf(built.compilation),
  preload: [...built.files.map(({ path }) => path).filter(isFirstFont), ...new Set(preloadedScripts(built))],
  files: hashes(built.files),
});

/** Weight of showing a screen or a slot. */
interface PartWeight {
  /** Bytes of the remote's own scripts, its entry included. */
  readonly own: number;
  /** Keys of what it takes from the shell on demand. */
  readonly shared: readonly string[];
}

/** `dist/sizes.json`: what a built package weighs (brotli bytes), for the budgets. */
interface SizeReport {
  readonly name: string;
  /** The shell's initial scripts; 0 for a remote. */
  readonly initial: number;
  /** The container's script; 0 for the shell. */
  readonly entry: number;
  /** All scripts of the main screen that this package brings. */
  readonly usefulList: number;
  /**
   * Weight of each screen beyond the page's first list; of the main screen, which shows the list, its whole weight. `…,
   * opened` holds the weight with everything that the screen leads to, where this is more.
   */
  readonly screens: Readonly<Record<string, PartWeight>>;
  /** The same of each slot as it stands in another's page. */
  readonly slots: Readonly<Record<string, PartWeight>>;
  /**
   * The shell's scripts behind each key that it provides on demand, as far as the list doesn't load them; empty for a
   * remote.
   */
  readonly shared: Readonly<Record<string, readonly string[]>>;
  /** Bytes that a page of its own loads, its fonts left out; 0 for the shell and for remotes. */
  readonly page: number;
  readonly fonts: number;
  /** Every script with its weight and the npm packages in it. */
  readonly scripts: Readonly<Record<string, { readonly weight: number; readonly packages: readonly string[] }>>;
}

const scriptsWithPackages = ({ compilation, files }: FinishedBuild): SizeReport['scripts'] => {
  const packages = packagesByScript(compilation);
  return Object.fromEntries(
    files
      .filter(({ path }) => path.endsWith('.js'))
      .map(({ path, weight }) => [path, { weight, packages: packages[path] ?? [] }]),
  );
};

const fontsOf = ({ files }: FinishedBuild): number =>
  weightOf(
    files,
    files.map(({ path }) => path).filter((path) => path.endsWith('.woff2')),
  );

const weighAtOnce = (built: FinishedBuild, part: DeclaredPart, isLoaded: (path: string) => boolean): PartWeight => {
  const scripts = [entryOf(built.files), ...scriptsForPart(built, part)];
  return {
    own: weightOf(
      built.files,
      scripts.filter((path) => !isLoaded(path)),
    ),
    shared: consumedBy(
      built.compilation,
      groupsWhere(built.compilation, (file) => file === part.source),
    ),
  };
};

const weighPart = (
  built: FinishedBuild,
  part: DeclaredPart,
  isLoaded: (path: string) => boolean,
): readonly (readonly [string, PartWeight])[] => {
  const atOnce = weighAtOnce(built, part, isLoaded);
  const reached = reachedFrom(built.compilation, part.source);
  const scripts = new Set([entryOf(built.files), ...scriptsForPart(built, part), ...scriptsIn(reached)]);
  const opened = {
    own: weightOf(
      built.files,
      [...scripts].filter((path) => !isLoaded(path)),
    ),
    shared: consumedBy(built.compilation, reached),
  };
  return opened.own === atOnce.own
    ? [[part.name, atOnce]]
    : [
        [part.name, atOnce],
        [`${part.name}, opened`, opened],
      ];
};

/** Weighs a remote. */
export const weighRemote = (
  built: FinishedBuild,
  declaration: ReadDeclaration,
  release: RemoteRelease,
): SizeReport => ({
  name: built.pkg.name,
  initial: 0,
  entry: weightOf(built.files, [release.entry]),
  usefulList: weightOf(built.files, release.preload),
  screens: Object.fromEntries(
    declaration.screens.flatMap((part) =>
      weighPart(built, part, (path) => part.name !== declaration.mainScreen && release.preload.includes(path)),
    ),
  ),
  slots: Object.fromEntries(
    declaration.slots.flatMap((slot) => weighPart(built, slot, (path) => release.preload.includes(path))),
  ),
  shared: {},
  page: 0,
  fonts: fontsOf(built),
  scripts: scriptsWithPackages(built),
});

/** Weighs the shell. */
export const weighShell = (built: FinishedBuild, release: ShellRelease): SizeReport => ({
  name: built.pkg.name,
  initial: weightOf(built.files, release.scripts),
  entry: 0,
  usefulList: weightOf(built.files, [...release.scripts, ...release.preload.filter((path) => path.endsWith('.js'))]),
  screens: {},
  slots: {},
  shared: Object.fromEntries(
    sharedPolicy
      .filter(({ mode }) => mode === 'lazy')
      .map(({ key }) => [
        key,
        scriptsOf(built.compilation, sourceOfKey(built.pkg.root, key)).filter(
          (path) => !release.scripts.includes(path) && !release.preload.includes(path),
        ),
      ]),
  ),
  page: 0,
  fonts: fontsOf(built),
  scripts: scriptsWithPackages(built),
});

/** Weighs a page of its own. The fonts are the shell's, which the budget of fonts counts already. */
export const weighPage = (built: FinishedBuild): SizeReport => ({
  name: built.pkg.name,
  initial: 0,
  entry: 0,
  usefulList: 0,
  screens: {},
  slots: {},
  shared: {},
  page: weightOf(
    built.files,
    built.files.map(({ path }) => path).filter((path) => !path.endsWith('.woff2')),
  ),
  fonts: 0,
  scripts: scriptsWithPackages(built),
});
