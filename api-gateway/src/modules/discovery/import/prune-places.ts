import type { Coordinate } from '@mahlzeit/contract';
import type { Database } from '../../../platform';
import type { DeclaredBoundingBox } from './feeds';
import { createImportRepository } from './import-repository';
import { removePlace } from './place-import';
import type { PlaceRecord } from './record';

type ProjectedPoint = readonly [x: number, y: number];

const METERS_PER_DEGREE = 111_195;
// Margin in metres that is added to the area of an extract's places, because a vanished place at the edge of the
// extract lies just outside of their hull.
const MIN_MARGIN_METERS = 2000;
const MARGIN_SHARE_OF_WIDTH = 0.05;

/** Area that an import file covers. The file doesn't prove that a place outside of the area has vanished. */
interface CoveredArea {
  contains(coordinate: Coordinate): boolean;
}

/** Builds the area of a box on the map: west, south, east, north in degrees. */
const areaOfBox = ([west, south, east, north]: readonly [number, number, number, number]): CoveredArea => ({
  contains: ({ latitude, longitude }) =>
    latitude >= south && latitude <= north && longitude >= west && longitude <= east,
});

const crossProduct = (originPoint: ProjectedPoint, firstPoint: ProjectedPoint, secondPoint: ProjectedPoint): number =>
  (firstPoint[0] - originPoint[0]) * (secondPoint[1] - originPoint[1]) -
  (firstPoint[1] - originPoint[1]) * (secondPoint[0] - originPoint[0]);

const halfHull = (sortedPoints: readonly ProjectedPoint[]): ProjectedPoint[] => {
  const halfHullCorners: ProjectedPoint[] = [];
  for (const point of sortedPoints) {
    for (;;) {
      const [previousCorner, lastCorner] = [halfHullCorners.at(-2), halfHullCorners.at(-1)];
      if (
        previousCorner === undefined ||
        lastCorner === undefined ||
        crossProduct(previousCorner, lastCorner, point) > 0
      )
        break;
      halfHullCorners.pop();
    }
    halfHullCorners.push(point);
  }
  return halfHullCorners.slice(0, -1);
};

const convexHull = (projectedPoints: readonly ProjectedPoint[]): ProjectedPoint[] => {
  const sortedPoints = [...projectedPoints].sort(
    (firstPoint, secondPoint) => firstPoint[0] - secondPoint[0] || firstPoint[1] - secondPoint[1],
  );
  const hullCorners = [...halfHull(sortedPoints), ...halfHull([...sortedPoints].reverse())];
  return hullCorners.length === 0 ? sortedPoints.slice(0, 1) : hullCorners;
};

const distanceToEdge = (
  [x, y]: ProjectedPoint,
  [startX, startY]: ProjectedPoint,
  [endX, endY]: ProjectedPoint,
): number => {
  const [edgeX, edgeY] = [endX - startX, endY - startY];
  const squaredEdgeLength = edgeX * edgeX + edgeY * edgeY;
  const edgeFraction =
    squaredEdgeLength === 0
      ? 0
      : Math.max(0, Math.min(1, ((x - startX) * edgeX + (y - startY) * edgeY) / squaredEdgeLength));
  return Math.hypot(x - startX - edgeFraction * edgeX, y - startY - edgeFraction * edgeY);
};

const edgesOf = (convexCorners: readonly ProjectedPoint[]): [ProjectedPoint, ProjectedPoint][] =>
  convexCorners.map((hullCorner, index) => [
    hullCorner,
    convexCorners[(index + 1) % convexCorners.length] ?? hullCorner,
  ]);

const isWithinMargin = (
  convexCorners: readonly ProjectedPoint[],
  point: ProjectedPoint,
  marginMeters: number,
): boolean => {
  const hullEdges = edgesOf(convexCorners);
  if (
    convexCorners.length > 2 &&
    hullEdges.every(([edgeStart, edgeEnd]) => crossProduct(edgeStart, edgeEnd, point) >= 0)
  )
    return true;
  return hullEdges.some(([edgeStart, edgeEnd]) => distanceToEdge(point, edgeStart, edgeEnd) <= marginMeters);
};

/**
 * Builds the area of an extract: the convex hull of all its places, with a margin of 2 km or a twentieth of its width,
 * whichever is larger. Without places the area is empty.
 */
