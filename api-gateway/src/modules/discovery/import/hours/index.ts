export { createHoursReader, readOsmHours } from './read-osm-hours';
export type { ReadHours } from './read-osm-hours';
