import { types } from 'node:util';
import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  clockSkew,
  clockTolerance,
  discovery,
  enableNonRepudiationChecks,
  None,
  ResponseBodyError,
  skipStateCheck,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import type { AuthorizationCodeGrantChecks, Configuration, IDToken } from 'openid-client';
import { realNow as machineNow } from '../../../platform/clock';
import { errorCodeOf } from '../../../platform/errors';
import type { ForeignPerson } from '../store';
import { errorCodeOfStatus, PROVIDER_TIMEOUT_MS } from './provider-client';
import type { ProviderClient, ProviderError, ProviderCallback } from './provider-client';

/** Settings of an OpenID provider. */
export interface OpenIdOptions {
  readonly issuer: string;
  readonly clientId: string;
  clientSecret(): Promise<string>;
  /** Parameters of the authorisation request, in addition to those of the code flow. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Further parameters of the authorisation request when a user proves their identity again. */
  readonly proofParameters: Readonly<Record<string, string>>;
  /**
   * Extracts a person from a checked id token and the callback's fields; null for a token without the needed claims.
   */
  personOf(claims: IDToken, fields: ReadonlyMap<string, string>): ForeignPerson | null;
  readonly realNow: () => number;
}

const MAX_AGE_S = 10 * 60;
const CLOCK_TOLERANCE_S = 60;

const secondsOf = (ms: number): number => Math.floor(ms / 1000);

// The OpenID package reads the machine's clock, which differs from the gateway's real time in tests.
const skewOf = (realNow: () => number): number => secondsOf(realNow()) - secondsOf(machineNow());

// Each token request carries the client secret in its form (client_secret_post): Apple's secret is signed anew each
// time, and the OpenID package would keep using the first secret.
const discoverIssuer = ({ issuer, clientId, realNow }: OpenIdOptions): Promise<Configuration> => {
  const server = new URL(issuer);
  return discovery(server, clientId, { [clockSkew]: skewOf(realNow), [clockTolerance]: CLOCK_TOLERANCE_S }, None(), {
    timeout: PROVIDER_TIMEOUT_MS / 1000,
    // Without `enableNonRepudiationChecks` the package doesn't check the id token's signature. Only the sandbox uses
    // plain HTTP.
    execute: [enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [allowInsecureRequests] : [])],
  });
};

const statusOf = (error: unknown): number | null => {
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError) return error.status;
  return error instanceof ClientError && error.cause instanceof Response ? error.cause.status : null;
};

// Error codes of the OpenID package for responses that came too late.
const TIMEOUT_CODES: ReadonlySet<string> = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);

const providerErrorCodeOf = (error: unknown): ProviderError['code'] => {
  const status = statusOf(error);
  if (status !== null) return errorCodeOfStatus(status);
  const code = errorCodeOf(error) ?? '';
  // An error without a code of the OpenID package comes from the network.
  return code.startsWith('OAUTH_') && !TIMEOUT_CODES.has(code) ? 'notAllowed' : 'unavailable';
};

// The causes of the package's errors contain tokens, codes and complete responses, and a syntax error quotes its input.
// So only the messages of the errors go into the log.
const messagesOf = (error: unknown): readonly string[] => {
  if (!types.isNativeError(error) || error.name === 'SyntaxError') return [];
  const reasons = error instanceof ResponseBodyError ? [`${error.status} ${error.error}`] : [];
  return [error.message, ...reasons, ...messagesOf(error.cause)];
};

const refusalResult = (reason: string): Result<never, ProviderError> =>
  err({ code: 'notAllowed', cause: new Error(reason) });

const attemptCall = async <T>(work: () => Promise<T>): Promise<Result<T, ProviderError>> => {
  try {
    return ok(await work());
  } catch (error) {
    return err({ code: providerErrorCodeOf(error), cause: new Error(messagesOf(error).join(': ')) });
  }
};

const callbackUrlOf = ({ redirectUri, fields }: ProviderCallback): URL => {
  const callbackUrl = new URL(redirectUri);
  for (const [name, value] of fields) callbackUrl.searchParams.set(name, value);
  return callbackUrl;
};

/** Creates a client for sign-in with Google or Apple: OpenID Connect with code, PKCE, state and nonce. */
export const createOpenIdProvider = (options: OpenIdOptions): ProviderClient => {
  const { clientId, realNow } = options;
  let foundConfiguration: Configuration | null = null;

  // Keeps the discovered configuration. After a failure the next call discovers the configuration again.
  const configuration = async (): Promise<Configuration> => (foundConfiguration ??= await discoverIssuer(options));

  const redeemCode = async (callback: ProviderCallback, secret: string): Promise<IDToken | undefined> => {
    // The sign-in service has already checked the state, because it finds the attempt by the state.
    const checks: AuthorizationCodeGrantChecks = {
      expectedState: skipStateCheck,
      expectedNonce: callback.nonce,
      pkceCodeVerifier: callback.verifier,
      idTokenExpected: true,
    };
    const tokens = await authorizationCodeGrant(await configuration(), callbackUrlOf(callback), checks, {
      client_secret: secret,
    });
    return tokens.claims();
  };

  // The OpenID package checks that a token hasn't expired. It doesn't check that the token was issued recently.
  const isRecentlyIssued = ({ iat }: IDToken): boolean => {
    const tokenAgeS = secondsOf(realNow()) - iat;
    return tokenAgeS >= -CLOCK_TOLERANCE_S && tokenAgeS <= MAX_AGE_S + CLOCK_TOLERANCE_S;
  };

  return {
    signInPageUrl: ({ redirectUri, state, nonce, challenge, intent }) =>
      attemptCall(async () => {
        const requiredParameters = {
          client_id: clientId,
          redirect_uri: new URL(redirectUri).href,
          response_type: 'code',
          state,
          nonce,
          code_challenge: challenge,
          code_challenge_method: 'S256',
        };
        return buildAuthorizationUrl(await configuration(), {
          ...options.parameters,
          ...(intent === 'reauthenticate' ? options.proofParameters : {}),
          ...requiredParameters,
        }).href;
      }),

    async identify(callback) {
      const secret = await options.clientSecret();
      const claims = await attemptCall(() => redeemCode(callback, secret));
      if (!claims.ok) return claims;
      if (claims.value === undefined || !isRecentlyIssued(claims.value))
        return refusalResult('the id token is too old or from the future');
      const person = options.personOf(claims.value, callback.fields);
      return person === null ? refusalResult('the id token names nobody') : ok(person);
    },
  };
};
