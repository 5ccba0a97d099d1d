import { SCRIPT_LOADER_POLICY, SCRIPT_LOADER_SOURCE } from './script-loader';

/** Where the browser meets the provider of card payments. */
interface CardPages {
  /**
   * Card data goes there alone (Mangopay's CardRegistrationURL), and the token made of it to Mangopay itself: one
   * address of each is enough.
   */
  readonly tokeniserUrls: readonly string[];
  /** One of the addresses of the bank's pages (3-D Secure). null: real cards, whose banks nobody can list. */
  readonly bankUrl: string | null;
}

/** What a page may take from others, as its deployment has set them up. */
export interface PageSources {
  /** Whether the page may send measurements, for those who agree. */
  readonly isMeasured: boolean;
  /** Address of the map's tiles; null: the map is drawn. */
  readonly tileUrl: string | null;
  /**
   * Address of the script of Google's map; null: it isn't offered, or the page is for somebody who hasn't agreed to it.
   */
  readonly googleMapsUrl: string | null;
  /** null: no cards are taken. */
  readonly cards: CardPages | null;
  /** One of the addresses of PayPal's pages; null: PayPal isn't taken. */
  readonly paypalUrl: string | null;
  /** One address of each third party's sign-in pages. */
  readonly signInUrls: readonly string[];
}

/** What the policy of one document depends on. */
export interface PolicyParts {
  readonly document: PageDocument;
  readonly publicUrl: string;
  readonly sources: PageSources;
}

/**
 * The documents that have a policy of this kind: the app itself, the restaurant's console, and what a bank's page in a
 * frame of ours returns to.
 */
export type PageDocument =
  | {
      readonly kind: 'app' | 'partner';
      /** Drawn anew for each answer. */
      readonly nonce: string;
    }
  | {
      readonly kind: 'paymentReturn';
      /** Its one script and its one style, as a policy names them. */
      readonly script: string;
      readonly style: string;
    };

/** Where measurements go, where use is measured at all. */
const MEASUREMENT_ORIGIN = 'https://region1.google-analytics.com';

/** What a page takes from others, by directive. */
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

/** The browser's own policy for the one address of Google's script (mf-discovery/src/features/map/google). */
const GOOGLE_LOADER_POLICY = 'mahlzeit-google-maps';
const GOOGLE_ORIGIN = 'https://maps.googleapis.com';

// developers.google.com/maps/documentation/javascript/content-security-policy, as far as a map without Street View
// needs it.
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
  // The sandbox's stand-in is one script that draws with what the page has.
  return origin === GOOGLE_ORIGIN ? ofGoogle : { ...nothing, scripts: [origin], policies: [GOOGLE_LOADER_POLICY] };
};

const directive = (name: string, own: string, foreign: readonly string[]): string => [name, own, ...foreign].join(' ');

const socketOriginOf = (publicUrl: string): string => publicUrl.replace(/^http/, 'ws');

const originsOf = (urls: readonly (string | null)[]): readonly string[] => [
  ...new Set(urls.flatMap((url) => (url === null ? [] : [new URL(url).origin]))),
];

/** Frames of the app: the bank's page, and the page of ours that it returns to. */
const frameRules = (cards: CardPages | null): readonly string[] => {
  if (cards === null) return [];
  // 3-D Secure leads on to the bank's own host, whichever that is; the frame itself is sandboxed.
  return [directive('frame-src', "'self'", cards.bankUrl === null ? ['https:'] : originsOf([cards.bankUrl]))];
};

/**
 * Scripts come from here alone and only through two Trusted Types policies: the script loader's, which knows what the
 * page begins with, and the shell's, which knows every script by its hash; styles are the page's own and those that the
 * two style libraries make under the nonce. Others come in only where the deployment has set them up.
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
    // 'self' means the socket too, but not in every browser that is still about.
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
 * Its one script stands in the HTML, so no script ever makes another; it takes nothing from others, whatever the
 * deployment offers diners.
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

/** It takes nothing from anybody, and may be framed by the app alone. */
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
 * The Content-Security-Policy of a document in a deployment: the same for everybody who visits it, but for Google's
 * hosts (ADR 23), and whatever the hash of their address says (DESIGN §13.30).
 */
export const contentSecurityPolicy = ({ document, publicUrl, sources }: PolicyParts): string =>
  rulesOf(document, publicUrl, sources).join('; ');
