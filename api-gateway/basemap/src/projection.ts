/** A coordinate in degrees north and east (WGS 84). */
export interface GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
}

const TILE_PIXELS = 256;
// Latitude in degrees at which a map in Mercator projection ends.
const MAX_LATITUDE = 85.051_128_78;

/**
 * Converts a coordinate to pixels of the world map (Web Mercator) from its north-west corner. The map is 256 px wide at
 * zoom 0.
 */
export const mercatorPixelsOf = (
  { latitude, longitude }: GeoPoint,
  zoom: number,
): { readonly x: number; readonly y: number } => {
  const worldSizePixels = TILE_PIXELS * 2 ** zoom;
  const latitudeSine = Math.sin((Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude)) * Math.PI) / 180);
  return {
    x: (longitude / 360 + 0.5) * worldSizePixels,
    y: (0.5 - Math.log((1 + latitudeSine) / (1 - latitudeSine)) / (4 * Math.PI)) * worldSizePixels,
  };
};

/** Converts pixels of the world map to a coordinate; the inverse of `mercatorPixelsOf`. */
export const coordinateAt = ({ x, y }: { readonly x: number; readonly y: number }, zoom: number): GeoPoint => {
  const worldSizePixels = TILE_PIXELS * 2 ** zoom;
  return {
    latitude: (Math.atan(Math.sinh((0.5 - y / worldSizePixels) * 2 * Math.PI)) * 180) / Math.PI,
    longitude: (x / worldSizePixels - 0.5) * 360,
  };
};

/** Origin of the basemap's drawing: all points of the drawing are metres east and south of this coordinate. */
export const DRAWING_ORIGIN: GeoPoint = { latitude: 53.55, longitude: 9.99 };

// Radius of the basemap's drawing around its origin, in metres.
const DRAWING_RADIUS_METRES = 9_000;

const METRES_PER_DEGREE = 111_195;
const METRES_PER_DEGREE_EAST = METRES_PER_DEGREE * Math.cos((DRAWING_ORIGIN.latitude * Math.PI) / 180);

/** Whether a point lies on the drawn basemap: less than 9 km from its origin in the centre of Hamburg. */
export const isOnBasemap = ({ latitude, longitude }: GeoPoint): boolean =>
  Math.hypot(
    (latitude - DRAWING_ORIGIN.latitude) * METRES_PER_DEGREE,
    (longitude - DRAWING_ORIGIN.longitude) * METRES_PER_DEGREE_EAST,
  ) < DRAWING_RADIUS_METRES;

/** Point of the basemap's drawing: metres east and south of `DRAWING_ORIGIN`. */
export type MetrePoint = readonly [east: number, south: number];

/** Converts a coordinate to metres in the basemap's drawing. */
export const metrePointOf = ({ latitude, longitude }: GeoPoint): MetrePoint => [
  (longitude - DRAWING_ORIGIN.longitude) * METRES_PER_DEGREE_EAST,
  (DRAWING_ORIGIN.latitude - latitude) * METRES_PER_DEGREE,
];

/**
 * Parses points of the basemap, written in a short notation: „5540 9918,5528 9946“, ten-thousandths of a degree north
 * of 53° and east of 9°.
 */
export const readPoints = (pointsText: string): readonly MetrePoint[] =>
  pointsText.split(',').map((coordinatePair): MetrePoint => {
    const [north = 0, east = 0] = coordinatePair.split(' ').map(Number);
    const [x, y] = metrePointOf({ latitude: 53 + north / 10_000, longitude: 9 + east / 10_000 });
    return [Math.round(x), Math.round(y)];
  });
