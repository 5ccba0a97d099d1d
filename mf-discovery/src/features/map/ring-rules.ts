import type { Coordinate } from '@mahlzeit/contract';

/** S1§9: on foot at 4 km/h. */
const METRES_AN_HOUR = 4_000;
const METRES_A_DEGREE = 111_195;

/** Walking times that the map shows, farthest first, so that nearer ones are drawn over them. */
export const RINGS = [15, 10, 5].map((minutes) => ({ minutes, metres: (minutes * METRES_AN_HOUR) / 60 }));

/** The point so many metres north-east: there a ring's label is on the map even where its top is cut off. */
export const northEastOf = ({ latitude, longitude }: Coordinate, metres: number): Coordinate => {
  const degrees = (metres * Math.SQRT1_2) / METRES_A_DEGREE;
  return { latitude: latitude + degrees, longitude: longitude + degrees / Math.cos((latitude * Math.PI) / 180) };
};
