import type { Coordinate, LocationQuery } from '@mahlzeit/contract';

/** Where the caller is, if he told. */
export const placeOf = ({ latitude, longitude }: LocationQuery): Coordinate | null =>
  latitude === undefined || longitude === undefined ? null : { latitude, longitude };
