import { SCRIPT_LOADER_POLICY, SCRIPT_LOADER_SOURCE } from './script-loader';

/** What a deployment lets its pages take from others. */
export interface PageSources {
  /** Whether the page may send measurements, for those who agree. */
  readonly isMeasured: boolean;
  /** Address of the map's tiles; null: the map is drawn. */
  readonly tileUrl: string | null;
  /** Address of the script of Google's map, for those who agree; null: it isn't offered. */
  readonly googleMapsUrl: string | null;
}

/** What the policy of one page depends on. */
export interface PolicyParts {
  /** Drawn anew for each answer. */
  readonly nonce: string;
  readonly publicUrl: string;
  readonly sources: PageSources;
}

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

const nothing: ForeignSources = { scripts: [], connections: [], images: [], fonts: [], styles: [], workers: [], policies: [] };

/** The browser's own policy for the one address of Google's script (mf-discovery/src/features/map/google). */
const GOOGLE_LOADER_POLICY = 'mahlzeit-google-maps';
const GOOGLE_ORIGIN = 'https://maps.googleapis.com';

// developers.google.com/maps/documentation/javascript/content-security-policy, as far as a map without Street View needs it.
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

/**
 * The page's Content-Security-Policy. Scripts come from here alone and only through two Trusted Types policies: the
 * script loader's, which knows what the page begins with, and the shell's, which knows every script by its hash; styles are
 * the page's own and those that the two style libraries make under the nonce. Others come in only where the deployment has
 * set them up: the policy is the same for everybody who visits it, whatever they have agreed to (DESIGN §13.30).
 */
export const contentSecurityPolicy = ({ nonce, publicUrl, sources: { isMeasured, tileUrl, googleMapsUrl } }: PolicyParts): string => {
  const google = googleSources(googleMapsUrl);
  const tiles = tileUrl === null ? [] : [new URL(tileUrl).origin];
  return [
    "default-src 'none'",
    directive('script-src', `'self' ${SCRIPT_LOADER_SOURCE}`, google.scripts),
    // 'self' means the socket too, but not in every browser that is still about.
    directive('connect-src', `'self' ${socketOriginOf(publicUrl)}`, [...(isMeasured ? [MEASUREMENT_ORIGIN] : []), ...google.connections]),
    directive('img-src', "'self' data: blob:", [...tiles, ...google.images]),
    "media-src 'self'",
    directive('font-src', "'self'", google.fonts),
    "manifest-src 'self'",
    directive('worker-src', "'self'", google.workers),
    directive('style-src', `'self' 'nonce-${nonce}'`, google.styles),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    directive('trusted-types', `mahlzeit ${SCRIPT_LOADER_POLICY}`, google.policies),
  ].join('; ');
};
