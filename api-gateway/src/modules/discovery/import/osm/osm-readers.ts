import { Coordinate } from '@mahlzeit/contract';
import * as z from 'zod';
import { stableKey } from '../../restaurants';
import type { PlaceRecord, RecordReader } from '../record';
import { readOsmPlace } from './osm-place';
import type { OsmReading } from './osm-place';
import { tagsOf } from './osm-tags';
import type { OsmElement } from './osm-tags';

type Position = readonly [longitude: number, latitude: number];

const Position = z
  .tuple([z.number(), z.number()])
  .rest(z.unknown())
  .transform(([longitude, latitude]): Position => [longitude, latitude]);
const LinePositions = z.array(Position).min(1);
const Geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: Position }),
  z.object({ type: z.literal('MultiPoint'), coordinates: LinePositions }),
  z.object({ type: z.literal('LineString'), coordinates: LinePositions }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(LinePositions).min(1) }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(LinePositions).min(1) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(LinePositions).min(1)).min(1) }),
]);

const meanPosition = (positions: readonly Position[]): Position => {
  const positionSum = positions.reduce(
    ([x, y], [longitude, latitude]): Position => [x + longitude, y + latitude],
    [0, 0],
  );
  return [positionSum[0] / positions.length, positionSum[1] / positions.length];
};

interface WeightedCenter {
  readonly center: Position;
  readonly area: number;
}

// Computes the centroid by the shoelace formula, with coordinates relative to the first corner. Otherwise small
// buildings far from 0/0 would lose precision.
const centroidOfRing = (ring: readonly Position[]): WeightedCenter => {
  const [firstCorner = [0, 0]] = ring;
  let [area, x, y] = [0, 0, 0];
  ring.forEach(([longitude, latitude], index) => {
    const [nextLongitude, nextLatitude] = ring[(index + 1) % ring.length] ?? firstCorner;
    const [ax, ay, bx, by] = [
      longitude - firstCorner[0],
      latitude - firstCorner[1],
      nextLongitude - firstCorner[0],
      nextLatitude - firstCorner[1],
    ];
    const crossProduct = ax * by - bx * ay;
    area += crossProduct / 2;
    x += ((ax + bx) * crossProduct) / 6;
    y += ((ay + by) * crossProduct) / 6;
  });
  return area === 0
    ? { center: meanPosition(ring), area: 0 }
    : { center: [firstCorner[0] + x / area, firstCorner[1] + y / area], area: Math.abs(area) };
};

const centerOfRings = (rings: readonly (readonly Position[])[]): Position => {
  const centers = rings.map(centroidOfRing);
  const [firstCenter, ...otherCenters] = centers;
  return (
    otherCenters.reduce(
      (largestCenter, candidate) =>
        largestCenter === undefined || candidate.area > largestCenter.area ? candidate : largestCenter,
      firstCenter,
    )?.center ?? [Number.NaN, Number.NaN]
  );
};

const isClosed = (line: readonly Position[]): boolean => {
  const [firstPosition, lastPosition] = [line[0], line.at(-1)];
  return (
    line.length > 3 &&
    firstPosition !== undefined &&
    lastPosition !== undefined &&
    firstPosition[0] === lastPosition[0] &&
    firstPosition[1] === lastPosition[1]
  );
};

const geometryCenter = (geometry: z.infer<typeof Geometry>): Position => {
  switch (geometry.type) {
    case 'Point':
      return geometry.coordinates;
    case 'MultiPoint':
    case 'LineString':
      return isClosed(geometry.coordinates)
        ? centerOfRings([geometry.coordinates])
        : meanPosition(geometry.coordinates);
    case 'MultiLineString':
      return meanPosition(geometry.coordinates.flat());
    // Uses only the outer ring, which comes first. A courtyard must not move the centroid.
    case 'Polygon':
      return centerOfRings(geometry.coordinates.slice(0, 1));
    case 'MultiPolygon':
      return centerOfRings(geometry.coordinates.map(([outerRing = []]) => outerRing));
  }
};

const coordinateOf = ([longitude, latitude]: Position): Coordinate | null => {
  const parsed = Coordinate.safeParse({ latitude, longitude });
  return parsed.success ? parsed.data : null;
};

/**
 * Computes the position of a GeoJSON geometry: the point itself, or the centroid of its largest area; null for an
 * invalid geometry.
 */
const centroidOfGeometry = (geometry: unknown): Coordinate | null => {
  const parsed = Geometry.safeParse(geometry);
  return parsed.success ? coordinateOf(geometryCenter(parsed.data)) : null;
};

/**
 * Computes the position of a line: the centroid of the area that a closed line encloses, otherwise the middle of the
 * line; null without points.
 */
const centroidOfLine = (points: readonly Coordinate[]): Coordinate | null =>
  points.length === 0
    ? null
    : centroidOfGeometry({
        type: 'LineString',
        coordinates: points.map(({ latitude, longitude }) => [longitude, latitude]),
      });

const ElementId = z.union([z.string().min(1).max(200), z.number()]);
const GeoJsonFeature = z.object({
  id: ElementId.nullish().catch(null),
  properties: z.record(z.string(), z.unknown()).nullish(),
  geometry: z.unknown().optional(),
});

// overpass-turbo and osmtogeojson also write the id into the properties. In a file without ids, the content identifies
// an element.
const idOf = ({ id, properties }: z.infer<typeof GeoJsonFeature>, element: Omit<OsmElement, 'id'>): string => {
  const elementId = id ?? ElementId.safeParse(properties?.['@id']).data;
  return elementId === undefined
    ? stableKey('geojson', element.tags.name ?? '', JSON.stringify(element.location))
    : String(elementId);
};

