import type { Coordinate } from '@mahlzeit/contract';
import { NEARBY_RADIUS } from '@mahlzeit/contract/rules';

/** Where places are searched, and how far around. */
export interface SearchArea {
  readonly location: Coordinate;
  /** Metres. */
  readonly radius: number;
}

/** As far as one would go by bus, and the most that may be asked for. */
const EXPANDED_RADII = [15_000, 50_000] as const;

/** S1§9: no list holds more places, however large the search area. */
export const LIMIT = 100;

/** The search area around a place: the usual one, unless the diner has expanded it. */
export const searchAreaAround = (location: Coordinate, expanded: SearchArea | null): SearchArea =>
  expanded !== null && expanded.location.latitude === location.latitude && expanded.location.longitude === location.longitude ? expanded : { location, radius: NEARBY_RADIUS };

/** The next larger search area; null where there is none, or where the nearest hundred are found already. */
export const expandedBeyond = ({ location, radius }: SearchArea, found: number): SearchArea | null => {
  const next = found >= LIMIT ? undefined : EXPANDED_RADII.find((metres) => metres > radius);
  return next === undefined ? null : { location, radius: next };
};
