export { OSM_TAGS } from './osm-cuisines';
export type { OsmReading } from './osm-place';
export { createGeoJsonReader, createOverpassReader } from './osm-readers';
