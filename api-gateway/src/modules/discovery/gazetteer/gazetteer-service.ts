import { err, ok } from '@mahlzeit/contract';
import type { Coordinate, GeocodeAnswer, GeocodeQuery, GeocodeResult, Place, Result } from '@mahlzeit/contract';
import { distanceMeters, searchNeedle } from '@mahlzeit/contract/rules';
import type { Database } from '../../../platform';
import { createGazetteerRepository } from './gazetteer-repository';
import type { StoredTown } from './gazetteer-repository';

/** Distance in metres at which a town has half of its weight. */
const HALF_WEIGHT_METERS = 25_000;

const weightOf = ({ population, coordinate }: StoredTown, around: Coordinate | null): number => {
  const inhabitants = Math.max(1, population);
  return around === null ? inhabitants : inhabitants / (1 + distanceMeters(around, coordinate) / HALF_WEIGHT_METERS);
};

// A town and a district of the same name, or one place of two sources, count as one suggestion.
const SAME_PLACE_METERS = 5_000;

const isSamePlace = (a: StoredTown, b: StoredTown): boolean =>
  a.name === b.name && distanceMeters(a.coordinate, b.coordinate) < SAME_PLACE_METERS;

/**
 * Ranks the suggestions for a folded text: names that begin with it first, then larger and nearer towns; each place
 * once.
 */
const suggestTowns = (
  towns: readonly StoredTown[],
  { needle, around: center, limit }: { needle: string; around: Coordinate | null; limit: number },
): StoredTown[] =>
  towns
    .map((town) => ({ town, begins: town.searchText.includes(`\n${needle}`), weight: weightOf(town, center) }))
    .sort(
      (a, b) =>
        Number(b.begins) - Number(a.begins) || b.weight - a.weight || (a.town.placeId < b.town.placeId ? -1 : 1),
    )
    .reduce<StoredTown[]>(
      (chosenTowns, { town }) =>
        chosenTowns.length === limit || chosenTowns.some((chosenTown) => isSamePlace(chosenTown, town))
          ? chosenTowns
          : [...chosenTowns, town],
      [],
    );

/** A geocoding request: by coordinate or by place id. */
type GeocodeQuestion =
  | { readonly kind: 'coordinate'; readonly coordinate: Coordinate }
  | { readonly kind: 'place'; readonly placeId: string };

const PAIR = /^\s*(-?\d{1,3}(?:\.\d{1,20})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,20})?)\s*$/;
const MAX_PLACE_ID_LENGTH = 200;

const coordinateOf = (text: string): Coordinate | null => {
  const pair = PAIR.exec(text);
  if (pair === null) return null;
  const [latitude, longitude] = [Number(pair[1]), Number(pair[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
};

/** Reads the query, which must contain exactly one of the two parameters once. Returns null for any other query. */
const readGeocodeQuery = ({ latlng, place_id }: GeocodeQuery): GeocodeQuestion | null => {
  if (typeof latlng === 'string' && place_id === undefined) {
    const coordinate = coordinateOf(latlng);
    return coordinate === null ? null : { kind: 'coordinate', coordinate };
  }
  if (typeof place_id !== 'string' || latlng !== undefined || place_id === '' || place_id.length > MAX_PLACE_ID_LENGTH)
    return null;
  return { kind: 'place', placeId: place_id };
};

const countryNames = new Intl.DisplayNames('de', { type: 'region' });

/** Names the region that distinguishes a town from others of its name; empty if the name is unique. */
const regionOf = ({ name, state, countryCode }: StoredTown): string =>
  [state === name ? '' : state, countryCode === 'DE' ? '' : countryNames.of(countryCode)].filter(Boolean).join(', ');

/** Presents a town as a place to choose. */
const presentPlace = (town: StoredTown): Place => {
  const { placeId, name, coordinate } = town;
  const region = regionOf(town);
  return { placeId, name, coordinate, ...(region !== '' && { region }) };
};

// The id of a place begins with its kind; ids of towns begin with the source GeoNames.
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

/** Presents the answer for a town, or for no town. */
const presentGeocode = (town: StoredTown | null): GeocodeAnswer =>
  town === null ? { status: 'ZERO_RESULTS', results: [] } : { status: 'OK', results: [presentResult(town)] };

/** S1§7: the app shows the first three. */
const MAX_SUGGESTIONS = 3;

/** Creates the service of places by name, id and coordinate. */
export const createGazetteerService = ({ database }: { database: Pick<Database, 'knex'> }) => ({
  /** Suggests towns for a typed text of at least three characters. */
  async suggest(text: string, around: Coordinate | null): Promise<Place[]> {
    const needle = searchNeedle(text);
    if (needle === null) return [];
    return suggestTowns(await createGazetteerRepository(database.knex).findByName(needle), {
      needle,
      around,
      limit: MAX_SUGGESTIONS,
    }).map(presentPlace);
  },

  /** Finds the place with that id. */
  async place(placeId: string): Promise<Result<Place, 'notFound'>> {
    const town = await createGazetteerRepository(database.knex).find(placeId);
    return town === null ? err('notFound') : ok(presentPlace(town));
  },

  /** Finds the address of a coordinate or of a place. An invalid request gets an answer with a status, not an error. */
  async geocode(query: GeocodeQuery): Promise<GeocodeAnswer> {
    const question = readGeocodeQuery(query);
    if (question === null) return { status: 'INVALID_REQUEST', results: [] };
    const towns = createGazetteerRepository(database.knex);
    return presentGeocode(
      await (question.kind === 'place' ? towns.find(question.placeId) : towns.findNearest(question.coordinate)),
    );
  },
});

/** Service of places by name, id and coordinate. */
export type GazetteerService = ReturnType<typeof createGazetteerService>;
