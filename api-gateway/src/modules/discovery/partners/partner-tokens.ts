import { createHash, randomBytes } from 'node:crypto';
import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { counterName, OWN_TOKEN_PREFIX, recordRightsChange } from '../../../platform';
import type { Clock, Database, FindTokenRestaurant, WriteTransaction } from '../../../platform';
import { createRestaurantRepository } from '../restaurants';
import { createPartnerTokenRepository } from './partner-token-repository';

const TOKEN_BYTES = 32;
const TOKEN = new RegExp(`^${OWN_TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`);

// Nobody can guess 256 random bits: they need no salt and no slow hash.
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Makes a token a restaurant's own, inside a write; where it is that already nothing changes. */
export const putPartnerToken = (
  tx: Pick<WriteTransaction, 'knex'>,
  { token, restaurantKey, at }: { readonly token: string; readonly restaurantKey: string; readonly at: number },
): Promise<void> => createPartnerTokenRepository(tx.knex).insert({ hash: hashOf(token), restaurantKey, createdAt: at });

/** Ends one token, inside a write. */
export const dropPartnerToken = (tx: Pick<WriteTransaction, 'knex'>, token: string): Promise<void> =>
  createPartnerTokenRepository(tx.knex).remove(hashOf(token));

/** Finds whose own token it is. */
export const createTokenFinder =
  (database: Pick<Database, 'knex'>): FindTokenRestaurant =>
  async (token) =>
    TOKEN.test(token) ? createPartnerTokenRepository(database.knex).findRestaurant(hashOf(token)) : null;

/** A restaurant's own tokens: what each of its consoles signs in with. */
export const createPartnerTokens = ({ database, clock }: { readonly database: Database; readonly clock: Clock }) => ({
  /** Makes one more; it is told this once, and nowhere kept. */
  issue: (restaurantKey: string): Promise<Result<string, 'notFound'>> =>
    database.write(async (tx) => {
      if (!(await createRestaurantRepository(tx.knex).exists(restaurantKey))) return err('notFound');
      const token = `${OWN_TOKEN_PREFIX}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
      await putPartnerToken(tx, { token, restaurantKey, at: clock.now() });
      return ok(token);
    }),

  /**
   * Ends all of them and returns how many; open consoles lose what they follow. Of a restaurant that is not listed any
   * more as well.
   */
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
