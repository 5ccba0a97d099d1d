import type { Compilation, Compiler, Module } from 'webpack';
import { WebpackError } from 'webpack';

const PROVIDED = /^provide module \([^)]*\)(?: \([^)]*\))? (.+)@[^@]+ = /;

const keyOf = (module: Module): string | null => PROVIDED.exec(module.identifier())?.[1] ?? null;

/** The share keys that a compilation really provides. */
export const providedKeysOf = (compilation: Compilation): ReadonlySet<string> =>
  new Set([...compilation.modules].map(keyOf).filter((key): key is string => key !== null));

/** Fails the shell's build when a promised key is missing in its share scope: remotes would find nothing there. */
export const createProvidedKeysPlugin = (keys: readonly string[]) => ({
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ProvidedKeys', (compilation) => {
      compilation.hooks.afterOptimizeModules.tap('ProvidedKeys', () => {
        const provided = providedKeysOf(compilation);
        for (const key of keys) if (!provided.has(key)) compilation.errors.push(new WebpackError(`The share scope lacks ${key}`));
      });
    });
  },
});
