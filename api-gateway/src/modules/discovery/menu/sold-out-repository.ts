import { fromJsonColumn, readInChunks } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';
import type { StoredOffer } from './catalog-repository';

/** A dish for its own restaurant. */
export interface MenuEntry {
  readonly stored: StoredOffer;
  /** Time since which the dish is sold out; null while it is on the menu. */
  readonly soldOutSince: number | null;
}

/** A sold-out dish. */
export type SoldOutMeal = MenuEntry & { readonly soldOutSince: number };

interface SoldOutRow {
  readonly key: string;
  readonly restaurant_key: string;
  readonly date: string;
  readonly since: number | string;
  readonly stored: string | StoredOffer;
}

const soldOutOf = ({ since, stored }: SoldOutRow): SoldOutMeal => ({
  stored: fromJsonColumn(stored),
  soldOutSince: Number(since),
});

/** Stores the sold-out dishes of a day. */
export interface SoldOutRepository {
  /** All sold-out dishes with this key, by restaurant: two restaurants can have a dish with the same key. */
  findAll(key: string): Promise<SoldOutMeal[]>;
  /** Sold-out dishes of a restaurant on a day. */
  findOn(restaurantKey: string, day: string): Promise<SoldOutMeal[]>;
  /** Number of sold-out dishes of a restaurant on a day. */
  countOn(restaurantKey: string, day: string): Promise<number>;
  /** Keys among these that are sold out at a restaurant. */
  findKeys(restaurantKey: string, keys: readonly string[]): Promise<Set<string>>;
  put(meal: SoldOutMeal): Promise<void>;
  remove(restaurantKey: string, key: string): Promise<void>;
  /** Removes the sold-out dishes of earlier days. */
  removeBefore(day: string): Promise<void>;
}

/** Sold-out dishes in the database. */
export const createSoldOutRepository = (connection: Connection): SoldOutRepository => {
  const meals = () => knexOf(connection)<SoldOutRow>('sold_out_meal');
  return {
    findAll: async (key) => (await meals().where({ key }).orderBy('restaurant_key')).map(soldOutOf),
    findOn: async (restaurantKey, day) =>
      (await meals().where({ restaurant_key: restaurantKey, date: day })).map(soldOutOf),
    countOn: async (restaurantKey, day) =>
      (await meals().where({ restaurant_key: restaurantKey, date: day }).select('key')).length,
    findKeys: async (restaurantKey, keys) =>
      new Set(
        (
          await readInChunks<Pick<SoldOutRow, 'key'>>(keys, (chunk) =>
            meals().where({ restaurant_key: restaurantKey }).whereIn('key', chunk).select('key'),
          )
        ).map(({ key }) => key),
      ),
    async put({ stored, soldOutSince }) {
      await meals()
        .insert({
          key: stored.offer.key,
          restaurant_key: stored.restaurantKey,
          date: stored.offer.date,
          since: soldOutSince,
          stored: JSON.stringify(stored),
        })
        .onConflict(['restaurant_key', 'key'])
        .merge();
    },
    async remove(restaurantKey, key) {
      await meals().where({ restaurant_key: restaurantKey, key }).delete();
    },
    async removeBefore(day) {
      await meals().where('date', '<', day).delete();
    },
  };
};
