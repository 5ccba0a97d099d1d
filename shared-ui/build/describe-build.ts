import { Module } from 'webpack';
import type { AsyncDependenciesBlock, Chunk, ChunkGroup, Compilation } from 'webpack';
import type { BuildMode } from './base-config';
import type { DeclaredPart, DeclaredScreen, ReadDeclaration } from './read-declaration';
import type { IconElement } from './read-entries';
import type { ReleaseFile } from './release-files';
import { entryPathIn, globalNameOf, releaseHashOf } from './release-name';
import { SHARED_POLICY, sourceOfKey } from './shared-policy';
import { inputHashOf } from './workspace-package';
import type { WorkspacePackage } from './workspace-package';

const isScript = (file: string): boolean => file.endsWith('.js');

const asyncBlocksOf = (compilation: Compilation): readonly AsyncDependenciesBlock[] =>
  [...compilation.modules].flatMap((module) => module.blocks);

const targetFilesOf = (compilation: Compilation, block: AsyncDependenciesBlock): readonly string[] =>
  block.dependencies.map((dependency) => compilation.moduleGraph.getModule(dependency)?.nameForCondition() ?? '');

const chunkGroupsWhere = (compilation: Compilation, matchesFile: (file: string) => boolean): readonly ChunkGroup[] =>
  asyncBlocksOf(compilation)
    .filter((block) => targetFilesOf(compilation, block).some(matchesFile))
    .flatMap((block) => compilation.chunkGraph.getBlockChunkGroup(block) ?? []);

const scriptsOfChunkGroups = (chunkGroups: readonly ChunkGroup[]): readonly string[] =>
  [...new Set(chunkGroups.flatMap((group) => group.getFiles()))].filter(isScript);

const scriptsOfMatchingBlocks = (compilation: Compilation, matchesFile: (file: string) => boolean): readonly string[] =>
  scriptsOfChunkGroups(chunkGroupsWhere(compilation, matchesFile));

/** Returns the scripts that are requested by an `import()` of the file `source`, from any module. */
const scriptsOfSource = (compilation: Compilation, sourceFile: string): readonly string[] =>
  scriptsOfMatchingBlocks(compilation, (file) => file === sourceFile);

// Module Federation names a module from the share scope `consume-shared-module|default|<key>|…`. This function returns
// the key.
const consumedKey = (module: Module): string | undefined => {
  const identifierParts = module.identifier().split('|');
  return identifierParts[0] === 'consume-shared-module'
    ? SHARED_POLICY.find(({ key, mode }) => mode === 'lazy' && identifierParts.includes(key))?.key
    : undefined;
};

/**
 * Returns the keys of the lazy shared modules that these chunks take from the shell. Chunks without a script of their
 * own count as well: webpack creates them for modules that several screens or slots use.
 */
const consumedKeysOf = (compilation: Compilation, chunkGroups: readonly ChunkGroup[]): readonly string[] => {
  const groupChunks = chunkGroups.flatMap((group) => group.chunks);
  const consumedKeys = groupChunks.flatMap((chunk) =>
    [...compilation.chunkGraph.getChunkModulesIterable(chunk)].map(consumedKey),
  );
  return [...new Set(consumedKeys.filter((key): key is string => key !== undefined))].sort();
};

/**
 * Returns the chunks that an `import()` of the file `source` loads, and all chunks that these chunks can load later.
 */
const reachableChunkGroups = (compilation: Compilation, sourceFile: string): readonly ChunkGroup[] => {
  const reachedGroups = new Set(chunkGroupsWhere(compilation, (file) => file === sourceFile));
  // The loop also visits the chunk groups that are added to the set while it runs.
  for (const group of reachedGroups) for (const childGroup of group.childrenIterable) reachedGroups.add(childGroup);
  return [...reachedGroups];
};

/** Returns the scripts of the entry points, which the page loads at the start. */
const initialScriptsOf = (compilation: Compilation): readonly string[] =>
  [...new Set([...compilation.entrypoints.values()].flatMap((entrypoint) => entrypoint.getFiles()))].filter(isScript);

const PACKAGE_NAME_PATTERN = /[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)(?!.*[\\/]node_modules[\\/])/;

