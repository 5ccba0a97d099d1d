import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { NEARBY_PAGE_SIZE, NEARBY_RADIUS } from '@mahlzeit/contract/rules';

/** Center and radius of a search. */
export interface SearchArea {
  readonly location: Coordinate;
  /** Metres. */
  readonly radius: number;
}

/** Radii of an expanded search in metres: a bus ride, and the maximum of the route. */
const EXPANDED_RADII = [15_000, 50_000] as const;

/** Maximum number of places in a list, however large the area (S1§9). */
const LIMIT = 100;

/** Returns the search area around a place: the usual one, or the one that the user has expanded. */
export const searchAreaAround = (location: Coordinate, expandedArea: SearchArea | null): SearchArea =>
  expandedArea !== null &&
  expandedArea.location.latitude === location.latitude &&
  expandedArea.location.longitude === location.longitude
    ? expandedArea
    : { location, radius: NEARBY_RADIUS };

/** Returns the next larger search area; null at the maximum, or when the list is full already. */
export const expandedBeyond = ({ location, radius }: SearchArea, placeCount: number): SearchArea | null => {
  const next = placeCount >= LIMIT ? undefined : EXPANDED_RADII.find((metres) => metres > radius);
  return next === undefined ? null : { location, radius: next };
};

/** Returns the metres to the farthest place; null when none has a distance. */
export const farthestOf = (places: readonly { readonly initialDistanceKm: number | null }[]): number | null =>
  places.reduce<number | null>(
    (farthest, { initialDistanceKm }) =>
      initialDistanceKm === null ? farthest : Math.max(farthest ?? 0, initialDistanceKm * 1_000),
    null,
  );

/** Page of the route that lists places. */
export interface NearbyPage {
  /** Number of the page, from 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** The places of the first screen come in a page of their own, so that they arrive early. */
export const FIRST_PAGE: NearbyPage = { page: 1, pageSize: NEARBY_PAGE_SIZE };

/**
 * Returns the next page; undefined after a short page or at the limit (S1§9). Each page is as large as all pages
 * before, the last one fills up to a hundred: five requests without overlap.
 */
export const nextPage = (lastPage: readonly Restaurant[], { page, pageSize }: NearbyPage): NearbyPage | undefined => {
  const requestedCount = page * pageSize;
  // The gateway computes the offset from page and size: the places before must be a multiple of the next size, as 80
  // are four pages of 20.
  const nextCount = Math.min(requestedCount, LIMIT - requestedCount);
  return lastPage.length < pageSize || nextCount <= 0
    ? undefined
    : { page: requestedCount / nextCount + 1, pageSize: nextCount };
};

/**
 * Joins all pages to one list. A place that moved between pages during the loading appears once; non-partners are left
 * out (S1§3).
 */
export const joinPages = (pages: readonly (readonly Restaurant[])[]): readonly Restaurant[] => {
  const byKey = new Map<string, Restaurant>();
  for (const restaurant of pages.flat())
    if (restaurant.type !== 'NonPartner' && !byKey.has(restaurant.key)) byKey.set(restaurant.key, restaurant);
  return [...byKey.values()];
};

/** Replaces one restaurant in all pages. */
export const withRestaurant = (pages: readonly (readonly Restaurant[])[], newRestaurant: Restaurant): Restaurant[][] =>
  pages.map((page) => page.map((restaurant) => (restaurant.key === newRestaurant.key ? newRestaurant : restaurant)));
