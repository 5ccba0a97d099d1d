import { parseCookie, stringifySetCookie } from 'cookie';
import type { GatewayAddress } from '../../platform';
import { SESSION_IDLE_MS } from './refresh-rules';

/** The site that the refresh cookie belongs to, as browsers see it. */
export type CookieOrigin = Pick<GatewayAddress, 'publicUrl'>;

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

// Cookies ignore ports, so the name carries it. The public one: gateways behind one proxy share their sessions.
const nameOf = ({ publicUrl }: CookieOrigin): string => {
  const { port, protocol } = new URL(publicUrl);
  return `mahlzeit_rt_${port || defaultPorts[protocol]}`;
};

const setCookie = (origin: CookieOrigin, value: string, maxAge: number): string => stringifySetCookie({
  name: nameOf(origin),
  value,
  path: '/api/auth',
  httpOnly: true,
  sameSite: 'strict',
  secure: origin.publicUrl.startsWith('https:'),
  // Max-Age alone: Expires would be read by the browser's clock (contract §0).
  maxAge,
});

/** The refresh token that a request carries. */
export const readRefreshCookie = (origin: CookieOrigin, header: string | undefined): string | null =>
  (header === undefined ? undefined : parseCookie(header)[nameOf(origin)]) ?? null;

/** The header that hands the browser its refresh token. */
export const refreshCookie = (origin: CookieOrigin, token: string): string => setCookie(origin, token, SESSION_IDLE_MS / 1000);

/** The header that takes it away. */
export const clearedCookie = (origin: CookieOrigin): string => setCookie(origin, '', 0);
