// Takes the place of google-maps-api-loader's own `lib/url-builder`, which answers a plain string: a page with Trusted
// Types runs no script by such a one. The address that the deployment names is the only one that is admitted.

/** What the loader asks for; `base` is Google's, whatever the deployment says. */
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

let admitted: string | null = null;

const rules: ScriptUrlPolicy = {
  createScriptURL(url) {
    if (admitted === null || !url.startsWith(`${admitted}?`)) throw new Error(`No script of ${url} is admitted`);
    return url;
  },
};

let policy: ScriptUrlPolicy | null = null;

/** The one policy for it; a name can be taken once in a page. What it answers stands for a string. */
const scriptUrlPolicy = (): ScriptUrlPolicy => {
  const factory: unknown = Reflect.get(window, 'trustedTypes');
  policy ??= isPolicyFactory(factory) ? factory.createPolicy('mahlzeit-google-maps', rules) : rules;
  return policy;
};

/** Admits the address of a script, without its query: the one that the deployment names. */
export const admitScript = (url: string): void => {
  admitted = url;
};

/** The address by which the loader asks for the script. */
const scriptUrl = ({ apiKey, callback, language = 'de', version = 'weekly' }: ScriptQuery): string => {
  const query = new URLSearchParams({ key: apiKey, language, v: version, loading: 'async', callback });
  return scriptUrlPolicy().createScriptURL(`${admitted ?? ''}?${query.toString()}`);
};

export { scriptUrl as 'module.exports' };
