// Replaces `lib/url-builder` of google-maps-api-loader. The original returns a plain string, and a page with Trusted
// Types loads no script from a plain string. Only the script URL of the deployment is allowed.

/**
 * Parameters from the loader. Its `base` isn't used, because it is always Google's URL, even if the deployment names
 * another one.
 */
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
): value is { createPolicy(name: string, policyRules: ScriptUrlPolicy): ScriptUrlPolicy } =>
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
 * Creates the Trusted Types policy. A page can create a policy of this name only once. Without Trusted Types the rules
 * themselves serve as the policy, which returns plain strings.
 */
const getScriptUrlPolicy = (): ScriptUrlPolicy => {
  const policyFactory: unknown = Reflect.get(window, 'trustedTypes');
  policy ??= isPolicyFactory(policyFactory) ? policyFactory.createPolicy('mahlzeit-google-maps', rules) : rules;
  return policy;
};

/** Allows the script URL of the deployment, without its query. */
export const admitScriptUrl = (url: string): void => {
  admittedUrl = url;
};

/** Returns the allowed script URL with the parameters of the loader. */
const scriptUrl = ({ apiKey, callback, language = 'de', version = 'weekly' }: ScriptQuery): string => {
  const query = new URLSearchParams({ key: apiKey, language, v: version, loading: 'async', callback });
  return getScriptUrlPolicy().createScriptURL(`${admittedUrl ?? ''}?${query.toString()}`);
};

export { scriptUrl as 'module.exports' };
