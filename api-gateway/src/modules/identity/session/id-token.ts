import { err, Key, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Clock, CreateCache, TokenVerifier } from '../../../platform';
import type { IdentityStore } from '../store';
import { maySessionContinue } from '../user';
import { ID_TOKEN_ALGORITHM } from './identity-secrets';
import type { IdentitySecrets } from './identity-secrets';

/** Lifetime of an id token in real milliseconds. */
export const ID_TOKEN_LIFETIME_MS = 10 * 60 * 1000;

const ISSUER = 'mahlzeit';
const AUDIENCE = 'mahlzeit-api';

/** Identity that an id token proves. */
export interface IdTokenClaims {
  readonly uid: string;
  readonly sessionId: string;
  /** Real time at which the user last proved their identity. */
  readonly authTime: number;
}

/** Issues id tokens, and reads id tokens after checking their signature and lifetime. */
export interface IdTokens {
  issue(claims: IdTokenClaims): Promise<{ readonly idToken: string; readonly expiresAt: number }>;
  read(
    token: string,
  ): Promise<Result<IdTokenClaims & { readonly expiresAt: number }, 'unauthenticated' | 'tokenExpired'>>;
}

const Payload = z.object({ sub: Key, sid: Key, auth_time: z.int(), exp: z.int() });

const secondsOf = (ms: number): number => Math.floor(ms / 1000);

const tokenErrorOf = (cause: unknown): 'unauthenticated' | 'tokenExpired' => {
  if (cause instanceof errors.JWTExpired) return 'tokenExpired';
  if (cause instanceof errors.JOSEError) return 'unauthenticated';
  throw cause;
};

/** Creates the issuer of id tokens. Tokens are signed with the key that is stored in this database. */
export const createIdTokens = ({
  secrets,
  clock,
}: {
  readonly secrets: IdentitySecrets;
  readonly clock: Clock;
}): IdTokens => ({
  async issue(claims) {
    const { privateKey } = await secrets.idTokenKeys();
    const issuedAtS = secondsOf(clock.realNow());
    const expiresAtS = issuedAtS + secondsOf(ID_TOKEN_LIFETIME_MS);
    const idToken = await new SignJWT({ sid: claims.sessionId, auth_time: secondsOf(claims.authTime) })
      .setProtectedHeader({ alg: ID_TOKEN_ALGORITHM, typ: 'JWT' })
      .setSubject(claims.uid)
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt(issuedAtS)
      .setExpirationTime(expiresAtS)
      .sign(privateKey);
    return { idToken, expiresAt: expiresAtS * 1000 };
  },

  async read(token) {
    const { publicKey } = await secrets.idTokenKeys();
    try {
      const { payload } = await jwtVerify(token, publicKey, {
        algorithms: [ID_TOKEN_ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: 'JWT',
        currentDate: new Date(clock.realNow()),
        // `maxTokenAge` also refuses tokens that were issued in the future. `clockTolerance` is the number of seconds
        // by which the clocks of two gateways may differ.
        maxTokenAge: secondsOf(ID_TOKEN_LIFETIME_MS),
        clockTolerance: 5,
      });
      const parsedPayload = Payload.safeParse(payload);
      if (!parsedPayload.success) return err('unauthenticated');
      return ok({
        uid: parsedPayload.data.sub,
        sessionId: parsedPayload.data.sid,
        authTime: parsedPayload.data.auth_time * 1000,
        expiresAt: parsedPayload.data.exp * 1000,
      });
    } catch (cause) {
      return err(tokenErrorOf(cause));
    }
  },
});

type ReadClaims = Extract<Awaited<ReturnType<IdTokens['read']>>, { ok: true }>['value'];

/** Time in real milliseconds for which a checked token stays cached. */
export const CLAIMS_CACHE_MS = 60_000;

/** Limit of cached tokens; each takes some hundred bytes. */
export const MAX_CACHED_TOKENS = 10_000;

/**
 * Caches checked tokens, so that a signature is checked once a minute instead of once a request: the claims don't
 * change before the token expires. The verifier still asks the database each time whether the session is open.
 */
export const cacheIdTokens = ({
  idTokens,
  clock,
  createCache,
}: {
  readonly idTokens: IdTokens;
  readonly clock: Pick<Clock, 'realNow'>;
  readonly createCache: CreateCache;
}): IdTokens => {
  const claimsCache = createCache<ReadClaims>('id-tokens', { maxEntries: MAX_CACHED_TOKENS });
  return {
    issue: (claims) => idTokens.issue(claims),
    async read(token) {
      const cachedClaims = await claimsCache.get(token);
      if (cachedClaims !== undefined) return ok(cachedClaims);
      const claimsResult = await idTokens.read(token);
      if (claimsResult.ok)
        await claimsCache.set(
          token,
          claimsResult.value,
          Math.min(claimsResult.value.expiresAt - clock.realNow(), CLAIMS_CACHE_MS),
        );
      return claimsResult;
    },
  };
};

export interface TokenVerifierDeps {
  readonly idTokens: IdTokens;
  readonly store: IdentityStore;
  readonly clock: Clock;
}

/**
 * Creates the verifier of Bearer tokens. The token says who the caller is; the user's row says what they may do. A
 * logout, a registration or a verified address therefore counts from the next request on, and not ten minutes later.
 */
export const createTokenVerifier = ({ idTokens, store, clock }: TokenVerifierDeps): TokenVerifier => ({
  async verify(token) {
    const claims = await idTokens.read(token);
    if (!claims.ok) return { ok: false, code: claims.error };
    const { uid, sessionId, authTime, expiresAt } = claims.value;
    const caller = await store.findCaller(sessionId);
    if (
      caller === null ||
      caller.session.uid !== uid ||
      !maySessionContinue(caller.session) ||
      caller.session.expiresAt <= clock.realNow()
    )
      return { ok: false, code: 'unauthenticated' };
    const { isAnonymous, isVerified, isDeleted } = caller;
    return {
      ok: true,
      expiresAt,
      session: { uid, sessionId, isAnonymous, isVerified, isDeleted, authTime },
    };
  },
});
