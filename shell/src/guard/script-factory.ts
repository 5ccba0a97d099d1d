/** Makes the script elements of this page: none that the registry doesn't name, none without its hash. */
export interface ScriptFactory {
  /** Throws for a script that the registry doesn't name. */
  create(url: string): HTMLScriptElement;
  /**
   * The same for webpack's chunk loading, which would wait for ever after an exception: a refused script is an element
   * that fails like one the server lacks.
   */
  createOrFail(url: string): HTMLScriptElement;
}

/** The part of `window.trustedTypes` that the factory needs; what a policy answers stands for a string. */
export interface ScriptUrlPolicies {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** What the factory depends on. */
export interface ScriptFactoryDeps {
  readonly page: Document;
  /** Origin that scripts may come from. */
  readonly origin: string;
  /** Integrity values by absolute path. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Undefined in browsers without Trusted Types. */
  readonly policies: ScriptUrlPolicies | undefined;
}

/** Name of the one policy that the page's Content-Security-Policy admits. */
export const POLICY_NAME = 'mahlzeit';

const createAdmission =
  ({ origin, hashes }: ScriptFactoryDeps) =>
  (url: string): URL | null => {
    const address = new URL(url, origin);
    return address.origin === origin && hashes.has(address.pathname) ? address : null;
  };

const refusal = (url: string): Error => new Error(`The registry names no script ${url}`);

const failing = (page: Document): HTMLScriptElement => {
  const script = page.createElement('script');
  queueMicrotask(() => script.dispatchEvent(new Event('error')));
  return script;
};

/** Creates the factory and, where the browser knows Trusted Types, its policy. */
export const createScriptFactory = (deps: ScriptFactoryDeps): ScriptFactory => {
  const { page, hashes, policies } = deps;
  const admit = createAdmission(deps);
  const rules = {
    createScriptURL(url: string): string {
      if (admit(url) === null) throw refusal(url);
      return url;
    },
  };
  const policy = policies?.createPolicy(POLICY_NAME, rules) ?? rules;
  const requests = new Map<string, number>();

  const elementFor = (address: URL): HTMLScriptElement => {
    const { pathname } = address;
    const repeat = requests.get(pathname) ?? 0;
    requests.set(pathname, repeat + 1);
    const script = page.createElement('script');
    script.async = true;
    script.crossOrigin = 'anonymous';
    script.integrity = hashes.get(pathname) ?? '';
    // A retry of the same address would wait behind a request that hangs.
    script.src = policy.createScriptURL(repeat === 0 ? pathname : `${pathname}?r=${repeat}`);
    return script;
  };

  return {
    create(url) {
      const address = admit(url);
      if (address === null) throw refusal(url);
      return elementFor(address);
    },
    createOrFail(url) {
      const address = admit(url);
      return address === null ? failing(page) : elementFor(address);
    },
  };
};
