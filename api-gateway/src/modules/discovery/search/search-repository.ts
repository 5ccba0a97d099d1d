import type { Coordinate } from '@mahlzeit/contract';
import { distanceMeters } from '@mahlzeit/contract/rules';
import type { Knex } from 'knex';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';
import { createRestaurantRepository } from '../restaurants';
import type { IndexedPlace, PlacedRestaurant } from '../restaurants';
import type { CountedOffer } from './search-rules';

/** Which restaurants are searched, and what their names must hold: folded, at least three characters. */
interface NameQuery {
  readonly needle: string;
  readonly isPartner: boolean;
  readonly limit: number;
}

/** The same, and where from: null = by name alone. */
interface RestaurantSearch extends NameQuery {
  readonly from: Coordinate | null;
}

// A quoted phrase: nothing in it is an operator or a wildcard.
const phrase = (needle: string): string => `"${needle.replaceAll('"', '""')}"`;

// CROSS JOIN keeps the order of the loops: after ANALYZE the planner would turn it round and read every restaurant.
const named = (knex: Knex, { needle, isPartner }: NameQuery) =>
  knex('restaurant_name')
    .crossJoin(knex.ref('restaurant'))
    .whereRaw('restaurant.id = restaurant_name.rowid')
    .whereRaw('restaurant.deactivated_at is null')
    .whereRaw('restaurant_name match ?', [phrase(needle)])
    .whereRaw(isPartner ? "restaurant.type <> 'NonPartner'" : "restaurant.type = 'NonPartner'");

/** SQLite: the restaurants whose name holds the text, by name. */
const findIdsByName = async (knex: Knex, query: NameQuery): Promise<number[]> => {
  const rows: { id: number }[] = await named(knex, query)
    .orderBy(['restaurant.search_text', 'restaurant.key'])
    .limit(query.limit)
    .select('restaurant.id');
  return rows.map(({ id }) => id);
};

/** SQLite: about the distance, measured on a flat map; whoever wants results in order measures again. */
const aboutDistance = ({ latitude, longitude }: Coordinate): [sql: string, bindings: number[]] => {
  const shrink = Math.cos((latitude * Math.PI) / 180) ** 2;
  const east = 'min(abs(restaurant.longitude - ?), 360 - abs(restaurant.longitude - ?))';
  return [
    `(restaurant.latitude - ?) * (restaurant.latitude - ?) + ? * ${east} * ${east}`,
    [latitude, latitude, shrink, longitude, longitude, longitude, longitude],
  ];
};

/** About the nearest of them. */
const findPlacesByName = (knex: Knex, from: Coordinate, query: NameQuery): Promise<IndexedPlace[]> =>
  named(knex, query)
    .orderByRaw(...aboutDistance(from))
    .limit(query.limit)
    .select('restaurant.id', 'restaurant.latitude', 'restaurant.longitude');

// On a flat map the order is a little off, so more are taken than asked for and measured again.
const SPARE = 3;

const nearestFirst = async (
  knex: Knex,
  from: Coordinate,
  search: RestaurantSearch,
): Promise<{ id: number; meters: number | null }[]> => {
  const places = await findPlacesByName(knex, from, { ...search, limit: search.limit * SPARE });
  return places
    .map((place) => ({ id: place.id, meters: distanceMeters(from, place) }))
    .sort((a, b) => a.meters - b.meters || a.id - b.id)
    .slice(0, search.limit);
};

const byName = async (knex: Knex, search: RestaurantSearch): Promise<{ id: number; meters: number | null }[]> =>
  (await findIdsByName(knex, search)).map((id) => ({ id, meters: null }));

/** Which offers of a day are searched: folded text of at least three characters. */
interface OfferSearch {
  readonly needle: string;
  readonly day: string;
  readonly limit: number;
  /** Where from: null = by name alone. */
  readonly from: Coordinate | null;
}

/** An offer that was found, and the row of the restaurant that has it. */
interface FoundOffer {
  readonly key: string;
  readonly restaurantId: number;
  /** Distance from where was searched; null where no place was given. */
  readonly meters: number | null;
}

interface FoundOfferRow {
  readonly key: string;
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
}

// The index on the day leaves some thousand rows at most. `%` and `_` are letters here.
const containing = (needle: string): string => `%${needle.replace(/[\\%_]/g, '\\$&')}%`;

interface ServedRow {
  readonly key: string;
  readonly restaurant_key: string;
  readonly name: string;
  readonly search_text: string;
  readonly price: number;
  readonly base_name: string;
}

/** The searches by name. */
export interface SearchRepository {
  /** Restaurants whose name holds the text: by distance where a place is given, else by name. */
  findRestaurants(search: RestaurantSearch): Promise<PlacedRestaurant[]>;
  /** Offers of a day whose name holds the text: the nearest where a place is given, else by name. */
  findOffers(search: OfferSearch): Promise<FoundOffer[]>;
  /** What some restaurants offer on a day, by restaurant; what is sold by weight left out. */
  findServedOn(day: string, restaurantKeys: readonly string[]): Promise<Map<string, CountedOffer[]>>;
}

/** Searches in the database. */
export const createSearchRepository = (connection: Connection): SearchRepository => {
  const knex = knexOf(connection);
  return {
    async findRestaurants(search) {
      const found = await (search.from === null ? byName(knex, search) : nearestFirst(knex, search.from, search));
      const byId = await createRestaurantRepository(connection).findById(found.map(({ id }) => id));
      return found.flatMap(({ id, meters }) => {
        const own = byId.get(id);
        return own === undefined ? [] : [{ own, meters }];
      });
    },

    async findOffers({ needle, day, limit, from }) {
      const found = knex('offer')
        .join('restaurant', 'restaurant.key', 'offer.restaurant_key')
        .where('offer.date', day)
        .whereNull('restaurant.deactivated_at')
        .whereRaw("offer.search_text like ? escape '\\'", [containing(needle)]);
      const ordered = from === null ? found : found.orderByRaw(...aboutDistance(from));
      const rows: FoundOfferRow[] = await ordered
        .orderBy(['offer.search_text', 'restaurant.search_text', 'offer.key'])
        .limit(limit)
        .select('offer.key', 'restaurant.id', 'restaurant.latitude', 'restaurant.longitude');
      return rows.map((row) => ({
        key: row.key,
        restaurantId: row.id,
        meters: from === null ? null : distanceMeters(from, row),
      }));
    },

    async findServedOn(day, restaurantKeys) {
      const rows: ServedRow[] = await knex('offer')
        .join('meal_type', 'meal_type.key', 'offer.type_key')
        .whereIn('offer.restaurant_key', [...restaurantKeys])
        .andWhere('offer.date', day)
        .whereNull('offer.unit')
        .select(
          'offer.key',
          'offer.restaurant_key',
          'offer.name',
          'offer.search_text',
          'offer.price',
          'meal_type.base_name',
        );
      const byRestaurant = new Map<string, CountedOffer[]>(restaurantKeys.map((key) => [key, []]));
      for (const row of rows)
        byRestaurant.get(row.restaurant_key)?.push({
          key: row.key,
          name: row.name,
          searchText: row.search_text,
          price: row.price,
          baseName: row.base_name,
        });
      return byRestaurant;
    },
  };
};
