const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Name of a cookie that belongs to one origin: cookies ignore ports, so the name carries the public one. Gateways
 * behind one proxy share it.
 */
export const cookieNameAt = (origin: string, base: string): string => {
  const { port, protocol } = new URL(origin);
  return `${base}_${port || defaultPorts[protocol]}`;
};

const YEAR_S = 31_536_000;

const agreement = (origin: string): string => `${cookieNameAt(origin, 'mahlzeit_google_maps')}=1`;

/** The cookie, as a page sets it, by which a browser says that its user agrees to Google's map; or takes that back. */
export const googleMapsCookie = (origin: string, agrees: boolean): string =>
  `${agreement(origin)}; path=/; SameSite=Lax; max-age=${agrees ? YEAR_S : 0}${origin.startsWith('https:') ? '; Secure' : ''}`;

/** Whether cookies, as a request or `document.cookie` has them, say that their user agrees to Google's map. */
export const agreesToGoogleMaps = (origin: string, cookies: string): boolean =>
  cookies.split('; ').includes(agreement(origin));
