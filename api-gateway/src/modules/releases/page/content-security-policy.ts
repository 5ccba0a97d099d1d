import { POLICY_REPORTS_PATH } from './policy-reports';
import { SCRIPT_LOADER_POLICY, SCRIPT_LOADER_SOURCE } from './script-loader';

/** URLs of the card payment provider that the browser uses. */
interface CardPageUrls {
  /**
   * URLs to which the browser sends card data (Mangopay's CardRegistrationURL) and the card token (Mangopay itself).
   * Only their origins count, so one URL of each is enough.
   */
  readonly tokeniserUrls: readonly string[];
  /**
   * A URL of the bank's pages (3-D Secure), of which only the origin counts; null for real cards, because the banks'
   * hosts can't be listed.
   */
  readonly bankUrl: string | null;
}

/** Third-party sources that a page may use in this deployment. */
export interface PageSources {
  /** Whether the page may send usage data to the analytics service after the user's consent. */
  readonly isMeasured: boolean;
  /** URL of the image tiles of the map; null for the map that the app draws itself. */
  readonly tileUrl: string | null;
  /** URL of the script of Google's map; null if the deployment doesn't offer the map or the user hasn't agreed. */
  readonly googleMapsUrl: string | null;
  /** URLs for card payments; null if the deployment takes no cards. */
  readonly cards: CardPageUrls | null;
  /** A URL of PayPal's pages, of which only the origin counts; null if the deployment doesn't take PayPal. */
  readonly paypalUrl: string | null;
  /** A URL of the sign-in pages of each third party, of which only the origin counts. */
  readonly signInUrls: readonly string[];
  /** Origins of dev servers that this browser has requested (`RELEASE_OVERRIDES`); by default none. */
  readonly devOrigins?: readonly string[];
}

/** Inputs from which a Content-Security-Policy is built: the document, the public URL and the third-party sources. */
export interface PolicyInputs {
  readonly document: PageDocument;
  readonly publicUrl: string;
  readonly sources: PageSources;
}

/**
 * Documents with a Content-Security-Policy: the app, a page without the shell, the page to which a bank's frame
 * returns, and the service worker.
 */
export type PageDocument =
  | {
      readonly kind: 'app' | 'separatePage';
      /** Random value that is different in each response. */
      readonly nonce: string;
    }
  | {
      readonly kind: 'paymentReturn';
      /** CSP sources (hashes) of the page's only script and only style. */
      readonly script: string;
      readonly style: string;
    }
  | { readonly kind: 'worker' };

/** Origin to which the browser sends usage data for analytics. */
const MEASUREMENT_ORIGIN = 'https://region1.google-analytics.com';

/** Third-party sources of a page by directive. */
interface ForeignSources {
  readonly scripts: readonly string[];
  readonly connections: readonly string[];
  readonly images: readonly string[];
  readonly fonts: readonly string[];
  readonly styles: readonly string[];
  readonly workers: readonly string[];
  /** Names of the Trusted Types policies that a script may create. */
  readonly policies: readonly string[];
}

const noSources: ForeignSources = {
  scripts: [],
  connections: [],
  images: [],
  fonts: [],
  styles: [],
  workers: [],
  policies: [],
};

/** Name of the browser's Trusted Types policy for the URL of Google's script (mf-discovery/src/features/map/google). */
const GOOGLE_LOADER_POLICY = 'mahlzeit-google-maps';
const GOOGLE_ORIGIN = 'https://maps.googleapis.com';

// Sources from developers.google.com/maps/documentation/javascript/content-security-policy, for a map without Street
// View.
const googleMapSources: ForeignSources = {
  scripts: [GOOGLE_ORIGIN],
  connections: ['https://*.googleapis.com', 'https://*.gstatic.com', 'data:', 'blob:'],
  images: ['https://*.googleapis.com', 'https://*.gstatic.com'],
  fonts: ['https://fonts.gstatic.com'],
  styles: ['https://fonts.googleapis.com'],
  workers: ['blob:'],
  policies: [GOOGLE_LOADER_POLICY, 'google-maps-api-loader', 'google-maps-api#html', 'lit-html'],
};

const googleSources = (url: string | null): ForeignSources => {
  if (url === null) return noSources;
  const { origin } = new URL(url);
  // Allows only the origin of the sandbox's fake map, which is one script that sends no further requests.
  return origin === GOOGLE_ORIGIN
    ? googleMapSources
    : { ...noSources, scripts: [origin], policies: [GOOGLE_LOADER_POLICY] };
};

const formatDirective = (directiveName: string, ownSources: string, foreignSources: readonly string[]): string =>
  [directiveName, ownSources, ...foreignSources].join(' ');

const socketOriginOf = (publicUrl: string): string => publicUrl.replace(/^http/, 'ws');

const originsOf = (allowedUrls: readonly (string | null)[]): readonly string[] => [
  ...new Set(allowedUrls.flatMap((url) => (url === null ? [] : [new URL(url).origin]))),
];

/**
 * Returns the directive that allows the app's frames: the bank's page, and the app's own page to which the bank's page
 * returns.
 */
