import { err, ok } from '@mahlzeit/contract';
import type {
  FindTokenRestaurant,
  LiveReader,
  LiveVerifier,
  PartnerCaller,
  PartnerVerifier,
  TokenVerifier,
} from '../callers';
import type { RateLimiter } from '../ephemeral-store';
import { consumeAttempt } from '../rate-limit';
import { areSecretsEqual } from './equal-secrets';

/** Prefix of a restaurant's own token, which distinguishes it from a user's token. */
export const RESTAURANT_TOKEN_PREFIX = 'mzp_';

/**
 * Returns the name by which logs and stored requests identify a partner. It never equals a user's uid or another
 * restaurant's name.
 */
export const partnerCallerName = ({ restaurantKey }: PartnerCaller): string =>
  restaurantKey === null ? 'partner' : counterCallerName(restaurantKey);

/**
 * Returns the name by which a restaurant's partner console is identified. The console follows live topics under this
 * name, and when its rights change, they are checked again under this name.
 */
export const counterCallerName = (restaurantKey: string): string => `partner/${restaurantKey}`;

interface PartnerAccessDeps {
  /** Partner token that is valid for all restaurants. */
  readonly partnerToken: string;
  readonly findRestaurant: FindTokenRestaurant;
  /** Limits the number of wrong partner tokens from one IP address. */
  readonly wrongTokenLimiter: RateLimiter;
}

/**
 * Creates the function that verifies partner tokens: the token of all restaurants, and the own token of each
 * restaurant.
 */
export const createPartnerVerifier = ({
  partnerToken,
  findRestaurant,
  wrongTokenLimiter,
}: PartnerAccessDeps): PartnerVerifier => ({
  async verify(token, address) {
    if (areSecretsEqual(token, partnerToken)) return ok({ restaurantKey: null });
    // Looks up only tokens with the prefix, because no other can be valid.
    const restaurantKey = token.startsWith(RESTAURANT_TOKEN_PREFIX) ? await findRestaurant(token) : null;
    if (restaurantKey !== null) return ok({ restaurantKey });
    // Counts wrong tokens only, so that a guest in the restaurant's network can't block the restaurant's partner
    // console.
    const admission = await consumeAttempt(wrongTokenLimiter, address);
    return admission.ok ? err('unauthenticated') : admission;
  },
});

/**
 * Builds the session with which a restaurant's partner console reads live topics. The session belongs to no user, so it
 * counts as anonymous.
 */
const counterSessionOf = (restaurantKey: string): LiveReader => {
  const callerName = counterCallerName(restaurantKey);
  return {
    uid: callerName,
    sessionId: callerName,
    isAnonymous: true,
    isVerified: false,
    isDeleted: false,
    authTime: 0,
    restaurantKey,
  };
};

/**
 * Creates the function that verifies the tokens of live connections: of users, and of restaurants for their partner
 * consoles. A restaurant's token is valid until it is revoked.
 */
export const createLiveVerifier = ({
  verifier,
  findRestaurant,
}: {
  readonly verifier: TokenVerifier;
  readonly findRestaurant: FindTokenRestaurant;
}): LiveVerifier => ({
  async verify(token) {
    if (!token.startsWith(RESTAURANT_TOKEN_PREFIX)) return verifier.verify(token);
    const restaurantKey = await findRestaurant(token);
    return restaurantKey === null
      ? { ok: false, code: 'unauthenticated' }
      : { ok: true, session: counterSessionOf(restaurantKey), expiresAt: Infinity };
  },
});
