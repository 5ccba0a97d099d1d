import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { LoadFailure } from '../loader/load-failure';
import { readPageRegistry, scriptHashesOf } from '../registry';
import { containerOf } from './container';
import { fetchAhead } from './fetch-ahead';
import type { ScriptFactory, ScriptUrlPolicies } from './script-factory';
import { createScriptFactory } from './script-factory';

declare global {
  interface Window {
    readonly trustedTypes?: ScriptUrlPolicies;
    /** The one global of ours: chunks of shell and remotes ask it for their script elements (shared-ui/build/plugins). */
    mahlzeitScript: (url: string) => HTMLScriptElement;
  }
}

const bring = async ({ run }: ScriptFactory, entry: string): Promise<void> => {
  try {
    await run(entry);
  } catch (cause) {
    throw new LoadFailure('entry', 'unreachable', { message: `${entry} could not be had`, cause });
  }
};

/**
 * Federation's runtime plugin of the shell. The build runs it before everything else, so the script factory stands
 * before the first chunk is asked for. Entries are loaded by us alone: the runtime's own loader would set a script's
 * address past the policy.
 */
const guardScripts = (): ModuleFederationRuntimePlugin => {
  const factory = createScriptFactory({
    page: document,
    origin: window.location.origin,
    hashes: scriptHashesOf(readPageRegistry(document)),
    policies: window.trustedTypes,
    fetchAhead,
  });
  window.mahlzeitScript = factory.create;
  return {
    name: 'mahlzeit-guard',
    async loadEntry({ remoteInfo: { entry, entryGlobalName } }) {
      const known = containerOf(entryGlobalName);
      if (known !== null) return known;
      await bring(factory, entry);
      const container = containerOf(entryGlobalName);
      if (container === null) throw new LoadFailure('entry', 'broken', { message: `${entry} ran but left no ${entryGlobalName}` });
      return container;
    },
  };
};

export default guardScripts;
