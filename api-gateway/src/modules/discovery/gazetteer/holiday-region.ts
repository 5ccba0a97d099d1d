import type { Coordinate } from '@mahlzeit/contract';
import type { Database } from '../../../platform';
import { createGazetteerRepository } from './gazetteer-repository';
import type { CountryCode } from './gazetteer-repository';

/** Region whose law determines the public holidays. */
export interface HolidayRegion {
  readonly countryCode: CountryCode;
  /** German name of the federal state or canton, for example `Bayern`. */
  readonly state: string;
}

/**
 * Type of a function that finds the region of a coordinate whose law determines the public holidays; null if no town of
 * the gazetteer is near.
 */
export type FindHolidayRegion = (coordinate: Coordinate) => Promise<HolidayRegion | null>;

/**
 * Creates the function that finds the region whose public holidays apply to a coordinate: the region of the nearest
 * town in the gazetteer (Decision 29).
 */
export const createHolidayRegionFinder =
  (database: Database): FindHolidayRegion =>
  async (coordinate) => {
    const town = await createGazetteerRepository(database.knex).findNearest(coordinate);
    return town === null ? null : { countryCode: town.countryCode, state: town.state };
  };