// Webpack concatenates some modules into one. This function returns the modules inside of it.
const concatenatedModulesOf = (module: Module): readonly Module[] =>
  'modules' in module && module.modules instanceof Set
    ? [...module.modules].filter((innerModule): innerModule is Module => innerModule instanceof Module)
    : [module];

const packagesOf = (compilation: Compilation, chunk: Chunk): readonly string[] => {
  const modules = [...compilation.chunkGraph.getChunkModulesIterable(chunk)].flatMap(concatenatedModulesOf);
  const packageNames = modules.map((module) => PACKAGE_NAME_PATTERN.exec(module.nameForCondition() ?? '')?.[1]);
  return [...new Set(packageNames.filter((packageName): packageName is string => packageName !== undefined))].sort();
};

/** Returns the scripts that are requested by an `import()` of an npm package. */
const scriptsOfPackage = (compilation: Compilation, packageName: string): readonly string[] =>
  scriptsOfMatchingBlocks(compilation, (file) => PACKAGE_NAME_PATTERN.exec(file)?.[1] === packageName);

/** Returns the names of the npm packages in each script, for the size report. */
const packagesByScript = (compilation: Compilation): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    [...compilation.chunks].flatMap((chunk) =>
      [...chunk.files].filter(isScript).map((file) => [file, packagesOf(compilation, chunk)]),
    ),
  );

/** Titles, drawer entries and notification kinds of a release, in the form in which a page reads them. */
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
 * Content of `dist/release.json`, which the gateway's registry reads: one immutable release of a remote. Paths are
 * relative to dist.
 */
interface RemoteRelease {
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
   * Names of URLs that the shell resolves itself, each with a screen and its parameters. The name of a shared link is
   * the first segment of its path: `/r`.
   */
  readonly addresses: Readonly<Record<string, readonly string[]>>;
  /** Sizes of the placeholders that are shown while a screen is loading, by screen key. */
  readonly frames: Readonly<Record<string, 'low' | 'wide'>>;
  readonly entries: ReleaseEntries;
  /** Scripts that the main screen needs, the entry first. Empty for a remote without a main screen. */
  readonly preload: readonly string[];
  /** Script for Node that renders the prerendered view of the main screen; null for a remote without one. */
  readonly prerender: string | null;
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
interface ShellRelease {
  readonly version: string;
  /** Version of the contract between shell and remotes. */
  readonly contract: string;
  readonly scripts: readonly string[];
  readonly preload: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

/** Result of a build, before it is described in a manifest. */
export interface FinishedBuild {
  readonly pkg: WorkspacePackage;
  readonly mode: BuildMode;
  readonly compilation: Compilation;
  readonly files: readonly ReleaseFile[];
  /** File name of the prerendered view in `dist`; null for a remote without one. */
  readonly prerender: string | null;
}

const integrityByPath = (files: readonly ReleaseFile[]): Readonly<Record<string, string>> =>
  Object.fromEntries(files.map(({ path, integrity }) => [path, integrity]));

/** Returns the version of a release: the version of the package, and a hash of the release. */
const versionOf = ({ pkg, mode }: Pick<FinishedBuild, 'pkg' | 'mode'>, releaseHash: string): string =>
  `${pkg.version}+${mode === 'development' ? 'dev.' : ''}${releaseHash}`;

const partNamesOf = (declaredParts: readonly DeclaredPart[]): readonly string[] =>
  declaredParts.map(({ name }) => name);

/** Returns the total size of these files in bytes, compressed if they have a compressed version. */
const totalWeightOf = (files: readonly ReleaseFile[], paths: readonly string[]): number =>
  files.filter(({ path }) => paths.includes(path)).reduce((totalWeight, { weight }) => totalWeight + weight, 0);

const entryPathOf = (files: readonly ReleaseFile[]): string => entryPathIn(files.map(({ path }) => path));

/**
 * Returns the scripts that are loaded after the remote's entry to show one screen, slot or command: the scripts of the
 * remote's declaration, and those of this screen, slot or command.
 */
const scriptsForPart = ({ pkg, compilation }: FinishedBuild, part: DeclaredPart): readonly string[] => [
  ...new Set([
    ...scriptsOfSource(compilation, `${pkg.dir}/src/remote.ts`),
    ...scriptsOfSource(compilation, part.source),
  ]),
];

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
});

