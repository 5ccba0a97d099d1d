import { reservedSegments } from '@mahlzeit/contract/rules';
import type { ScreenAddress } from '@mahlzeit/shared-ui/platform';
import type { AddressLookup } from '../remotes/registry';

// Matches half of a character (a lone surrogate), which remains when a text is cut inside of a character.
// `encodeURIComponent` would throw for it.
const loneSurrogates = /\p{Surrogate}/gu;

const encodeSegment = (segment: string): string => encodeURIComponent(segment.replace(loneSurrogates, '\uFFFD'));

const decodeSegment = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    // A segment that can't be decoded was mistyped or cut off, so its raw text is the best interpretation.
    return segment;
  }
};

const withoutTrailingEmptySegments = (segments: readonly string[]): readonly string[] => {
  const lastNonEmptyIndex = segments.findLastIndex((segment) => segment !== '');
  return segments.slice(0, lastNonEmptyIndex + 1);
};

/** Splits a path or hash at its slashes and decodes each segment once; empty segments at the end are dropped. */
const decodeSegments = (text: string): readonly string[] =>
  withoutTrailingEmptySegments(text.split('/').map(decodeSegment));

/** Reads the modal screen from a hash such as `#details/mensa`; null for a hash without a screen. */
export const parseHash = (hash: string): ScreenAddress | null => {
  const [key, ...params] = decodeSegments(hash.replace(/^#/, ''));
  return key === undefined || key === '' ? null : { key, params };
};

/**
 * Returns the hash of a screen address. Each segment is encoded separately, so that a slash inside of a segment stays a
 * part of it.
 */
export const formatHash = ({ key, params }: ScreenAddress): string =>
  `#${withoutTrailingEmptySegments([key, ...params])
    .map(encodeSegment)
    .join('/')}`;

/** Whether two addresses lead to the same screen with the same parameters. */
export const isSameAddress = (firstAddress: ScreenAddress | null, secondAddress: ScreenAddress | null): boolean =>
  firstAddress === null || secondAddress === null
    ? firstAddress === secondAddress
    : formatHash(firstAddress) === formatHash(secondAddress);

/**
 * Page below the modal screens, as the URL names it. `placeId`: place around which the main screen's list searches;
 * null: the user's last place.
 */
export type AddressedPage = { readonly kind: 'main'; readonly placeId: string | null } | { readonly kind: 'empty' };

/** Meaning of a URL path: a page, or a redirect to another URL. */
type PageRoute = AddressedPage | { readonly kind: 'redirect'; readonly targetUrl: string };

/** Parts of a URL that the router reads, as `Location` has them. */
export interface UrlParts {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** Path of the main screen. */
export const MAIN_PATH = '/restaurants';

const redirectToMain = (search: string, hash: string): PageRoute => ({
  kind: 'redirect',
  targetUrl: `${MAIN_PATH}${search}${hash}`,
});

const hashOfSegments = (segments: readonly string[]): string => {
  const [key, ...params] = segments;
  return key === undefined ? '' : formatHash({ key, params });
};

/** Reserved name of the screen that shows shared restaurants, `/r/…` (contract §6). */
const SHARED_PLACE_NAME = '/r';

/** Returns the screen that a shared link opens above the main screen (contract §6); null for other paths. */
export const screenOfSharedLink = (
  { pathname }: Pick<UrlParts, 'pathname'>,
  { address }: AddressLookup,
): ScreenAddress | null => {
  const [segment = '', ...params] = decodeSegments(pathname.slice(1));
  const linkedScreen = params.length === 1 ? address(`/${segment}`) : null;
  return linkedScreen === null ? null : { key: linkedScreen.key, params };
};

/**
 * Returns the meaning of a URL path (S1§2 "URL paths"). Redirects keep the query; a modal screen in the path has
 * priority over one in the hash.
 */
export const pageRouteOf = ({ pathname, search, hash }: UrlParts, lookup: AddressLookup): PageRoute => {
  const [firstSegment, ...otherSegments] = decodeSegments(pathname.slice(1));
  if (firstSegment === 'restaurants' && otherSegments.length > 0) {
    const placeScreen = lookup.address(SHARED_PLACE_NAME);
    return redirectToMain(search, placeScreen === null ? '' : hashOfSegments([placeScreen.key, ...otherSegments]));
  }
  if (firstSegment === 'search') return redirectToMain(search, hashOfSegments(otherSegments) || hash);
  if (screenOfSharedLink({ pathname }, lookup) !== null) return redirectToMain(search, '');
  if (pathname === MAIN_PATH) return { kind: 'main', placeId: null };
  if (firstSegment === 'empty' && otherSegments.length === 0) return { kind: 'empty' };
  if (
    firstSegment === undefined ||
    firstSegment === '' ||
    otherSegments.length > 0 ||
    reservedSegments.has(firstSegment)
  )
    return redirectToMain(search, hash);
  return { kind: 'main', placeId: firstSegment };
};
