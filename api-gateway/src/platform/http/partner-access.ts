import { createHash, timingSafeEqual } from 'node:crypto';
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

/** What each restaurant's own token begins with: such a one is told from a user's by looking at it. */
export const OWN_TOKEN_PREFIX = 'mzp_';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two secrets in a time that tells nothing about them. */
const isSameSecret = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/** Who a partner is where callers are told apart: never the name of a user, nor that of another restaurant. */
export const partnerName = ({ restaurantKey }: PartnerCaller): string =>
  restaurantKey === null ? 'partner' : counterName(restaurantKey);

/** Under which name a restaurant's counters follow topics, and lose them once their rights change. */
export const counterName = (restaurantKey: string): string => `partner/${restaurantKey}`;

interface PartnerAccessDeps {
  /** Of all restaurants. */
  readonly partnerToken: string;
  readonly findRestaurant: FindTokenRestaurant;
  /** Of wrong ones of an address. */
  readonly tries: RateLimiter;
}

/** Lets the token for all restaurants in, and each restaurant's own. */
export const createPartnerVerifier = ({ partnerToken, findRestaurant, tries }: PartnerAccessDeps): PartnerVerifier => ({
  async verify(token, address) {
    if (isSameSecret(token, partnerToken)) return ok({ restaurantKey: null });
    // What can be nobody's costs nothing.
    if (!token.startsWith(OWN_TOKEN_PREFIX)) return err('unauthenticated');
    const restaurantKey = await findRestaurant(token);
    if (restaurantKey !== null) return ok({ restaurantKey });
    // Wrong ones alone are counted: a guest in its network takes no counter's orders away.
    const admitted = await consumeAttempt(tries, address);
    return admitted.ok ? err('unauthenticated') : admitted;
  },
});

/** A counter among the readers of topics. */
const counterOf = (restaurantKey: string): LiveReader => {
  const name = counterName(restaurantKey);
  return {
    uid: name,
    sessionId: name,
    isAnonymous: true,
    isVerified: false,
    isDeleted: false,
    authTime: 0,
    restaurantKey,
  };
};

/**
 * Lets users in by their tokens and counters by their restaurant's own, which ends when it is revoked and not before.
 */
export const createLiveVerifier = ({
  verifier,
  findRestaurant,
}: {
  readonly verifier: TokenVerifier;
  readonly findRestaurant: FindTokenRestaurant;
}): LiveVerifier => ({
  async verify(token) {
    if (!token.startsWith(OWN_TOKEN_PREFIX)) return verifier.verify(token);
    const restaurantKey = await findRestaurant(token);
    return restaurantKey === null
      ? { ok: false, code: 'unauthenticated' }
      : { ok: true, session: counterOf(restaurantKey), expiresAt: Infinity };
  },
});
