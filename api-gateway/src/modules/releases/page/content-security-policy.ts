import { SCRIPT_LOADER_POLICY, SCRIPT_LOADER_SOURCE } from './starter';

/** What the policy of one page depends on. */
export interface PolicyParts {
  /** Drawn anew for each answer. */
  readonly nonce: string;
  readonly publicUrl: string;
  /** Whether the page may send measurements, for those who agree. */
  readonly isMeasured: boolean;
}

/** The one host of others that scripts may speak to, where use is measured at all. */
const MEASUREMENT_ORIGIN = 'https://region1.google-analytics.com';

const socketOriginOf = (publicUrl: string): string => publicUrl.replace(/^http/, 'ws');

/**
 * The page's Content-Security-Policy. Scripts come from here alone and only through two Trusted Types policies: the
 * script loader's, which knows what the page begins with, and the shell's, which knows every script by its hash; styles are
 * the page's own and those that the two style libraries make under the nonce.
 */
export const contentSecurityPolicy = ({ nonce, publicUrl, isMeasured }: PolicyParts): string => [
  "default-src 'none'",
  `script-src 'self' ${SCRIPT_LOADER_SOURCE}`,
  // 'self' means the socket too, but not in every browser that is still about.
  `connect-src 'self' ${socketOriginOf(publicUrl)}${isMeasured ? ` ${MEASUREMENT_ORIGIN}` : ''}`,
  "img-src 'self' data: blob:",
  "media-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  `style-src 'self' 'nonce-${nonce}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  `trusted-types mahlzeit ${SCRIPT_LOADER_POLICY}`,
].join('; ');

/** The headers of every page. */
export const pageHeaders = (parts: PolicyParts): Readonly<Record<string, string>> => ({
  'Content-Type': 'text/html; charset=utf-8',
  // Holds a nonce and the server's time: worth nothing to the next reader.
  'Cache-Control': 'no-store',
  'Content-Security-Policy': contentSecurityPolicy(parts),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'geolocation=(self), camera=(), microphone=()',
});
