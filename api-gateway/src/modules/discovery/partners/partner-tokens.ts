import { createHash, randomBytes } from 'node:crypto';
import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { counterName, OWN_TOKEN_PREFIX, recordRightsChange } from '../../../platform';
import type { Clock, Database, FindTokenRestaurant, WriteTransaction } from '../../../platform';
import { createRestaurantRepository } from '../restaurants';
import { createPartnerTokenRepository } from './partner-token-repository';

const TOKEN_BYTES = 32;
const TOKEN = new RegExp(`^${OWN_TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`);

// Nobody can guess 256 random bits, so a token needs no salt and no slow hash.
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Adds a token of a restaurant inside a transaction, unless it exists. */
export const putPartnerToken = (
  tx: Pick<WriteTransaction, 'knex'>,
  { token, restaurantKey, at: now }: { readonly token: string; readonly restaurantKey: string; readonly at: number },
): Promise<void> =>
  createPartnerTokenRepository(tx.knex).insert({ hash: hashOf(token), restaurantKey, createdAt: now });

/** Removes one token inside a transaction. */
export const dropPartnerToken = (tx: Pick<WriteTransaction, 'knex'>, token: string): Promise<void> =>
  createPartnerTokenRepository(tx.knex).remove(hashOf(token));

/** Creates the look-up of the restaurant that a token belongs to. */
export const createTokenFinder =
  (database: Pick<Database, 'knex'>): FindTokenRestaurant =>
  async (token) =>
    TOKEN.test(token) ? createPartnerTokenRepository(database.knex).findRestaurant(hashOf(token)) : null;

/** Creates the service of a restaurant's own tokens, with which its consoles sign in. */
export const createPartnerTokens = ({ database, clock }: { readonly database: Database; readonly clock: Clock }) => ({
  /** Issues another token. The token is returned only once and stored as a hash. */
  issue: (restaurantKey: string): Promise<Result<string, 'notFound'>> =>
    database.write(async (tx) => {
      if (!(await createRestaurantRepository(tx.knex).exists(restaurantKey))) return err('notFound');
      const token = `${OWN_TOKEN_PREFIX}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
      await putPartnerToken(tx, { token, restaurantKey, at: clock.now() });
      return ok(token);
    }),

  /** Revokes all tokens of a restaurant, listed or not, and returns their number. Open consoles lose their topics. */
  revoke: (restaurantKey: string): Promise<Result<number, 'notFound'>> =>
    database.write(async (tx) => {
      const count = await createPartnerTokenRepository(tx.knex).removeAllOf(restaurantKey);
      if (count === 0 && !(await createRestaurantRepository(tx.knex).exists(restaurantKey))) return err('notFound');
      recordRightsChange(tx, counterName(restaurantKey));
      return ok(count);
    }),
});

/** A restaurant's own tokens. */
export type PartnerTokens = ReturnType<typeof createPartnerTokens>;
