import * as z from '@mahlzeit/contract/zod';
import { Session, ThirdParty } from './auth';
import { defineRoute } from './route';

/** A way to sign in without a password of ours. */
export const SignInProvider = z.object({
  /** Whose account it is. */
  provider: ThirdParty,
  /** Whether this deployment offers it. */
  enabled: z.boolean(),
});
export type SignInProvider = z.infer<typeof SignInProvider>;

/** What the sign-in page is opened for. */
export const SignInIntent = z.enum(['signIn', 'reauthenticate']);
export type SignInIntent = z.infer<typeof SignInIntent>;

// 32 bytes as base64url: what SHA-256 makes.
const challenge = z.string().check(z.regex(/^[\w-]{43}$/));

/** Query of `GET /api/auth/{provider}/start`, which the browser opens in a window of its own. */
export const SignInStart = z.object({
  /** Whether somebody signs in or proves once more who they are. */
  intent: z._default(SignInIntent, 'signIn'),
  /** base64url(sha256(verifier)); the verifier stays in the browser that begins. */
  challenge,
});
export type SignInStart = z.infer<typeof SignInStart>;

/** Name of the BroadcastChannel on which the window tells how it went: its opener is cut off. */
export const SIGN_IN_CHANNEL = 'mahlzeit-sign-in';

/** How a sign-in at a third party went, as its window tells all pages of this browser. */
export const SignInMessage = z.discriminatedUnion('ok', [
  z.object({
    /** Tells it from whatever else may be said there. */
    type: z.literal('mahlzeit-sign-in'),
    /** The third party knows who it is. */
    ok: z.literal(true),
    /** The one that this sign-in began with: pages that began none with it pass over the message. */
    challenge,
    /** To be completed within 60 seconds. */
    code: z.string(),
  }),
  z.object({
    /** As above. */
    type: z.literal('mahlzeit-sign-in'),
    /** Nobody is signed in. */
    ok: z.literal(false),
    /** As above. */
    challenge,
    /**
     * `cancelled`, `ErrorEmailTaken`, `notAllowed`, `unavailable`, `signInCodeInvalid`, `ErrorTooManyAttempts`; open,
     * because a newer gateway may know more.
     */
    code: z.string(),
  }),
]);
export type SignInMessage = z.infer<typeof SignInMessage>;

/** What completes a sign-in that a third party has confirmed. */
export const ThirdPartyCompletion = z.object({
  /** Of the message; works once. */
  code: z.string().check(z.minLength(1), z.maxLength(128)),
  /** What the challenge was made of: proves that this is the browser that began. */
  verifier: z.string().check(z.regex(/^[\w.~-]{43,128}$/)),
});
export type ThirdPartyCompletion = z.infer<typeof ThirdPartyCompletion>;

/** The third parties that people may sign in with. */
export const getProviders = defineRoute({
  name: 'getProviders',
  method: 'GET',
  path: '/api/auth/providers',
  access: 'none',
  answer: z.array(SignInProvider),
  errors: [],
});

/**
 * Completes a sign-in at a third party; an anonymous session keeps its uid where the account is new, re-authentication
 * is bound to its user.
 */
export const completeThirdParty = defineRoute({
  name: 'completeThirdParty',
  method: 'POST',
  path: '/api/auth/:provider/complete',
  access: 'any',
  params: z.object({
    /** Who has confirmed it. */
    provider: ThirdParty,
  }),
  body: ThirdPartyCompletion,
  answer: Session,
  errors: ['notAllowed', 'ErrorAuthDisabled', 'ErrorEmailTaken', 'signInCodeInvalid'],
});
