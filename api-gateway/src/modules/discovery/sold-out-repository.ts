import { fromJsonColumn, readInChunks } from '../../platform';
import type { Connection } from '../../platform';
import { knexOf } from '../../platform/database/knex-of';
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

const soldOutOf = ({ since, stored }: SoldOutRow): SoldOutMeal => ({ stored: fromJsonColumn(stored), soldOutSince: Number(since) });

/** What was taken off the menu of its day. */
export interface SoldOutRepository {
  find(key: string): Promise<SoldOutMeal | null>;
  /** Of a restaurant on a day. */
  findOn(restaurantKey: string, day: string): Promise<SoldOutMeal[]>;
  /** Which of these dishes are. */
  findKeys(keys: readonly string[]): Promise<Set<string>>;
  put(meal: SoldOutMeal): Promise<void>;
  remove(key: string): Promise<void>;
  /** Forgets what was before that day. */
  removeBefore(day: string): Promise<void>;
}

/** What was taken off the menu, in the database. */
export const createSoldOutRepository = (connection: Connection): SoldOutRepository => {
  const meals = () => knexOf(connection)<SoldOutRow>('sold_out_meal');
  return {
    async find(key) {
      const row = await meals().where({ key }).first();
      return row === undefined ? null : soldOutOf(row);
    },
    findOn: async (restaurantKey, day) => (await meals().where({ restaurant_key: restaurantKey, date: day })).map(soldOutOf),
    findKeys: async (keys) => new Set((await readInChunks<Pick<SoldOutRow, 'key'>>(keys, (chunk) => meals().whereIn('key', chunk).select('key'))).map(({ key }) => key)),
    async put({ stored, soldOutSince }) {
      await meals().insert({ key: stored.offer.key, restaurant_key: stored.restaurantKey, date: stored.offer.date, since: soldOutSince, stored: JSON.stringify(stored) }).onConflict('key').merge();
    },
    async remove(key) {
      await meals().where({ key }).delete();
    },
    async removeBefore(day) {
      await meals().where('date', '<', day).delete();
    },
  };
};
