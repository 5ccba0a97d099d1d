import { err, ok } from '@mahlzeit/contract';
import type { Coordinate, GeocodeAnswer, GeocodeQuery, GeocodeResult, Place, Result } from '@mahlzeit/contract';
import { distanceMeters, foldText, searchNeedle, streetNeedle } from '@mahlzeit/contract/rules';
import type { Connection, Database } from '../../../platform';
import { createGazetteerRepository } from './gazetteer-repository';
import type { CountryCode, StoredTown } from './gazetteer-repository';
import { createPostcodeRepository } from './postcode-repository';
import type { Postcode } from './postcode-repository';
import { createStreetRepository } from './street-repository';
import type { Street } from './street-repository';

/** Distance in metres at which a town's population counts half in the order of search results. */
const HALF_WEIGHT_DISTANCE_METERS = 25_000;

const populationWeightOf = ({ population, coordinate }: StoredTown, center: Coordinate | null): number => {
  const inhabitants = Math.max(1, population);
  return center === null
    ? inhabitants
    : inhabitants / (1 + distanceMeters(center, coordinate) / HALF_WEIGHT_DISTANCE_METERS);
};

// Distance in metres within which two towns of the same name count as one: a town and its district, or the same place
// from two sources.
const SAME_PLACE_DISTANCE_METERS = 5_000;

const isSamePlace = (a: StoredTown, b: StoredTown): boolean =>
  a.name === b.name && distanceMeters(a.coordinate, b.coordinate) < SAME_PLACE_DISTANCE_METERS;

/**
 * Sorts the towns that match a text: first towns whose name begins with the text, then larger and nearer towns. Each
 * place appears once.
 */
const suggestTowns = (
  towns: readonly StoredTown[],
  { needles, around: center, limit }: { needles: readonly string[]; around: Coordinate | null; limit: number },
): StoredTown[] =>
  towns
    .map((town) => ({
      town,
      begins: needles.some((needle) => town.searchText.includes(`\n${needle}`)),
      weight: populationWeightOf(town, center),
    }))
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

/** Population that a street gets in the order of search results, so that it comes after its quarter. */
const STREET_RANK_POPULATION = 100;

/** Converts a street to the form of a town. Its federal state is that of the nearest town, if the caller passes one. */
const townOfStreet = (
  { placeId, street, locality, streetText, coordinate }: Street,
  { state, countryCode }: Pick<StoredTown, 'state' | 'countryCode'>,
): StoredTown => ({
  placeId,
  name: locality === '' ? street : `${street}, ${locality}`,
  state,
  countryCode,
  population: STREET_RANK_POPULATION,
  coordinate,
  searchText: `\n${streetText}`,
});

const isStreetAmong = (towns: readonly StoredTown[], { street, coordinate }: Street): boolean =>
  towns.some(
    (town) =>
      town.searchText.includes(`\n${foldText(street)}`) &&
      distanceMeters(town.coordinate, coordinate) < SAME_PLACE_DISTANCE_METERS,
  );

// Pattern of a search for a postcode: a country before the code, the code or its first digits, and the name of the town
// after it: „D-20459 Hamburg“.
const POSTCODE_PATTERN = /^\s*(?:(d|de|a|at|ch)[\s-]+)?(\d{3,5})(?:[\s,]+(\D.*))?$/iu;

/** Country, first digits and name of the town in a search for a postcode. */
interface PostcodeQuery {
  readonly countryCode: string | null;
  readonly digits: string;
  readonly townNeedle: string;
}

const COUNTRY_BY_SIGN: Readonly<Record<string, string>> = { d: 'DE', de: 'DE', a: 'AT', at: 'AT', ch: 'CH' };

/** Countries in the order in which their postcodes come when the user's position is unknown. */
const COUNTRIES_BY_SIZE: readonly CountryCode[] = ['DE', 'AT', 'CH'];

/** Parses a typed text as a search for a postcode; null for another text. */
const readPostcodeQuery = (text: string): PostcodeQuery | null => {
  const [, country, digits, town = ''] = POSTCODE_PATTERN.exec(text) ?? [];
  return digits === undefined
    ? null
    : {
        countryCode: country === undefined ? null : (COUNTRY_BY_SIGN[country.toLowerCase()] ?? null),
        digits,
        townNeedle: foldText(town),
      };
};

