const defaultPortByProtocol: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

// Returns a prefix of a cookie's name: browsers accept such a cookie by HTTPS alone, and with `__Host-` from this host
// alone.
const prefixOf = (protocol: string, path: string): string => {
  if (protocol !== 'https:') return '';
  return path === '/' ? '__Host-' : '__Secure-';
};

/**
 * Returns the name of a cookie that belongs to one origin. Cookies ignore ports, so the name contains the public port.
 * Gateways behind one proxy have the same public port, so they share the cookie. With HTTPS the name has a prefix, by
 * which browsers refuse the cookie when a page without HTTPS sets it.
 */
export const cookieNameAt = (origin: string, baseName: string, path = '/'): string => {
  const { port, protocol } = new URL(origin);
  return `${prefixOf(protocol, path)}${baseName}_${port || defaultPortByProtocol[protocol]}`;
};

const SECONDS_PER_YEAR = 31_536_000;

const consentCookie = (origin: string): string => `${cookieNameAt(origin, 'mahlzeit_google_maps')}=1`;

/**
 * Builds the cookie with which a page stores the user's consent to Google's map. With `hasAgreed` false, the cookie
 * expires at once and so withdraws the consent.
 */
export const googleMapsCookie = (origin: string, hasAgreed: boolean): string =>
  `${consentCookie(origin)}; path=/; SameSite=Lax; max-age=${hasAgreed ? SECONDS_PER_YEAR : 0}${origin.startsWith('https:') ? '; Secure' : ''}`;

/** Checks whether the cookies of a request or of `document.cookie` contain the consent to Google's map. */
export const agreesToGoogleMaps = (origin: string, cookieHeader: string): boolean =>
  cookieHeader.split('; ').includes(consentCookie(origin));
