import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import * as z from 'zod/mini';
import { askProvider } from './ask-provider';
import type { ProviderClient, ProviderError, SignInAnswer } from './provider-client';
import type { ForeignPerson } from './sign-in-attempt';

/** How an OpenID provider is spoken to. */
export interface OpenIdOptions {
  readonly issuer: string;
  readonly clientId: string;
  clientSecret(): Promise<string>;
  /** What is asked for beside the code, and how. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Added where somebody proves their identity once more. */
  readonly whenProving: Readonly<Record<string, string>>;
  /** What a checked id token and the callback's fields say of a person. */
  personOf(claims: JWTPayload, fields: ReadonlyMap<string, string>): ForeignPerson | null;
  readonly realNow: () => number;
}

const Discovery = z.object({ issuer: z.string(), authorization_endpoint: z.url(), token_endpoint: z.url(), jwks_uri: z.url() });

const Tokens = z.object({ id_token: z.string() });

interface Provider extends z.infer<typeof Discovery> {
  readonly keys: JWTVerifyGetKey;
}

// None of them is symmetric and none is `none`: who signs is whoever has the provider's key.
const ALGORITHMS = ['RS256', 'ES256'];
const MAX_AGE_S = 10 * 60;
const CLOCK_TOLERANCE_S = 60;

const notAllowed = (cause: unknown): Result<never, ProviderError> => err({ code: 'notAllowed', cause });

const discover = async (issuer: string): Promise<Result<Provider, ProviderError>> => {
  const found = await askProvider({ url: `${issuer}/.well-known/openid-configuration` }, Discovery);
  if (!found.ok) return found;
  // RFC 8414 §3.3: an issuer under another name is another issuer.
  if (found.value.issuer !== issuer) return notAllowed(new Error(`the issuer calls itself ${found.value.issuer}`));
  return ok({ ...found.value, keys: createRemoteJWKSet(new URL(found.value.jwks_uri)) });
};

/** Remembers who was found; who wasn't is looked for again. */
const createDirectory = (issuer: string): (() => Promise<Result<Provider, ProviderError>>) => {
  let known: Provider | null = null;
  return async () => {
    if (known !== null) return ok(known);
    const found = await discover(issuer);
    if (found.ok) known = found.value;
    return found;
  };
};

const providerErrorOf = (cause: unknown): ProviderError =>
  ({ code: cause instanceof errors.JWKSTimeout || !(cause instanceof errors.JOSEError) ? 'unavailable' : 'notAllowed', cause });

/** Google and Apple: OpenID Connect with a code, PKCE, state and nonce. */
export const createOpenIdClient = (options: OpenIdOptions): ProviderClient => {
  const { issuer, clientId, realNow } = options;
  const provider = createDirectory(issuer);

  const readToken = async (idToken: string, { keys }: Provider, nonce: string): Promise<Result<JWTPayload, ProviderError>> => {
    try {
      const { payload } = await jwtVerify(idToken, keys, {
        algorithms: ALGORITHMS, issuer, audience: clientId, currentDate: new Date(realNow()), clockTolerance: CLOCK_TOLERANCE_S, maxTokenAge: MAX_AGE_S, requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
      });
      if (payload['nonce'] !== nonce) return notAllowed(new Error('the nonce is another one'));
      if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload['azp'] !== clientId) return notAllowed(new Error('the token was given to somebody else'));
      return ok(payload);
    } catch (cause) {
      return err(providerErrorOf(cause));
    }
  };

  const redeem = async ({ fields, redirectUri, verifier }: SignInAnswer, { token_endpoint: url }: Provider): Promise<Result<string, ProviderError>> => {
    const code = fields.get('code');
    if (code === undefined) return notAllowed(new Error('no code'));
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier, client_id: clientId, client_secret: await options.clientSecret() };
    const tokens = await askProvider({ url, form }, Tokens);
    return tokens.ok ? ok(tokens.value.id_token) : tokens;
  };

  return {
    async pageFor({ redirectUri, state, nonce, challenge, intent }) {
      const found = await provider();
      if (!found.ok) return found;
      const page = new URL(found.value.authorization_endpoint);
      const own = { client_id: clientId, redirect_uri: redirectUri, response_type: 'code', state, nonce, code_challenge: challenge, code_challenge_method: 'S256' };
      for (const [name, value] of Object.entries({ ...options.parameters, ...(intent === 'reauthenticate' ? options.whenProving : {}), ...own })) page.searchParams.set(name, value);
      return ok(page.href);
    },

    async identify(answer) {
      const found = await provider();
      if (!found.ok) return found;
      const idToken = await redeem(answer, found.value);
      if (!idToken.ok) return idToken;
      const claims = await readToken(idToken.value, found.value, answer.nonce);
      if (!claims.ok) return claims;
      const person = options.personOf(claims.value, answer.fields);
      return person === null ? notAllowed(new Error('the id token names nobody')) : ok(person);
    },
  };
};
