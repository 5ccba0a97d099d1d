// Replaces `lib/url-builder` of google-maps-api-loader. The original returns a plain string, and a page with Trusted
// Types loads no script from a plain string. Only the script URL of the deployment is allowed.

/**
 * Parameters that the loader passes. The loader also passes `base`, which isn't used: it is always Google's URL, even
 * if the deployment configures another one.
 */
interface ScriptQuery {
  readonly apiKey: string;
  readonly callback: string;
  readonly language?: string;
  readonly version?: string;
}

interface ScriptUrlPolicy {
  createScriptURL(scriptUrlText: string): string;
}

const isPolicyFactory = (
  value: unknown,
): value is { createPolicy(policyName: string, policyRules: ScriptUrlPolicy): ScriptUrlPolicy } =>
  typeof value === 'object' && value !== null && 'createPolicy' in value && typeof value.createPolicy === 'function';

let admittedUrl: string | null = null;

const policyOptions: ScriptUrlPolicy = {
  createScriptURL(scriptUrlText) {
    if (admittedUrl === null || !scriptUrlText.startsWith(`${admittedUrl}?`))
      throw new Error(`The script address is not allowed: ${scriptUrlText}`);
    return scriptUrlText;
  },
};

let scriptUrlPolicy: ScriptUrlPolicy | null = null;

/**
 * Returns the Trusted Types policy, and creates it on the first call, because a page can create a policy of this name
 * only once. In browsers without Trusted Types, functions with the same rules take the place of the policy and return
 * strings.
 */
const getScriptUrlPolicy = (): ScriptUrlPolicy => {
  const policyFactory: unknown = Reflect.get(window, 'trustedTypes');
  scriptUrlPolicy ??= isPolicyFactory(policyFactory)
    ? policyFactory.createPolicy('mahlzeit-google-maps', policyOptions)
    : policyOptions;
  return scriptUrlPolicy;
};

/** Allows the script URL of the deployment (without query). All other script URLs are refused with an error. */
export const admitScriptUrl = (scriptUrlText: string): void => {
  admittedUrl = scriptUrlText;
};

/** Returns the allowed script URL with the parameters of the loader as its query. */
const buildScriptUrl = ({ apiKey, callback, language = 'de', version = 'weekly' }: ScriptQuery): string => {
  const searchParams = new URLSearchParams({ key: apiKey, language, v: version, loading: 'async', callback });
  return getScriptUrlPolicy().createScriptURL(`${admittedUrl ?? ''}?${searchParams.toString()}`);
};

export { buildScriptUrl as 'module.exports' };
