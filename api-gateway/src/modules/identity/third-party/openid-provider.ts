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
import type { ProviderClient, ProviderError, SignInAnswer } from './provider-client';

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
  personOf(claims: IDToken, fields: ReadonlyMap<string, string>): ForeignPerson | null;
  readonly realNow: () => number;
}

const MAX_AGE_S = 10 * 60;
const CLOCK_TOLERANCE_S = 60;

const secondsOf = (ms: number): number => Math.floor(ms / 1000);

// The package reads the machine's clock. The gateway's own real time is another one in tests.
const skewOf = (realNow: () => number): number => secondsOf(realNow()) - secondsOf(machineNow());

// The secret goes into the form by itself (client_secret_post): Apple's is signed anew each time, and the package would
// keep the first one.
const discover = ({ issuer, clientId, realNow }: OpenIdOptions): Promise<Configuration> => {
  const server = new URL(issuer);
  return discovery(server, clientId, { [clockSkew]: skewOf(realNow), [clockTolerance]: CLOCK_TOLERANCE_S }, None(), {
    timeout: PROVIDER_TIMEOUT_MS / 1000,
    // Without this check nobody looks at the id token's signature. Only the sandbox speaks plain HTTP.
    execute: [enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [allowInsecureRequests] : [])],
  });
};

const statusOf = (error: unknown): number | null => {
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError) return error.status;
  return error instanceof ClientError && error.cause instanceof Response ? error.cause.status : null;
};

// What the package says of answers that did not come in time.
const LATE: ReadonlySet<string> = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);

const codeOf = (error: unknown): ProviderError['code'] => {
  const status = statusOf(error);
  if (status !== null) return errorCodeOfStatus(status);
  const code = errorCodeOf(error) ?? '';
  // Whatever the package does not know is the network's.
  return code.startsWith('OAUTH_') && !LATE.has(code) ? 'notAllowed' : 'unavailable';
};

// The causes of the package's errors hold tokens, codes and whole answers, and a syntax error quotes what it read: only
// the words go on, for the log.
const wordsOf = (error: unknown): readonly string[] => {
  if (!types.isNativeError(error) || error.name === 'SyntaxError') return [];
  const said = error instanceof ResponseBodyError ? [`${error.status} ${error.error}`] : [];
  return [error.message, ...said, ...wordsOf(error.cause)];
};

const refused = (reason: string): Result<never, ProviderError> => err({ code: 'notAllowed', cause: new Error(reason) });

const attempt = async <T>(work: () => Promise<T>): Promise<Result<T, ProviderError>> => {
  try {
    return ok(await work());
  } catch (error) {
    return err({ code: codeOf(error), cause: new Error(wordsOf(error).join(': ')) });
  }
};

const callbackOf = ({ redirectUri, fields }: SignInAnswer): URL => {
  const callback = new URL(redirectUri);
  for (const [name, value] of fields) callback.searchParams.set(name, value);
  return callback;
};

/** Google and Apple: OpenID Connect with a code, PKCE, state and nonce. */
export const createOpenIdProvider = (options: OpenIdOptions): ProviderClient => {
  const { clientId, realNow } = options;
  let known: Configuration | null = null;

  // Remembers who was found; who wasn't is looked for again.
  const configuration = async (): Promise<Configuration> => (known ??= await discover(options));

  const redeem = async (answer: SignInAnswer, secret: string): Promise<IDToken | undefined> => {
    // The state was checked before: the attempt was found by it.
    const checks: AuthorizationCodeGrantChecks = {
      expectedState: skipStateCheck,
      expectedNonce: answer.nonce,
      pkceCodeVerifier: answer.verifier,
      idTokenExpected: true,
    };
    const tokens = await authorizationCodeGrant(await configuration(), callbackOf(answer), checks, {
      client_secret: secret,
    });
    return tokens.claims();
  };

  // The package checks when a token ends, not when it began.
  const isFresh = ({ iat }: IDToken): boolean => {
    const age = secondsOf(realNow()) - iat;
    return age >= -CLOCK_TOLERANCE_S && age <= MAX_AGE_S + CLOCK_TOLERANCE_S;
  };

  return {
    pageFor: ({ redirectUri, state, nonce, challenge, intent }) =>
      attempt(async () => {
        const own = {
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
          ...(intent === 'reauthenticate' ? options.whenProving : {}),
          ...own,
        }).href;
      }),

    async identify(answer) {
      const secret = await options.clientSecret();
      const claims = await attempt(() => redeem(answer, secret));
      if (!claims.ok) return claims;
      if (claims.value === undefined || !isFresh(claims.value))
        return refused('the id token is too old or from the future');
      const person = options.personOf(claims.value, answer.fields);
      return person === null ? refused('the id token names nobody') : ok(person);
    },
  };
};
