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
  begin(provider: ThirdParty, start: SignInStart): Promise<Result<string, ProviderError> | null>;
  /** Returns the result of a sign-in; null if the callback's state is unknown or was answered before. */
  arrive(arrival: CallbackArrival): Promise<SignInMessage | null>;
}

const TYPE = 'mahlzeit-sign-in';

// Error values with which the providers report that the user has cancelled the sign-in.
const CANCELLED: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize', 'user_denied']);

const callbackErrorOf = (error: string): 'cancelled' | 'notAllowed' =>
  CANCELLED.has(error) ? 'cancelled' : 'notAllowed';

const callbackOf = (publicUrl: string, provider: ThirdParty): string => `${publicUrl}/api/auth/${provider}/callback`;

/** Creates the service that sends users to third parties and identifies the users who come back. */
export const createSignInService = ({ store, clients, clock, log, publicUrl }: SignInServiceDeps): SignInService => {
  const identify = async (
    client: ProviderClient,
    { provider, nonce, verifier }: SignInAttempt,
    fields: CallbackArrival['fields'],
  ): Promise<Result<ForeignPerson, 'cancelled' | ProviderError['code']>> => {
    const error = fields.get('error');
    if (error !== undefined) return err(callbackErrorOf(error));
    const personResult = await client.identify({
      fields,
      redirectUri: callbackOf(publicUrl, provider),
      nonce,
      verifier,
    });
    if (personResult.ok) return personResult;
    log.warn({ err: personResult.error.cause, provider }, 'a sign-in at a third party failed');
    return err(personResult.error.code);
  };

  // An e-mail address that another account already uses is reported before the popup closes. The completion service
  // checks the address again.
  const isTaken = (provider: ThirdParty, { subject, email }: ForeignPerson): Promise<boolean> =>
    store.read(
      async ({ thirdParties, users }) =>
        email !== null &&
        (await thirdParties.findUid(provider, subject)) === null &&
        (await users.findByEmail(email)) !== null,
    );

  const confirm = async (attempt: SignInAttempt, person: ForeignPerson): Promise<string> => {
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
    const person = await identify(client, attempt, fields);
    if (!person.ok) return person;
    if (attempt.intent === 'signIn' && (await isTaken(attempt.provider, person.value))) return err('ErrorEmailTaken');
    return ok(await confirm(attempt, person.value));
  };

  return {
    async begin(provider, { intent, challenge }) {
      const client = clients[provider];
      if (client === null) return null;
      const [state, nonce, verifier] = [newSignInSecret(), newSignInSecret(), newSignInSecret()];
      const page = await client.signInPageUrl({
        redirectUri: callbackOf(publicUrl, provider),
        state,
        nonce,
        challenge: sha256(verifier),
        intent,
      });
      if (!page.ok) {
        log.warn({ err: page.error.cause, provider }, 'a third party can not be asked');
        return page;
      }
      const expiresAt = clock.realNow() + ATTEMPT_LIFE_MS;
      await store.write(({ thirdParties }) =>
        thirdParties.insert({ stateHash: sha256(state), provider, intent, challenge, nonce, verifier, expiresAt }),
      );
      return page;
    },

    async arrive({ provider, fields }) {
      const state = fields.get('state');
      const attempt =
        state === undefined ? null : await store.write(({ thirdParties }) => thirdParties.answer(sha256(state)));
      // The callback must come from the provider to which the sign-in request went (mix-up attack).
      if (attempt === null || attempt.provider !== provider) return null;
      const { challenge } = attempt;
      const resolved = await resolveAttempt(attempt, fields);
      return resolved.ok
        ? { type: TYPE, ok: true, challenge, code: resolved.value }
        : { type: TYPE, ok: false, challenge, code: resolved.error };
    },
  };
};
