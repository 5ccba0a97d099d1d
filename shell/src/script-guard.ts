import type { ScriptHashes } from '@mahlzeit/contract';
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { LoadError } from './remotes/load-error';

/** Loads a script into the browser's cache; rejects when it isn't served in time or doesn't match its hash. */
type FetchAhead = (address: string, integrity: string) => Promise<void>;

/** Creates the script elements of this page. Only scripts of the registry are allowed, and only with the right hash. */
interface ScriptFactory {
  /**
   * Creates an element for webpack, which adds it to the page and listens to its events. A script that isn't allowed or
   * can't be loaded fires an error event, like a script that the server doesn't have; an exception would make webpack
   * wait for ever.
   */
  create(url: string): HTMLScriptElement;
  /** Runs a script; rejects when the script isn't allowed or can't be loaded. */
  run(url: string): Promise<void>;
  /** Allows further scripts: those of a release that was published after the page was loaded. */
  allow(hashes: ScriptHashes): void;
}

/** Part of `window.trustedTypes` that the factory needs. The created URL is used as a string. */
interface ScriptUrlPolicies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

export interface ScriptFactoryDeps {
  readonly page: Document;
  /** Origin of the page; scripts of other origins aren't allowed, except those of `devOrigins`. */
  readonly origin: string;
  /** Integrity value of each script that is allowed at first, by absolute path. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Origins of dev servers that this browser has asked for. Their scripts change with each edit and have no hashes. */
  readonly devOrigins: ReadonlySet<string>;
  /** Trusted Types of the browser; undefined in browsers without them. */
  readonly policies: ScriptUrlPolicies | undefined;
  readonly fetchAhead: FetchAhead;
}

const createPathResolver =
  ({ origin, hashes, devOrigins }: Pick<ScriptFactoryDeps, 'origin' | 'hashes' | 'devOrigins'>) =>
  (url: string): string | null => {
    const address = new URL(url, origin);
    if (devOrigins.has(address.origin)) return address.href;
    return address.origin === origin && hashes.has(address.pathname) ? address.pathname : null;
  };

const unknownScriptError = (url: string): Error => new Error(`The registry names no script ${url}`);

/** Name of the only policy that the page's Content-Security-Policy allows. */
const TRUSTED_TYPES_POLICY_NAME = 'mahlzeit';

const createPolicy = (knownPathOf: (url: string) => string | null, policies: ScriptUrlPolicies | undefined) => {
  const policyRules = {
    createScriptURL(url: string): string {
      if (knownPathOf(url) === null) throw unknownScriptError(url);
      return url;
    },
  };
  return policies?.createPolicy(TRUSTED_TYPES_POLICY_NAME, policyRules) ?? policyRules;
};

// The browser already fetches a script for which the page has a preload link.
const isScriptPreloaded = (page: Document, address: string): boolean =>
  [...page.querySelectorAll('link[rel="preload"][as="script"]')].some((link) => link.getAttribute('href') === address);

/**
 * Time limit for fetching and running a script together, in milliseconds. Needed because a preload of the page may
 * never end.
 */
const RUN_TIMEOUT_MS = 4_500;

const runScript = async (page: Document, script: HTMLScriptElement, url: string): Promise<void> => {
  const scriptLoad = new Promise<void>((resolve, reject) => {
    const rejectLoad = (cause: unknown): void => reject(new Error(`${url} could not be run`, { cause }));
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', ({ error }) => rejectLoad(error));
    AbortSignal.timeout(RUN_TIMEOUT_MS).addEventListener('abort', rejectLoad);
  });
  page.head.append(script);
  await scriptLoad.finally(() => script.remove());
};

