import type { Database } from '../../../../platform';
import { findNearestTown } from '../../gazetteer/gazetteer-repository';
import { regionOfNearestKnownTown, type RegionOf } from './holiday-region';

/** DESIGN §13.29: the region is that of the nearest town in the gazetteer; while that is empty, of the nearest well-known one. */
export const createRegionOf = (database: Database): RegionOf => async (at) => {
  const town = await findNearestTown(database.knex, at);
  return town === null ? regionOfNearestKnownTown(at) : { countryCode: town.countryCode, state: town.state };
};
