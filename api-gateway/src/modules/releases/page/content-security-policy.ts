import { SCRIPT_LOADER_POLICY, SCRIPT_LOADER_SOURCE } from './script-loader';

/** Addresses of the card payment provider that the browser uses. */
interface CardPages {
  /**
   * Addresses that receive card data (Mangopay's CardRegistrationURL) and the card token (Mangopay itself). One address
   * of each is enough.
   */
  readonly tokeniserUrls: readonly string[];
  /** One address of the bank's pages (3-D Secure); null for real cards, whose banks can't be listed. */
  readonly bankUrl: string | null;
}

/** Sources of third parties that the deployment allows on a page. */
export interface PageSources {
  /** Whether the page may send measurements after consent. */
  readonly isMeasured: boolean;
  /** Address of the map's tiles; null for the drawn map. */
  readonly tileUrl: string | null;
  /** Address of the script of Google's map; null if the map isn't offered or the reader hasn't agreed. */
  readonly googleMapsUrl: string | null;
  /** null if the deployment takes no cards. */
  readonly cards: CardPages | null;
  /** One address of PayPal's pages; null if the deployment doesn't take PayPal. */
  readonly paypalUrl: string | null;
  /** One address of the sign-in pages of each third party. */
  readonly signInUrls: readonly string[];
}

/** Inputs of the policy of one document. */
export interface PolicyParts {
  readonly document: PageDocument;
  readonly publicUrl: string;
  readonly sources: PageSources;
}

/** Documents with such a policy: the app, the restaurant's console, and the page to which a bank's frame returns. */
export type PageDocument =
  | {
      readonly kind: 'app' | 'partner';
      /** Random for each answer. */
      readonly nonce: string;
    }
  | {
      readonly kind: 'paymentReturn';
      /** Policy sources of the page's only script and only style. */
      readonly script: string;
      readonly style: string;
    };

/** Origin that receives measurements. */
const MEASUREMENT_ORIGIN = 'https://region1.google-analytics.com';

/** Third-party sources of a page by directive. */
interface ForeignSources {
  readonly scripts: readonly string[];
  readonly connections: readonly string[];
  readonly images: readonly string[];
  readonly fonts: readonly string[];
  readonly styles: readonly string[];
  readonly workers: readonly string[];
  /** Names of Trusted Types policies. */
  readonly policies: readonly string[];
}

const nothing: ForeignSources = {
  scripts: [],
  connections: [],
  images: [],
  fonts: [],
  styles: [],
  workers: [],
  policies: [],
};

/** Trusted Types policy in the browser for the address of Google's script (mf-discovery/src/features/map/google). */
const GOOGLE_LOADER_POLICY = 'mahlzeit-google-maps';
const GOOGLE_ORIGIN = 'https://maps.googleapis.com';

// Directives of developers.google.com/maps/documentation/javascript/content-security-policy for a map without Street
// View.
const ofGoogle: ForeignSources = {
  scripts: [GOOGLE_ORIGIN],
  connections: ['https://*.googleapis.com', 'https://*.gstatic.com', 'data:', 'blob:'],
  images: ['https://*.googleapis.com', 'https://*.gstatic.com'],
  fonts: ['https://fonts.gstatic.com'],
  styles: ['https://fonts.googleapis.com'],
  workers: ['blob:'],
  policies: [GOOGLE_LOADER_POLICY, 'google-maps-api-loader', 'google-maps-api#html', 'lit-html'],
};

const googleSources = (url: string | null): ForeignSources => {
  if (url === null) return nothing;
  const { origin } = new URL(url);
  // The sandbox's map is one script without further requests.
  return origin === GOOGLE_ORIGIN ? ofGoogle : { ...nothing, scripts: [origin], policies: [GOOGLE_LOADER_POLICY] };
};

const directive = (name: string, ownSources: string, foreignSources: readonly string[]): string =>
  [name, ownSources, ...foreignSources].join(' ');

