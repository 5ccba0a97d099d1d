import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { readPageRegistry, scriptHashesOf } from '../registry';
import type { ScriptUrlPolicies } from './script-factory';
import { createScriptFactory } from './script-factory';

declare global {
  interface Window {
    readonly trustedTypes?: ScriptUrlPolicies;
    /** The one global of ours: chunks of shell and remotes ask it for their script elements (shared-ui/build/plugins). */
    mahlzeitScript: (url: string) => HTMLScriptElement;
  }
}

/** Milliseconds after which a remote's entry script that doesn't arrive counts as failed. */
const ENTRY_TIMEOUT_MS = 4_000;

/**
 * Federation's runtime plugin of the shell. The build runs it before everything else, so the script factory stands
 * before the first chunk is asked for.
 */
const guardScripts = (): ModuleFederationRuntimePlugin => {
  const factory = createScriptFactory({
    page: document,
    origin: window.location.origin,
    hashes: scriptHashesOf(readPageRegistry(document)),
    policies: window.trustedTypes,
  });
  window.mahlzeitScript = factory.createOrFail;
  return { name: 'mahlzeit-guard', createScript: ({ url }) => ({ script: factory.create(url), timeout: ENTRY_TIMEOUT_MS }) };
};

export default guardScripts;
