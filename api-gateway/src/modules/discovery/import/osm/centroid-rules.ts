import { Coordinate } from '@mahlzeit/contract';
import * as z from 'zod';

type Position = readonly [longitude: number, latitude: number];

const Position = z.tuple([z.number(), z.number()]).rest(z.unknown()).transform(([longitude, latitude]): Position => [longitude, latitude]);
const Line = z.array(Position).min(1);
const Geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: Position }),
  z.object({ type: z.literal('MultiPoint'), coordinates: Line }),
  z.object({ type: z.literal('LineString'), coordinates: Line }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(Line).min(1) }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(Line).min(1) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(Line).min(1)).min(1) }),
]);

const meanOf = (positions: readonly Position[]): Position => {
  const sum = positions.reduce(([x, y], [longitude, latitude]): Position => [x + longitude, y + latitude], [0, 0]);
  return [sum[0] / positions.length, sum[1] / positions.length];
};

interface Weighted {
  readonly center: Position;
  readonly area: number;
}

// Shoelace, measured from the first corner so that small buildings far from 0/0 lose no digits.
const centroidOfRing = (ring: readonly Position[]): Weighted => {
  const [origin = [0, 0]] = ring;
  let [area, x, y] = [0, 0, 0];
  ring.forEach(([longitude, latitude], index) => {
    const [nextLongitude, nextLatitude] = ring[(index + 1) % ring.length] ?? origin;
    const [ax, ay, bx, by] = [longitude - origin[0], latitude - origin[1], nextLongitude - origin[0], nextLatitude - origin[1]];
    const cross = ax * by - bx * ay;
    area += cross / 2;
    x += ((ax + bx) * cross) / 6;
    y += ((ay + by) * cross) / 6;
  });
  return area === 0 ? { center: meanOf(ring), area: 0 } : { center: [origin[0] + x / area, origin[1] + y / area], area: Math.abs(area) };
};

const centerOfRings = (rings: readonly (readonly Position[])[]): Position => {
  const centers = rings.map(centroidOfRing);
  const [largest, ...rest] = centers;
  return rest.reduce((best, one) => (best === undefined || one.area > best.area ? one : best), largest)?.center ?? [Number.NaN, Number.NaN];
};

const centerOf = (geometry: z.infer<typeof Geometry>): Position => {
  switch (geometry.type) {
    case 'Point': return geometry.coordinates;
    case 'MultiPoint':
    case 'LineString': return isClosed(geometry.coordinates) ? centerOfRings([geometry.coordinates]) : meanOf(geometry.coordinates);
    case 'MultiLineString': return meanOf(geometry.coordinates.flat());
    // The outer ring comes first; a courtyard doesn't move the door.
    case 'Polygon': return centerOfRings(geometry.coordinates.slice(0, 1));
    case 'MultiPolygon': return centerOfRings(geometry.coordinates.map(([outer = []]) => outer));
  }
};

const isClosed = (line: readonly Position[]): boolean => {
  const [first, last] = [line[0], line.at(-1)];
  return line.length > 3 && first !== undefined && last !== undefined && first[0] === last[0] && first[1] === last[1];
};

const coordinateOf = ([longitude, latitude]: Position): Coordinate | null => {
  const parsed = Coordinate.safeParse({ latitude, longitude });
  return parsed.success ? parsed.data : null;
};

/** Where a geometry of GeoJSON is: the point itself, the centroid of the (largest) area; null for what is none. */
export const centroidOfGeometry = (geometry: unknown): Coordinate | null => {
  const parsed = Geometry.safeParse(geometry);
  return parsed.success ? coordinateOf(centerOf(parsed.data)) : null;
};

/** Where a line of points is: the centroid of what it encloses, or its middle where it encloses nothing. */
export const centroidOfLine = (points: readonly Coordinate[]): Coordinate | null =>
  points.length === 0 ? null : centroidOfGeometry({ type: 'LineString', coordinates: points.map(({ latitude, longitude }) => [longitude, latitude]) });
