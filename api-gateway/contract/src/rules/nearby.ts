import type { Coordinate } from '../values';

/** Radius in metres around the user's position in which the restaurant list shows places (Decision 25). */
export const NEARBY_RADIUS_METRES = 5_000;

/** Number of restaurants on a page of the restaurant list (S1§9). */
export const NEARBY_PAGE_SIZE = 10;

/** Position around which the restaurant list shows places when no other position is known: Hamburg (S1§9). */
export const fallbackCoordinate: Coordinate = { latitude: 53.55, longitude: 9.99 };

const earthRadiusMetres = 6_371_008.8;
const roundingStepMetres = 50;
const maxShownMetres = 950;
const walkingMetresPerMinute = 4000 / 60;
const bikeMetresPerMinute = 20_000 / 60;
/** Longest trip in metres that is shown as a walk: fifteen minutes on foot. */
const MAX_WALK_METRES = 1000;
/** Shortest trip, in whole metres, for which the app offers a ride: eight minutes on foot. */
const MIN_RIDE_METRES = Math.floor(8 * walkingMetresPerMinute);
const rideTown = 'Hamburg';

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Computes the great-circle distance of two points in metres. */
export const distanceMeters = (fromCoordinate: Coordinate, toCoordinate: Coordinate): number => {
  const latitudeSine = Math.sin(toRadians(toCoordinate.latitude - fromCoordinate.latitude) / 2);
  const longitudeSine = Math.sin(toRadians(toCoordinate.longitude - fromCoordinate.longitude) / 2);
  const haversine =
    latitudeSine ** 2 +
    Math.cos(toRadians(fromCoordinate.latitude)) * Math.cos(toRadians(toCoordinate.latitude)) * longitudeSine ** 2;
  return 2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(haversine)));
};

/** A distance rounded for display, without the surrounding text. */
export type RoundedDistance = { readonly meters: number } | { readonly kilometers: number };

/** Rounds a distance (S1§9): steps of 50 m up to 950 m, then kilometres with one decimal. */
export const roundedDistance = (meters: number): RoundedDistance => {
  const roundedMeters = Math.max(roundingStepMetres, Math.round(meters / roundingStepMetres) * roundingStepMetres);
  return roundedMeters <= maxShownMetres ? { meters: roundedMeters } : { kilometers: Math.round(meters / 100) / 10 };
};

/** Computes whole minutes on foot at 4 km/h, at least one. */
export const walkMinutes = (meters: number): number => Math.max(1, Math.round(meters / walkingMetresPerMinute));

/** Means of transport and duration of a trip. */
export interface Travel {
  readonly mode: 'walk' | 'bike';
  /** Duration in whole minutes, at least one. */
  readonly minutes: number;
}

/** Chooses the means of a trip (S1§9): on foot at 4 km/h, by bike at 20 km/h when the walk takes over 15 minutes. */
export const chooseTravel = (meters: number): Travel => {
  const mode = meters > MAX_WALK_METRES ? 'bike' : 'walk';
  const metresPerMinute = mode === 'bike' ? bikeMetresPerMinute : walkingMetresPerMinute;
  return { mode, minutes: Math.max(1, Math.round(meters / metresPerMinute)) };
};

/** Checks whether the app offers a ride (a taxi): from a walk of eight minutes on, only in Hamburg (S1§9). */
export const offersRide = (meters: number, locality: string): boolean =>
  locality === rideTown && Math.round(meters) >= MIN_RIDE_METRES;
