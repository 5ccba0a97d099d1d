import { err, ok } from '@mahlzeit/contract';
import type { Coordinate, GeocodeAnswer, GeocodeQuery, GeocodeResult, Place, Result } from '@mahlzeit/contract';
import { distanceMeters, searchNeedle } from '@mahlzeit/contract/rules';
import type { Database } from '../../../platform';
import { createGazetteerRepository } from './gazetteer-repository';
import type { StoredTown } from './gazetteer-repository';

/** Distance in metres at which a town's population counts only half for its rank. */
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
  { needle, around: center, limit }: { needle: string; around: Coordinate | null; limit: number },
): StoredTown[] =>
  towns
    .map((town) => ({
      town,
      begins: town.searchText.includes(`\n${needle}`),
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
 * Parses the query, which must contain either `latlng` or `place_id`, and only once. Returns null for an invalid query.
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
 * Returns the region that distinguishes a town from another one of the same name: its state, and outside of Germany its
 * country. Empty if there is nothing to add.
 */
const regionTextOf = ({ name, state, countryCode }: StoredTown): string =>
  [state === name ? '' : state, countryCode === 'DE' ? '' : countryNames.of(countryCode)].filter(Boolean).join(', ');

/** Converts a town to the form that the app shows in its choice of places. */
const presentPlace = (town: StoredTown): Place => {
  const { placeId, name, coordinate } = town;
  const regionText = regionTextOf(town);
  return { placeId, name, coordinate, ...(regionText !== '' && { region: regionText }) };
};

// Derives the type from the prefix of the place id: `street-`, `quarter-`, or another one for towns.
const placeTypesOf = (placeId: string): string[] => {
  if (placeId.startsWith('street-')) return ['route'];
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

/** Builds the response for a town; `ZERO_RESULTS` if none was found. */
const presentGeocode = (town: StoredTown | null): GeocodeAnswer =>
  town === null ? { status: 'ZERO_RESULTS', results: [] } : { status: 'OK', results: [presentGeocodeResult(town)] };

/** S1§7: the app shows three suggestions. */
const MAX_SUGGESTIONS = 3;

/** Creates the service that finds places by name, id or coordinate. */
export const createGazetteerService = ({ database }: { database: Pick<Database, 'knex'> }) => ({
  /** Returns towns for a typed text; empty for a text of less than three characters. */
  async suggest(text: string, center: Coordinate | null): Promise<Place[]> {
    const needle = searchNeedle(text);
    if (needle === null) return [];
    return suggestTowns(await createGazetteerRepository(database.knex).findByName(needle), {
      needle,
      around: center,
      limit: MAX_SUGGESTIONS,
    }).map(presentPlace);
  },

  /** Returns the place with this id; `notFound` for an unknown id. */
  async place(placeId: string): Promise<Result<Place, 'notFound'>> {
    const town = await createGazetteerRepository(database.knex).find(placeId);
    return town === null ? err('notFound') : ok(presentPlace(town));
  },

  /**
   * Returns the address of a coordinate or of a place. For an invalid query, returns the status `INVALID_REQUEST`
   * instead of an error.
   */
  async geocode(query: GeocodeQuery): Promise<GeocodeAnswer> {
    const geocodeRequest = readGeocodeQuery(query);
    if (geocodeRequest === null) return { status: 'INVALID_REQUEST', results: [] };
    const towns = createGazetteerRepository(database.knex);
    return presentGeocode(
      await (geocodeRequest.kind === 'place'
        ? towns.find(geocodeRequest.placeId)
        : towns.findNearest(geocodeRequest.coordinate)),
    );
  },
});

export type GazetteerService = ReturnType<typeof createGazetteerService>;
