import type { AsyncDependenciesBlock, Chunk, Compilation } from 'webpack';
import { Module } from 'webpack';

const isScript = (file: string): boolean => file.endsWith('.js');

const blocksOf = (compilation: Compilation): readonly AsyncDependenciesBlock[] => [...compilation.modules].flatMap((module) => module.blocks);

const targetsOf = (compilation: Compilation, block: AsyncDependenciesBlock): readonly string[] =>
  block.dependencies.map((dependency) => compilation.moduleGraph.getModule(dependency)?.nameForCondition() ?? '');

const scriptsWhere = (compilation: Compilation, isWanted: (file: string) => boolean): readonly string[] => {
  const groups = blocksOf(compilation)
    .filter((block) => targetsOf(compilation, block).some(isWanted))
    .map((block) => compilation.chunkGraph.getBlockChunkGroup(block));
  return [...new Set(groups.flatMap((group) => group?.getFiles() ?? []))].filter(isScript);
};

/** The scripts that an `import()` of the file `source` asks for, wherever it stands. */
export const scriptsOf = (compilation: Compilation, source: string): readonly string[] => scriptsWhere(compilation, (file) => file === source);

/** The scripts that start with the page: those of the entry points. */
export const initialScriptsOf = (compilation: Compilation): readonly string[] => [...new Set([...compilation.entrypoints.values()].flatMap((entry) => entry.getFiles()))].filter(isScript);

const PACKAGE = /[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)(?!.*[\\/]node_modules[\\/])/;

// Webpack joins modules that only one importer uses into one; what it joined counts too.
const withJoined = (module: Module): readonly Module[] =>
  'modules' in module && module.modules instanceof Set ? [...module.modules].filter((inner): inner is Module => inner instanceof Module) : [module];

const packagesOf = (compilation: Compilation, chunk: Chunk): readonly string[] => {
  const modules = [...compilation.chunkGraph.getChunkModulesIterable(chunk)].flatMap(withJoined);
  const names = modules.map((module) => PACKAGE.exec(module.nameForCondition() ?? '')?.[1]);
  return [...new Set(names.filter((name): name is string => name !== undefined))].sort();
};

/** The scripts that an `import()` of an npm package asks for. */
export const scriptsOfPackage = (compilation: Compilation, name: string): readonly string[] => scriptsWhere(compilation, (file) => PACKAGE.exec(file)?.[1] === name);

/** Which npm packages each script holds, for the size report. */
export const packagesByScript = (compilation: Compilation): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries([...compilation.chunks].flatMap((chunk) => [...chunk.files].filter(isScript).map((file) => [file, packagesOf(compilation, chunk)])));
