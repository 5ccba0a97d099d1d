import { err, ok } from '@mahlzeit/contract';
import type { Coordinate, GeocodeAnswer, GeocodeQuery, GeocodeResult, Place, Result } from '@mahlzeit/contract';
import { distanceMeters, searchNeedle } from '@mahlzeit/contract/rules';
import type { Database } from '../../../platform';
import { findNearestTown, findTown, findTownsByName } from './gazetteer-repository';
import type { StoredTown } from './gazetteer-repository';

/** At this distance a town weighs half of what it weighs at hand. */
const HALF_WEIGHT_METERS = 25_000;

const weightOf = ({ population, coordinate }: StoredTown, around: Coordinate | null): number => {
  const inhabitants = Math.max(1, population);
  return around === null ? inhabitants : inhabitants / (1 + distanceMeters(around, coordinate) / HALF_WEIGHT_METERS);
};

/** The towns to suggest for a folded text: names that begin with it first, then the larger and nearer. */
const suggestTowns = (towns: readonly StoredTown[], { needle, around, limit }: { needle: string; around: Coordinate | null; limit: number }): StoredTown[] =>
  towns
    .map((town) => ({ town, begins: town.searchText.includes(`\n${needle}`), weight: weightOf(town, around) }))
    .sort((a, b) => Number(b.begins) - Number(a.begins) || b.weight - a.weight || (a.town.placeId < b.town.placeId ? -1 : 1))
    .slice(0, limit)
    .map(({ town }) => town);

/** What a geocoding is asked for. */
type GeocodeQuestion = { readonly kind: 'coordinate'; readonly coordinate: Coordinate } | { readonly kind: 'place'; readonly placeId: string };

const PAIR = /^\s*(-?\d{1,3}(?:\.\d{1,20})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,20})?)\s*$/;
const MAX_PLACE_ID_LENGTH = 200;

const coordinateOf = (text: string): Coordinate | null => {
  const pair = PAIR.exec(text);
  if (pair === null) return null;
  const [latitude, longitude] = [Number(pair[1]), Number(pair[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
};

/** Reads the query: exactly one of the two, once; null for anything else. */
const readGeocodeQuery = ({ latlng, place_id }: GeocodeQuery): GeocodeQuestion | null => {
  if (typeof latlng === 'string' && place_id === undefined) {
    const coordinate = coordinateOf(latlng);
    return coordinate === null ? null : { kind: 'coordinate', coordinate };
  }
  if (typeof place_id !== 'string' || latlng !== undefined || place_id === '' || place_id.length > MAX_PLACE_ID_LENGTH) return null;
  return { kind: 'place', placeId: place_id };
};

const countryNames = new Intl.DisplayNames('de', { type: 'region' });

/** A town as places are chosen from. */
const presentPlace = ({ placeId, name, coordinate }: StoredTown): Place => ({ placeId, name, coordinate });

// What a place is stands at the beginning of its id; towns come from GeoNames.
const typesOf = (placeId: string): string[] => {
  if (placeId.startsWith('street-')) return ['route'];
  return placeId.startsWith('quarter-') ? ['sublocality', 'political'] : ['locality', 'political'];
};

const presentResult = ({ placeId, name, state, countryCode, coordinate }: StoredTown): GeocodeResult => {
  const country = countryNames.of(countryCode) ?? countryCode;
  return {
    place_id: placeId,
    formatted_address: `${name}, ${country}`,
    address_components: [
      { long_name: name, short_name: name, types: typesOf(placeId) },
      { long_name: state, short_name: state, types: ['administrative_area_level_1', 'political'] },
      { long_name: country, short_name: countryCode, types: ['country', 'political'] },
    ],
    geometry: { location: { lat: coordinate.latitude, lng: coordinate.longitude } },
  };
};

/** The answer for a town that was found, or for none. */
const presentGeocode = (town: StoredTown | null): GeocodeAnswer =>
  town === null ? { status: 'ZERO_RESULTS', results: [] } : { status: 'OK', results: [presentResult(town)] };

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
