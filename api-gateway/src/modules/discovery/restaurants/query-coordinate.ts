import type { Coordinate, LocationQuery } from '@mahlzeit/contract';

/** Returns the coordinate in a request's query; null for a query without one. */
export const coordinateOf = ({ latitude, longitude }: LocationQuery): Coordinate | null =>
  latitude === undefined || longitude === undefined ? null : { latitude, longitude };
