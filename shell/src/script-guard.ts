import type { ScriptHashes } from '@mahlzeit/contract';
import type { Timers } from '@mahlzeit/shared-ui/platform';
import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { LoadError } from './remotes/load-error';
import { createFetchAhead, MAX_SILENCE_MS, ScriptError } from './script-fetch';
import type { FetchAhead } from './script-fetch';

/**
 * Creates the script elements of this page. Only scripts that the registry lists are allowed, and only with the right
 * hash.
 */
interface ScriptFactory {
  /**
   * Creates an element for webpack, which adds it to the page and listens to its events. A script that isn't allowed or
   * can't be loaded fires an error event, like a script that the server doesn't have; an exception would make webpack
   * wait for ever.
   */
  create(url: string): HTMLScriptElement;
  /** Runs a script; rejects with a ScriptError when the script isn't allowed or can't be loaded. */
  run(url: string): Promise<void>;
  /**
   * Fetches a script of the page's origin before anything needs it, without running it. It then runs without being
   * fetched again. Rejects with a ScriptError.
   */
  prefetch(path: string): Promise<void>;
  /** Allows further scripts: those of a release that was published after the page was loaded. */
  allow(hashes: ScriptHashes): void;
  /** Returns the URL of the service worker in the form that the page's Trusted Types policy admits. */
  workerUrl(): string;
  /**
   * Returns the error of the script that failed last; null if none has failed. Webpack's own error doesn't contain the
   * reason, but is thrown right after the script has failed.
   */
  lastError(): ScriptError | null;
}

/** Creates the script elements of the page, and tells about the progress of their loading. */
interface PageScripts extends ScriptFactory {
  /**
   * Calls `listener` whenever bytes of a script arrive, and at the end of each script. Returns an unsubscribe function.
   */
  onProgress(listener: () => void): () => void;
}

/** Part of `window.trustedTypes` that the factory needs. The created URL is used as a string. */
interface ScriptUrlPolicies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

export interface ScriptFactoryDeps {
  readonly page: Document;
  /** Origin of the page; scripts of other origins aren't allowed, except those of `devOrigins`. */
  readonly origin: string;
  /** Hash (`integrity` value) of each script that is allowed at first, by absolute path. */
  readonly hashes: ReadonlyMap<string, string>;
  /**
   * Origins of dev servers that a tester has chosen in this browser. Their scripts change with each edit and have no
   * hashes.
   */
  readonly devOrigins: ReadonlySet<string>;
  /** Trusted Types of the browser; undefined in browsers without them. */
  readonly policies: ScriptUrlPolicies | undefined;
  readonly fetchAhead: FetchAhead;
  readonly timers: Timers;
}

const createPathResolver =
  ({ origin, hashes, devOrigins }: Pick<ScriptFactoryDeps, 'origin' | 'hashes' | 'devOrigins'>) =>
  (url: string): string | null => {
    const address = new URL(url, origin);
    if (devOrigins.has(address.origin)) return address.href;
    return address.origin === origin && hashes.has(address.pathname) ? address.pathname : null;
  };

const unknownScriptError = (url: string): ScriptError =>
  new ScriptError('missing', `The registry names no script ${url}`);

/** Path of the service worker, which no registry lists because all releases share the path. */
const WORKER_PATH = '/sw.js';

/** Name of the only Trusted Types policy that the page's Content-Security-Policy allows. */
const TRUSTED_TYPES_POLICY_NAME = 'mahlzeit';

const createPolicy = (knownPathOf: (url: string) => string | null, policies: ScriptUrlPolicies | undefined) => {
  const policyRules = {
    createScriptURL(url: string): string {
      if (url !== WORKER_PATH && knownPathOf(url) === null) throw unknownScriptError(url);
      return url;
    },
  };
  return policies?.createPolicy(TRUSTED_TYPES_POLICY_NAME, policyRules) ?? policyRules;
};

// Returns whether the page has a preload link for a script, so that the browser already fetches it.
const isScriptPreloaded = (page: Document, address: string): boolean =>
  [...page.querySelectorAll('link[rel="preload"][as="script"]')].some((link) => link.getAttribute('href') === address);

const runScript = async (page: Document, script: HTMLScriptElement): Promise<void> => {
  const scriptLoad = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', ({ error }) => reject(error));
  });
  page.head.append(script);
  await scriptLoad.finally(() => script.remove());
};

