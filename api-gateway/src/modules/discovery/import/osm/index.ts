export { OSM_TAG_BY_KEY } from './osm-imported-tags';
export type { OsmReading } from './osm-place';
export { createGeoJsonReader, createOverpassReader } from './osm-readers';
