import { err, ok } from '@mahlzeit/contract';
import type { Result, SignInMessage, SignInStart, ThirdParty } from '@mahlzeit/contract';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform';
import { ATTEMPT_LIFE_MS, CODE_LIFE_MS, newSignInSecret, sha256 } from '../store';
import type { ForeignPerson, SignInAttempt, ThirdPartyStore } from '../store';
import type { ProviderClient, ProviderError } from './provider-client';
import type { ProviderClients } from './providers';

export interface SignInServiceDeps {
  readonly store: ThirdPartyStore;
  readonly clients: ProviderClients;
  readonly clock: Clock;
  readonly log: Logger;
  readonly publicUrl: string;
}

/** Request with which a provider sends the browser back to the gateway. */
export interface CallbackArrival {
  readonly provider: ThirdParty;
  readonly fields: ReadonlyMap<string, string>;
}

/** Redirects a user to a third party and handles their return. */
export interface SignInService {
  /** Returns the URL of the provider's sign-in page; null for a provider that is not configured. */
  beginSignIn(provider: ThirdParty, start: SignInStart): Promise<Result<string, ProviderError> | null>;
  /** Returns the result of a sign-in; null if the callback's state is unknown or was answered before. */
  finish(arrival: CallbackArrival): Promise<SignInMessage | null>;
}

const SIGN_IN_MESSAGE_TYPE = 'mahlzeit-sign-in';

// Error values with which the providers report that the user has cancelled the sign-in.
const CANCELLATION_ERRORS: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize', 'user_denied']);

const callbackErrorOf = (error: string): 'cancelled' | 'notAllowed' =>
  CANCELLATION_ERRORS.has(error) ? 'cancelled' : 'notAllowed';

const callbackUrlOf = (publicUrl: string, provider: ThirdParty): string => `${publicUrl}/api/auth/${provider}/callback`;

/** Creates the service that sends users to third parties and identifies the users who come back. */
export const createSignInService = ({ store, clients, clock, log, publicUrl }: SignInServiceDeps): SignInService => {
  const identifyPerson = async (
    client: ProviderClient,
    { provider, nonce, verifier }: SignInAttempt,
    fields: CallbackArrival['fields'],
  ): Promise<Result<ForeignPerson, 'cancelled' | ProviderError['code']>> => {
    const error = fields.get('error');
    if (error !== undefined) return err(callbackErrorOf(error));
    const personResult = await client.identify({
      fields,
      redirectUri: callbackUrlOf(publicUrl, provider),
      nonce,
      verifier,
    });
    if (personResult.ok) return personResult;
    log.warn({ err: personResult.error.cause, provider }, 'a sign-in at a third party failed');
    return err(personResult.error.code);
  };

  // An e-mail address that another account already uses is reported before the popup closes. The completion service
  // checks the address again.
  const isEmailTaken = (provider: ThirdParty, { subject, email }: ForeignPerson): Promise<boolean> =>
    store.read(
      async ({ thirdParties, users }) =>
        email !== null &&
        (await thirdParties.findUid(provider, subject)) === null &&
        (await users.findByEmail(email)) !== null,
    );

  const confirmAttempt = async (attempt: SignInAttempt, person: ForeignPerson): Promise<string> => {
    const code = newSignInSecret();
    await store.write(({ thirdParties }) =>
      thirdParties.confirm({ ...attempt, person, expiresAt: clock.realNow() + CODE_LIFE_MS }, sha256(code)),
    );
    return code;
  };

  const resolveAttempt = async (
    attempt: SignInAttempt,
    fields: CallbackArrival['fields'],
  ): Promise<Result<string, string>> => {
    const client = clients[attempt.provider];
    if (client === null || attempt.expiresAt <= clock.realNow()) return err('signInCodeInvalid');
    const person = await identifyPerson(client, attempt, fields);
    if (!person.ok) return person;
    if (attempt.intent === 'signIn' && (await isEmailTaken(attempt.provider, person.value)))
      return err('ErrorEmailTaken');
    return ok(await confirmAttempt(attempt, person.value));
  };

  return {
    async beginSignIn(provider, { intent, challenge }) {
      const client = clients[provider];
      if (client === null) return null;
      const [state, nonce, verifier] = [newSignInSecret(), newSignInSecret(), newSignInSecret()];
      const pageUrl = await client.signInPageUrl({
        redirectUri: callbackUrlOf(publicUrl, provider),
        state,
        nonce,
        challenge: sha256(verifier),
        intent,
      });
      if (!pageUrl.ok) {
        log.warn({ err: pageUrl.error.cause, provider }, 'a third party can not be asked');
        return pageUrl;
      }
      const expiresAt = clock.realNow() + ATTEMPT_LIFE_MS;
      await store.write(({ thirdParties }) =>
        thirdParties.insert({ stateHash: sha256(state), provider, intent, challenge, nonce, verifier, expiresAt }),
      );
      return pageUrl;
    },

    async finish({ provider, fields }) {
      const state = fields.get('state');
      const attempt =
        state === undefined ? null : await store.write(({ thirdParties }) => thirdParties.markAnswered(sha256(state)));
      // The callback must come from the provider to which the sign-in request went (mix-up attack).
      if (attempt === null || attempt.provider !== provider) return null;
      const { challenge } = attempt;
      const resolvedCode = await resolveAttempt(attempt, fields);
      return resolvedCode.ok
        ? { type: SIGN_IN_MESSAGE_TYPE, ok: true, challenge, code: resolvedCode.value }
        : { type: SIGN_IN_MESSAGE_TYPE, ok: false, challenge, code: resolvedCode.error };
    },
  };
};
