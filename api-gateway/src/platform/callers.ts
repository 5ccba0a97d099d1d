import type { Result } from '@mahlzeit/contract';
import type { RouteError } from './errors';

/**
 * Session of the user who calls a route, from the verified id token. `authTime` is the time of the last sign-in or
 * other proof of identity, in epoch milliseconds.
 */
export interface CallerSession {
  readonly uid: string;
  /** Id of the caller's session. A session begins when a browser signs in, and ends with the logout. */
  readonly sessionId: string;
  readonly isAnonymous: boolean;
  readonly isVerified: boolean;
  readonly isDeleted: boolean;
  readonly authTime: number;
}

/**
 * Verifies a Bearer token. The error code is `unauthenticated` or `tokenExpired`. Implemented by the identity module.
 */
export interface TokenVerifier {
  verify(
    token: string,
  ): Promise<
    { ok: true; session: CallerSession; expiresAt: number } | { ok: false; code: 'unauthenticated' | 'tokenExpired' }
  >;
}

/** Caller of a route with a partner's token, and the restaurants for which the token is valid. */
export interface PartnerCaller {
  /** Key of the only restaurant for which the token is valid; null for the token of all restaurants. */
  readonly restaurantKey: string | null;
}

/**
 * Type of the function that finds the key of the restaurant to which a token `mzp_…` belongs; null for an unknown or
 * revoked token. Implemented by the discovery module.
 */
export type FindTokenRestaurant = (token: string) => Promise<string | null>;

/** Verifies a partner's token. `address` is the caller's IP address, which limits the number of wrong tokens. */
export interface PartnerVerifier {
  verify(token: string, address: string): Promise<Result<PartnerCaller, RouteError | 'unauthenticated'>>;
}

/** Caller of a route with a team's token, which is valid for the releases of one remote. */
export interface TeamCaller {
  /**
   * Name of the only remote for which the token is valid; null for an operator's token, which is valid for all remotes.
   */
  readonly remoteName: string | null;
  /** Name of the token, by which the audit log of releases names the caller. */
  readonly tokenName: string;
}

/** Verifies a team's token `mzr_…`. `address` is the caller's IP address, which limits the number of wrong tokens. */
export interface TeamVerifier {
  verify(token: string, address: string): Promise<Result<TeamCaller, RouteError | 'unauthenticated'>>;
}

/** Caller of a route with a moderator's token, who decides on reports. */
export interface ModeratorCaller {
  /** Name of the moderator's token, under which decisions are stored. */
  readonly name: string;
}

/** Verifies a moderator's token. `address` is the caller's IP address, which limits the number of wrong tokens. */
export interface ModeratorVerifier {
  verify(token: string, address: string): Promise<Result<ModeratorCaller, RouteError | 'unauthenticated'>>;
}

/**
 * A reader of live topics: a user's session, or the partner console of a restaurant, which may read only the topics of
 * its own restaurant.
 */
export interface LiveReader extends CallerSession {
  /** Key of the restaurant whose partner console reads the live topics; absent for a user. */
  readonly restaurantKey?: string;
}

/**
 * Verifies the token in the `hello` message with which a client opens a live connection. The error code is
 * `unauthenticated` or `tokenExpired`.
 */
export interface LiveVerifier {
  verify(
    token: string,
  ): Promise<
    { ok: true; session: LiveReader; expiresAt: number } | { ok: false; code: 'unauthenticated' | 'tokenExpired' }
  >;
}
