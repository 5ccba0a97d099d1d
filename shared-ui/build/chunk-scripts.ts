import { Module } from 'webpack';
import type { AsyncDependenciesBlock, Chunk, ChunkGroup, Compilation } from 'webpack';
import { SHARED_POLICY } from './shared-policy';

export const isScript = (file: string): boolean => file.endsWith('.js');

const asyncBlocksOf = (compilation: Compilation): readonly AsyncDependenciesBlock[] =>
  [...compilation.modules].flatMap((module) => module.blocks);

const targetFilesOf = (compilation: Compilation, block: AsyncDependenciesBlock): readonly string[] =>
  block.dependencies.map((dependency) => compilation.moduleGraph.getModule(dependency)?.nameForCondition() ?? '');

export const chunkGroupsWhere = (
  compilation: Compilation,
  matchesFile: (file: string) => boolean,
): readonly ChunkGroup[] =>
  asyncBlocksOf(compilation)
    .filter((block) => targetFilesOf(compilation, block).some(matchesFile))
    .flatMap((block) => compilation.chunkGraph.getBlockChunkGroup(block) ?? []);

export const scriptsOfChunkGroups = (chunkGroups: readonly ChunkGroup[]): readonly string[] =>
  [...new Set(chunkGroups.flatMap((group) => group.getFiles()))].filter(isScript);

const scriptsOfMatchingBlocks = (compilation: Compilation, matchesFile: (file: string) => boolean): readonly string[] =>
  scriptsOfChunkGroups(chunkGroupsWhere(compilation, matchesFile));

/** Returns the scripts that are requested by an `import()` of the file `source`, from any module. */
export const scriptsOfSource = (compilation: Compilation, sourceFile: string): readonly string[] =>
  scriptsOfMatchingBlocks(compilation, (file) => file === sourceFile);

// Returns the key of a shared module. Module Federation names such a module `consume-shared-module|default|<key>|…`.
const consumedKey = (module: Module): string | undefined => {
  const identifierParts = module.identifier().split('|');
  return identifierParts[0] === 'consume-shared-module'
    ? SHARED_POLICY.find(({ key, mode }) => mode === 'lazy' && identifierParts.includes(key))?.key
    : undefined;
};

/**
 * Returns the keys of the shared modules that these chunks load from the shell on demand. Chunks without a script of
 * their own count as well: webpack creates them for modules that several screens or slots use.
 */
export const consumedKeysOf = (compilation: Compilation, chunkGroups: readonly ChunkGroup[]): readonly string[] => {
  const groupChunks = chunkGroups.flatMap((group) => group.chunks);
  const consumedKeys = groupChunks.flatMap((chunk) =>
    [...compilation.chunkGraph.getChunkModulesIterable(chunk)].map(consumedKey),
  );
  return [...new Set(consumedKeys.filter((key): key is string => key !== undefined))].sort();
};

/**
 * Returns the chunks that an `import()` of the file `source` loads, and all chunks that these chunks can load later.
 */
export const reachableChunkGroups = (compilation: Compilation, sourceFile: string): readonly ChunkGroup[] => {
  const reachedGroups = new Set(chunkGroupsWhere(compilation, (file) => file === sourceFile));
  // The loop also visits the chunk groups that are added to the set while it runs.
  for (const group of reachedGroups) for (const childGroup of group.childrenIterable) reachedGroups.add(childGroup);
  return [...reachedGroups];
};

/** Returns the scripts of the entry points, which the page loads at the start. */
export const initialScriptsOf = (compilation: Compilation): readonly string[] =>
  [...new Set([...compilation.entrypoints.values()].flatMap((entrypoint) => entrypoint.getFiles()))].filter(isScript);

const PACKAGE_NAME_PATTERN = /[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)(?!.*[\\/]node_modules[\\/])/;

/** Returns the npm package to which a file belongs; null for a file of this repository. */
export const packageNameOf = (file: string): string | null => PACKAGE_NAME_PATTERN.exec(file)?.[1] ?? null;

/**
 * Returns the modules that webpack has concatenated into the given module; for any other module, returns the module
 * itself.
 */
export const concatenatedModulesOf = (module: Module): readonly Module[] =>
  'modules' in module && module.modules instanceof Set
    ? [...module.modules].filter((innerModule): innerModule is Module => innerModule instanceof Module)
    : [module];

const packagesOf = (compilation: Compilation, chunk: Chunk): readonly string[] => {
  const modules = [...compilation.chunkGraph.getChunkModulesIterable(chunk)].flatMap(concatenatedModulesOf);
  const packageNames = modules.map((module) => packageNameOf(module.nameForCondition() ?? ''));
  return [...new Set(packageNames.filter((packageName): packageName is string => packageName !== null))].sort();
};

/** Returns the scripts that are requested by an `import()` of an npm package. */
export const scriptsOfPackage = (compilation: Compilation, packageName: string): readonly string[] =>
  scriptsOfMatchingBlocks(compilation, (file) => packageNameOf(file) === packageName);

/** Returns the names of the npm packages in each script, for the size report. */
export const packagesByScript = (compilation: Compilation): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    [...compilation.chunks].flatMap((chunk) =>
      [...chunk.files].filter(isScript).map((file) => [file, packagesOf(compilation, chunk)]),
    ),
  );
