import type { Coordinate } from '@mahlzeit/contract';
import { distanceMeters, searchTextOf } from '@mahlzeit/contract/rules';
import type { Connection } from '../../../platform';
import { escapeLike, insertAsJson } from '../../../platform/database/engine-sql';
import { knexOf } from '../../../platform/database/knex-of';
import { boundingBoxesAround, searchRadii } from '../restaurants';
import type { BoundingBox } from '../restaurants';

/** Countries in which the product lists places. */
export type CountryCode = 'DE' | 'AT' | 'CH';

/** A town or a quarter of a town in the gazetteer. */
export interface Town {
  readonly placeId: string;
  /** Name of the town in German. */
  readonly name: string;
  readonly countryCode: CountryCode;
  /** German name of the federal state or canton, for example `Bayern`. */
  readonly state: string;
  readonly population: number;
  readonly coordinate: Coordinate;
  /** Other names under which a search finds the town. */
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

/** A town of the gazetteer as stored. `searchText` contains its names in lower case without accents. */
export type StoredTown = Omit<Town, 'aliases'> & { readonly searchText: string };

// Maximum distance in metres from a coordinate to a town that counts as near.
const MAX_TOWN_DISTANCE_METERS = 50_000;

const storedTownOf = (row: PlaceRow): StoredTown => ({
  placeId: row.place_id,
  name: row.name,
  countryCode: row.country_code,
  state: row.state,
  population: row.population,
  coordinate: { latitude: row.latitude, longitude: row.longitude },
  searchText: row.search_text,
});

/** Converts a town to its database row, with the search text. */
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

const PLACE_COLUMNS = [
  'place_id',
  'name',
  'country_code',
  'state',
  'population',
  'latitude',
  'longitude',
  'search_text',
] as const satisfies readonly (keyof PlaceRow)[];

/** Repository of the gazetteer: towns and quarters. */
export interface GazetteerRepository {
  find(placeId: string): Promise<StoredTown | null>;
  /**
   * Finds towns by a part of a name. `needle` is in lower case without accents; `%` and `_` in it are ordinary
   * characters.
   */
  findByName(needle: string): Promise<StoredTown[]>;
  /**
   * Finds the town or quarter with the nearest centre within 50 km; null without one. The federal state of this town
   * determines the public holidays of a place (Decision 29).
   */
  findNearest(coordinate: Coordinate): Promise<StoredTown | null>;
  /** Returns the gazetteer's rows with these place ids, by id. */
  findRows(placeIds: readonly string[]): Promise<Map<string, PlaceRow>>;
  /** Adds towns to the gazetteer, or replaces the towns with the same ids. */
  putRows(rows: readonly PlaceRow[]): Promise<void>;
}

export const createGazetteerRepository = (connection: Connection): GazetteerRepository => {
  const knex = knexOf(connection);
  const placeTable = () => knex<PlaceRow>('place');
  const findTownsIn = async ({ south, north, west, east }: BoundingBox): Promise<StoredTown[]> =>
    (await placeTable().whereBetween('latitude', [south, north]).whereBetween('longitude', [west, east])).map(
      storedTownOf,
    );

  return {
    async find(placeId) {
      const row = await placeTable().where({ place_id: placeId }).first();
      return row === undefined ? null : storedTownOf(row);
    },
    async findByName(needle) {
      return (await placeTable().whereRaw("search_text like ? escape '\\'", [`%${escapeLike(needle)}%`])).map(
        storedTownOf,
      );
    },
    async findNearest(coordinate) {
      for (const radiusMeters of searchRadii(MAX_TOWN_DISTANCE_METERS)) {
        const nearbyTowns = (await Promise.all(boundingBoxesAround(coordinate, radiusMeters).map(findTownsIn))).flat();
        const [nearestTown] = nearbyTowns
          .map((town) => ({ town, meters: distanceMeters(coordinate, town.coordinate) }))
          .filter(({ meters }) => meters <= radiusMeters)
          .sort((a, b) => a.meters - b.meters || (a.town.placeId < b.town.placeId ? -1 : 1));
        if (nearestTown !== undefined) return nearestTown.town;
      }
      return null;
    },
    findRows: async (placeIds) =>
      new Map((await placeTable().whereIn('place_id', [...placeIds])).map((row) => [row.place_id, row])),
    putRows: (rows) => insertAsJson(connection, { table: 'place', columns: PLACE_COLUMNS, rows, mergesBy: 'place_id' }),
  };
};
