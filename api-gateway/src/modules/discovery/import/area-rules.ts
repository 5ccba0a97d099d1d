import type { Coordinate } from '@mahlzeit/contract';

type Point = readonly [x: number, y: number];

const METERS_A_DEGREE = 111_195;
// A place that vanished from the rim of an extract lies just outside of what is left of it.
const LEAST_MARGIN_M = 2000;
const MARGIN_SHARE = 0.05;

/** What an extract covers. */
export interface Area {
  contains(at: Coordinate): boolean;
}

/** A box by its own word: west, south, east, north. */
export const areaOfBox = ([west, south, east, north]: readonly [number, number, number, number]): Area => ({
  contains: ({ latitude, longitude }) => latitude >= south && latitude <= north && longitude >= west && longitude <= east,
});

const cross = (origin: Point, a: Point, b: Point): number => (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0]);

const halfHull = (sorted: readonly Point[]): Point[] => {
  const hull: Point[] = [];
  for (const point of sorted) {
    for (;;) {
      const [before, last] = [hull.at(-2), hull.at(-1)];
      if (before === undefined || last === undefined || cross(before, last, point) > 0) break;
      hull.pop();
    }
    hull.push(point);
  }
  return hull.slice(0, -1);
};

const convexHull = (points: readonly Point[]): Point[] => {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const hull = [...halfHull(sorted), ...halfHull([...sorted].reverse())];
  return hull.length === 0 ? sorted.slice(0, 1) : hull;
};

const distanceToEdge = ([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number => {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
};

const edgesOf = (hull: readonly Point[]): [Point, Point][] => hull.map((corner, index) => [corner, hull[(index + 1) % hull.length] ?? corner]);

const isWithin = (hull: readonly Point[], point: Point, margin: number): boolean => {
  const edges = edgesOf(hull);
  if (hull.length > 2 && edges.every(([a, b]) => cross(a, b, point) >= 0)) return true;
  return edges.some(([a, b]) => distanceToEdge(point, a, b) <= margin);
};

/** The hull of all places of an extract, with a margin of 2 km or a twentieth of its width; nothing where there is no place. */
export const areaOfPlaces = (places: readonly Coordinate[]): Area => {
  const [first] = places;
  if (first === undefined) return { contains: () => false };
  const shrink = Math.cos((first.latitude * Math.PI) / 180);
  const flat = ({ latitude, longitude }: Coordinate): Point => [longitude * shrink * METERS_A_DEGREE, latitude * METERS_A_DEGREE];
  const hull = convexHull(places.map(flat));
  const [xs, ys] = [hull.map(([x]) => x), hull.map(([, y]) => y)];
  const width = Math.hypot(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  const margin = Math.max(LEAST_MARGIN_M, width * MARGIN_SHARE);
  return { contains: (at) => isWithin(hull, flat(at), margin) };
};
