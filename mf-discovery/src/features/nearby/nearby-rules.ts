import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { distanceMeters, NEARBY_PAGE_SIZE, NEARBY_RADIUS } from '@mahlzeit/contract/rules';

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
  expanded !== null && expanded.location.latitude === location.latitude && expanded.location.longitude === location.longitude ? expanded : { location, radius: NEARBY_RADIUS };

/** The next larger search area; null where there is none, or where the nearest hundred are found already. */
export const expandedBeyond = ({ location, radius }: SearchArea, found: number): SearchArea | null => {
  const next = found >= LIMIT ? undefined : EXPANDED_RADII.find((metres) => metres > radius);
  return next === undefined ? null : { location, radius: next };
};

/** Where the map has been moved to, and what it started from. */
interface AreaMove {
  /** What the list is centred on. */
  readonly from: Coordinate;
  /** The middle of the map. */
  readonly to: Coordinate;
  /** Metres to the farthest place of the list as it was loaded; null where the list is empty. */
  readonly farthest: number | null;
  /** Metres from corner to corner of what the map shows. */
  readonly diagonal: number;
}

/** A projection rounds; nobody moved the map by that, in metres. */
const STILL = 2;

/** S1§2: another area is worth searching farther off than half the way to the farthest place, or half the diagonal where there is none. */
export const hasLeftArea = ({ from, to, farthest, diagonal }: AreaMove): boolean => distanceMeters(from, to) > (farthest ?? diagonal) / 2 + STILL;

/** Metres to the farthest of some places; null where none has a distance. */
export const farthestOf = (places: readonly { readonly initialDistanceKm: number | null }[]): number | null =>
  places.reduce<number | null>((farthest, { initialDistanceKm }) => (initialDistanceKm === null ? farthest : Math.max(farthest ?? 0, initialDistanceKm * 1_000)), null);

/** S1§9: pages load one after another until one is short or the limit is reached; then there is no next one. */
export const nextPage = (lastPage: readonly Restaurant[], page: number): number | undefined =>
  lastPage.length < NEARBY_PAGE_SIZE || page * NEARBY_PAGE_SIZE >= LIMIT ? undefined : page + 1;

/** All pages as one list. A place that moved between pages while they loaded appears once; S1§3: non-partners are left out. */
export const joinPages = (pages: readonly (readonly Restaurant[])[]): readonly Restaurant[] => {
  const byKey = new Map<string, Restaurant>();
  for (const restaurant of pages.flat()) if (restaurant.type !== 'NonPartner' && !byKey.has(restaurant.key)) byKey.set(restaurant.key, restaurant);
  return [...byKey.values()];
};

/** The pages with one restaurant renewed. */
export const withRestaurant = (pages: readonly (readonly Restaurant[])[], fresh: Restaurant): Restaurant[][] =>
  pages.map((page) => page.map((held) => (held.key === fresh.key ? fresh : held)));