/** Creates a reader of OpenStreetMap extracts in GeoJSON. It returns one record for each feature. */
export const createGeoJsonReader = (reading: OsmReading): RecordReader => ({
  async read(rawFeature) {
    const feature = GeoJsonFeature.safeParse(rawFeature);
    if (!feature.success) return [{ kind: 'skipped', reason: 'malformed' }];
    const element = {
      tags: tagsOf(feature.data.properties ?? {}),
      location: centroidOfGeometry(feature.data.geometry),
    };
    return [await readOsmPlace({ id: idOf(feature.data, element), ...element }, reading)];
  },
  end: async () => [],
});

const Point = z.object({ lat: z.number(), lon: z.number() });
const GeometryPoints = z.array(Point.nullable());
const RelationMember = z.object({
  type: z.string(),
  ref: z.number(),
  role: z.string().optional(),
  geometry: GeometryPoints.optional(),
});
const Bounds = z.object({ minlat: z.number(), minlon: z.number(), maxlat: z.number(), maxlon: z.number() });
const OverpassElement = z.object({
  type: z.enum(['node', 'way', 'relation', 'area']),
  id: z.number(),
  lat: z.unknown().optional(),
  lon: z.unknown().optional(),
  tags: z.record(z.string(), z.unknown()).optional(),
  center: Point.optional().catch(undefined),
  bounds: Bounds.optional().catch(undefined),
  geometry: GeometryPoints.optional().catch(undefined),
  nodes: z.array(z.number()).optional().catch(undefined),
  members: z.array(RelationMember).optional().catch(undefined),
});
type OverpassElement = z.infer<typeof OverpassElement>;

const pointCoordinate = ({ lat, lon }: z.infer<typeof Point>): Coordinate => ({ latitude: lat, longitude: lon });
const coordinatesOf = (points: z.infer<typeof GeometryPoints>): Coordinate[] =>
  points.flatMap((point) => (point === null ? [] : pointCoordinate(point)));
const outerPoints = (members: readonly z.infer<typeof RelationMember>[]) =>
  members.flatMap(({ role, geometry }) => (role === 'inner' ? [] : (geometry ?? [])));

// Returns the position that the Overpass statements `out center`, `out geom` and `out bb` write into an element.
// Without it, the element's nodes determine the position.
const elementLocation = (element: OverpassElement): Coordinate | null => {
  const point = Point.safeParse(element);
  if (point.success) return centroidOfLine([pointCoordinate(point.data)]);
  if (element.center !== undefined) return centroidOfLine([pointCoordinate(element.center)]);
  const outlinePoints = coordinatesOf(element.geometry ?? outerPoints(element.members ?? []));
  if (outlinePoints.length > 0) return centroidOfLine(outlinePoints);
  const { bounds } = element;
  return bounds === undefined
    ? null
    : centroidOfLine([
        { latitude: (bounds.minlat + bounds.maxlat) / 2, longitude: (bounds.minlon + bounds.maxlon) / 2 },
      ]);
};

// `>; out` also returns the corners of buildings, some with tags such as entrance=main. An element without any of these
// keys is no place.
const PLACE_KEYS = ['name', 'name:de', 'amenity', 'shop', 'tourism', 'leisure', 'cuisine'];
const isPlace = ({ tags = {} }: OverpassElement): boolean => PLACE_KEYS.some((key) => Object.hasOwn(tags, key));

/**
 * Creates a reader of Overpass responses (`[out:json]`). It returns one record for each place, and no record for an
 * element without place tags.
 */
export const createOverpassReader = (reading: OsmReading): RecordReader => {
  const cornerByRef = new Map<string, Coordinate>();
  const waitingElements: OverpassElement[] = [];

  const readElementRecord = (element: OverpassElement, location: Coordinate | null): Promise<PlaceRecord> =>
    readOsmPlace({ id: `${element.type}/${element.id}`, tags: tagsOf(element.tags ?? {}), location }, reading);

  const cornerPointsOf = ({ nodes = [], members = [] }: OverpassElement): Coordinate[] => {
    const memberRefs = [
      ...nodes.map((ref) => `node/${ref}`),
      ...members.filter(({ role }) => role !== 'inner').map(({ type, ref }) => `${type}/${ref}`),
    ];
    return memberRefs.flatMap((ref) => cornerByRef.get(ref) ?? []);
  };

  return {
    async read(raw) {
      const parsed = OverpassElement.safeParse(raw);
      if (!parsed.success) return [{ kind: 'skipped', reason: 'malformed' }];
      const element = parsed.data;
      const location = elementLocation(element);
      if (location !== null) cornerByRef.set(`${element.type}/${element.id}`, location);
      if (location !== null || element.type === 'node')
        return isPlace(element) ? [await readElementRecord(element, location)] : [];
      // Waits until the end, because the corners of the element may come later in the file.
      waitingElements.push(element);
      return [];
    },
    async end() {
      const records: PlaceRecord[] = [];
      for (const element of waitingElements) {
        const location = centroidOfLine(cornerPointsOf(element));
        if (location !== null) cornerByRef.set(`${element.type}/${element.id}`, location);
        if (isPlace(element)) records.push(await readElementRecord(element, location));
      }
      return records;
    },
  };
};
