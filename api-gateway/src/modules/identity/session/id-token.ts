import { err, Key, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Clock, CreateCache, SecretKey, SecretKeys, TokenVerifier } from '../../../platform';
import type { IdentityStore } from '../store';
import { maySessionContinue } from '../user';
import { createSigningKeys, ID_TOKEN_ALGORITHM } from './signing-keys';

/** Lifetime of an id token in milliseconds of real time. */
export const ID_TOKEN_LIFETIME_MS = 10 * 60 * 1000;

const TOKEN_ISSUER = 'mahlzeit';
const TOKEN_AUDIENCE = 'mahlzeit-api';

/** Identity that an id token proves. */
export interface IdTokenClaims {
  readonly uid: string;
  readonly sessionId: string;
  /** Real time at which the user last proved their identity, for example by the password. */
  readonly authTime: number;
}

/** Functions that issue id tokens, and read them after checking their signature and lifetime. */
export interface IdTokens {
  issue(idTokenClaims: IdTokenClaims): Promise<{ readonly idToken: string; readonly expiresAt: number }>;
  read(
    token: string,
  ): Promise<Result<IdTokenClaims & { readonly expiresAt: number }, 'unauthenticated' | 'tokenExpired'>>;
}

const IdTokenPayload = z.object({ sub: Key, sid: Key, auth_time: z.int(), exp: z.int() });

const millisecondsToSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

const tokenErrorOf = (verificationError: unknown): 'unauthenticated' | 'tokenExpired' => {
  if (verificationError instanceof errors.JWTExpired) return 'tokenExpired';
  if (verificationError instanceof errors.JOSEError) return 'unauthenticated';
  throw verificationError;
};

/** Returns the id of the key that an id token names; undefined for a token of the previous release, or for no token. */
const namedKeyOf = (token: string): string | undefined => {
  try {
    return decodeProtectedHeader(token).kid;
  } catch (decodingError) {
    // `decodeProtectedHeader` throws a TypeError for a text that is no token. The later check of the signature refuses
    // such a text.
    if (decodingError instanceof TypeError) return undefined;
    throw decodingError;
  }
};

/** Creates the functions that issue and read id tokens. Each token names the key that has signed it (`kid`). */
export const createIdTokens = ({
  secrets,
  clock,
}: {
  readonly secrets: SecretKeys;
  readonly clock: Clock;
}): IdTokens => {
  const signingKeysOf = createSigningKeys();

  const verifyWith = async (token: string, secretKey: SecretKey): ReturnType<IdTokens['read']> => {
    try {
      const { payload } = await jwtVerify(token, signingKeysOf(secretKey).publicKey, {
        algorithms: [ID_TOKEN_ALGORITHM],
        issuer: TOKEN_ISSUER,
        audience: TOKEN_AUDIENCE,
        typ: 'JWT',
        currentDate: new Date(clock.realNow()),
        // `maxTokenAge` also refuses tokens that were issued in the future. `clockTolerance` is the number of seconds
        // by which the clocks of two gateways may differ.
        maxTokenAge: millisecondsToSeconds(ID_TOKEN_LIFETIME_MS),
        clockTolerance: 5,
      });
      const parsedPayload = IdTokenPayload.safeParse(payload);
      if (!parsedPayload.success) return err('unauthenticated');
      return ok({
        uid: parsedPayload.data.sub,
        sessionId: parsedPayload.data.sid,
        authTime: parsedPayload.data.auth_time * 1000,
        expiresAt: parsedPayload.data.exp * 1000,
      });
    } catch (verificationError) {
      return err(tokenErrorOf(verificationError));
    }
  };

  return {
    async issue(idTokenClaims) {
      const secretKey = secrets.current('idToken');
      const issuedAtSeconds = millisecondsToSeconds(clock.realNow());
      const expiresAtSeconds = issuedAtSeconds + millisecondsToSeconds(ID_TOKEN_LIFETIME_MS);
      const idToken = await new SignJWT({
        sid: idTokenClaims.sessionId,
        auth_time: millisecondsToSeconds(idTokenClaims.authTime),
      })
        .setProtectedHeader({ alg: ID_TOKEN_ALGORITHM, typ: 'JWT', kid: secretKey.id })
        .setSubject(idTokenClaims.uid)
        .setIssuer(TOKEN_ISSUER)
        .setAudience(TOKEN_AUDIENCE)
        .setIssuedAt(issuedAtSeconds)
        .setExpirationTime(expiresAtSeconds)
        .sign(signingKeysOf(secretKey).privateKey);
      return { idToken, expiresAt: expiresAtSeconds * 1000 };
    },

    async read(token) {
      const keyId = namedKeyOf(token);
      for (const secretKey of secrets.accepted('idToken')) {
        if (keyId !== undefined && keyId !== secretKey.id) continue;
        const readResult = await verifyWith(token, secretKey);
        if (readResult.ok || readResult.error !== 'unauthenticated') return readResult;
      }
      return err('unauthenticated');
    },
  };
};

type VerifiedClaims = Extract<Awaited<ReturnType<IdTokens['read']>>, { ok: true }>['value'];

/** Time in milliseconds of real time for which a verified id token stays in the cache. */
export const CLAIMS_CACHE_MS = 60_000;

/** Maximum number of id tokens in the cache; each takes some hundred bytes. */
export const MAX_CACHED_TOKENS = 10_000;

/**
 * Caches verified id tokens, so that the signature of a token is checked once a minute and not for each request: its
 * claims don't change before it expires. The verifier still asks the database for each request whether the session is
 * open.
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
  const claimsCache = createCache<VerifiedClaims>('id-tokens', { maxEntries: MAX_CACHED_TOKENS });
  return {
    issue: (idTokenClaims) => idTokens.issue(idTokenClaims),
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
 * Creates the verifier of Bearer tokens. The token says who the caller is; the database says what they may do. A
 * logout, a registration or a verified address therefore takes effect at the next request, and not only when the token
 * expires after ten minutes.
 */
export const createTokenVerifier = ({ idTokens, store, clock }: TokenVerifierDeps): TokenVerifier => ({
  async verify(token) {
    const idTokenClaims = await idTokens.read(token);
    if (!idTokenClaims.ok) return { ok: false, code: idTokenClaims.error };
    const { uid, sessionId, authTime, expiresAt } = idTokenClaims.value;
    const storedCaller = await store.findCaller(sessionId);
    if (
      storedCaller === null ||
      storedCaller.session.uid !== uid ||
      !maySessionContinue(storedCaller.session) ||
      storedCaller.session.expiresAt <= clock.realNow()
    )
      return { ok: false, code: 'unauthenticated' };
    const { isAnonymous, isVerified, isDeleted } = storedCaller;
    return {
      ok: true,
      expiresAt,
      session: { uid, sessionId, isAnonymous, isVerified, isDeleted, authTime },
    };
  },
});
