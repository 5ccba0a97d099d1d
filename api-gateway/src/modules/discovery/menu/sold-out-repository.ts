import { fromJsonColumn, readInChunks } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';
import type { StoredOffer } from './catalog-repository';

/** A dish as its restaurant sees it. */
export interface MenuEntry {
  readonly stored: StoredOffer;
  /** Since when it is off the menu; null: it is on it. */
  readonly soldOutSince: number | null;
}

/** A dish that is off the menu of its day. */
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

/** What was taken off the menu of its day. */
export interface SoldOutRepository {
  /** By restaurant: a feed may have brought to one a dish whose key another had used up before. */
  findAll(key: string): Promise<SoldOutMeal[]>;
  /** Of a restaurant on a day. */
  findOn(restaurantKey: string, day: string): Promise<SoldOutMeal[]>;
  /** How many a restaurant has on a day. */
  countOn(restaurantKey: string, day: string): Promise<number>;
  /** Which of these dishes of a restaurant are. */
  findKeys(restaurantKey: string, keys: readonly string[]): Promise<Set<string>>;
  put(meal: SoldOutMeal): Promise<void>;
  remove(restaurantKey: string, key: string): Promise<void>;
  /** Forgets what was before that day. */
  removeBefore(day: string): Promise<void>;
}

/** What was taken off the menu, in the database. */
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