/** Creates the factory of script elements and, in browsers with Trusted Types, its policy. */
export const createScriptFactory = (deps: ScriptFactoryDeps): ScriptFactory => {
  const { page, origin, devOrigins, policies, fetchAhead, timers } = deps;
  const hashes = new Map(deps.hashes);
  const knownPathOf = createPathResolver({ origin, hashes, devOrigins });
  const urlPolicy = createPolicy(knownPathOf, policies);
  const requestCountByPath = new Map<string, number>();

  // A retry uses another URL: with the same one, the browser could wait for a request that never ends, or return the
  // failed response from its cache.
  const countRequest = (path: string): number => {
    const repeatCount = requestCountByPath.get(path) ?? 0;
    requestCountByPath.set(path, repeatCount + 1);
    return repeatCount;
  };
  const nextScriptAddress = (path: string): string => {
    const repeatCount = countRequest(path);
    return repeatCount === 0 ? path : `${path}?r=${repeatCount}`;
  };

  const prefetchedPaths = new Set<string>();
  // Scripts that were fetched completely; running them can only fail because of their hash.
  const fetchedScripts = new WeakSet<HTMLScriptElement>();
  let lastError: ScriptError | null = null;
  const failScript = (script: HTMLScriptElement, error: unknown): void => {
    lastError = error instanceof ScriptError ? error : new ScriptError('unreachable', String(error), error);
    script.dispatchEvent(new ErrorEvent('error', { error: lastError }));
  };

  const loadScript = async (script: HTMLScriptElement, url: string): Promise<void> => {
    const path = knownPathOf(url);
    if (path === null) throw unknownScriptError(url);
    const isPreloaded = isScriptPreloaded(page, path);
    // After a failure, a preloaded script may have failed as well or may hang, so the script is requested again.
    if (isPreloaded && lastError !== null) countRequest(path);
    const address = nextScriptAddress(path);
    const isRetry = address !== path;
    if (isRetry || !(isPreloaded || prefetchedPaths.has(path))) await fetchAhead(address);
    // Nobody knows whether a preloaded script has come.
    if (isRetry || !isPreloaded) fetchedScripts.add(script);
    const silenceError = new ScriptError('timeout', `${address} sent nothing for ${MAX_SILENCE_MS} ms`);
    const stopTimeout = timers.after(MAX_SILENCE_MS, () => failScript(script, silenceError));
    script.addEventListener('load', stopTimeout);
    script.addEventListener('error', stopTimeout);
    script.integrity = hashes.get(path) ?? '';
    // The URL is absolute, because webpack looks for an element whose `src` equals its own relative URL. If two
    // releases of a remote had a script in common, it would run only for the release that requested it first.
    script.src = urlPolicy.createScriptURL(new URL(address, origin).href);
  };

  const create = (url: string): HTMLScriptElement => {
    const script = page.createElement('script');
    script.async = true;
    script.crossOrigin = 'anonymous';
    // The browser's own error event has no reason, so an event with the reason replaces it. The listener is registered
    // before those of webpack, which therefore receive only the second event.
    script.addEventListener('error', (event: Event) => {
      if (event instanceof ErrorEvent) return;
      event.stopImmediatePropagation();
      const reason = fetchedScripts.has(script) ? 'mismatch' : 'unreachable';
      failScript(script, new ScriptError(reason, `${url} could not be run`));
    });
    loadScript(script, url).catch((cause: unknown) => failScript(script, cause));
    return script;
  };

  return {
    create,
    run: (url) => runScript(page, create(url)),
    async prefetch(path) {
      await fetchAhead(path, 'low');
      prefetchedPaths.add(path);
    },
    allow(furtherHashes) {
      for (const [path, hash] of Object.entries(furtherHashes)) hashes.set(path, hash);
    },
    workerUrl: () => urlPolicy.createScriptURL(WORKER_PATH),
    lastError: () => lastError,
  };
};

declare global {
  interface Window {
    readonly trustedTypes?: ScriptUrlPolicies;
    /**
     * The only global function that the product defines. The code of shell and remotes that loads chunks gets its
     * script elements from it (shared-ui/build/plugins).
     */
    mahlzeitScript: (url: string) => HTMLScriptElement;
  }
}

/** Timers of this module, which runs before the shared modules with the platform's timers exist. */
const guardTimers: Timers = {
  after(ms, run) {
    const timeoutId = setTimeout(run, ms);
    return () => clearTimeout(timeoutId);
  },
};

const PROGRESS_EVENT = 'progress';

const createPageScripts = async (): Promise<PageScripts> => {
  // The module is part of the first script, but because of `import()` its schemas are evaluated in a step of its own.
  const { devOriginsOf, readPageRegistry, scriptHashesOf } = await import(
    /* webpackMode: "eager" */ './remotes/registry'
  );
  const registry = readPageRegistry(document);
  const progress = new EventTarget();
  const scriptFactory = createScriptFactory({
    page: document,
    origin: window.location.origin,
    hashes: scriptHashesOf(registry),
    devOrigins: devOriginsOf(registry),
    policies: window.trustedTypes,
    fetchAhead: createFetchAhead({
      fetchScript: fetch,
      timers: guardTimers,
      onProgress: () => progress.dispatchEvent(new Event(PROGRESS_EVENT)),
    }),
    timers: guardTimers,
  });
  window.mahlzeitScript = scriptFactory.create;
  return {
    ...scriptFactory,
    onProgress(listener) {
      progress.addEventListener(PROGRESS_EVENT, listener);
      return () => progress.removeEventListener(PROGRESS_EVENT, listener);
    },
  };
};

let createdScripts: Promise<PageScripts> | null = null;

/**
 * Returns the object that creates the page's script elements. The shell calls this before anything else, because no
 * further script can be loaded without it.
 */
export const pageScripts = (): Promise<PageScripts> => (createdScripts ??= createPageScripts());

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
    const reason = cause instanceof ScriptError ? cause.reason : 'unreachable';
    throw new LoadError('entry', reason, { message: `${entryUrl} could not be had`, cause });
  }
};

/**
 * Creates a plugin of the federation runtime, through which the product's script factory loads all entry scripts: the
 * runtime's own loader would set a script's URL without the Trusted Types policy.
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
