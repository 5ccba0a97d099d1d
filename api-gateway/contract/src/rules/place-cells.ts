import type { Coordinate } from '../values';

const METRES_PER_DEGREE = 111_195;

// Lower bound of the cosine of the latitude. Without this bound, an area near a pole would contain all cells of its
// row.
const MIN_COSINE = 0.1;

const cellNameOf = (northDegree: number, eastDegree: number): string => `${northDegree}_${eastDegree}`;

/**
 * Returns the name of the map cell that contains a place. A cell is one degree high and wide, and its name is its
 * south-western corner: `53_9`.
 */
export const placeCell = ({ latitude, longitude }: Coordinate): string =>
  cellNameOf(Math.floor(latitude), Math.floor(longitude === 180 ? -180 : longitude));

const degreesBetween = (startDegrees: number, endDegrees: number): number[] =>
  Array.from(
    { length: Math.floor(endDegrees) - Math.floor(startDegrees) + 1 },
    (_, index) => Math.floor(startDegrees) + index,
  );

const normalizeLongitude = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180;

/**
 * Returns the map cells that contain all places within a distance in metres. The cells form a rectangle, so some places
 * in these cells may be farther away.
 */
export const placeCellsAround = ({ latitude, longitude }: Coordinate, radiusMetres: number): readonly string[] => {
  const latitudeReach = radiusMetres / METRES_PER_DEGREE;
  const longitudeReach =
    latitudeReach / Math.max(MIN_COSINE, Math.cos(((Math.abs(latitude) + latitudeReach) * Math.PI) / 180));
  const latitudes = degreesBetween(Math.max(-90, latitude - latitudeReach), Math.min(90, latitude + latitudeReach));
  const longitudes = degreesBetween(longitude - longitudeReach, longitude + longitudeReach).map(normalizeLongitude);
  return latitudes.flatMap((north) => longitudes.map((east) => cellNameOf(north, east)));
};

/** Checks whether a text can be the name of a map cell. */
export const isPlaceCell = (name: string): boolean => /^(?:0|-?[1-9]\d?)_(?:0|-?[1-9]\d{0,2})$/.test(name);
