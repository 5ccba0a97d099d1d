import type { FetchAhead } from './fetch-ahead';

/** Makes the script elements of this page: none that the registry doesn't name, none without its hash. */
export interface ScriptFactory {
  /**
   * For webpack's chunk loading, which puts the element into the page and listens to it. A script that is refused or
   * can't be had fails like one that the server lacks; an exception would leave webpack waiting for ever.
   */
  create(url: string): HTMLScriptElement;
  /** Runs a script; rejects when it is refused or can't be had. */
  run(url: string): Promise<void>;
}

/** The part of `window.trustedTypes` that the factory needs; what a policy answers stands for a string. */
export interface ScriptUrlPolicies {
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

/** Milliseconds for fetching and running together: also a preload of the page itself may hang. */
const RUN_TIMEOUT_MS = 4_500;

/** Name of the one policy that the page's Content-Security-Policy admits. */
export const POLICY_NAME = 'mahlzeit';

const createAdmission =
  ({ origin, hashes }: ScriptFactoryDeps) =>
  (url: string): string | null => {
    const address = new URL(url, origin);
    return address.origin === origin && hashes.has(address.pathname) ? address.pathname : null;
  };

const refusal = (url: string): Error => new Error(`The registry names no script ${url}`);

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
