import { reservedSegments } from '@mahlzeit/contract/rules';
import { decodeSegments, formatHash } from './hash-address';

/** The page under the modals. `placeId` centres the main screen; null takes the place the diner had last. */
export type Page = { readonly kind: 'main'; readonly placeId: string | null } | { readonly kind: 'empty' };

/** What a path means: a page, or another address that takes its place. */
export type PageRoute = Page | { readonly kind: 'redirect'; readonly to: string };

/** The parts of an address the router reads, as `Location` has them. */
export interface AddressParts {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** Path of the main screen. */
export const MAIN_PATH = '/restaurants';

const toMain = (search: string, hash: string): PageRoute => ({ kind: 'redirect', to: `${MAIN_PATH}${search}${hash}` });

const hashOf = (segments: readonly string[]): string => {
  const [key, ...params] = segments;
  return key === undefined ? '' : formatHash({ key, params });
};

/** Reads the path (S1§2 "URL paths"). Redirects keep the query; a modal named in the path outdoes the hash. */
export const pageRouteOf = ({ pathname, search, hash }: AddressParts): PageRoute => {
  const [first, ...rest] = decodeSegments(pathname.slice(1));
  if (first === 'restaurants' && rest.length > 0) return toMain(search, hashOf(['details', ...rest]));
  if (first === 'search') return toMain(search, hashOf(rest) || hash);
  if (pathname === MAIN_PATH) return { kind: 'main', placeId: null };
  if (first === 'empty' && rest.length === 0) return { kind: 'empty' };
  if (first === undefined || first === '' || rest.length > 0 || reservedSegments.has(first)) return toMain(search, hash);
  return { kind: 'main', placeId: first };
};
