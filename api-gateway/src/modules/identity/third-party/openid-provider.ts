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

/** Settings of an OpenID provider (Google or Apple) and of the gateway's registration at the provider. */
export interface OpenIdOptions {
  readonly issuer: string;
  readonly clientId: string;
  clientSecret(): Promise<string>;
  /** Parameters of the authorisation request, in addition to those of the code flow. */
  readonly parameters: Readonly<Record<string, string>>;
  /**
   * Further parameters of the authorisation request when a user proves their identity again, in addition to those of
   * OpenID Connect.
   */
  readonly proofParameters: Readonly<Record<string, string>>;
  /**
   * Reads the person from a verified id token and the callback's fields; null for a token without the needed claims.
   */
  personOf(idTokenClaims: IDToken, fields: ReadonlyMap<string, string>): ForeignPerson | null;
  readonly realNow: () => number;
}

const MAX_ID_TOKEN_AGE_SECONDS = 10 * 60;

// Maximum time in seconds since the person has signed in at the provider, for a new proof of their identity. The
// package also admits the clock tolerance.
const MAX_PROOF_AGE_SECONDS = 5 * 60;
const CLOCK_TOLERANCE_S = 60;

// Request parameters that make the person sign in again, even if the provider still recognises them.
const FRESH_PROOF_PARAMETERS = { prompt: 'login', max_age: '0' } as const;

const millisecondsToSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

// Returns the seconds by which the gateway's real time differs from the machine's clock, which the OpenID package
// reads; they differ only in tests.
const clockSkewOf = (realNow: () => number): number =>
  millisecondsToSeconds(realNow()) - millisecondsToSeconds(machineNow());

// Loads the configuration of an OpenID issuer. Each token request sends the client secret in its form
// (client_secret_post): Apple's secret is signed anew each time, and the OpenID package would keep using the first
// secret.
const discoverIssuer = ({ issuer, clientId, realNow }: OpenIdOptions): Promise<Configuration> => {
  const issuerUrl = new URL(issuer);
  return discovery(
    issuerUrl,
    clientId,
    { [clockSkew]: clockSkewOf(realNow), [clockTolerance]: CLOCK_TOLERANCE_S },
    None(),
    {
      timeout: PROVIDER_TIMEOUT_MS / 1000,
      // Enables two checks of the OpenID package: without `enableNonRepudiationChecks` it doesn't verify the id token's
      // signature. Plain HTTP is allowed for the sandbox only.
      execute: [enableNonRepudiationChecks, ...(issuerUrl.protocol === 'http:' ? [allowInsecureRequests] : [])],
    },
  );
};

const errorStatusOf = (error: unknown): number | null => {
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError) return error.status;
  return error instanceof ClientError && error.cause instanceof Response ? error.cause.status : null;
};

// Error codes of the OpenID package for responses that came too late.
const TIMEOUT_CODES: ReadonlySet<string> = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);

const providerErrorCodeOf = (error: unknown): ProviderError['code'] => {
  const errorStatus = errorStatusOf(error);
  if (errorStatus !== null) return errorCodeOfStatus(errorStatus);
  const errorCode = errorCodeOf(error) ?? '';
  // An error whose code isn't one of the OpenID package comes from the network.
  return errorCode.startsWith('OAUTH_') && !TIMEOUT_CODES.has(errorCode) ? 'notAllowed' : 'unavailable';
};

// Returns only the messages of an error for the log. The causes of the package's errors contain tokens, codes and
// complete responses, and a syntax error quotes its input.
const errorMessagesOf = (error: unknown): readonly string[] => {
  if (!types.isNativeError(error) || error.name === 'SyntaxError') return [];
  const errorMessages = error instanceof ResponseBodyError ? [`${error.status} ${error.error}`] : [];
  return [error.message, ...errorMessages, ...errorMessagesOf(error.cause)];
};

const refusalResult = (refusalReason: string): Result<never, ProviderError> =>
  err({ code: 'notAllowed', cause: new Error(refusalReason) });

const attemptCall = async <T>(providerCall: () => Promise<T>): Promise<Result<T, ProviderError>> => {
  try {
    return ok(await providerCall());
  } catch (error) {
    return err({ code: providerErrorCodeOf(error), cause: new Error(errorMessagesOf(error).join(': ')) });
  }
};

const callbackUrlOf = ({ redirectUri, fields }: ProviderCallback): URL => {
  const callbackUrl = new URL(redirectUri);
  for (const [fieldName, value] of fields) callbackUrl.searchParams.set(fieldName, value);
  return callbackUrl;
};

/** Creates a client for sign-in with Google or Apple: OpenID Connect with code, PKCE, state and nonce. */
export const createOpenIdProvider = (openIdOptions: OpenIdOptions): ProviderClient => {
  const { clientId, realNow } = openIdOptions;
  let cachedConfiguration: Configuration | null = null;

  // Loads the issuer's configuration once. After a failure the next call loads it again.
  const loadConfiguration = async (): Promise<Configuration> =>
    (cachedConfiguration ??= await discoverIssuer(openIdOptions));

  const redeemCode = async (providerCallback: ProviderCallback, secret: string): Promise<IDToken | undefined> => {
    // Checks for the package. The sign-in service has already checked the state, because it finds the sign-in by the
    // state.
    const grantChecks: AuthorizationCodeGrantChecks = {
      expectedState: skipStateCheck,
      expectedNonce: providerCallback.nonce,
      pkceCodeVerifier: providerCallback.verifier,
      idTokenExpected: true,
      // With `maxAge`, the package requires `auth_time` in the id token, and refuses an older proof.
      ...(providerCallback.intent === 'reauthenticate' ? { maxAge: MAX_PROOF_AGE_SECONDS } : {}),
    };
    const tokenResponse = await authorizationCodeGrant(
      await loadConfiguration(),
      callbackUrlOf(providerCallback),
      grantChecks,
      {
        client_secret: secret,
      },
    );
    return tokenResponse.claims();
  };

  // Checks that a token was issued recently. The OpenID package checks only that the token hasn't expired.
  const isTokenRecentlyIssued = ({ iat }: IDToken): boolean => {
    const tokenAgeSeconds = millisecondsToSeconds(realNow()) - iat;
    return tokenAgeSeconds >= -CLOCK_TOLERANCE_S && tokenAgeSeconds <= MAX_ID_TOKEN_AGE_SECONDS + CLOCK_TOLERANCE_S;
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
        return buildAuthorizationUrl(await loadConfiguration(), {
          ...openIdOptions.parameters,
          ...(intent === 'reauthenticate' ? { ...FRESH_PROOF_PARAMETERS, ...openIdOptions.proofParameters } : {}),
          ...requiredParameters,
        }).href;
      }),

    async identify(providerCallback) {
      const secret = await openIdOptions.clientSecret();
      const claimsResult = await attemptCall(() => redeemCode(providerCallback, secret));
      if (!claimsResult.ok) return claimsResult;
      if (claimsResult.value === undefined || !isTokenRecentlyIssued(claimsResult.value))
        return refusalResult('the id token is too old or from the future');
      const foreignPerson = openIdOptions.personOf(claimsResult.value, providerCallback.fields);
      return foreignPerson === null ? refusalResult('the id token names nobody') : ok(foreignPerson);
    },
  };
};
