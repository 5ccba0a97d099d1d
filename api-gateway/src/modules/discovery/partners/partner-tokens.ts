import { createHash, randomBytes } from 'node:crypto';
import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { counterCallerName, RESTAURANT_TOKEN_PREFIX, recordRightsChange } from '../../../platform';
import type { Clock, Database, FindTokenRestaurant, WriteTransaction } from '../../../platform';
import { createRestaurantRepository } from '../restaurants';
import { createPartnerTokenRepository } from './partner-token-repository';

const PARTNER_TOKEN_BYTES = 32;
const PARTNER_TOKEN_PATTERN = new RegExp(`^${RESTAURANT_TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`);

// Hashes a partner's token. Nobody can guess its 256 random bits, so the hash needs no salt and may be fast.
const tokenHashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Stores a restaurant's token in the caller's transaction. Does nothing if the token already exists. */
export const putPartnerToken = (
  tx: Pick<WriteTransaction, 'knex'>,
  { token, restaurantKey, at: now }: { readonly token: string; readonly restaurantKey: string; readonly at: number },
): Promise<void> =>
  createPartnerTokenRepository(tx.knex).insert({ hash: tokenHashOf(token), restaurantKey, createdAt: now });

/** Removes one restaurant's token in the caller's transaction. */
export const deletePartnerToken = (tx: Pick<WriteTransaction, 'knex'>, token: string): Promise<void> =>
  createPartnerTokenRepository(tx.knex).remove(tokenHashOf(token));

/** Creates the function that finds the restaurant to which a partner's token belongs; null for an unknown token. */
export const createTokenFinder =
  (database: Pick<Database, 'knex'>): FindTokenRestaurant =>
  async (token) =>
    PARTNER_TOKEN_PATTERN.test(token)
      ? createPartnerTokenRepository(database.knex).findRestaurant(tokenHashOf(token))
      : null;

/**
 * Creates the service that issues and revokes the tokens of single restaurants. A restaurant's partner console signs in
 * with one of these tokens.
 */
export const createPartnerTokens = ({ database, clock }: { readonly database: Database; readonly clock: Clock }) => ({
  /** Issues a new token of a restaurant. Only this response contains the token; the database stores its hash. */
  issue: (restaurantKey: string): Promise<Result<string, 'notFound'>> =>
    database.write(async (tx) => {
      if (!(await createRestaurantRepository(tx.knex).exists(restaurantKey))) return err('notFound');
      const token = `${RESTAURANT_TOKEN_PREFIX}${randomBytes(PARTNER_TOKEN_BYTES).toString('base64url')}`;
      await putPartnerToken(tx, { token, restaurantKey, at: clock.now() });
      return ok(token);
    }),

  /**
   * Revokes all tokens of a restaurant, whether it is listed or not. Returns the number of tokens. Open partner
   * consoles lose access to their live topics.
   */
  revoke: (restaurantKey: string): Promise<Result<number, 'notFound'>> =>
    database.write(async (tx) => {
      const revokedTokenCount = await createPartnerTokenRepository(tx.knex).removeTokensOf(restaurantKey);
      if (revokedTokenCount === 0 && !(await createRestaurantRepository(tx.knex).exists(restaurantKey)))
        return err('notFound');
      recordRightsChange(tx, counterCallerName(restaurantKey));
      return ok(revokedTokenCount);
    }),
});

/** Service that issues and revokes a restaurant's own tokens. */
export type PartnerTokens = ReturnType<typeof createPartnerTokens>;