const socketOriginOf = (publicUrl: string): string => publicUrl.replace(/^http/, 'ws');

const originsOf = (urls: readonly (string | null)[]): readonly string[] => [
  ...new Set(urls.flatMap((url) => (url === null ? [] : [new URL(url).origin]))),
];

/** Returns the frames of the app: the bank's page, and our page to which it returns. */
const frameRules = (cards: CardPages | null): readonly string[] => {
  if (cards === null) return [];
  // 3-D Secure redirects to the bank's own host, which can be any. The frame itself is sandboxed.
  return [directive('frame-src', "'self'", cards.bankUrl === null ? ['https:'] : originsOf([cards.bankUrl]))];
};

/**
 * Builds the policy of the app. Scripts come from this origin only, through two Trusted Types policies: that of the
 * script loader, which knows the first scripts, and that of the shell, which knows every script by its hash. Styles are
 * the page's own and those of the two style libraries with the nonce. The deployment may allow further sources.
 */
const appPolicy = (
  nonce: string,
  publicUrl: string,
  { isMeasured, tileUrl, googleMapsUrl, cards, paypalUrl, signInUrls }: PageSources,
): readonly string[] => {
  const google = googleSources(googleMapsUrl);
  return [
    "default-src 'none'",
    directive('script-src', `'self' ${SCRIPT_LOADER_SOURCE}`, google.scripts),
    // Some browsers still in use don't include the socket in 'self'.
    directive('connect-src', `'self' ${socketOriginOf(publicUrl)}`, [
      ...(isMeasured ? [MEASUREMENT_ORIGIN] : []),
      ...google.connections,
      ...originsOf(cards?.tokeniserUrls ?? []),
    ]),
    directive('img-src', "'self' data: blob:", [...originsOf([tileUrl]), ...google.images]),
    "media-src 'self'",
    directive('font-src', "'self'", google.fonts),
    "manifest-src 'self'",
    directive('worker-src', "'self'", google.workers),
    directive('style-src', `'self' 'nonce-${nonce}'`, google.styles),
    "base-uri 'none'",
    directive('form-action', "'self'", originsOf([paypalUrl, ...signInUrls])),
    ...frameRules(cards),
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    directive('trusted-types', `mahlzeit ${SCRIPT_LOADER_POLICY}`, google.policies),
  ];
};

/**
 * Builds the policy of the restaurant's console. Its only script is in the HTML, so no script adds another. The console
 * uses no third party, whatever the deployment offers to diners.
 */
const partnerPolicy = (nonce: string, publicUrl: string): readonly string[] => [
  "default-src 'none'",
  `script-src 'nonce-${nonce}'`,
  directive('connect-src', `'self' ${socketOriginOf(publicUrl)}`, []),
  "img-src 'self' data:",
  "font-src 'self'",
  `style-src 'nonce-${nonce}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** Builds the policy of the payment return page. The page loads nothing, and only the app may frame it. */
const paymentReturnPolicy = (script: string, style: string): readonly string[] => [
  "default-src 'none'",
  `script-src ${script}`,
  `style-src ${style}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

const rulesOf = (document: PageDocument, publicUrl: string, sources: PageSources): readonly string[] => {
  switch (document.kind) {
    case 'app':
      return appPolicy(document.nonce, publicUrl, sources);
    case 'partner':
      return partnerPolicy(document.nonce, publicUrl);
    case 'paymentReturn':
      return paymentReturnPolicy(document.script, document.style);
  }
};

/**
 * Builds the Content-Security-Policy of a document. The policy is the same for all readers of a deployment, except for
 * Google's hosts (ADR 23), and doesn't depend on the hash of the address (Decision 30).
 */
export const contentSecurityPolicy = ({ document, publicUrl, sources }: PolicyParts): string =>
  rulesOf(document, publicUrl, sources).join('; ');