const presentPostcode = ({ placeId, code, name, countryCode, coordinate }: Postcode): Place => ({
  placeId,
  name: `${code} ${name}`,
  coordinate,
  ...(countryCode !== 'DE' && { region: countryNames.of(countryCode) }),
});

/**
 * Sorts postcodes that begin with the typed digits: the code itself first, then the nearest, or without a position
 * those of Germany. A wrong name of the town doesn't hide the code.
 */
const suggestPostcodes = (
  postcodes: readonly Postcode[],
  { digits, countryCode, townNeedle }: PostcodeQuery,
  center: Coordinate | null,
): readonly Postcode[] => {
  const inCountry = postcodes.filter((postcode) => countryCode === null || postcode.countryCode === countryCode);
  const inTown = inCountry.filter(({ name }) => foldText(name).includes(townNeedle));
  const metersTo = ({ coordinate }: Postcode): number => (center === null ? 0 : distanceMeters(center, coordinate));
  const countryRankOf = (postcode: Postcode): number => COUNTRIES_BY_SIZE.indexOf(postcode.countryCode);
  return [...(inTown.length > 0 ? inTown : inCountry)].sort(
    (a, b) =>
      Number(b.code === digits) - Number(a.code === digits) ||
      metersTo(a) - metersTo(b) ||
      countryRankOf(a) - countryRankOf(b) ||
      (a.code < b.code ? -1 : 1),
  );
};

/** A valid geocoding request: by coordinate or by place id. */
type GeocodeRequest =
  | { readonly kind: 'coordinate'; readonly coordinate: Coordinate }
  | { readonly kind: 'place'; readonly placeId: string };

const COORDINATE_PATTERN = /^\s*(-?\d{1,3}(?:\.\d{1,20})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,20})?)\s*$/;
const MAX_PLACE_ID_LENGTH = 200;

