import { isAbsolute, relative } from 'node:path';
import { RuntimeModule } from 'webpack';
import type { Module } from 'webpack';
import { concatenatedModulesOf, isScript } from './chunk-scripts';
import { totalWeightOf } from './finished-build';
import type { FinishedBuild } from './finished-build';

/** Name of the code that webpack and Module Federation generate for a release. */
export const GENERATED_CODE = 'generated code';

/** Returns the path of a module's file in the repository. All code that the bundler generates counts as one module. */
const modulePathOf = (module: Module, root: string): string => {
  const file = module.nameForCondition();
  return module instanceof RuntimeModule || file === null || !isAbsolute(file) ? GENERATED_CODE : relative(root, file);
};

/**
 * Returns the bytes of each module in one script. They are estimated: the script's bytes are divided in proportion to
 * the sizes of the sources.
 */
const weighModulesIn = (
  modules: readonly Module[],
  scriptWeight: number,
  root: string,
): ReadonlyMap<string, number> => {
  const scriptSize = modules.reduce((sum, module) => sum + module.size(), 0);
  const bytesByPath = new Map<string, number>();
  for (const module of modules) {
    const path = modulePathOf(module, root);
    bytesByPath.set(path, (bytesByPath.get(path) ?? 0) + (scriptWeight * module.size()) / scriptSize);
  }
  return bytesByPath;
};

/**
 * Returns an estimate of the bytes (brotli) of each module of a release, by the path of its file. A module that several
 * scripts contain counts once, because a page seldom needs two of these scripts (see the plugin `ModulePlaces`).
 */
export const weighContents = ({ compilation, files, pkg }: FinishedBuild): Readonly<Record<string, number>> => {
  const bytesByPath = new Map<string, number>();
  for (const chunk of compilation.chunks) {
    const modules = [...compilation.chunkGraph.getChunkModulesIterable(chunk)].flatMap(concatenatedModulesOf);
    const scriptWeight = totalWeightOf(files, [...chunk.files].filter(isScript));
    for (const [path, bytes] of weighModulesIn(modules, scriptWeight, pkg.root))
      bytesByPath.set(path, Math.max(bytesByPath.get(path) ?? 0, Math.round(bytes)));
  }
  return Object.fromEntries(
    [...bytesByPath].filter(([, bytes]) => bytes > 0).sort(([left], [right]) => (left < right ? -1 : 1)),
  );
};
