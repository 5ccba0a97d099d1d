import type { Coordinate } from '../values';

/** DESIGN §13.25: metres around the place. */
export const NEARBY_RADIUS = 5_000;

/** S1§9: restaurants on a page. */
export const NEARBY_PAGE_SIZE = 10;

/** S1§9: Hamburg, where nothing else is known. */
export const fallbackCoordinate: Coordinate = { latitude: 53.55, longitude: 9.99 };
