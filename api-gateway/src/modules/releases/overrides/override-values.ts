import { RemoteName } from '../manifest';

/**
 * Values that a browser has asked for, by the name of the remote: the version of a release, the origin of a dev server,
 * or `OFF`.
 */
export type OverrideValues = ReadonlyMap<RemoteName, string>;

/** Value that takes a remote out of the page. */
export const OFF = 'off';

/** Maximum number of overrides of one browser, so that the cookie stays below the 4096 bytes that browsers store. */
const MAX_OVERRIDES = 16;

/** Versions, origins and mistyped values alike: printable characters that a cookie and an address can carry. */
const VALUE_PATTERN = /^[\x21-\x7e]{1,100}$/;

/** Whether a value can be kept. Its meaning is decided for each page, because releases come and go. */
export const isOverrideValue = (value: string): boolean => VALUE_PATTERN.test(value);

/** Returns the origin that a value names; null for a value that is no web address. */
export const originOf = (value: string): string | null => {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return null;
  return new URL(value).origin;
};

/** Changes that an address asks for: the address without them, and the browser's values after them. */
export interface OverrideChange {
  /** Path and query without the parameters of overrides. */
  readonly address: string;
  readonly values: OverrideValues;
}

const PARAMETER_PREFIX = 'remote.';
/** Parameter that takes all overrides back. */
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
  /** Whether another site has led the browser to the address. */
  readonly isForeignLink: boolean;
}

/**
 * Reads the changes from an address: `?remote.social=VERSION`, `=http://localhost:4202` or `=off`. An empty value takes
 * one override back, and `?remote` takes back all. Returns null for an address that asks for no change. Other
 * parameters stay as they are, because payment providers and messengers write addresses, too. A link of another site
 * names no dev server: otherwise any site could run the scripts of such a server in a tester's session.
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
    // A typed `+` belongs to a version. In a query, it would stand for a space.
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
