import type { Coordinate } from '@mahlzeit/contract';
import type { Database } from '../../../platform';
import type { DeclaredArea } from './feeds';
import { createImportRepository } from './import-repository';
import { removePlace } from './place-import';
import type { PlaceRecord } from './record';

type Point = readonly [x: number, y: number];

const METERS_A_DEGREE = 111_195;
// Margin around the remaining places in metres. A vanished place at the edge of an extract lies just outside of their
// hull.
const LEAST_MARGIN_M = 2000;
const MARGIN_SHARE = 0.05;

/** Area that a file covers. */
interface Area {
  contains(coordinate: Coordinate): boolean;
}

/** Builds an area from a box: west, south, east, north in degrees. */
const areaOfBox = ([west, south, east, north]: readonly [number, number, number, number]): Area => ({
  contains: ({ latitude, longitude }) =>
    latitude >= south && latitude <= north && longitude >= west && longitude <= east,
});

const cross = (origin: Point, a: Point, b: Point): number =>
  (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0]);

const halfHull = (sortedPoints: readonly Point[]): Point[] => {
  const hull: Point[] = [];
  for (const point of sortedPoints) {
    for (;;) {
      const [previousCorner, lastCorner] = [hull.at(-2), hull.at(-1)];
      if (previousCorner === undefined || lastCorner === undefined || cross(previousCorner, lastCorner, point) > 0)
        break;
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

const edgesOf = (hull: readonly Point[]): [Point, Point][] =>
  hull.map((corner, index) => [corner, hull[(index + 1) % hull.length] ?? corner]);

const isWithin = (hull: readonly Point[], point: Point, margin: number): boolean => {
  const edges = edgesOf(hull);
  if (hull.length > 2 && edges.every(([a, b]) => cross(a, b, point) >= 0)) return true;
  return edges.some(([a, b]) => distanceToEdge(point, a, b) <= margin);
};

/**
 * Builds the convex hull of all places of an extract, with a margin of 2 km or a twentieth of its width, whichever is
 * larger. Without places the area is empty.
 */
const areaOfPlaces = (places: readonly Coordinate[]): Area => {
  const [first] = places;
  if (first === undefined) return { contains: () => false };
  const shrink = Math.cos((first.latitude * Math.PI) / 180);
  const flat = ({ latitude, longitude }: Coordinate): Point => [
    longitude * shrink * METERS_A_DEGREE,
    latitude * METERS_A_DEGREE,
  ];
  const hull = convexHull(places.map(flat));
  const [xs, ys] = [hull.map(([x]) => x), hull.map(([, y]) => y)];
  const width = Math.hypot(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  const margin = Math.max(LEAST_MARGIN_M, width * MARGIN_SHARE);
  return { contains: (coordinate) => isWithin(hull, flat(coordinate), margin) };
};

/** Source, kinds and area that a complete file covers. Only a complete file can prove that a place has vanished. */
interface Coverage {
  readonly source: string;
  /** Kinds of places in the file. A file that contains only cafés doesn't prove that a pub has vanished. */
  readonly kinds: ReadonlySet<string | null>;
  readonly area: Area;
}

interface SeenFile {
  readonly kinds: Set<string | null>;
  readonly places: Coordinate[];
}

const AT_ONCE = 50;

/**
 * Creates a memory of the places in all imported files. It finds the stored places that have vanished from their
 * sources and areas.
 */
export const createSeenPlaces = () => {
  const seen = new Map<string, Set<string>>();
  const coverages: Coverage[] = [];
  let seenNow = new Map<string, SeenFile>();

  const seenFile = (source: string, sourceId: string): SeenFile => {
    const ids = seen.get(source) ?? new Set();
    seen.set(source, ids.add(sourceId));
    const file = seenNow.get(source) ?? { kinds: new Set(), places: [] };
    seenNow.set(source, file);
    return file;
  };

  return {
    noteRecord(record: PlaceRecord): void {
      if (record.kind === 'place') {
        const file = seenFile(record.source, record.sourceId);
        file.kinds.add(record.sourceKind);
        file.places.push(record.draft.location);
      } else if (record.identity !== undefined) {
        const file = seenFile(record.identity.source, record.identity.sourceId);
        if (record.identity.location !== null) file.places.push(record.identity.location);
      }
    },

    /** Ends the current file. Only a complete file can make places vanish. */
    endFile({ isComplete, area }: { readonly isComplete: boolean; readonly area: DeclaredArea | null }): void {
      if (isComplete) {
        for (const [source, { kinds, places }] of seenNow)
          coverages.push({ source, kinds, area: area === null ? areaOfPlaces(places) : areaOfBox(area) });
      }
      seenNow = new Map();
    },

    /** Returns active places that no file contains, although a complete file covers their source, kind and area. */
    async vanished(database: Database): Promise<{ readonly id: number; readonly key: string }[]> {
      const vanishedPlaces: { id: number; key: string }[] = [];
      for (const source of new Set(coverages.map((coverage) => coverage.source))) {
        const coveringFiles = coverages.filter((coverage) => coverage.source === source);
        for (const row of await createImportRepository(database.knex).findActiveOfSource(source)) {
          const sourceId = row.source_id ?? '';
          if (seen.get(source)?.has(sourceId) === true) continue;
          if (coveringFiles.some(({ kinds, area }) => kinds.has(row.source_kind) && area.contains(row)))
            vanishedPlaces.push({ id: row.id, key: row.key });
        }
      }
      return vanishedPlaces;
    },
  };
};

/** Memory of the places in all imported files. */
export type VanishedPlaces = ReturnType<typeof createSeenPlaces>;

/** Deactivates vanished places in small transactions. Returns the number of places. */
export const pruneVanished = async (
  candidates: VanishedPlaces,
  { database, now }: { readonly database: Database; readonly now: number },
): Promise<number> => {
  const vanishedPlaces = await candidates.vanished(database);
  for (let start = 0; start < vanishedPlaces.length; start += AT_ONCE) {
    await database.write(async (tx) => {
      for (const place of vanishedPlaces.slice(start, start + AT_ONCE)) await removePlace(tx, place, now);
    });
  }
  return vanishedPlaces.length;
};
