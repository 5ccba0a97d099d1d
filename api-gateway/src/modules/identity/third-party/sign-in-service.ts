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

/** What a callback brings along. */
export interface CallbackArrival {
  readonly provider: ThirdParty;
  readonly fields: ReadonlyMap<string, string>;
}

/** The way to a third party and back. */
export interface SignInService {
  /** Address of the sign-in page; null where this provider is not offered. */
  begin(provider: ThirdParty, start: SignInStart): Promise<Result<string, ProviderError> | null>;
  /** How it went; null where nobody here has begun it, or its answer has come before. */
  arrive(arrival: CallbackArrival): Promise<SignInMessage | null>;
}

const TYPE = 'mahlzeit-sign-in';

// How each provider says that somebody has turned back.
const CANCELLED: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize', 'user_denied']);

const callbackErrorOf = (error: string): 'cancelled' | 'notAllowed' =>
  CANCELLED.has(error) ? 'cancelled' : 'notAllowed';

const callbackOf = (publicUrl: string, provider: ThirdParty): string => `${publicUrl}/api/auth/${provider}/callback`;

/** Sends people to third parties and finds out who has come back. */
export const createSignInService = ({ store, clients, clock, log, publicUrl }: SignInServiceDeps): SignInService => {
  const identify = async (
    client: ProviderClient,
    { provider, nonce, verifier }: SignInAttempt,
    fields: CallbackArrival['fields'],
  ): Promise<Result<ForeignPerson, 'cancelled' | ProviderError['code']>> => {
    const error = fields.get('error');
    if (error !== undefined) return err(callbackErrorOf(error));
    const identified = await client.identify({ fields, redirectUri: callbackOf(publicUrl, provider), nonce, verifier });
    if (identified.ok) return identified;
    log.warn({ err: identified.error.cause, provider }, 'a sign-in at a third party failed');
    return err(identified.error.code);
  };

  // An address that is taken shows here already, before the window closes; it is asked for again when it counts.
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

  const resolve = async (
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
      const page = await client.pageFor({
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
      // An answer of another provider is none of the one that was asked (mix-up).
      if (attempt === null || attempt.provider !== provider) return null;
      const { challenge } = attempt;
      const resolved = await resolve(attempt, fields);
      return resolved.ok
        ? { type: TYPE, ok: true, challenge, code: resolved.value }
        : { type: TYPE, ok: false, challenge, code: resolved.error };
    },
  };
};
