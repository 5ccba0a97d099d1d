import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { NEARBY_PAGE_SIZE, NEARBY_RADIUS_METRES } from '@mahlzeit/contract/rules';

/** Center and radius of the area in which the list searches. */
export interface SearchArea {
  readonly location: Coordinate;
  /** Radius of the search area, in metres. */
  readonly radius: number;
}

/**
 * Radii in metres to which the user can expand the search: the distance of a bus ride, and the maximum that the gateway
 * accepts.
 */
const EXPANDED_RADII_METRES = [15_000, 50_000] as const;

/** Maximum number of restaurants in a list, no matter how large the area is (S1§9). */
const MAX_LISTED_PLACES = 100;

/**
 * Returns the search area around a place: the area of the usual radius, or the one to which the user has expanded it.
 */
export const createSearchArea = (location: Coordinate, expandedArea: SearchArea | null): SearchArea =>
  expandedArea !== null &&
  expandedArea.location.latitude === location.latitude &&
  expandedArea.location.longitude === location.longitude
    ? expandedArea
    : { location, radius: NEARBY_RADIUS_METRES };

/** Returns the next larger search area; null if the area has the maximum radius already, or if the list is full. */
export const nextLargerArea = ({ location, radius }: SearchArea, placeCount: number): SearchArea | null => {
  const nextRadiusMetres =
    placeCount >= MAX_LISTED_PLACES ? undefined : EXPANDED_RADII_METRES.find((radiusMetres) => radiusMetres > radius);
  return nextRadiusMetres === undefined ? null : { location, radius: nextRadiusMetres };
};

/** Returns the distance of the farthest restaurant in metres; null if no restaurant has a distance. */
export const farthestMetresOf = (places: readonly { readonly initialDistanceKm: number | null }[]): number | null =>
  places.reduce<number | null>(
    (farthestSoFar, { initialDistanceKm }) =>
      initialDistanceKm === null ? farthestSoFar : Math.max(farthestSoFar ?? 0, initialDistanceKm * 1_000),
    null,
  );

/** Page number and page size of a request for the list of restaurants. */
export interface NearbyPage {
  /** Number of the page; the first is 1. */
  readonly page: number;
  readonly pageSize: number;
}

/** Page with the restaurants of the first screen. It is small, so that these restaurants arrive early. */
export const FIRST_PAGE: NearbyPage = { page: 1, pageSize: NEARBY_PAGE_SIZE };

/**
 * Returns the next page; undefined after a page that isn't full, or at the limit (S1§9). Each page is as large as all
 * previous pages together, and the last one fills the list up to a hundred: five requests without overlap.
 */
export const nextPageAfter = (
  lastPage: readonly Restaurant[],
  { page, pageSize }: NearbyPage,
): NearbyPage | undefined => {
  const requestedPlaceCount = page * pageSize;
  // The gateway computes the offset from page number and page size. The number of previous restaurants must therefore
  // be a multiple of the next page size; for instance, 80 restaurants are four pages of 20.
  const nextPageSize = Math.min(requestedPlaceCount, MAX_LISTED_PLACES - requestedPlaceCount);
  return lastPage.length < pageSize || nextPageSize <= 0
    ? undefined
    : { page: requestedPlaceCount / nextPageSize + 1, pageSize: nextPageSize };
};

/**
 * Joins all pages to one list. A restaurant that moved between pages while they were loading appears only once;
 * non-partners are left out (S1§3).
 */
export const joinRestaurantPages = (restaurantPages: readonly (readonly Restaurant[])[]): readonly Restaurant[] => {
  const restaurantByKey = new Map<string, Restaurant>();
  for (const restaurant of restaurantPages.flat())
    if (restaurant.type !== 'NonPartner' && !restaurantByKey.has(restaurant.key))
      restaurantByKey.set(restaurant.key, restaurant);
  return [...restaurantByKey.values()];
};

/** Replaces a restaurant by its newer version, in the page of results that contains it. */
export const replaceRestaurant = (
  restaurantPages: readonly (readonly Restaurant[])[],
  newRestaurant: Restaurant,
): Restaurant[][] =>
  restaurantPages.map((page) =>
    page.map((restaurant) => (restaurant.key === newRestaurant.key ? newRestaurant : restaurant)),
  );
