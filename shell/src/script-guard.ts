import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { LoadError } from './remotes/load-error';

/** Brings a script into the browser's cache; rejects when it isn't served in time or isn't what its hash promises. */
type FetchAhead = (address: string, integrity: string) => Promise<void>;

/** Makes the script elements of this page: none that the registry doesn't name, none without its hash. */
interface ScriptFactory {
  /**
   * For webpack's chunk loading, which puts the element into the page and listens to it. A script that is refused or
   * can't be had fails like one that the server lacks; an exception would leave webpack waiting for ever.
   */
  create(url: string): HTMLScriptElement;
  /** Runs a script; rejects when it is refused or can't be had. */
  run(url: string): Promise<void>;
}

/** The part of `window.trustedTypes` that the factory needs; what a policy answers stands for a string. */
interface ScriptUrlPolicies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

export interface ScriptFactoryDeps {
  readonly page: Document;
  /** Origin that scripts may come from. */
  readonly origin: string;
  /** Integrity values by absolute path. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Undefined in browsers without Trusted Types. */
  readonly policies: ScriptUrlPolicies | undefined;
  readonly fetchAhead: FetchAhead;
}

const createAdmission =
  ({ origin, hashes }: ScriptFactoryDeps) =>
  (url: string): string | null => {
    const address = new URL(url, origin);
    return address.origin === origin && hashes.has(address.pathname) ? address.pathname : null;
  };

const refusal = (url: string): Error => new Error(`The registry names no script ${url}`);

/** Name of the one policy that the page's Content-Security-Policy admits. */
const POLICY_NAME = 'mahlzeit';

const createPolicy = (admit: (url: string) => string | null, policies: ScriptUrlPolicies | undefined) => {
  const rules = {
    createScriptURL(url: string): string {
      if (admit(url) === null) throw refusal(url);
      return url;
    },
  };
  return policies?.createPolicy(POLICY_NAME, rules) ?? rules;
};

// What the page itself asked for ahead is on its way already, as a script.
const isPreloaded = (page: Document, address: string): boolean =>
  [...page.querySelectorAll('link[rel="preload"][as="script"]')].some((link) => link.getAttribute('href') === address);

/** Milliseconds for fetching and running together: also a preload of the page itself may hang. */
const RUN_TIMEOUT_MS = 4_500;

const runScript = async (page: Document, script: HTMLScriptElement, url: string): Promise<void> => {
  const settled = new Promise<void>((resolve, reject) => {
    const fail = (cause: unknown): void => reject(new Error(`${url} could not be run`, { cause }));
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', ({ error }) => fail(error));
    AbortSignal.timeout(RUN_TIMEOUT_MS).addEventListener('abort', fail);
  });
  page.head.append(script);
  await settled.finally(() => script.remove());
};

/** Creates the factory and, where the browser knows Trusted Types, its policy. */
export const createScriptFactory = (deps: ScriptFactoryDeps): ScriptFactory => {
  const { page, hashes, policies, fetchAhead } = deps;
  const admit = createAdmission(deps);
  const policy = createPolicy(admit, policies);
  const requests = new Map<string, number>();

  // A retry of the same address could wait behind a request that hangs, or be served what was refused before.
  const nextAddress = (path: string): string => {
    const repeat = requests.get(path) ?? 0;
    requests.set(path, repeat + 1);
    return repeat === 0 ? path : `${path}?r=${repeat}`;
  };

  const bring = async (script: HTMLScriptElement, url: string): Promise<void> => {
    const path = admit(url);
    if (path === null) throw refusal(url);
    const integrity = hashes.get(path) ?? '';
    const address = nextAddress(path);
    if (!isPreloaded(page, address)) await fetchAhead(address, integrity);
    script.integrity = integrity;
    script.src = policy.createScriptURL(address);
  };

  const create = (url: string): HTMLScriptElement => {
    const script = page.createElement('script');
    script.async = true;
    script.crossOrigin = 'anonymous';
    bring(script, url).catch((cause: unknown) => script.dispatchEvent(new ErrorEvent('error', { error: cause })));
    return script;
  };

  return { create, run: (url) => runScript(page, create(url), url) };
};

declare global {
  interface Window {
    readonly trustedTypes?: ScriptUrlPolicies;
    /**
     * The one global of ours: chunks of shell and remotes ask it for their script elements (shared-ui/build/plugins).
     */
    mahlzeitScript: (url: string) => HTMLScriptElement;
  }
}

/** Milliseconds after which a script that doesn't arrive counts as failed. */
const SCRIPT_TIMEOUT_MS = 4_000;

/**
 * Fetches with a deadline. A script element's request can't be called off: a few that hang would hold all of the
 * browser's connections to our host, and every retry would wait behind them.
 */
const fetchAhead: FetchAhead = async (address, integrity) => {
  const response = await fetch(address, { integrity, signal: AbortSignal.timeout(SCRIPT_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${address} was answered ${response.status}`);
  await response.arrayBuffer();
};

const createPageScripts = async (): Promise<ScriptFactory> => {
  // Part of the first script, but the schemas that it takes to read the registry are evaluated in a step of their own.
  const { readPageRegistry, scriptHashesOf } = await import(/* webpackMode: "eager" */ './remotes/registry');
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

/**
 * The page's one script factory. The shell makes it before anything else of its own: without it no chunk can be asked
 * for.
 */
export const pageScripts = (): Promise<ScriptFactory> => (created ??= createPageScripts());

type LoadEntry = NonNullable<ModuleFederationRuntimePlugin['loadEntry']>;

/** What a remote's entry script leaves under its global name. */
type Container = Exclude<Awaited<ReturnType<LoadEntry>>, void>;

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' &&
  value !== null &&
  'get' in value &&
  typeof value.get === 'function' &&
  'init' in value &&
  typeof value.init === 'function';

/** The container that an entry script has left; null where none has run. */
const containerOf = (globalName: string): Container | null => {
  const found: unknown = Reflect.get(globalThis, globalName);
  return isContainer(found) ? found : null;
};

const runEntry = async ({ run }: ScriptFactory, entry: string): Promise<void> => {
  try {
    await run(entry);
  } catch (cause) {
    throw new LoadError('entry', 'unreachable', { message: `${entry} could not be had`, cause });
  }
};

/**
 * Federation's runtime plugin of the shell. Entries are loaded by us alone: the runtime's own loader would set a
 * script's address past the policy.
 */
const guardScripts = (): ModuleFederationRuntimePlugin => ({
  name: 'mahlzeit-guard',
  async loadEntry({ remoteInfo: { entry, entryGlobalName } }) {
    const known = containerOf(entryGlobalName);
    if (known !== null) return known;
    await runEntry(await pageScripts(), entry);
    const container = containerOf(entryGlobalName);
    if (container === null)
      throw new LoadError('entry', 'broken', { message: `${entry} ran but left no ${entryGlobalName}` });
    return container;
  },
});

export default guardScripts;
