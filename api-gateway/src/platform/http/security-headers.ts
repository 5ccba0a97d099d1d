/** A year in seconds, the least that the preload lists of browsers accept. */
const HSTS_MAX_AGE_S = 31_536_000;

/** Content-Security-Policy of an answer that loads nothing, runs nothing and is framed by nobody. */
export const CLOSED_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Returns the headers that every answer has (OWASP ASVS 5, V3.4): pages, files, errors and the API's JSON. A page
 * replaces some of them: its Content-Security-Policy admits its scripts, and it may use the position. `publicUrl` is
 * null without a configured one.
 *
 * Strict-Transport-Security leaves out `includeSubDomains`, because other services may stand below the same domain.
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
