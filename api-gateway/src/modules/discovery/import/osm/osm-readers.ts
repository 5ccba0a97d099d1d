import { Coordinate } from '@mahlzeit/contract';
import * as z from 'zod';
import { stableKey } from '../../restaurants';
import type { PlaceRecord, RecordReader } from '../record';
import { readOsmPlace } from './osm-place';
import type { OsmReading } from './osm-place';
import { stringTagsOf } from './osm-tags';
import type { OsmElement } from './osm-tags';

type GeoPosition = readonly [longitude: number, latitude: number];

const GeoPosition = z
  .tuple([z.number(), z.number()])
  .rest(z.unknown())
  .transform(([longitude, latitude]): GeoPosition => [longitude, latitude]);
const GeoLinePositions = z.array(GeoPosition).min(1);
const Geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: GeoPosition }),
  z.object({ type: z.literal('MultiPoint'), coordinates: GeoLinePositions }),
  z.object({ type: z.literal('LineString'), coordinates: GeoLinePositions }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(GeoLinePositions).min(1) }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(GeoLinePositions).min(1) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(GeoLinePositions).min(1)).min(1) }),
]);

const meanPosition = (positions: readonly GeoPosition[]): GeoPosition => {
  const positionSum = positions.reduce(
    ([longitudeSum, y], [longitude, latitude]): GeoPosition => [longitudeSum + longitude, y + latitude],
    [0, 0],
  );
  return [positionSum[0] / positions.length, positionSum[1] / positions.length];
};

interface WeightedCenter {
  readonly center: GeoPosition;
  readonly area: number;
}

// Computes the centroid of a closed line by the shoelace formula. Coordinates are relative to the first corner, because
// small buildings far from 0/0 would otherwise lose precision.
const centroidOfRing = (ringPositions: readonly GeoPosition[]): WeightedCenter => {
  const [firstCorner = [0, 0]] = ringPositions;
  let [ringArea, weightedLongitude, y] = [0, 0, 0];
  ringPositions.forEach(([longitude, latitude], index) => {
    const [nextLongitude, nextLatitude] = ringPositions[(index + 1) % ringPositions.length] ?? firstCorner;
    const [ax, ay, bx, by] = [
      longitude - firstCorner[0],
      latitude - firstCorner[1],
      nextLongitude - firstCorner[0],
      nextLatitude - firstCorner[1],
    ];
    const crossProduct = ax * by - bx * ay;
    ringArea += crossProduct / 2;
    weightedLongitude += ((ax + bx) * crossProduct) / 6;
    y += ((ay + by) * crossProduct) / 6;
  });
  return ringArea === 0
    ? { center: meanPosition(ringPositions), area: 0 }
    : {
        center: [firstCorner[0] + weightedLongitude / ringArea, firstCorner[1] + y / ringArea],
        area: Math.abs(ringArea),
      };
};

const centerOfRings = (rings: readonly (readonly GeoPosition[])[]): GeoPosition => {
  const ringCenters = rings.map(centroidOfRing);
  const [firstRingCenter, ...otherRingCenters] = ringCenters;
  return (
    otherRingCenters.reduce(
      (largestCenter, candidateCenter) =>
        largestCenter === undefined || candidateCenter.area > largestCenter.area ? candidateCenter : largestCenter,
      firstRingCenter,
    )?.center ?? [Number.NaN, Number.NaN]
  );
};

const isClosedLine = (linePositions: readonly GeoPosition[]): boolean => {
  const [firstPosition, lastPosition] = [linePositions[0], linePositions.at(-1)];
  return (
    linePositions.length > 3 &&
    firstPosition !== undefined &&
    lastPosition !== undefined &&
    firstPosition[0] === lastPosition[0] &&
    firstPosition[1] === lastPosition[1]
  );
};

