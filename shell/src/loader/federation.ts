import type { RegistryRemote } from '@mahlzeit/contract';
import { getInstance, loadRemote, registerRemotes, satisfy } from '@module-federation/enhanced/runtime';

/** The part of Module Federation's runtime that the loader uses. */
export interface Federation {
  /** Makes a remote known; loads nothing. */
  register(remote: RegistryRemote): void;
  /** Loads the remote's entry and resolves with the module it exposes. */
  load(remote: RegistryRemote): Promise<unknown>;
  /** Makes shared chunks that failed to load loadable again. */
  forgetFailures(): void;
  /** Whether a version lies in a range. */
  satisfies(version: string, range: string): boolean;
}

/** The name under which every remote exposes its declaration (shared-ui/build). */
const EXPOSED = 'remote';

/** Module Federation's runtime as the shell's build provides it. */
export const browserFederation: Federation = {
  register: ({ name, entry, globalName }) => registerRemotes([{ name, entry, entryGlobalName: globalName }]),
  load: ({ name }) => loadRemote<unknown>(`${name}/${EXPOSED}`),
  forgetFailures() {
    // The runtime keeps a rejected `loading` promise for ever (2.9.2); the finder sees each of its instances.
    getInstance(({ shareScopeMap }) => {
      const versions = Object.values(shareScopeMap).flatMap((scope) => Object.values(scope).flatMap((shared) => Object.values(shared)));
      for (const shared of versions) if (!shared.loaded) shared.loading = null;
      return false;
    });
  },
  satisfies: (version, range) => satisfy(version, range),
};
