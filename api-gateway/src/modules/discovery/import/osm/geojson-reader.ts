import * as z from 'zod';
import { stableKey } from '../stable-key-rules';
import type { RecordReader } from '../place-record';
import { centroidOfGeometry } from './centroid-rules';
import { tagsOf, type OsmElement } from './osm-element';
import { readOsmPlace } from './osm-place-rules';
import type { OsmReading } from './osm-reading';

const Id = z.union([z.string().min(1).max(200), z.number()]);
const Feature = z.object({
  id: Id.nullish().catch(null),
  properties: z.record(z.string(), z.unknown()).nullish(),
  geometry: z.unknown().optional(),
});

// overpass-turbo and osmtogeojson write the id among the properties as well; a file without ids is told apart by what it says.
const idOf = ({ id, properties }: z.infer<typeof Feature>, element: Omit<OsmElement, 'id'>): string => {
  const own = id ?? Id.safeParse(properties?.['@id']).data;
  return own === undefined ? stableKey('geojson', element.tags.name ?? '', JSON.stringify(element.location)) : String(own);
};

/** Reads the features of a GeoJSON extract of OpenStreetMap, one record each. */
export const createGeoJsonReader = (reading: OsmReading): RecordReader => ({
  async read(raw) {
    const feature = Feature.safeParse(raw);
    if (!feature.success) return [{ kind: 'skipped', reason: 'malformed' }];
    const element = { tags: tagsOf(feature.data.properties ?? {}), location: centroidOfGeometry(feature.data.geometry) };
    return [await readOsmPlace({ id: idOf(feature.data, element), ...element }, reading)];
  },
  end: async () => [],
});
