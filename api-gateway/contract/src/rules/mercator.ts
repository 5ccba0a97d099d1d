/** Degrees north and east (WGS 84). */
interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

const TILE = 256;
// Mercator's picture ends here.
const NORTHERNMOST = 85.051_128_78;

/** Where a coordinate lies on the picture of the world (Web Mercator), in pixels from its north-west corner; the picture is 256 px wide at zoom 0. */
export const mercator = ({ latitude, longitude }: Point, zoom: number): { readonly x: number; readonly y: number } => {
  const world = TILE * 2 ** zoom;
  const sine = Math.sin((Math.max(-NORTHERNMOST, Math.min(NORTHERNMOST, latitude)) * Math.PI) / 180);
  return { x: (longitude / 360 + 0.5) * world, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world };
};
