import * as z from '@mahlzeit/contract/zod';
import { Session, ThirdParty } from './auth';
import { defineRoute } from './route';
import { Ms } from './values';

/** A third party, for example Google, with which users can sign in. */
export const SignInProvider = z.object({
  /** Third party: `google`, `facebook` or `apple`. */
  provider: ThirdParty,
  /** Whether this deployment offers the sign-in with this third party. */
  enabled: z.boolean(),
});
export type SignInProvider = z.infer<typeof SignInProvider>;

/**
 * Purposes of a sign-in at a third party: to log in, to prove the identity again, or to link the third party's account
 * to the user's present account.
 */
export const SignInIntent = z.enum(['signIn', 'reauthenticate', 'link']);
export type SignInIntent = z.infer<typeof SignInIntent>;

/**
 * Windows in which a sign-in can run: `popup` is a separate window, which reports the outcome on a BroadcastChannel;
 * `page` is the app's own window, which gets the outcome in the URL.
 */
export const SignInDisplay = z.enum(['popup', 'page']);
export type SignInDisplay = z.infer<typeof SignInDisplay>;

/**
 * Query parameters with which the browser returns to the app after a sign-in at a third party in the same window: the
 * code that completes the sign-in, or the reason of the failure, as in `SignInMessage`.
 */
export const SIGN_IN_RETURN_NAMES = { code: 'signInCode', error: 'signInError' } as const;

// PKCE challenge of a sign-in: 32 bytes of SHA-256 in base64url, which are 43 characters.
const challenge = z.string().check(z.regex(/^[\w-]{43}$/));

/** Query of `GET /api/auth/{provider}/start`, which the browser opens in a separate window or in the app's own. */
export const SignInStart = z.object({
  /** Purpose of the sign-in: to log in, to prove the identity again, or to link an account. */
  intent: z._default(SignInIntent, 'signIn'),
  /** Window in which the sign-in runs. */
  display: z._default(SignInDisplay, 'popup'),
  /** PKCE challenge: base64url(sha256(verifier)). The verifier stays in the browser that begins the sign-in. */
  challenge,
});
export type SignInStart = z.infer<typeof SignInStart>;

/**
 * Name of the BroadcastChannel on which the sign-in window reports the outcome, because the window has no connection to
 * its opener.
 */
export const SIGN_IN_CHANNEL = 'mahlzeit-sign-in';

/** Outcome of a sign-in at a third party, which the sign-in window reports to all pages of this browser. */
export const SignInMessage = z.discriminatedUnion('ok', [
  z.object({
    /** Constant that identifies a sign-in message on the channel. */
    type: z.literal('mahlzeit-sign-in'),
    /** True: the third party has confirmed the user's identity. */
    ok: z.literal(true),
    /** Challenge with which the sign-in began. Pages with another challenge ignore the message. */
    challenge,
    /** Code that completes the sign-in within 60 seconds. */
    code: z.string(),
  }),
  z.object({
    /** Constant that identifies a sign-in message on the channel. */
    type: z.literal('mahlzeit-sign-in'),
    /** False: the sign-in has failed. */
    ok: z.literal(false),
    /** Challenge with which the sign-in began. */
    challenge,
    /**
     * Reason of the failure: `cancelled`, `ErrorEmailTaken`, `notAllowed`, `unavailable`, `signInCodeInvalid`,
     * `ErrorTooManyAttempts`. The schema accepts every string, because a newer gateway may send other codes.
     */
    code: z.string(),
  }),
]);
export type SignInMessage = z.infer<typeof SignInMessage>;

/** Request that completes a sign-in that a third party has confirmed. */
export const ThirdPartyCompletion = z.object({
  /** Code from the message of the sign-in window; valid once. */
  code: z.string().check(z.minLength(1), z.maxLength(128)),
  /** Secret from which the challenge was computed. Proves that the same browser began the sign-in. */
  verifier: z.string().check(z.regex(/^[\w.~-]{43,128}$/)),
});
export type ThirdPartyCompletion = z.infer<typeof ThirdPartyCompletion>;

/** Returns the third parties with which users may sign in. */
export const getProviders = defineRoute({
  name: 'getProviders',
  method: 'GET',
  path: '/api/auth/providers',
  access: 'none',
  answer: z.array(SignInProvider),
  errors: [],
});

/**
 * Completes a sign-in at a third party. A new account gets the uid of the anonymous session. When the purpose is to
 * prove the identity, the sign-in must be that of the session's user. To link an account, the user must have proved
 * their identity within the last five minutes; the error `providerTaken` means that the account at the third party is
 * linked to another user, or that the user has already linked another account of this third party.
 */
export const completeThirdParty = defineRoute({
  name: 'completeThirdParty',
  method: 'POST',
  path: '/api/auth/:provider/complete',
  access: 'any',
  params: z.object({
    /** Third party that has confirmed the identity. */
    provider: ThirdParty,
  }),
  body: ThirdPartyCompletion,
  answer: Session,
  errors: [
    'notAllowed',
    'ErrorAuthDisabled',
    'ErrorEmailTaken',
    'ErrorNoAccount',
    'providerTaken',
    'reauthenticationRequired',
    'signInCodeInvalid',
  ],
});

/** Methods by which a user can sign in to their account. */
export const SignInWays = z.object({
  /** Whether the account has a password. */
  password: z.boolean(),
  /** Third parties with which the user signs in. */
  providers: z.array(
    z.object({
      /** Third party: `google`, `facebook` or `apple`. */
      provider: ThirdParty,
      /**
       * Time, by the gateway's clock, at which the user linked this third party; null for the third party with which
       * the user registered.
       */
      linkedAt: z.nullable(Ms),
    }),
  ),
});
export type SignInWays = z.infer<typeof SignInWays>;

/** Returns the methods by which the caller can sign in to their account. */
export const getSignInWays = defineRoute({
  name: 'getSignInWays',
  method: 'GET',
  path: '/api/auth/ways',
  access: 'loggedIn',
  answer: SignInWays,
  errors: [],
});

/**
 * Removes a third party from the ways to sign in to the caller's account. Needs a proof of identity within the last
 * five minutes. Does nothing for a third party that isn't one of them. Returns `notAllowed` for the last way. The owner
 * gets an e-mail.
 */
export const unlinkProvider = defineRoute({
  name: 'unlinkProvider',
  method: 'DELETE',
  path: '/api/auth/ways/:provider',
  access: 'loggedIn',
  params: z.object({
    /** Third party to remove. */
    provider: ThirdParty,
  }),
  answer: SignInWays,
  errors: ['reauthenticationRequired', 'notAllowed'],
});
