export { OSM_TAGS } from './osm-imported-tags';
export type { OsmReading } from './osm-place';
export { createGeoJsonReader, createOverpassReader } from './osm-readers';
