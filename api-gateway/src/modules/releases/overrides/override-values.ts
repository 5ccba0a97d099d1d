import { RemoteName } from '../manifest';

/**
 * Overrides that a browser has requested, by the name of the remote: the version of a release, the origin of a dev
 * server, or `OFF`.
 */
export type OverrideValues = ReadonlyMap<RemoteName, string>;

/** Value of an override that removes a remote from the page. */
export const OFF = 'off';

/** Maximum number of overrides of one browser, so that the cookie stays below the 4096 bytes that browsers store. */
const MAX_OVERRIDES = 16;

/**
 * Pattern of an override's value: a version, an origin or a mistyped value, in printable characters that a cookie and a
 * URL can contain.
 */
const VALUE_PATTERN = /^[\x21-\x7e]{1,100}$/;

/**
 * Returns whether the value of an override can be stored. Its meaning is decided for each page, because releases come
 * and go.
 */
export const isOverrideValue = (value: string): boolean => VALUE_PATTERN.test(value);

/** Returns the origin that an override's value names; null for a value that is no web address. */
export const originOf = (value: string): string | null => {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return null;
  return new URL(value).origin;
};

/** Changes of a browser's overrides that a URL requests: the URL without them, and the overrides after them. */
export interface OverrideChange {
  /** Path and query of the URL without the parameters of overrides. */
  readonly address: string;
  readonly values: OverrideValues;
}

const PARAMETER_PREFIX = 'remote.';
/** Query parameter that removes all overrides. */
const RESET_PARAMETER = 'remote';

const decodeText = (encodedText: string): string => {
  try {
    return decodeURIComponent(encodedText);
  } catch {
    return encodedText;
  }
};

const nameOf = (parameterName: string): RemoteName | null => {
  const typedName = parameterName.slice(PARAMETER_PREFIX.length);
  return RemoteName.safeParse(typedName.startsWith('mf-') ? typedName : `mf-${typedName}`).data ?? null;
};

const isOverrideParameter = (parameterName: string): boolean =>
  parameterName === RESET_PARAMETER || parameterName.startsWith(PARAMETER_PREFIX);

interface ChangeOptions {
  /** Whether another site has led the browser to the URL. */
  readonly isForeignLink: boolean;
}

/**
 * Reads changes of overrides from a URL: `?remote.social=VERSION`, `=http://localhost:4202` or `=off`. An empty value
 * removes one override, and `?remote` removes all. Returns null for a URL that requests no change. Other parameters
 * stay as they are, because payment providers and messengers add parameters as well. In a link on another site, the
 * origin of a dev server is ignored: otherwise any site could run the scripts of such a server in a tester's session.
 */
export const changeOverrides = (
  requestAddress: string,
  presentValues: OverrideValues,
  { isForeignLink }: ChangeOptions,
): OverrideChange | null => {
  const [path = '', ...queryParts] = requestAddress.split('?');
  const parameters = queryParts.join('?').split('&');
  const parsedParameters = parameters.map((parameter) => {
    const [encodedName = '', ...valueParts] = parameter.split('=');
    // Keeps a typed `+`, which belongs to a version. In a query, it would stand for a space.
    return { parameter, name: decodeText(encodedName), value: decodeText(valueParts.join('=')) };
  });
  const changes = parsedParameters.filter(({ name }) => isOverrideParameter(name));
  if (changes.length === 0) return null;
  const values = new Map(presentValues);
  for (const { name, value } of changes) {
    if (name === RESET_PARAMETER) values.clear();
    const remoteName = nameOf(name);
    if (remoteName === null || name === RESET_PARAMETER) continue;
    values.delete(remoteName);
    const origin = originOf(value);
    if (isOverrideValue(value) && !(isForeignLink && origin !== null)) values.set(remoteName, origin ?? value);
  }
  const otherParameters = parsedParameters.filter(({ name }) => !isOverrideParameter(name));
  const query = otherParameters.map(({ parameter }) => parameter).join('&');
  return {
    address: query === '' ? path : `${path}?${query}`,
    values: new Map([...values].sort(([left], [right]) => (left < right ? -1 : 1)).slice(0, MAX_OVERRIDES)),
  };
};
