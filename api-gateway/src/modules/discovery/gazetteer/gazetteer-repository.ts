import type { Coordinate } from '@mahlzeit/contract';
import { distanceMeters, searchTextOf } from '@mahlzeit/contract/rules';
import type { Knex } from 'knex';
import { boxesAround, searchRadii } from '../restaurant-repository';
import type { Box } from '../restaurant-repository';

/** Countries that the product serves. */
export type CountryCode = 'DE' | 'AT' | 'CH';

/** A town or quarter of the gazetteer. */
export interface Town {
  readonly placeId: string;
  /** In German. */
  readonly name: string;
  readonly countryCode: CountryCode;
  /** The state or canton in German, `Bayern`. */
  readonly state: string;
  readonly population: number;
  readonly coordinate: Coordinate;
  /** Other names it is searched by. */
  readonly aliases: readonly string[];
}

/** One row of the table `place`. */
export interface PlaceRow {
  readonly place_id: string;
  readonly name: string;
  readonly country_code: CountryCode;
  readonly state: string;
  readonly population: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly search_text: string;
}

/** A town as it is stored, with the names it is searched by. */
export type StoredTown = Omit<Town, 'aliases'> & { readonly searchText: string };

// Somebody farther off than this is in no town of ours.
const FARTHEST_TOWN = 50_000;

const storedTownOf = (row: PlaceRow): StoredTown => ({
  placeId: row.place_id,
  name: row.name,
  countryCode: row.country_code,
  state: row.state,
  population: row.population,
  coordinate: { latitude: row.latitude, longitude: row.longitude },
  searchText: row.search_text,
});

/** The row of a town. */
export const placeRowOf = (town: Town): PlaceRow => ({
  place_id: town.placeId,
  name: town.name,
  country_code: town.countryCode,
  state: town.state,
  population: town.population,
  latitude: town.coordinate.latitude,
  longitude: town.coordinate.longitude,
  search_text: `\n${[town.name, ...town.aliases].map(searchTextOf).join('\n')}`,
});

/** The town of that id, or null. */
export const findTown = async (knex: Knex, placeId: string): Promise<StoredTown | null> => {
  const row = await knex<PlaceRow>('place').where({ place_id: placeId }).first();
  return row === undefined ? null : storedTownOf(row);
};

/** The towns one of whose names holds a folded text. `%` and `_` are letters here. */
export const findTownsByName = async (knex: Knex, needle: string): Promise<StoredTown[]> =>
  (await knex<PlaceRow>('place').whereRaw("search_text like ? escape '\\'", [`%${needle.replace(/[\\%_]/g, '\\$&')}%`])).map(storedTownOf);

const townsIn = async (knex: Knex, { south, north, west, east }: Box): Promise<StoredTown[]> =>
  (await knex<PlaceRow>('place').whereBetween('latitude', [south, north]).whereBetween('longitude', [west, east])).map(storedTownOf);

/** The town or quarter whose middle is nearest, within 50 km, or null. Its state rules public holidays (DESIGN §13.29). */
export const findNearestTown = async (knex: Knex, coordinate: Coordinate): Promise<StoredTown | null> => {
  for (const radius of searchRadii(FARTHEST_TOWN)) {
    const found = (await Promise.all(boxesAround(coordinate, radius).map((box) => townsIn(knex, box)))).flat();
    const [nearest] = found
      .map((town) => ({ town, meters: distanceMeters(coordinate, town.coordinate) }))
      .filter(({ meters }) => meters <= radius)
      .sort((a, b) => a.meters - b.meters || (a.town.placeId < b.town.placeId ? -1 : 1));
    if (nearest !== undefined) return nearest.town;
  }
  return null;
};

/** The stored rows of those ids, by id. */
export const findPlaceRows = async (knex: Knex, placeIds: readonly string[]): Promise<Map<string, PlaceRow>> =>
  new Map((await knex<PlaceRow>('place').whereIn('place_id', [...placeIds])).map((row) => [row.place_id, row]));

/** Adds towns or replaces those of the same id; SQLite takes no more than 500 at once. */
export const putPlaceRows = async (knex: Knex, rows: readonly PlaceRow[]): Promise<void> => {
  if (rows.length > 0) await knex('place').insert([...rows]).onConflict('place_id').merge();
};
