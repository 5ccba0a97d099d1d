import type { Coordinate } from '@mahlzeit/contract';
import type { Database } from '../../../platform';
import type { DeclaredArea } from './feeds';
import { createImportRepository } from './import-repository';
import { removePlace } from './place-import';
import type { PlaceRecord } from './record';

type Point = readonly [x: number, y: number];

const METERS_PER_DEGREE = 111_195;
// Margin around the remaining places in metres. A vanished place at the edge of an extract lies just outside of their
// hull.
const MIN_MARGIN_METERS = 2000;
const MARGIN_SHARE = 0.05;

/** Area that a file covers. */
interface CoveredArea {
  contains(coordinate: Coordinate): boolean;
}

/** Builds an area from a box: west, south, east, north in degrees. */
const areaOfBox = ([west, south, east, north]: readonly [number, number, number, number]): CoveredArea => ({
  contains: ({ latitude, longitude }) =>
    latitude >= south && latitude <= north && longitude >= west && longitude <= east,
});

const crossProduct = (origin: Point, a: Point, b: Point): number =>
  (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0]);

const halfHull = (sortedPoints: readonly Point[]): Point[] => {
  const hull: Point[] = [];
  for (const point of sortedPoints) {
    for (;;) {
      const [previousCorner, lastCorner] = [hull.at(-2), hull.at(-1)];
      if (
        previousCorner === undefined ||
        lastCorner === undefined ||
        crossProduct(previousCorner, lastCorner, point) > 0
      )
        break;
      hull.pop();
    }
    hull.push(point);
  }
  return hull.slice(0, -1);
};

const convexHull = (points: readonly Point[]): Point[] => {
  const sortedPoints = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const hull = [...halfHull(sortedPoints), ...halfHull([...sortedPoints].reverse())];
  return hull.length === 0 ? sortedPoints.slice(0, 1) : hull;
};

const distanceToEdge = ([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number => {
  const [edgeX, edgeY] = [bx - ax, by - ay];
  const squaredEdgeLength = edgeX * edgeX + edgeY * edgeY;
  const edgeFraction =
    squaredEdgeLength === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * edgeX + (y - ay) * edgeY) / squaredEdgeLength));
  return Math.hypot(x - ax - edgeFraction * edgeX, y - ay - edgeFraction * edgeY);
};

const edgesOf = (hull: readonly Point[]): [Point, Point][] =>
  hull.map((corner, index) => [corner, hull[(index + 1) % hull.length] ?? corner]);

const isWithin = (hull: readonly Point[], point: Point, margin: number): boolean => {
  const edges = edgesOf(hull);
  if (hull.length > 2 && edges.every(([a, b]) => crossProduct(a, b, point) >= 0)) return true;
  return edges.some(([a, b]) => distanceToEdge(point, a, b) <= margin);
};

/**
 * Builds the convex hull of all places of an extract, with a margin of 2 km or a twentieth of its width, whichever is
 * larger. Without places the area is empty.
 */
const areaOfPlaces = (places: readonly Coordinate[]): CoveredArea => {
  const [firstPlace] = places;
  if (firstPlace === undefined) return { contains: () => false };
  const longitudeScale = Math.cos((firstPlace.latitude * Math.PI) / 180);
  const projectPoint = ({ latitude, longitude }: Coordinate): Point => [
    longitude * longitudeScale * METERS_PER_DEGREE,
    latitude * METERS_PER_DEGREE,
  ];
  const hull = convexHull(places.map(projectPoint));
  const [xCoordinates, yCoordinates] = [hull.map(([x]) => x), hull.map(([, y]) => y)];
  const width = Math.hypot(
    Math.max(...xCoordinates) - Math.min(...xCoordinates),
    Math.max(...yCoordinates) - Math.min(...yCoordinates),
  );
  const margin = Math.max(MIN_MARGIN_METERS, width * MARGIN_SHARE);
  return { contains: (coordinate) => isWithin(hull, projectPoint(coordinate), margin) };
};

/** Source, kinds and area that a complete file covers. Only a complete file can prove that a place has vanished. */
interface Coverage {
  readonly source: string;
  /** Kinds of places in the file. A file that contains only cafés doesn't prove that a pub has vanished. */
  readonly kinds: ReadonlySet<string | null>;
  readonly area: CoveredArea;
}

interface SeenFileContent {
  readonly kinds: Set<string | null>;
  readonly places: Coordinate[];
}

const PLACES_PER_WRITE = 50;

/**
 * Creates a memory of the places in all imported files. It finds the stored places that have vanished from their
 * sources and areas.
 */
export const createSeenPlaces = () => {
  const sourceIdsBySource = new Map<string, Set<string>>();
  const coverages: Coverage[] = [];
  let currentFileBySource = new Map<string, SeenFileContent>();

  const registerSeenId = (source: string, sourceId: string): SeenFileContent => {
    const seenIds = sourceIdsBySource.get(source) ?? new Set();
    sourceIdsBySource.set(source, seenIds.add(sourceId));
    const seenFileContent = currentFileBySource.get(source) ?? { kinds: new Set(), places: [] };
    currentFileBySource.set(source, seenFileContent);
    return seenFileContent;
  };

  return {
    noteRecord(record: PlaceRecord): void {
      if (record.kind === 'place') {
        const file = registerSeenId(record.source, record.sourceId);
        file.kinds.add(record.sourceKind);
        file.places.push(record.draft.location);
      } else if (record.identity !== undefined) {
        const file = registerSeenId(record.identity.source, record.identity.sourceId);
        if (record.identity.location !== null) file.places.push(record.identity.location);
      }
    },

    /** Ends the current file. Only a complete file can make places vanish. */
    endFile({ isComplete, area }: { readonly isComplete: boolean; readonly area: DeclaredArea | null }): void {
      if (isComplete) {
        for (const [source, { kinds, places }] of currentFileBySource)
          coverages.push({ source, kinds, area: area === null ? areaOfPlaces(places) : areaOfBox(area) });
      }
      currentFileBySource = new Map();
    },

    /** Returns active places that no file contains, although a complete file covers their source, kind and area. */
    async vanished(database: Database): Promise<{ readonly id: number; readonly key: string }[]> {
      const vanishedPlaces: { id: number; key: string }[] = [];
      for (const source of new Set(coverages.map((coverage) => coverage.source))) {
        const sourceCoverages = coverages.filter((coverage) => coverage.source === source);
        for (const activePlace of await createImportRepository(database.knex).findActiveOfSource(source)) {
          const sourceId = activePlace.source_id ?? '';
          if (sourceIdsBySource.get(source)?.has(sourceId) === true) continue;
          if (
            sourceCoverages.some(({ kinds, area }) => kinds.has(activePlace.source_kind) && area.contains(activePlace))
          )
            vanishedPlaces.push({ id: activePlace.id, key: activePlace.key });
        }
      }
      return vanishedPlaces;
    },
  };
};

/** Memory of the places in all imported files. */
export type SeenPlaces = ReturnType<typeof createSeenPlaces>;

/** Deactivates vanished places in small transactions. Returns the number of places. */
export const pruneVanished = async (
  seenPlaces: SeenPlaces,
  { database, now }: { readonly database: Database; readonly now: number },
): Promise<number> => {
  const vanishedPlaces = await seenPlaces.vanished(database);
  for (let start = 0; start < vanishedPlaces.length; start += PLACES_PER_WRITE) {
    await database.write(async (tx) => {
      for (const place of vanishedPlaces.slice(start, start + PLACES_PER_WRITE)) await removePlace(tx, place, now);
    });
  }
  return vanishedPlaces.length;
};