const centerOfGeometry = (geometry: z.infer<typeof Geometry>): GeoPosition => {
  switch (geometry.type) {
    case 'Point':
      return geometry.coordinates;
    case 'MultiPoint':
    case 'LineString':
      return isClosedLine(geometry.coordinates)
        ? centerOfRings([geometry.coordinates])
        : meanPosition(geometry.coordinates);
    case 'MultiLineString':
      return meanPosition(geometry.coordinates.flat());
    // Uses only the outer ring of the polygon, which comes first. A courtyard must not move the centroid.
    case 'Polygon':
      return centerOfRings(geometry.coordinates.slice(0, 1));
    case 'MultiPolygon':
      return centerOfRings(geometry.coordinates.map(([outerRing = []]) => outerRing));
  }
};

const coordinateOf = ([longitude, latitude]: GeoPosition): Coordinate | null => {
  const parsedCoordinate = Coordinate.safeParse({ latitude, longitude });
  return parsedCoordinate.success ? parsedCoordinate.data : null;
};

/**
 * Computes the position of a GeoJSON geometry: the point itself, or the centroid of its largest area; null for an
 * invalid geometry.
 */
const centroidOfGeometry = (geometry: unknown): Coordinate | null => {
  const parsedGeometry = Geometry.safeParse(geometry);
  return parsedGeometry.success ? coordinateOf(centerOfGeometry(parsedGeometry.data)) : null;
};

/**
 * Computes the position of a line: the centroid of the area that a closed line encloses, otherwise the middle of the
 * line; null without points.
 */
const centroidOfLine = (lineCoordinates: readonly Coordinate[]): Coordinate | null =>
  lineCoordinates.length === 0
    ? null
    : centroidOfGeometry({
        type: 'LineString',
        coordinates: lineCoordinates.map(({ latitude, longitude }) => [longitude, latitude]),
      });

const OsmElementId = z.union([z.string().min(1).max(200), z.number()]);
const GeoJsonFeature = z.object({
  id: OsmElementId.nullish().catch(null),
  properties: z.record(z.string(), z.unknown()).nullish(),
  geometry: z.unknown().optional(),
});

// Returns the id of an OpenStreetMap element. overpass-turbo and osmtogeojson also write it into the properties. In a
// file without ids, the content identifies an element.
const elementIdOf = (
  { id, properties }: z.infer<typeof GeoJsonFeature>,
  geoJsonElement: Omit<OsmElement, 'id'>,
): string => {
  const elementId = id ?? OsmElementId.safeParse(properties?.['@id']).data;
  return elementId === undefined
    ? stableKey('geojson', geoJsonElement.tags.name ?? '', JSON.stringify(geoJsonElement.location))
    : String(elementId);
};

/** Creates a reader of OpenStreetMap extracts in GeoJSON. It returns one record for each feature. */
export const createGeoJsonReader = (osmReading: OsmReading): RecordReader => ({
  async read(rawFeature) {
    const parsedFeature = GeoJsonFeature.safeParse(rawFeature);
    if (!parsedFeature.success) return [{ kind: 'skipped', reason: 'malformed' }];
    const osmElement = {
      tags: stringTagsOf(parsedFeature.data.properties ?? {}),
      location: centroidOfGeometry(parsedFeature.data.geometry),
    };
    return [await readOsmPlace({ id: elementIdOf(parsedFeature.data, osmElement), ...osmElement }, osmReading)];
  },
  end: async () => [],
});

const OverpassPoint = z.object({ lat: z.number(), lon: z.number() });
const GeometryPoints = z.array(OverpassPoint.nullable());
const RelationMember = z.object({
  type: z.string(),
  ref: z.number(),
  role: z.string().optional(),
  geometry: GeometryPoints.optional(),
});
const OverpassBounds = z.object({ minlat: z.number(), minlon: z.number(), maxlat: z.number(), maxlon: z.number() });
const OverpassElement = z.object({
  type: z.enum(['node', 'way', 'relation', 'area']),
  id: z.number(),
  lat: z.unknown().optional(),
  lon: z.unknown().optional(),
  tags: z.record(z.string(), z.unknown()).optional(),
  center: OverpassPoint.optional().catch(undefined),
  bounds: OverpassBounds.optional().catch(undefined),
  geometry: GeometryPoints.optional().catch(undefined),
  nodes: z.array(z.number()).optional().catch(undefined),
  members: z.array(RelationMember).optional().catch(undefined),
});
type OverpassElement = z.infer<typeof OverpassElement>;

