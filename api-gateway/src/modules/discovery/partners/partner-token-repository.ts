import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';

interface TokenRow {
  readonly hash: string;
  readonly restaurant_key: string;
  readonly created_at: number | string;
}

/** Repository of the tokens of single restaurants, stored as hashes. */
export interface PartnerTokenRepository {
  /** Returns the key of the restaurant whose token has this hash; null for an unknown token. */
  findRestaurant(tokenHash: string): Promise<string | null>;
  /** Adds a restaurant's token. Does nothing if the token already exists. */
  insert(token: { readonly hash: string; readonly restaurantKey: string; readonly createdAt: number }): Promise<void>;
  remove(tokenHash: string): Promise<void>;
  /** Removes all tokens of a restaurant. Returns the number of removed tokens. */
  removeTokensOf(restaurantKey: string): Promise<number>;
}

/**
 * Creates the repository of restaurants' own tokens. With the connection of a transaction, all its queries run in that
 * transaction.
 */
export const createPartnerTokenRepository = (databaseConnection: Connection): PartnerTokenRepository => {
  const tokenTable = () => knexOf(databaseConnection)<TokenRow>('partner_token');
  return {
    findRestaurant: async (tokenHash) =>
      (await tokenTable().where({ hash: tokenHash }).first('restaurant_key'))?.restaurant_key ?? null,
    async insert({ hash, restaurantKey, createdAt }) {
      await tokenTable()
        .insert({ hash, restaurant_key: restaurantKey, created_at: createdAt })
        .onConflict('hash')
        .ignore();
    },
    async remove(tokenHash) {
      await tokenTable().where({ hash: tokenHash }).delete();
    },
    removeTokensOf: (restaurantKey) => tokenTable().where({ restaurant_key: restaurantKey }).delete(),
  };
};
