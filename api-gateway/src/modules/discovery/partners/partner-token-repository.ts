import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

interface TokenRow {
  readonly hash: string;
  readonly restaurant_key: string;
  readonly created_at: number | string;
}

/** Stores the hashes of the restaurants' own tokens. */
export interface PartnerTokenRepository {
  /** Key of the restaurant whose token has this hash; null for an unknown token. */
  findRestaurant(hash: string): Promise<string | null>;
  /** Adds a token unless it exists. */
  insert(token: { readonly hash: string; readonly restaurantKey: string; readonly createdAt: number }): Promise<void>;
  remove(hash: string): Promise<void>;
  /** Removes all tokens of a restaurant. Returns their number. */
  removeAllOf(restaurantKey: string): Promise<number>;
}

/** Restaurants' own tokens in the database. */
export const createPartnerTokenRepository = (connection: Connection): PartnerTokenRepository => {
  const tokens = () => knexOf(connection)<TokenRow>('partner_token');
  return {
    findRestaurant: async (hash) => (await tokens().where({ hash }).first('restaurant_key'))?.restaurant_key ?? null,
    async insert({ hash, restaurantKey, createdAt }) {
      await tokens().insert({ hash, restaurant_key: restaurantKey, created_at: createdAt }).onConflict('hash').ignore();
    },
    async remove(hash) {
      await tokens().where({ hash }).delete();
    },
    removeAllOf: (restaurantKey) => tokens().where({ restaurant_key: restaurantKey }).delete(),
  };
};
