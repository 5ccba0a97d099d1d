import type { Coordinate } from '../values';

const METRES_A_DEGREE = 111_195;

// Lower bound of the cosine of the latitude. Without this bound, an area near a pole would contain all cells of its
// row.
const LEAST_COSINE = 0.1;

const nameOf = (north: number, east: number): string => `${north}_${east}`;

/** Returns the cell of a place, one degree in both directions, named by its south-western corner: `53_9`. */
export const placeCell = ({ latitude, longitude }: Coordinate): string =>
  nameOf(Math.floor(latitude), Math.floor(longitude === 180 ? -180 : longitude));

const degreesBetween = (start: number, end: number): number[] =>
  Array.from({ length: Math.floor(end) - Math.floor(start) + 1 }, (_, index) => Math.floor(start) + index);

const ontoTheGlobe = (east: number): number => ((((east + 180) % 360) + 360) % 360) - 180;

/**
 * Returns the cells of all places within a distance in metres. The cells form a rectangle, so some of them may be
 * farther away.
 */
export const placeCellsAround = ({ latitude, longitude }: Coordinate, radius: number): readonly string[] => {
  const tall = radius / METRES_A_DEGREE;
  const wide = tall / Math.max(LEAST_COSINE, Math.cos(((Math.abs(latitude) + tall) * Math.PI) / 180));
  const norths = degreesBetween(Math.max(-90, latitude - tall), Math.min(90, latitude + tall));
  const easts = degreesBetween(longitude - wide, longitude + wide).map(ontoTheGlobe);
  return norths.flatMap((north) => easts.map((east) => nameOf(north, east)));
};

/** Checks whether a text can be the name of a cell. */
export const isPlaceCell = (name: string): boolean => /^(?:0|-?[1-9]\d?)_(?:0|-?[1-9]\d{0,2})$/.test(name);
