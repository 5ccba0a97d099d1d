import type { Result } from '@mahlzeit/contract';
import type { RouteError } from './errors';

/** Who calls: taken from the verified id token. `authTime` is epoch milliseconds of the last proof of identity. */
export interface CallerSession {
  readonly uid: string;
  /** The session itself: one sign-in of one browser; ends with logout. */
  readonly sessionId: string;
  readonly isAnonymous: boolean;
  readonly isVerified: boolean;
  readonly isDeleted: boolean;
  readonly authTime: number;
}

/**
 * Verifies a Bearer token; the error code is `unauthenticated` or `tokenExpired`. Implemented by the identity module.
 */
export interface TokenVerifier {
  verify(
    token: string,
  ): Promise<
    { ok: true; session: CallerSession; expiresAt: number } | { ok: false; code: 'unauthenticated' | 'tokenExpired' }
  >;
}

/** Whom a partner's token speaks for. */
export interface PartnerCaller {
  /** Key of the one restaurant whose own token it is; null: the token for all of them. */
  readonly restaurantKey: string | null;
}

/** Finds out whose own token it is, `mzp_…`; null: nobody's any more. Implemented by discovery. */
export type FindTokenRestaurant = (token: string) => Promise<string | null>;

/** Verifies what partners send instead of a user's token; the address is that of who asks. */
export interface PartnerVerifier {
  verify(token: string, address: string): Promise<Result<PartnerCaller, RouteError | 'unauthenticated'>>;
}

/** Who follows topics: a user's session, or a restaurant's counter, which is a nobody to everything but its own. */
export interface LiveReader extends CallerSession {
  /** Of the counter that came with its restaurant's own token; absent: a user. */
  readonly restaurantKey?: string;
}

/** Verifies the token of a hello; the error code is `unauthenticated` or `tokenExpired`. */
export interface LiveVerifier {
  verify(
    token: string,
  ): Promise<
    { ok: true; session: LiveReader; expiresAt: number } | { ok: false; code: 'unauthenticated' | 'tokenExpired' }
  >;
}