const pointCoordinate = ({ lat, lon }: z.infer<typeof OverpassPoint>): Coordinate => ({
  latitude: lat,
  longitude: lon,
});
const coordinatesOf = (overpassPoints: z.infer<typeof GeometryPoints>): Coordinate[] =>
  overpassPoints.flatMap((overpassPoint) => (overpassPoint === null ? [] : pointCoordinate(overpassPoint)));
const outerPoints = (members: readonly z.infer<typeof RelationMember>[]) =>
  members.flatMap(({ role, geometry }) => (role === 'inner' ? [] : (geometry ?? [])));

// Returns the position that the Overpass statements `out center`, `out geom` and `out bb` write into an element. Null
// for an element without such a position: its nodes then determine the position.
const elementLocation = (element: OverpassElement): Coordinate | null => {
  const parsedPoint = OverpassPoint.safeParse(element);
  if (parsedPoint.success) return centroidOfLine([pointCoordinate(parsedPoint.data)]);
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

// Keys of which an element must have at least one to be a place. The Overpass statement `>; out` also returns the
// corners of buildings, some with other tags such as entrance=main.
const PLACE_TAG_KEYS = ['name', 'name:de', 'amenity', 'shop', 'tourism', 'leisure', 'cuisine'];
const isPlaceElement = ({ tags = {} }: OverpassElement): boolean =>
  PLACE_TAG_KEYS.some((tagKey) => Object.hasOwn(tags, tagKey));

/**
 * Creates a reader of Overpass responses (`[out:json]`). It returns one record for each place, and no record for an
 * element without place tags.
 */
export const createOverpassReader = (osmReading: OsmReading): RecordReader => {
  const cornerByRef = new Map<string, Coordinate>();
  const waitingElements: OverpassElement[] = [];

  const readElementRecord = (element: OverpassElement, location: Coordinate | null): Promise<PlaceRecord> =>
    readOsmPlace({ id: `${element.type}/${element.id}`, tags: stringTagsOf(element.tags ?? {}), location }, osmReading);

  const cornerPointsOf = ({ nodes = [], members = [] }: OverpassElement): Coordinate[] => {
    const memberNodeIds = [
      ...nodes.map((ref) => `node/${ref}`),
      ...members.filter(({ role }) => role !== 'inner').map(({ type, ref }) => `${type}/${ref}`),
    ];
    return memberNodeIds.flatMap((ref) => cornerByRef.get(ref) ?? []);
  };

  return {
    async read(rawElement) {
      const parsedElement = OverpassElement.safeParse(rawElement);
      if (!parsedElement.success) return [{ kind: 'skipped', reason: 'malformed' }];
      const element = parsedElement.data;
      const location = elementLocation(element);
      if (location !== null) cornerByRef.set(`${element.type}/${element.id}`, location);
      if (location !== null || element.type === 'node')
        return isPlaceElement(element) ? [await readElementRecord(element, location)] : [];
      // Reads the element at the end of the file, because its corners may come later.
      waitingElements.push(element);
      return [];
    },
    async end() {
      const placeRecords: PlaceRecord[] = [];
      for (const element of waitingElements) {
        const location = centroidOfLine(cornerPointsOf(element));
        if (location !== null) cornerByRef.set(`${element.type}/${element.id}`, location);
        if (isPlaceElement(element)) placeRecords.push(await readElementRecord(element, location));
      }
      return placeRecords;
    },
  };
};
