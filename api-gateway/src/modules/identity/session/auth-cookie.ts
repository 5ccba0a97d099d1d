import { cookieNameAt } from '@mahlzeit/contract/rules';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { GatewayAddress } from '../../../platform';

/** Public URL of the gateway. Browsers send the cookies of sign-ins to this site only. */
export type CookieOrigin = Pick<GatewayAddress, 'publicUrl'>;

/** A cookie that browsers send only to the routes of sign-in, and that no script can read. */
export interface AuthCookie {
  /** Name of the cookie without the port that keeps two gateways on one host apart. */
  readonly baseName: string;
  readonly maxAgeSeconds: number;
}

const AUTH_PATH = '/api/auth';

const nameOf = ({ publicUrl }: CookieOrigin, { baseName }: AuthCookie): string =>
  cookieNameAt(publicUrl, baseName, AUTH_PATH);

// Returns the name that the cookie had in an earlier release, without the prefix. A browser that signed in then holds
// the cookie under that name until the gateway changes it.
const formerNameOf = (name: string): string => name.replace(/^__Secure-/, '');

/** Returns the value of a sign-in cookie in a request; null without the cookie. */
export const readAuthCookie = (
  cookieOrigin: CookieOrigin,
  cookie: AuthCookie,
  cookieHeader: string | undefined,
): string | null => {
  const valueByName = parseCookie(cookieHeader ?? '');
  const name = nameOf(cookieOrigin, cookie);
  return valueByName[name] ?? valueByName[formerNameOf(name)] ?? null;
};

/** Formats the Set-Cookie header that stores a sign-in cookie in the browser. */
export const formatAuthCookie = (cookieOrigin: CookieOrigin, cookie: AuthCookie, value: string): string =>
  stringifySetCookie({
    name: nameOf(cookieOrigin, cookie),
    value,
    path: AUTH_PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: cookieOrigin.publicUrl.startsWith('https:'),
    // Sets Max-Age only, because a browser compares Expires with its own clock (contract §0).
    maxAge: cookie.maxAgeSeconds,
  });
