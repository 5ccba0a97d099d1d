import type { Compiler } from 'webpack';
import { runtime } from 'webpack';

/** Name of the one global of ours: the shell's script factory (see shell/src/script-guard.ts). */
export const SCRIPT_FACTORY = 'mahlzeitScript';

/**
 * Lets every chunk be requested through the shell's script factory, which knows the registry's hashes. The tap's
 * answer replaces webpack's own creation of the script element; remotes therefore need no Trusted Types policy.
 */
export const createScriptGuardPlugin = () => ({
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ScriptGuard', (compilation) => {
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap('ScriptGuard', () => `script = globalThis.${SCRIPT_FACTORY}(url);`);
    });
  },
});
