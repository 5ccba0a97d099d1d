import type { Coordinate } from '@mahlzeit/contract';
import type { Knex } from 'knex';

/** Which restaurants are searched, and what their names must hold: folded, at least three characters. */
export interface NameQuery {
  readonly needle: string;
  readonly isPartner: boolean;
  readonly limit: number;
}

interface NamedPlace {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
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
export const findIdsByName = async (knex: Knex, query: NameQuery): Promise<number[]> => {
  const rows: { id: number }[] = await named(knex, query).orderBy(['restaurant.search_text', 'restaurant.key']).limit(query.limit).select('restaurant.id');
  return rows.map(({ id }) => id);
};

/** SQLite: about the nearest of them, measured on a flat map; whoever wants them in order measures again. */
export const findPlacesByName = async (knex: Knex, { latitude, longitude }: Coordinate, query: NameQuery): Promise<NamedPlace[]> => {
  const shrink = Math.cos((latitude * Math.PI) / 180) ** 2;
  const east = 'min(abs(restaurant.longitude - ?), 360 - abs(restaurant.longitude - ?))';
  return named(knex, query)
    .orderByRaw(`(restaurant.latitude - ?) * (restaurant.latitude - ?) + ? * ${east} * ${east}`, [latitude, latitude, shrink, longitude, longitude, longitude, longitude])
    .limit(query.limit)
    .select('restaurant.id', 'restaurant.latitude', 'restaurant.longitude');
};
