import { parseCookie, stringifySetCookie } from 'cookie';
import { SESSION_IDLE_MS } from './refresh-rules';

/** Where the refresh cookie belongs: cookies ignore ports, so the name carries it. */
export interface CookieHome {
  readonly port: number;
  readonly publicUrl: string;
}

const nameOf = (home: CookieHome): string => `mahlzeit_rt_${home.port}`;

const setCookie = (home: CookieHome, value: string, maxAge: number): string => stringifySetCookie({
  name: nameOf(home),
  value,
  path: '/api/auth',
  httpOnly: true,
  sameSite: 'strict',
  secure: home.publicUrl.startsWith('https:'),
  // Max-Age alone: Expires would be read by the browser's clock (contract §0).
  maxAge,
});

/** The refresh token that a request carries. */
export const readRefreshCookie = (home: CookieHome, header: string | undefined): string | null =>
  (header === undefined ? undefined : parseCookie(header)[nameOf(home)]) ?? null;

/** The header that hands the browser its refresh token. */
export const refreshCookie = (home: CookieHome, token: string): string => setCookie(home, token, SESSION_IDLE_MS / 1000);

/** The header that takes it away. */
export const clearedCookie = (home: CookieHome): string => setCookie(home, '', 0);