/** Creates the factory of script elements and, in browsers with Trusted Types, its policy. */
export const createScriptFactory = (deps: ScriptFactoryDeps): ScriptFactory => {
  const { page, origin, devOrigins, policies, fetchAhead } = deps;
  const hashes = new Map(deps.hashes);
  const knownPathOf = createPathResolver({ origin, hashes, devOrigins });
  const urlPolicy = createPolicy(knownPathOf, policies);
  const requestCountByPath = new Map<string, number>();

  // A retry uses another URL: with the same one, the browser could wait for a request that never ends, or return the
  // failed response from its cache.
  const nextScriptAddress = (path: string): string => {
    const repeatCount = requestCountByPath.get(path) ?? 0;
    requestCountByPath.set(path, repeatCount + 1);
    return repeatCount === 0 ? path : `${path}?r=${repeatCount}`;
  };

  const loadScript = async (script: HTMLScriptElement, url: string): Promise<void> => {
    const path = knownPathOf(url);
    if (path === null) throw unknownScriptError(url);
    const integrity = hashes.get(path) ?? '';
    const address = nextScriptAddress(path);
    if (!isScriptPreloaded(page, address)) await fetchAhead(address, integrity);
    script.integrity = integrity;
    // Absolute, because webpack looks for an element whose `src` equals its own relative URL. Two releases of a remote
    // may have a script in common: it would run only for the release that requested it first.
    script.src = urlPolicy.createScriptURL(new URL(address, origin).href);
  };

  const create = (url: string): HTMLScriptElement => {
    const script = page.createElement('script');
    script.async = true;
    script.crossOrigin = 'anonymous';
    loadScript(script, url).catch((cause: unknown) => script.dispatchEvent(new ErrorEvent('error', { error: cause })));
    return script;
  };

  return {
    create,
    run: (url) => runScript(page, create(url), url),
    allow(furtherHashes) {
      for (const [path, hash] of Object.entries(furtherHashes)) hashes.set(path, hash);
    },
  };
};

declare global {
  interface Window {
    readonly trustedTypes?: ScriptUrlPolicies;
    /**
     * Our only global function. The chunk loading of shell and remotes gets its script elements from it
     * (shared-ui/build/plugins).
     */
    mahlzeitScript: (url: string) => HTMLScriptElement;
  }
}

/** Milliseconds after which a script that doesn't arrive counts as failed. */
const SCRIPT_TIMEOUT_MS = 4_000;

/**
 * Fetches a script with a time limit. A script element's request can't be cancelled: a few requests that never end
 * would occupy all of the browser's connections to our host, and every retry would wait behind them.
 */
const fetchAhead: FetchAhead = async (address, integrity) => {
  const response = await fetch(address, { integrity, signal: AbortSignal.timeout(SCRIPT_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${address} returned status ${response.status}`);
  await response.arrayBuffer();
};

const createPageScripts = async (): Promise<ScriptFactory> => {
  // The module is part of the first script, but `import` evaluates its schemas in a step of its own.
  const { devOriginsOf, readPageRegistry, scriptHashesOf } = await import(
    /* webpackMode: "eager" */ './remotes/registry'
  );
  const registry = readPageRegistry(document);
  const factory = createScriptFactory({
    page: document,
    origin: window.location.origin,
    hashes: scriptHashesOf(registry),
    devOrigins: devOriginsOf(registry),
    policies: window.trustedTypes,
    fetchAhead,
  });
  window.mahlzeitScript = factory.create;
  return factory;
};

let scriptFactory: Promise<ScriptFactory> | null = null;

/**
 * Returns the page's one script factory. The shell creates it before anything else: no chunk can be loaded without it.
 */
export const pageScripts = (): Promise<ScriptFactory> => (scriptFactory ??= createPageScripts());

type LoadEntry = NonNullable<ModuleFederationRuntimePlugin['loadEntry']>;

/** Federation container: object that a remote's entry script stores under a global name. */
type RemoteContainer = Exclude<Awaited<ReturnType<LoadEntry>>, void>;

const isRemoteContainer = (value: unknown): value is RemoteContainer =>
  typeof value === 'object' &&
  value !== null &&
  'get' in value &&
  typeof value.get === 'function' &&
  'init' in value &&
  typeof value.init === 'function';

/** Returns the container of a remote; null when its entry script hasn't run. */
const remoteContainerOf = (globalName: string): RemoteContainer | null => {
  const value: unknown = Reflect.get(globalThis, globalName);
  return isRemoteContainer(value) ? value : null;
};

const runEntry = async ({ run }: ScriptFactory, entryUrl: string): Promise<void> => {
  try {
    await run(entryUrl);
  } catch (cause) {
    throw new LoadError('entry', 'unreachable', { message: `${entryUrl} could not be had`, cause });
  }
};

/**
 * Creates a plugin of the federation runtime, through which our script factory loads all entry scripts: the runtime's
 * own loader would set a script's URL without the policy.
 */
const createScriptGuardPlugin = (): ModuleFederationRuntimePlugin => ({
  name: 'mahlzeit-guard',
  async loadEntry({ remoteInfo: { entry, entryGlobalName } }) {
    const existingExports = remoteContainerOf(entryGlobalName);
    if (existingExports !== null) return existingExports;
    await runEntry(await pageScripts(), entry);
    const container = remoteContainerOf(entryGlobalName);
    if (container === null)
      throw new LoadError('entry', 'broken', { message: `${entry} ran but left no ${entryGlobalName}` });
    return container;
  },
});

export default createScriptGuardPlugin;
