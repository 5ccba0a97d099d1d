import type { Coordinate, FoundMeal } from '@mahlzeit/contract';
import { distanceMeters } from '@mahlzeit/contract/rules';
import type { Knex } from 'knex';
import { findRestaurantsById } from './restaurant-repository';
import type { IndexedPlace, PlacedRestaurant } from './restaurant-repository';

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
  const rows: { id: number }[] = await named(knex, query).orderBy(['restaurant.search_text', 'restaurant.key']).limit(query.limit).select('restaurant.id');
  return rows.map(({ id }) => id);
};

/** SQLite: about the nearest of them, measured on a flat map; whoever wants them in order measures again. */
const findPlacesByName = async (knex: Knex, { latitude, longitude }: Coordinate, query: NameQuery): Promise<IndexedPlace[]> => {
  const shrink = Math.cos((latitude * Math.PI) / 180) ** 2;
  const east = 'min(abs(restaurant.longitude - ?), 360 - abs(restaurant.longitude - ?))';
  return named(knex, query)
    .orderByRaw(`(restaurant.latitude - ?) * (restaurant.latitude - ?) + ? * ${east} * ${east}`, [latitude, latitude, shrink, longitude, longitude, longitude, longitude])
    .limit(query.limit)
    .select('restaurant.id', 'restaurant.latitude', 'restaurant.longitude');
};

interface MealRow {
  readonly key: string;
  readonly name: string;
  readonly price: number;
  readonly type_key: string;
  readonly restaurant_key: string;
  readonly restaurant_name: string;
  readonly routing_name: string;
}

// On a flat map the order is a little off, so more are taken than asked for and measured again.
const SPARE = 3;

const nearestFirst = async (knex: Knex, from: Coordinate, search: RestaurantSearch): Promise<{ id: number; meters: number | null }[]> => {
  const places = await findPlacesByName(knex, from, { ...search, limit: search.limit * SPARE });
  return places
    .map((place) => ({ id: place.id, meters: distanceMeters(from, place) }))
    .sort((a, b) => a.meters - b.meters || a.id - b.id)
    .slice(0, search.limit);
};

const byName = async (knex: Knex, search: RestaurantSearch): Promise<{ id: number; meters: number | null }[]> =>
  (await findIdsByName(knex, search)).map((id) => ({ id, meters: null }));

/** Restaurants whose name holds the text: by distance where a place is given, else by name. */
export const searchRestaurants = async (knex: Knex, search: RestaurantSearch): Promise<PlacedRestaurant[]> => {
  const found = await (search.from === null ? byName(knex, search) : nearestFirst(knex, search.from, search));
  const byId = await findRestaurantsById(knex, found.map(({ id }) => id));
  return found.flatMap(({ id, meters }) => {
    const own = byId.get(id);
    return own === undefined ? [] : [{ own, meters }];
  });
};

// The index on the day leaves some thousand rows at most. `%` and `_` are letters here.
const containing = (needle: string): string => `%${needle.replace(/[\\%_]/g, '\\$&')}%`;

/** Offers of a day whose name holds the text, by name. */
export const searchOffers = async (knex: Knex, { needle, day, limit }: { needle: string; day: string; limit: number }): Promise<FoundMeal[]> => {
  const rows: MealRow[] = await knex('offer')
    .join('restaurant', 'restaurant.key', 'offer.restaurant_key')
    .where('offer.date', day)
    .whereNull('restaurant.deactivated_at')
    .whereRaw("offer.search_text like ? escape '\\'", [containing(needle)])
    .orderBy(['offer.search_text', 'restaurant.search_text', 'offer.key'])
    .limit(limit)
    .select('offer.key', 'offer.name', 'offer.price', 'offer.type_key', 'offer.restaurant_key', 'restaurant.name as restaurant_name', 'restaurant.routing_name');
  return rows.map((row) => ({
    key: row.key,
    name: row.name,
    price: row.price,
    typeKey: row.type_key,
    restaurant: { key: row.restaurant_key, name: row.restaurant_name, routingName: row.routing_name },
  }));
};
