/** Duration of Strict-Transport-Security: a year in seconds, the minimum for the preload lists of browsers. */
const HSTS_MAX_AGE_S = 31_536_000;

/** Content-Security-Policy of a response that loads nothing, runs nothing and may not be shown in a frame. */
export const CLOSED_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Returns the security headers of every response (OWASP ASVS 5, V3.4): pages, files, errors and the API's JSON. A page
 * replaces some of them: its Content-Security-Policy allows its scripts, and it may use the user's position.
 * `publicUrl` is null if none is configured. Strict-Transport-Security leaves out `includeSubDomains`, because other
 * services may stand below the same domain.
 */
export const securityHeadersOf = (publicUrl: string | null): Readonly<Record<string, string>> => ({
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': CLOSED_POLICY,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  ...(publicUrl?.startsWith('https:') === true ? { 'Strict-Transport-Security': `max-age=${HSTS_MAX_AGE_S}` } : {}),
});
