import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { NEARBY_PAGE_SIZE, NEARBY_RADIUS } from '@mahlzeit/contract/rules';

/** Where places are searched, and how far around. */
export interface SearchArea {
  readonly location: Coordinate;
  /** Metres. */
  readonly radius: number;
}

/** As far as one would go by bus, and the most that may be asked for. */
const EXPANDED_RADII = [15_000, 50_000] as const;

/** S1§9: no list holds more places, however large the search area. */
const LIMIT = 100;

/** The search area around a place: the usual one, unless the diner has expanded it. */
export const searchAreaAround = (location: Coordinate, expanded: SearchArea | null): SearchArea =>
  expanded !== null &&
  expanded.location.latitude === location.latitude &&
  expanded.location.longitude === location.longitude
    ? expanded
    : { location, radius: NEARBY_RADIUS };

/** The next larger search area; null where there is none, or where the nearest hundred are found already. */
export const expandedBeyond = ({ location, radius }: SearchArea, found: number): SearchArea | null => {
  const next = found >= LIMIT ? undefined : EXPANDED_RADII.find((metres) => metres > radius);
  return next === undefined ? null : { location, radius: next };
};

/** Metres to the farthest of some places; null where none has a distance. */
export const farthestOf = (places: readonly { readonly initialDistanceKm: number | null }[]): number | null =>
  places.reduce<number | null>(
    (farthest, { initialDistanceKm }) =>
      initialDistanceKm === null ? farthest : Math.max(farthest ?? 0, initialDistanceKm * 1_000),
    null,
  );

/** A slice of the list, as the gateway is asked for it. */
export interface NearbyPage {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** The first screen's places come alone, so that they come soon. */
export const FIRST_PAGE: NearbyPage = { page: 1, pageSize: NEARBY_PAGE_SIZE };

/**
 * S1§9: pages load one after another until one is short or the limit is reached; then there is no next one. Each holds
 * as many places as all before it, the last one the rest of the hundred, which come in five questions, none twice.
 */
export const nextPage = (lastPage: readonly Restaurant[], { page, pageSize }: NearbyPage): NearbyPage | undefined => {
  const asked = page * pageSize;
  // The gateway counts pages by their size: what was asked for must be whole ones of the next, as 80 are four of 20.
  const following = Math.min(asked, LIMIT - asked);
  return lastPage.length < pageSize || following <= 0
    ? undefined
    : { page: asked / following + 1, pageSize: following };
};

/**
 * All pages as one list. A place that moved between pages while they loaded appears once; S1§3: non-partners are left
 * out.
 */
export const joinPages = (pages: readonly (readonly Restaurant[])[]): readonly Restaurant[] => {
  const byKey = new Map<string, Restaurant>();
  for (const restaurant of pages.flat())
    if (restaurant.type !== 'NonPartner' && !byKey.has(restaurant.key)) byKey.set(restaurant.key, restaurant);
  return [...byKey.values()];
};

/** The pages with one restaurant renewed. */
export const withRestaurant = (pages: readonly (readonly Restaurant[])[], fresh: Restaurant): Restaurant[][] =>
  pages.map((page) => page.map((held) => (held.key === fresh.key ? fresh : held)));
