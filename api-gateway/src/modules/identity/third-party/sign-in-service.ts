import { err, ok } from '@mahlzeit/contract';
import type { Result, SignInDisplay, SignInMessage, SignInStart, ThirdParty } from '@mahlzeit/contract';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform';
import {
  SIGN_IN_ATTEMPT_LIFETIME_MS,
  SIGN_IN_CODE_LIFETIME_MS,
  SIGN_IN_PAGE_CODE_LIFETIME_MS,
  createSignInSecret,
  sha256Base64Url,
} from '../store';
import type { ForeignPerson, SignInAttempt, ThirdPartyStore } from '../store';
import { isEmailTaken } from '../user';
import type { ProviderClient, ProviderError } from './provider-client';
import type { ProviderClients } from './providers';

export interface SignInServiceDeps {
  readonly store: ThirdPartyStore;
  readonly clients: ProviderClients;
  readonly clock: Clock;
  readonly log: Logger;
  readonly publicUrl: string;
}

/** Request with which a third party sends the browser back to the gateway. */
export interface CallbackArrival {
  readonly provider: ThirdParty;
  readonly fields: ReadonlyMap<string, string>;
}

/** Service that redirects users to a third party and handles their return. */
export interface SignInService {
  /** Returns the URL of the third party's sign-in page; null for a third party that is not configured. */
  beginSignIn(provider: ThirdParty, signInStart: SignInStart): Promise<Result<string, ProviderError> | null>;
  /**
   * Returns the result of a sign-in at a third party; null if the callback's state is unknown or was answered before.
   */
  finish(callbackArrival: CallbackArrival): Promise<FinishedSignIn | null>;
}

/** Result of a sign-in at a third party, and the window in which it ran. */
export interface FinishedSignIn {
  readonly message: SignInMessage;
  readonly display: SignInDisplay;
}

const SIGN_IN_MESSAGE_TYPE = 'mahlzeit-sign-in';

// Error values with which third parties report that the user has cancelled the sign-in.
const CANCELLATION_ERRORS: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize', 'user_denied']);

const callbackErrorOf = (error: string): 'cancelled' | 'notAllowed' =>
  CANCELLATION_ERRORS.has(error) ? 'cancelled' : 'notAllowed';

const callbackUrlOf = (publicUrl: string, provider: ThirdParty): string => `${publicUrl}/api/auth/${provider}/callback`;

/** Creates the service that sends users to third parties and identifies the users who come back. */
export const createSignInService = ({ store, clients, clock, log, publicUrl }: SignInServiceDeps): SignInService => {
  const identifyPerson = async (
    providerClient: ProviderClient,
    { provider, intent, nonce, verifier }: SignInAttempt,
    callbackFields: CallbackArrival['fields'],
  ): Promise<Result<ForeignPerson, 'cancelled' | ProviderError['code']>> => {
    const error = callbackFields.get('error');
    if (error !== undefined) return err(callbackErrorOf(error));
    const personResult = await providerClient.identify({
      fields: callbackFields,
      redirectUri: callbackUrlOf(publicUrl, provider),
      nonce,
      verifier,
      intent,
    });
    if (personResult.ok) return personResult;
    log.warn({ err: personResult.error.cause, provider }, 'a sign-in at a third party failed');
    return err(personResult.error.code);
  };

  // Checks before the popup closes whether another account already uses the e-mail address. The service that completes
  // the sign-in checks the address again.
  const isForeignEmailTaken = (provider: ThirdParty, { subject, email }: ForeignPerson): Promise<boolean> =>
    store.read(
      async (thirdPartyRows) =>
        email !== null &&
        (await thirdPartyRows.providerLinks.findUid(provider, subject)) === null &&
        isEmailTaken(thirdPartyRows, email, { uid: null, now: clock.now() }),
    );

  const confirmAttempt = async (signInAttempt: SignInAttempt, foreignPerson: ForeignPerson): Promise<string> => {
    const signInCode = createSignInSecret();
    const codeLifetimeMs = signInAttempt.display === 'page' ? SIGN_IN_PAGE_CODE_LIFETIME_MS : SIGN_IN_CODE_LIFETIME_MS;
    await store.write(({ attempts }) =>
      attempts.confirm(
        { ...signInAttempt, person: foreignPerson, expiresAt: clock.realNow() + codeLifetimeMs },
        sha256Base64Url(signInCode),
      ),
    );
    return signInCode;
  };

  const resolveAttempt = async (
    signInAttempt: SignInAttempt,
    callbackFields: CallbackArrival['fields'],
  ): Promise<Result<string, string>> => {
    const providerClient = clients[signInAttempt.provider];
    if (providerClient === null || signInAttempt.expiresAt <= clock.realNow()) return err('signInCodeInvalid');
    const identifiedPerson = await identifyPerson(providerClient, signInAttempt, callbackFields);
    if (!identifiedPerson.ok) return identifiedPerson;
    if (
      signInAttempt.intent === 'signIn' &&
      (await isForeignEmailTaken(signInAttempt.provider, identifiedPerson.value))
    )
      return err('ErrorEmailTaken');
    return ok(await confirmAttempt(signInAttempt, identifiedPerson.value));
  };

  return {
    async beginSignIn(provider, { intent, display, challenge }) {
      const providerClient = clients[provider];
      if (providerClient === null) return null;
      const [stateSecret, nonceSecret, codeVerifier] = [
        createSignInSecret(),
        createSignInSecret(),
        createSignInSecret(),
      ];
      const pageUrl = await providerClient.signInPageUrl({
        redirectUri: callbackUrlOf(publicUrl, provider),
        state: stateSecret,
        nonce: nonceSecret,
        challenge: sha256Base64Url(codeVerifier),
        intent,
      });
      if (!pageUrl.ok) {
        log.warn({ err: pageUrl.error.cause, provider }, 'a third party can not be asked');
        return pageUrl;
      }
      const attemptExpiresAt = clock.realNow() + SIGN_IN_ATTEMPT_LIFETIME_MS;
      await store.write(({ attempts }) =>
        attempts.insert({
          stateHash: sha256Base64Url(stateSecret),
          provider,
          intent,
          display,
          challenge,
          nonce: nonceSecret,
          verifier: codeVerifier,
          expiresAt: attemptExpiresAt,
        }),
      );
      return pageUrl;
    },

    async finish({ provider, fields }) {
      const callbackState = fields.get('state');
      const answeredAttempt =
        callbackState === undefined
          ? null
          : await store.write(({ attempts }) => attempts.markAnswered(sha256Base64Url(callbackState)));
      // Refuses a callback that doesn't come from the third party to which the sign-in request went (mix-up attack).
      if (answeredAttempt === null || answeredAttempt.provider !== provider) return null;
      const { challenge, display } = answeredAttempt;
      const resolvedCode = await resolveAttempt(answeredAttempt, fields);
      const message: SignInMessage = resolvedCode.ok
        ? { type: SIGN_IN_MESSAGE_TYPE, ok: true, challenge, code: resolvedCode.value }
        : { type: SIGN_IN_MESSAGE_TYPE, ok: false, challenge, code: resolvedCode.error };
      return { message, display };
    },
  };
};
