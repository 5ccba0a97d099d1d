import type { Clock, TokenVerifier } from '../../platform';
import type { IdTokens } from './id-token';
import type { IdentityStore } from './identity-store';

export interface TokenVerifierDeps {
  readonly idTokens: IdTokens;
  readonly store: IdentityStore;
  readonly clock: Clock;
}

/**
 * Verifies Bearer tokens. Who the caller is comes from the token, what they may do from their row: a
 * logout, a registration or a verified e-mail counts with the next request and not ten minutes later.
 */
export const createTokenVerifier = ({ idTokens, store, clock }: TokenVerifierDeps): TokenVerifier => ({
  async verify(token) {
    const claims = await idTokens.read(token);
    if (!claims.ok) return { ok: false, code: claims.error };
    const { uid, sessionId, authTime, expiresAt } = claims.value;
    const caller = await store.findCaller(sessionId);
    if (caller === null || caller.session.uid !== uid || caller.session.endedAt !== null || caller.session.expiresAt <= clock.realNow()) return { ok: false, code: 'unauthenticated' };
    const { isAnonymous, isVerified, isDeleted } = caller;
    return {
      ok: true,
      expiresAt,
      session: { uid, sessionId, isAnonymous, isVerified, isDeleted, authTime },
    };
  },
});
