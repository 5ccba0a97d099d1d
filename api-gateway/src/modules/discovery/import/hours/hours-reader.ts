import type { Coordinate } from '@mahlzeit/contract';
import type { HolidayRegion, RegionOf } from './holiday-region';
import { readOsmHours, type OsmHours } from './read-osm-hours';

/** Hours of a place, with the region whose holidays they follow. */
export type PlacedHours = OsmHours & { readonly region: HolidayRegion | null };

/** Reads the hours of a place; null where they can't be read. */
export type ReadHours = (value: string, location: Coordinate) => Promise<PlacedHours | null>;

const HOLIDAYS = /\b(?:PH|SH)\b/i;
const SUN = /sunrise|sunset|dawn|dusk/i;

// The region matters to holidays alone, and the place itself, to a tenth of a degree, to the sun alone.
const keyOf = (value: string, region: HolidayRegion | null, { latitude, longitude }: Coordinate): string =>
  JSON.stringify([value, region, SUN.test(value) ? [Math.round(latitude * 10), Math.round(longitude * 10)] : null]);

/** A reader that remembers: thousands of places share their hours, and the package takes milliseconds for each. */
export const createHoursReader = ({ today, regionOf }: { today: string; regionOf: RegionOf }): ReadHours => {
  const known = new Map<string, OsmHours | null>();
  return async (value, location) => {
    const region = HOLIDAYS.test(value) ? await regionOf(location) : null;
    const key = keyOf(value, region, location);
    const hours = known.get(key) ?? (known.has(key) ? null : readOsmHours(value, { location, region, today }));
    known.set(key, hours);
    return hours === null ? null : { ...hours, region };
  };
};
