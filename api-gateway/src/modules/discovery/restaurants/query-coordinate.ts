import type { Coordinate, LocationQuery } from '@mahlzeit/contract';

/** Coordinate of the caller; null where the query has none. */
export const coordinateOf = ({ latitude, longitude }: LocationQuery): Coordinate | null =>
  latitude === undefined || longitude === undefined ? null : { latitude, longitude };