const areaOfPlaces = (coordinatesOfPlaces: readonly Coordinate[]): CoveredArea => {
  const [firstCoordinate] = coordinatesOfPlaces;
  if (firstCoordinate === undefined) return { contains: () => false };
  const longitudeScale = Math.cos((firstCoordinate.latitude * Math.PI) / 180);
  const projectPoint = ({ latitude, longitude }: Coordinate): ProjectedPoint => [
    longitude * longitudeScale * METERS_PER_DEGREE,
    latitude * METERS_PER_DEGREE,
  ];
  const convexCorners = convexHull(coordinatesOfPlaces.map(projectPoint));
  const [xCoordinates, yCoordinates] = [convexCorners.map(([x]) => x), convexCorners.map(([, y]) => y)];
  const areaWidthMeters = Math.hypot(
    Math.max(...xCoordinates) - Math.min(...xCoordinates),
    Math.max(...yCoordinates) - Math.min(...yCoordinates),
  );
  const marginMeters = Math.max(MIN_MARGIN_METERS, areaWidthMeters * MARGIN_SHARE_OF_WIDTH);
  return { contains: (coordinate) => isWithinMargin(convexCorners, projectPoint(coordinate), marginMeters) };
};

/**
 * Coverage of a complete import file: its source, its kinds of places and its area. Only a complete file can prove that
 * a place has vanished.
 */
interface SourceCoverage {
  readonly source: string;
  /** Kinds of places in the import file. A file that contains only cafés doesn't prove that a pub has vanished. */
  readonly kinds: ReadonlySet<string | null>;
  readonly area: CoveredArea;
}

interface SeenFileContent {
  readonly kinds: Set<string | null>;
  readonly places: Coordinate[];
}

const PLACES_PER_WRITE = 50;

/**
 * Creates an object that remembers the places in all imported files. The object finds the stored places that have
 * vanished from their sources and areas.
 */
export const createSeenPlacesTracker = () => {
  const sourceIdsBySource = new Map<string, Set<string>>();
  const sourceCoverageList: SourceCoverage[] = [];
  let currentContentBySource = new Map<string, SeenFileContent>();

  const registerSeenId = (source: string, sourceId: string): SeenFileContent => {
    const seenIds = sourceIdsBySource.get(source) ?? new Set();
    sourceIdsBySource.set(source, seenIds.add(sourceId));
    const seenContentOfSource = currentContentBySource.get(source) ?? { kinds: new Set(), places: [] };
    currentContentBySource.set(source, seenContentOfSource);
    return seenContentOfSource;
  };

  return {
    noteRecord(placeRecord: PlaceRecord): void {
      if (placeRecord.kind === 'place') {
        const seenContent = registerSeenId(placeRecord.source, placeRecord.sourceId);
        seenContent.kinds.add(placeRecord.sourceKind);
        seenContent.places.push(placeRecord.draft.location);
      } else if (placeRecord.identity !== undefined) {
        const seenContent = registerSeenId(placeRecord.identity.source, placeRecord.identity.sourceId);
        if (placeRecord.identity.location !== null) seenContent.places.push(placeRecord.identity.location);
      }
    },

    /**
     * Finishes the current import file. The content of an incomplete file is not used, because only a complete file can
     * prove that a place has vanished.
     */
    endFile({ isComplete, area }: { readonly isComplete: boolean; readonly area: DeclaredBoundingBox | null }): void {
      if (isComplete) {
        for (const [source, { kinds, places }] of currentContentBySource)
          sourceCoverageList.push({ source, kinds, area: area === null ? areaOfPlaces(places) : areaOfBox(area) });
      }
      currentContentBySource = new Map();
    },

    /**
     * Returns active places that no import file contains, although a complete file covers their source, kind and area.
     */
    async vanished(database: Database): Promise<{ readonly id: number; readonly key: string }[]> {
      const vanishedPlaces: { id: number; key: string }[] = [];
      for (const source of new Set(sourceCoverageList.map((sourceCoverage) => sourceCoverage.source))) {
        const sourceCoverages = sourceCoverageList.filter((sourceCoverage) => sourceCoverage.source === source);
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

/** Object that remembers the places in all imported files, to find the stored places that have vanished. */
export type SeenPlaces = ReturnType<typeof createSeenPlacesTracker>;

/** Deactivates vanished places in small transactions. Returns the number of deactivated places. */
export const pruneVanished = async (
  seenPlaces: SeenPlaces,
  { database, now }: { readonly database: Database; readonly now: number },
): Promise<number> => {
  const vanishedPlaces = await seenPlaces.vanished(database);
  for (let batchStart = 0; batchStart < vanishedPlaces.length; batchStart += PLACES_PER_WRITE) {
    await database.write(async (tx) => {
      for (const vanishedPlace of vanishedPlaces.slice(batchStart, batchStart + PLACES_PER_WRITE))
        await removePlace(tx, vanishedPlace, now);
    });
  }
  return vanishedPlaces.length;
};
