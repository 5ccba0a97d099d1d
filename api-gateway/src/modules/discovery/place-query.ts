import type { Coordinate, LocationQuery } from '@mahlzeit/contract';

/** Where the caller is; null where the query has no coordinate. */
export const placeOf = ({ latitude, longitude }: LocationQuery): Coordinate | null =>
  latitude === undefined || longitude === undefined ? null : { latitude, longitude };
