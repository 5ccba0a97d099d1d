import { err, ok, type Coordinate, type GeocodeAnswer, type GeocodeQuery, type Place, type Result } from '@mahlzeit/contract';
import { searchNeedle } from '@mahlzeit/contract/rules';
import type { Database } from '../../../platform';
import { suggestTowns } from './autocomplete-rules';
import { findNearestTown, findTown, findTownsByName } from './gazetteer-repository';
import { presentGeocode, presentPlace } from './geocode-presenter';
import { readGeocodeQuery } from './geocode-query-rules';

/** S1§7: the top three are used. */
const MAX_SUGGESTIONS = 3;

/** Places by name, by id and by coordinate. */
export const createGazetteerService = ({ database }: { database: Database }) => ({
  /** The towns that somebody who types this may mean; less than three characters mean nothing yet. */
  async suggest(text: string, around: Coordinate | null): Promise<Place[]> {
    const needle = searchNeedle(text);
    if (needle === null) return [];
    return suggestTowns(await findTownsByName(database.knex, needle), { needle, around, limit: MAX_SUGGESTIONS }).map(presentPlace);
  },

  /** The place of that id. */
  async place(placeId: string): Promise<Result<Place, 'notFound'>> {
    const town = await findTown(database.knex, placeId);
    return town === null ? err('notFound') : ok(presentPlace(town));
  },

  /** The address of a coordinate or a place; a question that is none is answered as such, not refused. */
  async geocode(query: GeocodeQuery): Promise<GeocodeAnswer> {
    const question = readGeocodeQuery(query);
    if (question === null) return { status: 'INVALID_REQUEST', results: [] };
    const { knex } = database;
    return presentGeocode(await (question.kind === 'place' ? findTown(knex, question.placeId) : findNearestTown(knex, question.coordinate)));
  },
});

/** Places by name, by id and by coordinate. */
export type GazetteerService = ReturnType<typeof createGazetteerService>;