const coordinateOf = (text: string): Coordinate | null => {
  const coordinateMatch = COORDINATE_PATTERN.exec(text);
  if (coordinateMatch === null) return null;
  const [latitude, longitude] = [Number(coordinateMatch[1]), Number(coordinateMatch[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
};

/**
 * Parses the query of a geocoding request, which must contain either `latlng` or `place_id`, and only once. Returns
 * null for an invalid query.
 */
const readGeocodeQuery = ({ latlng, place_id }: GeocodeQuery): GeocodeRequest | null => {
  if (typeof latlng === 'string' && place_id === undefined) {
    const coordinate = coordinateOf(latlng);
    return coordinate === null ? null : { kind: 'coordinate', coordinate };
  }
  if (typeof place_id !== 'string' || latlng !== undefined || place_id === '' || place_id.length > MAX_PLACE_ID_LENGTH)
    return null;
  return { kind: 'place', placeId: place_id };
};

const countryNames = new Intl.DisplayNames('de', { type: 'region' });

/**
 * Returns the text that distinguishes a town from others of the same name: its federal state, and outside of Germany
 * its country. Empty if there is nothing to add.
 */
const regionTextOf = ({ name, state, countryCode }: StoredTown): string =>
  [state === name ? '' : state, countryCode === 'DE' ? '' : countryNames.of(countryCode)].filter(Boolean).join(', ');

/** Converts a town to the form that the app shows in its choice of places. */
const presentPlace = (town: StoredTown): Place => {
  const { placeId, name, coordinate } = town;
  const regionText = regionTextOf(town);
  return { placeId, name, coordinate, ...(regionText !== '' && { region: regionText }) };
};

// Derives the kind of a place from the prefix of its id: `street-`, `postcode-`, `quarter-`, or another prefix for
// towns.
const placeTypesOf = (placeId: string): string[] => {
  if (placeId.startsWith('street-')) return ['route'];
  if (placeId.startsWith('postcode-')) return ['postal_code'];
  return placeId.startsWith('quarter-') ? ['sublocality', 'political'] : ['locality', 'political'];
};

const presentGeocodeResult = ({ placeId, name, state, countryCode, coordinate }: StoredTown): GeocodeResult => {
  const countryName = countryNames.of(countryCode) ?? countryCode;
  return {
    place_id: placeId,
    formatted_address: `${name}, ${countryName}`,
    address_components: [
      { long_name: name, short_name: name, types: placeTypesOf(placeId) },
      { long_name: state, short_name: state, types: ['administrative_area_level_1', 'political'] },
      { long_name: countryName, short_name: countryCode, types: ['country', 'political'] },
    ],
    geometry: { location: { lat: coordinate.latitude, lng: coordinate.longitude } },
  };
};

/** Builds the geocoding response for a town; its status is `ZERO_RESULTS` if no town was found. */
const presentGeocode = (town: StoredTown | null): GeocodeAnswer =>
  town === null ? { status: 'ZERO_RESULTS', results: [] } : { status: 'OK', results: [presentGeocodeResult(town)] };

/** Maximum number of places that are suggested for a typed text: the app shows three (S1§7). */
const MAX_SUGGESTIONS = 3;

/** Region of a street that lies far from every town of the gazetteer. */
const UNKNOWN_REGION = { state: '', countryCode: 'DE' } as const;

const findStreetsByName = async (
  knex: Connection,
  towns: readonly StoredTown[],
  { text, center }: { readonly text: string; readonly center: Coordinate | null },
): Promise<StoredTown[]> => {
  const needle = streetNeedle(text);
  if (needle === null) return [];
  return (await createStreetRepository(knex).findByName(needle, center))
    .filter((street) => !isStreetAmong(towns, street))
    .map((street) => townOfStreet(street, UNKNOWN_REGION));
};

/** Finds a town, a postcode or a street of the gazetteer by its id. */
const findById = async (knex: Connection, placeId: string): Promise<StoredTown | null> => {
  const town = await createGazetteerRepository(knex).find(placeId);
  if (town !== null) return town;
  const postcode = await createPostcodeRepository(knex).find(placeId);
  if (postcode !== null)
    return { ...postcode, name: `${postcode.code} ${postcode.name}`, population: 0, searchText: '' };
  const street = await createStreetRepository(knex).find(placeId);
  if (street === null) return null;
  return townOfStreet(street, (await createGazetteerRepository(knex).findNearest(street.coordinate)) ?? UNKNOWN_REGION);
};

/** Creates the service that finds places by name, id or coordinate. */
export const createGazetteerService = ({ database }: { database: Pick<Database, 'knex'> }) => ({
  /** Returns towns, streets or postcodes for a typed text; empty for a text of less than three characters. */
  async suggest(text: string, center: Coordinate | null): Promise<Place[]> {
    const { knex } = database;
    const postcodeQuery = readPostcodeQuery(text);
    if (postcodeQuery !== null)
      return suggestPostcodes(
        await createPostcodeRepository(knex).findByDigits(postcodeQuery.digits),
        postcodeQuery,
        center,
      )
        .slice(0, MAX_SUGGESTIONS)
        .map(presentPostcode);
    const needle = searchNeedle(text);
    if (needle === null) return [];
    const towns = await createGazetteerRepository(knex).findByName(needle);
    const streets = await findStreetsByName(knex, towns, { text, center });
    return suggestTowns([...towns, ...streets], {
      needles: [needle, streetNeedle(text) ?? needle],
      around: center,
      limit: MAX_SUGGESTIONS,
    }).map(presentPlace);
  },

  /** Returns the place with this id; `notFound` for an unknown id. */
  async place(placeId: string): Promise<Result<Place, 'notFound'>> {
    const town = await findById(database.knex, placeId);
    return town === null ? err('notFound') : ok(presentPlace(town));
  },

  /**
   * Answers a geocoding request with the address of a coordinate or of a place. For an invalid query, returns the
   * status `INVALID_REQUEST` instead of an error.
   */
  async geocode(query: GeocodeQuery): Promise<GeocodeAnswer> {
    const geocodeRequest = readGeocodeQuery(query);
    if (geocodeRequest === null) return { status: 'INVALID_REQUEST', results: [] };
    return presentGeocode(
      await (geocodeRequest.kind === 'place'
        ? findById(database.knex, geocodeRequest.placeId)
        : createGazetteerRepository(database.knex).findNearest(geocodeRequest.coordinate)),
    );
  },
});

export type GazetteerService = ReturnType<typeof createGazetteerService>;
