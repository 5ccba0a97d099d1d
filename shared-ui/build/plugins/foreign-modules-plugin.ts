import type { Compilation, Compiler, Module } from 'webpack';
import { NormalModule, WebpackError } from 'webpack';

const packageOf = (resource: string): string | null => {
  const [, path] = resource.split(/[\\/]node_modules[\\/](?!.*[\\/]node_modules[\\/])/);
  if (path === undefined) return null;
  const [first = '', second = ''] = path.split(/[\\/]/);
  return first.startsWith('@') ? `${first}/${second}` : first;
};

const isForeign = (module: Module, packages: ReadonlySet<string>, folder: string): module is NormalModule => {
  if (!(module instanceof NormalModule) || typeof module.resource !== 'string') return false;
  const name = packageOf(module.resource);
  return module.resource.startsWith(folder) || (name !== null && packages.has(name));
};

/** The modules of a compilation that belong to one of `packages` or lie in `folder`. */
export const foreignModulesIn = (compilation: Compilation, packages: ReadonlySet<string>, folder: string): readonly string[] =>
  [...compilation.modules].flatMap((module) => (isForeign(module, packages, folder) ? [module.resource] : []));

interface ForeignModules {
  /** Packages that the shell provides. */
  readonly packages: readonly string[];
  /** Folder of the shared source package, which isn't below node_modules. */
  readonly folder: string;
}

/** Fails a remote's build that bundles what the shell provides: a second react-aria breaks focus and Escape. */
export const createForeignModulesPlugin = ({ packages, folder }: ForeignModules) => ({
  apply(compiler: Compiler): void {
    const names = new Set(packages);
    compiler.hooks.compilation.tap('ForeignModules', (compilation) => {
      compilation.hooks.afterOptimizeModules.tap('ForeignModules', () => {
        for (const resource of foreignModulesIn(compilation, names, folder)) {
          compilation.errors.push(new WebpackError(`${resource} is provided by the shell: import it by a request of shared-ui/build/shared-policy.ts`));
        }
      });
    });
  },
});