const frameRulesOf = (cardPageUrls: CardPageUrls | null): readonly string[] => {
  if (cardPageUrls === null) return [];
  // Allows frames of any host, because 3-D Secure redirects to the host of the user's bank. The frame itself is
  // sandboxed.
  return [
    formatDirective(
      'frame-src',
      "'self'",
      cardPageUrls.bankUrl === null ? ['https:'] : originsOf([cardPageUrls.bankUrl]),
    ),
  ];
};

/**
 * Builds the Content-Security-Policy of the app. Scripts come from the app's origin only, through two Trusted Types
 * policies: the script loader's policy, which knows the first scripts, and the shell's policy, which knows every script
 * by its hash. Styles come from the app's origin, and with the nonce from the two style libraries. The deployment may
 * allow further sources.
 */
const appPolicyRules = (
  nonce: string,
  publicUrl: string,
  { isMeasured, tileUrl, googleMapsUrl, cards, paypalUrl, signInUrls, devOrigins = [] }: PageSources,
): readonly string[] => {
  const mapSources = googleSources(googleMapsUrl);
  return [
    "default-src 'none'",
    formatDirective('script-src', `'self' ${SCRIPT_LOADER_SOURCE}`, [...mapSources.scripts, ...devOrigins]),
    // Names the WebSocket's origin, because some browsers that are still in use don't include it in 'self'.
    formatDirective('connect-src', `'self' ${socketOriginOf(publicUrl)}`, [
      ...(isMeasured ? [MEASUREMENT_ORIGIN] : []),
      ...mapSources.connections,
      ...originsOf(cards?.tokeniserUrls ?? []),
      ...devOrigins.flatMap((origin) => [origin, socketOriginOf(origin)]),
    ]),
    formatDirective('img-src', "'self' data: blob:", [...originsOf([tileUrl]), ...mapSources.images, ...devOrigins]),
    formatDirective('media-src', "'self'", devOrigins),
    formatDirective('font-src', "'self'", [...mapSources.fonts, ...devOrigins]),
    "manifest-src 'self'",
    formatDirective('worker-src', "'self'", mapSources.workers),
    formatDirective('style-src', `'self' 'nonce-${nonce}'`, mapSources.styles),
    "base-uri 'none'",
    formatDirective('form-action', "'self'", originsOf([paypalUrl, ...signInUrls])),
    ...frameRulesOf(cards),
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    formatDirective('trusted-types', `mahlzeit ${SCRIPT_LOADER_POLICY}`, mapSources.policies),
  ];
};

/**
 * Builds the Content-Security-Policy of a page without the shell. The HTML contains its only script, so the policy
 * doesn't allow scripts to load other scripts. Such a page uses no third party, whatever the deployment offers to
 * diners.
 */
const separatePageRules = (nonce: string, publicUrl: string): readonly string[] => [
  "default-src 'none'",
  `script-src 'nonce-${nonce}'`,
  formatDirective('connect-src', `'self' ${socketOriginOf(publicUrl)}`, []),
  "img-src 'self' data:",
  "font-src 'self'",
  `style-src 'nonce-${nonce}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/**
 * Builds the Content-Security-Policy of the page to which a bank's frame returns. The page loads nothing, and only the
 * app may show it in a frame.
 */
const paymentReturnPolicy = (inlineScript: string, inlineStyle: string): readonly string[] => [
  "default-src 'none'",
  `script-src ${inlineScript}`,
  `style-src ${inlineStyle}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** Content-Security-Policy of the service worker, which fetches files and pages of the app and runs no other script. */
const WORKER_RULES: readonly string[] = [
  "default-src 'none'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

const policyRulesOf = (pageDocument: PageDocument, publicUrl: string, pageSources: PageSources): readonly string[] => {
  switch (pageDocument.kind) {
    case 'app':
      return appPolicyRules(pageDocument.nonce, publicUrl, pageSources);
    case 'separatePage':
      return separatePageRules(pageDocument.nonce, publicUrl);
    case 'paymentReturn':
      return paymentReturnPolicy(pageDocument.script, pageDocument.style);
    case 'worker':
      return WORKER_RULES;
  }
};

const REPORTING_GROUP = 'csp';

/**
 * Builds the headers with the Content-Security-Policy of a document. The policy is the same for all users of a
 * deployment, except for Google's hosts (ADR 23) and for a tester's dev servers (`RELEASE_OVERRIDES`), and doesn't
 * depend on the hash of the URL (Decision 30). Browsers report each violation to the gateway.
 */
export const policyHeadersOf = ({
  document,
  publicUrl,
  sources,
}: PolicyInputs): Readonly<Record<'Content-Security-Policy' | 'Reporting-Endpoints', string>> => ({
  'Content-Security-Policy': [
    ...policyRulesOf(document, publicUrl, sources),
    // Names both ways of reports: Chromium ignores `report-to` on pages without HTTPS, and `report-uri` on pages with
    // `report-to`.
    ...(publicUrl.startsWith('https:') ? [`report-to ${REPORTING_GROUP}`] : []),
    `report-uri ${POLICY_REPORTS_PATH}`,
  ].join('; '),
  'Reporting-Endpoints': `${REPORTING_GROUP}="${POLICY_REPORTS_PATH}"`,
});
