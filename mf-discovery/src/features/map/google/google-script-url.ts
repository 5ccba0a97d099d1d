// Replaces `lib/url-builder` of google-maps-api-loader, which returns a plain string: a page with Trusted Types runs no
// script from a plain string. Only the address of the deployment is allowed.

/** Parameters of the loader. `base` is always Google's address, whatever the deployment says. */
interface ScriptQuery {
  readonly apiKey: string;
  readonly callback: string;
  readonly language?: string;
  readonly version?: string;
}

interface ScriptUrlPolicy {
  createScriptURL(url: string): string;
}

const isPolicyFactory = (
  value: unknown,
): value is { createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy } =>
  typeof value === 'object' && value !== null && 'createPolicy' in value && typeof value.createPolicy === 'function';

let admittedUrl: string | null = null;

const rules: ScriptUrlPolicy = {
  createScriptURL(url) {
    if (admittedUrl === null || !url.startsWith(`${admittedUrl}?`))
      throw new Error(`The script address is not allowed: ${url}`);
    return url;
  },
};

let policy: ScriptUrlPolicy | null = null;

/**
 * Creates the Trusted Types policy. A page can create a policy of a name only once. The result is used like a string.
 */
const scriptUrlPolicy = (): ScriptUrlPolicy => {
  const factory: unknown = Reflect.get(window, 'trustedTypes');
  policy ??= isPolicyFactory(factory) ? factory.createPolicy('mahlzeit-google-maps', rules) : rules;
  return policy;
};

/** Allows the address of a script, without its query: the one of the deployment. */
export const admitScript = (url: string): void => {
  admittedUrl = url;
};

/** Returns the address of the script for the loader. */
const scriptUrl = ({ apiKey, callback, language = 'de', version = 'weekly' }: ScriptQuery): string => {
  const query = new URLSearchParams({ key: apiKey, language, v: version, loading: 'async', callback });
  return scriptUrlPolicy().createScriptURL(`${admittedUrl ?? ''}?${query.toString()}`);
};

export { scriptUrl as 'module.exports' };
