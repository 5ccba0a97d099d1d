export { createHoursReader, readOsmHours } from './read-osm-hours';
export type { ReadPlaceHours } from './read-osm-hours';
