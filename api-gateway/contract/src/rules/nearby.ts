import type { Coordinate } from '../values';

/** DESIGN §13.25: metres around the place. */
export const NEARBY_RADIUS = 5_000;

/** S1§9: restaurants on a page. */
export const NEARBY_PAGE_SIZE = 10;

/** S1§9: Hamburg, where nothing else is known. */
export const fallbackCoordinate: Coordinate = { latitude: 53.55, longitude: 9.99 };

const meanEarthRadius = 6_371_008.8;
const step = 50;
const lastInMetres = 950;
const walkingMetresPerMinute = 4000 / 60;
const bikeMetresPerMinute = 20_000 / 60;
/** Fifteen minutes on foot. */
const farthestWalk = 1000;
/** Eight minutes on foot, in whole metres. */
const nearestRide = Math.floor(8 * walkingMetresPerMinute);
const rideTown = 'Hamburg';

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance of two points in metres. */
export const distanceMeters = (from: Coordinate, to: Coordinate): number => {
  const north = Math.sin(radians(to.latitude - from.latitude) / 2);
  const east = Math.sin(radians(to.longitude - from.longitude) / 2);
  const chord = north ** 2 + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * east ** 2;
  return 2 * meanEarthRadius * Math.asin(Math.min(1, Math.sqrt(chord)));
};

/** A distance as it is shown; the text around it belongs to the package that shows it. */
export type RoundedDistance = { readonly meters: number } | { readonly kilometers: number };

/** S1§9: steps of 50 m up to 950 m, then kilometres to one decimal. */
export const roundedDistance = (meters: number): RoundedDistance => {
  const rounded = Math.max(step, Math.round(meters / step) * step);
  return rounded <= lastInMetres ? { meters: rounded } : { kilometers: Math.round(meters / 100) / 10 };
};

/** Whole minutes on foot at 4 km/h, at least one. */
export const walkMinutes = (meters: number): number => Math.max(1, Math.round(meters / walkingMetresPerMinute));

/** How one gets there and how long it takes. */
export interface Travel {
  readonly mode: 'walk' | 'bike';
  /** Whole minutes, at least one. */
  readonly minutes: number;
}

/** S1§9: on foot at 4 km/h, by bike at 20 km/h where the walk takes over 15 minutes. */
export const travelBy = (meters: number): Travel => {
  const mode = meters > farthestWalk ? 'bike' : 'walk';
  const pace = mode === 'bike' ? bikeMetresPerMinute : walkingMetresPerMinute;
  return { mode, minutes: Math.max(1, Math.round(meters / pace)) };
};

/** S1§9: a ride is offered from a walk of eight minutes on, in Hamburg alone. */
export const offersRide = (meters: number, locality: string): boolean =>
  locality === rideTown && Math.round(meters) >= nearestRide;
