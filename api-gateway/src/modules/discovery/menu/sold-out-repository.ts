import { fromJsonColumn, readInChunks } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';
import type { StoredOffer } from './catalog-repository';

/** A dish as its own restaurant sees it: on the menu or sold out. */
export interface MenuEntry {
  readonly stored: StoredOffer;
  /**
   * Time since which the dish is sold out, by the gateway's clock, which tests can move; null while the dish is on the
   * menu.
   */
  readonly soldOutSince: number | null;
}

export type SoldOutMeal = MenuEntry & { readonly soldOutSince: number };

interface SoldOutRow {
  readonly key: string;
  readonly restaurant_key: string;
  readonly date: string;
  readonly since: number | string;
  readonly stored: string | StoredOffer;
}

const soldOutMealOf = ({ since, stored }: SoldOutRow): SoldOutMeal => ({
  stored: fromJsonColumn(stored),
  soldOutSince: Number(since),
});

/** Repository of the dishes that are sold out on a day. */
export interface SoldOutRepository {
  /**
   * Returns all sold-out dishes with this key, sorted by restaurant. Two restaurants can have dishes with the same key.
   */
  findAll(mealKey: string): Promise<SoldOutMeal[]>;
  /** Returns the sold-out dishes of a restaurant on a day. */
  findOn(restaurantKey: string, isoDay: string): Promise<SoldOutMeal[]>;
  /** Returns the number of sold-out dishes of a restaurant on a day. */
  countOn(restaurantKey: string, isoDay: string): Promise<number>;
  /** Returns those of `mealKeys` that are sold out at a restaurant. */
  findSoldOutKeys(restaurantKey: string, mealKeys: readonly string[]): Promise<Set<string>>;
  put(soldOutMeal: SoldOutMeal): Promise<void>;
  remove(restaurantKey: string, mealKey: string): Promise<void>;
  /** Removes the sold-out dishes of all days before `isoDay`. */
  removeBefore(isoDay: string): Promise<void>;
}

/**
 * Creates the repository of sold-out dishes. With the connection of a transaction, all its queries run in that
 * transaction.
 */
export const createSoldOutRepository = (databaseConnection: Connection): SoldOutRepository => {
  const soldOutTable = () => knexOf(databaseConnection)<SoldOutRow>('sold_out_meal');
  return {
    findAll: async (key) => (await soldOutTable().where({ key }).orderBy('restaurant_key')).map(soldOutMealOf),
    findOn: async (restaurantKey, isoDay) =>
      (await soldOutTable().where({ restaurant_key: restaurantKey, date: isoDay })).map(soldOutMealOf),
    countOn: async (restaurantKey, isoDay) =>
      (await soldOutTable().where({ restaurant_key: restaurantKey, date: isoDay }).select('key')).length,
    findSoldOutKeys: async (restaurantKey, mealKeys) =>
      new Set(
        (
          await readInChunks<Pick<SoldOutRow, 'key'>>(mealKeys, (keyChunk) =>
            soldOutTable().where({ restaurant_key: restaurantKey }).whereIn('key', keyChunk).select('key'),
          )
        ).map(({ key }) => key),
      ),
    async put({ stored, soldOutSince }) {
      await soldOutTable()
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
      await soldOutTable().where({ restaurant_key: restaurantKey, key }).delete();
    },
    async removeBefore(isoDay) {
      await soldOutTable().where('date', '<', isoDay).delete();
    },
  };
};