/** Part of a release's manifest that its files don't determine, except the versions of shared packages. */
type DeclaredFacts = Pick<
  RemoteRelease,
  'contract' | 'screens' | 'mainScreen' | 'slots' | 'commands' | 'addresses' | 'frames' | 'entries'
>;

/** Returns the part of a release's manifest that comes from the remote's declaration. */
export const declaredFactsOf = (declaration: ReadDeclaration): DeclaredFacts => ({
  contract: declaration.contract,
  screens: partNamesOf(declaration.screens),
  mainScreen: declaration.mainScreen,
  slots: partNamesOf(declaration.slots),
  commands: partNamesOf(declaration.commands),
  addresses: releaseAddressesOf(declaration),
  frames: screenFramesOf(declaration),
  entries: toReleaseEntries(declaration),
});

/** Returns the release manifest of a remote that was just built. */
export const describeRemote = (finishedBuild: FinishedBuild, declaration: ReadDeclaration): RemoteRelease => {
  const { pkg, files } = finishedBuild;
  const entry = entryPathOf(files);
  const firstScreen = firstScreenOf(declaration);
  const preloadedPaths = preloadedParts(declaration).flatMap((part) => scriptsForPart(finishedBuild, part));
  return {
    name: pkg.name,
    version: versionOf(finishedBuild, releaseHashOf(entry)),
    ...declaredFactsOf(declaration),
    entry,
    globalName: globalNameOf(pkg, releaseHashOf(entry)),
    files: integrityByPath(files),
    bytes: totalWeightOf(files, [
      entry,
      ...(firstScreen === undefined ? [] : scriptsForPart(finishedBuild, firstScreen)),
    ]),
    preload: preloadedPaths.length === 0 ? [] : [...new Set([entry, ...preloadedPaths])],
    prerender: finishedBuild.prerender,
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

// German needs only the Latin part of a font. The browser loads the other parts when a name needs them.
const isLatinFont = (path: string): boolean => /-latin\.[0-9a-f]+\.woff2$/.test(path);

// npm package with which the shell mounts its first screen.
const SCREEN_MOUNTING_PACKAGE = 'single-spa';

// These scripts are requested together with the first script, because the main screen can't be shown without them.
const preloadedScripts = ({ pkg, compilation }: FinishedBuild): readonly string[] => [
  ...scriptsOfPackage(compilation, SCREEN_MOUNTING_PACKAGE),
  ...SHARED_POLICY.filter(({ isPreloaded }) => isPreloaded).flatMap(({ key }) =>
    scriptsOfSource(compilation, sourceOfKey(pkg.root, key)),
  ),
];

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
});

/** Bytes that are loaded to show a screen or a slot. */
interface PartWeights {
  /** Bytes of the remote's own scripts, including its entry. */
  readonly own: number;
  /** Keys of the shared modules that the screen or slot loads from the shell on demand. */
  readonly shared: readonly string[];
}

/** Content of `dist/sizes.json`: sizes of a built package (brotli bytes), which are compared with the budgets. */
interface SizeReport {
  readonly name: string;
  /** Bytes of the shell's initial scripts; 0 for a remote. */
  readonly initial: number;
  /** Bytes of the remote's entry script; 0 for the shell. */
  readonly entry: number;
  /** Bytes of this package's scripts that are needed to show the main screen. */
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
   * Scripts of the shell for each shared key that is loaded on demand, except for those that the main screen loads.
   * Empty for a remote.
   */
  readonly shared: Readonly<Record<string, readonly string[]>>;
  /** Bytes of a page that runs without the shell, without its fonts; 0 for the shell and for remotes. */
  readonly page: number;
  readonly fonts: number;
  /** Size of each script and the npm packages in it. */
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
    SHARED_POLICY.filter(({ mode }) => mode === 'lazy').map(({ key }) => [
      key,
      scriptsOfSource(finishedBuild.compilation, sourceOfKey(finishedBuild.pkg.root, key)).filter(
        (path) => !release.scripts.includes(path) && !release.preload.includes(path),
      ),
    ]),
  ),
  page: 0,
  fonts: fontWeightOf(finishedBuild),
  scripts: scriptsWithPackages(finishedBuild),
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
});
