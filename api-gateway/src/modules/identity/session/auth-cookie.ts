import { cookieNameAt } from '@mahlzeit/contract/rules';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { GatewayAddress } from '../../../platform';

/** Public URL of the gateway: browsers send the cookies to this site only. */
export type CookieOrigin = Pick<GatewayAddress, 'publicUrl'>;

/** A cookie that browsers send to the routes of sign-in alone, and that no script can read. */
export interface AuthCookie {
  /** Name without the port, which keeps two gateways on one host apart. */
  readonly baseName: string;
  readonly maxAgeSeconds: number;
}

const AUTH_PATH = '/api/auth';

const nameOf = ({ publicUrl }: CookieOrigin, { baseName }: AuthCookie): string =>
  cookieNameAt(publicUrl, baseName, AUTH_PATH);

// A browser that signed in to an earlier release holds the cookie without the prefix until the gateway changes it.
const formerNameOf = (name: string): string => name.replace(/^__Secure-/, '');

/** Returns the cookie's value in a request; null without the cookie. */
export const readAuthCookie = (
  cookieOrigin: CookieOrigin,
  cookie: AuthCookie,
  cookieHeader: string | undefined,
): string | null => {
  const valueByName = parseCookie(cookieHeader ?? '');
  const name = nameOf(cookieOrigin, cookie);
  return valueByName[name] ?? valueByName[formerNameOf(name)] ?? null;
};

/** Formats the Set-Cookie header that stores the cookie in the browser. */
export const formatAuthCookie = (cookieOrigin: CookieOrigin, cookie: AuthCookie, value: string): string =>
  stringifySetCookie({
    name: nameOf(cookieOrigin, cookie),
    value,
    path: AUTH_PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: cookieOrigin.publicUrl.startsWith('https:'),
    // The cookie has Max-Age only, because a browser compares Expires with the browser's own clock (contract §0).
    maxAge: cookie.maxAgeSeconds,
  });
