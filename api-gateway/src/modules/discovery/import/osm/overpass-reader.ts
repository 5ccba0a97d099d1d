import type { Coordinate } from '@mahlzeit/contract';
import * as z from 'zod';
import type { PlaceRecord, RecordReader } from '../place-record';
import { centroidOfLine } from './centroid-rules';
import { tagsOf } from './osm-element';
import { readOsmPlace } from './osm-place-rules';
import type { OsmReading } from './osm-reading';

const Point = z.object({ lat: z.number(), lon: z.number() });
const Points = z.array(Point.nullable());
const Member = z.object({ type: z.string(), ref: z.number(), role: z.string().optional(), geometry: Points.optional() });
const Bounds = z.object({ minlat: z.number(), minlon: z.number(), maxlat: z.number(), maxlon: z.number() });
const Element = z.object({
  type: z.enum(['node', 'way', 'relation', 'area']),
  id: z.number(),
  lat: z.unknown().optional(),
  lon: z.unknown().optional(),
  tags: z.record(z.string(), z.unknown()).optional(),
  center: Point.optional().catch(undefined),
  bounds: Bounds.optional().catch(undefined),
  geometry: Points.optional().catch(undefined),
  nodes: z.array(z.number()).optional().catch(undefined),
  members: z.array(Member).optional().catch(undefined),
});
type Element = z.infer<typeof Element>;

const pointCoordinate = ({ lat, lon }: z.infer<typeof Point>): Coordinate => ({ latitude: lat, longitude: lon });
const coordinatesOf = (points: z.infer<typeof Points>): Coordinate[] => points.flatMap((point) => (point === null ? [] : pointCoordinate(point)));
const outerPoints = (members: readonly z.infer<typeof Member>[]) => members.flatMap(({ role, geometry }) => (role === 'inner' ? [] : (geometry ?? [])));

// What `out center`, `out geom` and `out bb` write; without any of them the nodes have to tell.
const ownLocation = (element: Element): Coordinate | null => {
  const point = Point.safeParse(element);
  if (point.success) return centroidOfLine([pointCoordinate(point.data)]);
  if (element.center !== undefined) return centroidOfLine([pointCoordinate(element.center)]);
  const outline = coordinatesOf(element.geometry ?? outerPoints(element.members ?? []));
  if (outline.length > 0) return centroidOfLine(outline);
  const { bounds } = element;
  return bounds === undefined ? null : centroidOfLine([{ latitude: (bounds.minlat + bounds.maxlat) / 2, longitude: (bounds.minlon + bounds.maxlon) / 2 }]);
};

// `>; out` brings the corners of buildings along, some of them with tags of their own (entrance=main): they are no places.
const PLACE_KEYS = ['name', 'name:de', 'amenity', 'shop', 'tourism', 'leisure', 'cuisine'];
const isPlace = ({ tags = {} }: Element): boolean => PLACE_KEYS.some((key) => Object.hasOwn(tags, key));

/** Reads the elements of an Overpass answer (`[out:json]`): one record for each that is a place, none for mere geometry. */
export const createOverpassReader = (reading: OsmReading): RecordReader => {
  const corners = new Map<string, Coordinate>();
  const waiting: Element[] = [];

  const recordOf = (element: Element, location: Coordinate | null): Promise<PlaceRecord> =>
    readOsmPlace({ id: `${element.type}/${element.id}`, tags: tagsOf(element.tags ?? {}), location }, reading);

  const pointsOf = ({ nodes = [], members = [] }: Element): Coordinate[] => {
    const refs = [...nodes.map((ref) => `node/${ref}`), ...members.filter(({ role }) => role !== 'inner').map(({ type, ref }) => `${type}/${ref}`)];
    return refs.flatMap((ref) => corners.get(ref) ?? []);
  };

  return {
    async read(raw) {
      const parsed = Element.safeParse(raw);
      if (!parsed.success) return [{ kind: 'skipped', reason: 'malformed' }];
      const element = parsed.data;
      const location = ownLocation(element);
      if (location !== null) corners.set(`${element.type}/${element.id}`, location);
      if (location !== null || element.type === 'node') return isPlace(element) ? [await recordOf(element, location)] : [];
      // Its corners may come later in the file.
      waiting.push(element);
      return [];
    },
    async end() {
      const records: PlaceRecord[] = [];
      for (const element of waiting) {
        const location = centroidOfLine(pointsOf(element));
        if (location !== null) corners.set(`${element.type}/${element.id}`, location);
        if (isPlace(element)) records.push(await recordOf(element, location));
      }
      return records;
    },
  };
};
