import type { Coordinate } from '@mahlzeit/contract';
import type { Database } from '../../../platform';
import { createGazetteerRepository } from './gazetteer-repository';
import type { CountryCode } from './gazetteer-repository';

/** What public holidays depend on. */
export interface HolidayRegion {
  readonly countryCode: CountryCode;
  /** German name of the federal state or canton, `Bayern`. */
  readonly state: string;
}

/** Tells the region of a place; null where no town of ours is near. */
export type RegionOf = (at: Coordinate) => Promise<HolidayRegion | null>;

/** DESIGN §13.29: the region is that of the nearest town in the gazetteer. */
export const createRegionOf =
  (database: Database): RegionOf =>
  async (at) => {
    const town = await createGazetteerRepository(database.knex).findNearest(at);
    return town === null ? null : { countryCode: town.countryCode, state: town.state };
  };
