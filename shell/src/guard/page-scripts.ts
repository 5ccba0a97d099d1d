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

const create = async (): Promise<ScriptFactory> => {
  // Part of the first script, but the schemas that it takes to read the registry are evaluated in a step of their own.
  const { readPageRegistry, scriptHashesOf } = await import(/* webpackMode: "eager" */ '../registry');
  const factory = createScriptFactory({
    page: document,
    origin: window.location.origin,
    hashes: scriptHashesOf(readPageRegistry(document)),
    policies: window.trustedTypes,
    fetchAhead,
  });
  window.mahlzeitScript = factory.create;
  return factory;
};

let created: Promise<ScriptFactory> | null = null;

/** The page's one script factory. The shell makes it before anything else of its own: without it no chunk can be asked for. */
export const pageScripts = (): Promise<ScriptFactory> => (created ??= create());
