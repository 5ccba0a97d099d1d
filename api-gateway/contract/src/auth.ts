import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { Empty, Key, Ms } from './values';

/** Sign-in providers from outside. */
export const ThirdParty = z.enum(['google', 'facebook', 'apple']);
export type ThirdParty = z.infer<typeof ThirdParty>;

/** The signed-in person as the shell sees them. */
export const Account = z.object({
  /** Stays the same when an anonymous visitor registers. */
  uid: Key,
  /** null while anonymous. */
  email: z.nullable(z.string()),
  /** True until the visitor registers or logs in. */
  isAnonymous: z.boolean(),
  /** Text before the @ until changed; null while anonymous. */
  displayName: z.nullable(z.string()),
  /** Address of the profile picture. */
  photoURL: z.nullable(z.string()),
  /** Whether others find this person by search. */
  visible: z.boolean(),
  /** Whether the e-mail address is verified. */
  verified: z.boolean(),
  /** The opposite of `isAnonymous`. */
  loggedIn: z.boolean(),
  /** The voucher preselected for carts. */
  selectedDiscountId: z.nullable(Key),
  /** Provider this account signs in with; null for e-mail and password. */
  thirdParty: z.nullable(ThirdParty),
  /** `${PUBLIC_URL}/restaurants#addcontacts/${code}`; null while anonymous. */
  connectionLink: z.nullable(z.string()),
  /** Eight characters that connect two people as contacts; null while anonymous. */
  connectionCode: z.nullable(z.string()),
  /**
   * True while the account waits for its erasure: only routes that are open to the deleted answer anything but
   * `accountDeleted`.
   */
  deleted: z.boolean(),
});
export type Account = z.infer<typeof Account>;

/** A session as the auth routes answer it; the refresh token travels in a cookie only. */
export const Session = z.object({
  /** Short-lived Bearer token. */
  idToken: z.string(),
  /** End of the id token's life. */
  expiresAt: Ms,
  /** Real milliseconds from now to the end of the id token's life; clients go by this one. */
  expiresInMs: z.number(),
  /** Whose session it is. */
  account: Account,
});
export type Session = z.infer<typeof Session>;

/** E-mail and password as typed; the service validates them, so that each error has a code of its own. */
export const Credentials = z.object({
  /** Trimmed and lower-cased by the service. */
  email: z._default(z.string(), ''),
  /** Never trimmed. */
  password: z._default(z.string(), ''),
});
export type Credentials = z.infer<typeof Credentials>;

/** What a visitor registers with. */
export const Registration = z.extend(Credentials, {
  /** Whether others may find this person by search. */
  visible: z.boolean(),
  /** Must be true, else `ErrorGdpr`. */
  policyAccepted: z._default(z.boolean(), false),
});
export type Registration = z.infer<typeof Registration>;

/** Starts an anonymous session with a new user and sets the refresh cookie. */
export const anonymousSession = defineRoute({
  name: 'anonymousSession',
  method: 'POST',
  path: '/api/auth/anonymous',
  access: 'none',
  body: Empty,
  answer: Session,
  errors: ['notAllowed', 'ErrorTooManyAttempts'],
});

/** Registers by e-mail and password; an anonymous session keeps its uid. */
export const register = defineRoute({
  name: 'register',
  method: 'POST',
  path: '/api/auth/register',
  access: 'none',
  takesOptionalBearer: true,
  body: Registration,
  answer: Session,
  errors: [
    'ErrorEmailEmpty',
    'ErrorEmailInvalid',
    'ErrorPasswordInvalid',
    'ErrorGdpr',
    'ErrorEmailTaken',
    'notAllowed',
    'unauthenticated',
    'tokenExpired',
    'ErrorTooManyAttempts',
  ],
});

/** Logs in by e-mail and password. */
export const login = defineRoute({
  name: 'login',
  method: 'POST',
  path: '/api/auth/login',
  access: 'none',
  body: Credentials,
  answer: Session,
  errors: [
    'ErrorEmailEmpty',
    'ErrorEmailInvalid',
    'ErrorPasswordInvalid',
    'ErrorNoAccount',
    'ErrorPasswordIncorrect',
    'ErrorAuthDisabled',
    'notAllowed',
    'ErrorTooManyAttempts',
  ],
});

/** Trades the refresh cookie for a new session; needs the header X-Mahlzeit: 1. */
export const refresh = defineRoute({
  name: 'refresh',
  method: 'POST',
  path: '/api/auth/refresh',
  access: 'none',
  body: Empty,
  answer: Session,
  errors: ['unauthenticated', 'notAllowed'],
});

/** Ends the session and its refresh tokens and clears the cookie; needs the header X-Mahlzeit: 1. */
export const logout = defineRoute({
  name: 'logout',
  method: 'POST',
  path: '/api/auth/logout',
  access: 'none',
  body: Empty,
  answer: Empty,
  errors: ['notAllowed'],
});

/** The password once more, before something that can't be undone. */
export const Reauthentication = z.object({
  /** Never trimmed. */
  password: z._default(z.string(), ''),
});
export type Reauthentication = z.infer<typeof Reauthentication>;

/** Proves by the password who is there; the same session goes on with a fresh auth_time. */
export const reauthenticate = defineRoute({
  name: 'reauthenticate',
  method: 'POST',
  path: '/api/auth/reauthenticate',
  access: 'loggedIn',
  body: Reauthentication,
  answer: Session,
  errors: ['ErrorPasswordInvalid', 'ErrorPasswordIncorrect', 'thirdPartyAccount', 'ErrorTooManyAttempts'],
});

/** Changes the e-mail address; a code goes to the new one, a notice to the old one. */
export const changeEmail = defineRoute({
  name: 'changeEmail',
  method: 'PUT',
  path: '/api/auth/email',
  access: 'loggedIn',
  body: Credentials,
  answer: Account,
  errors: [
    'ErrorEmailEmpty',
    'ErrorEmailInvalid',
    'ErrorEmailIdentical',
    'passwordRequired',
    'ErrorPasswordIncorrect',
    'thirdPartyAccount',
    'ErrorEmailTaken',
    'ErrorTooManyAttempts',
  ],
});

/** Whose password is forgotten. */
export const PasswordResetRequest = z.object({
  /** Trimmed and lower-cased by the service, which validates it, so that each error has a code of its own. */
  email: z._default(z.string(), ''),
});
export type PasswordResetRequest = z.infer<typeof PasswordResetRequest>;

/** A new password, proved by the link of a mail. */
export const PasswordReset = z.object({
  /** What the link carries as `resetToken`; good for one hour of the domain clock and once. */
  token: z.string().check(z.maxLength(200)),
  /** Never trimmed. */
  password: z._default(z.string(), ''),
});
export type PasswordReset = z.infer<typeof PasswordReset>;

/** Mails a link with which a new password may be set. */
export const requestPasswordReset = defineRoute({
  name: 'requestPasswordReset',
  method: 'POST',
  path: '/api/auth/password-reset',
  access: 'none',
  body: PasswordResetRequest,
  answer: Empty,
  errors: ['ErrorEmailEmpty', 'ErrorEmailInvalid', 'thirdPartyAccount', 'ErrorNoAccount', 'ErrorTooManyAttempts'],
  statuses: { ErrorNoAccount: 404 },
});

/** Sets a new password with the token of a mailed link; every session of the account ends. */
export const confirmPasswordReset = defineRoute({
  name: 'confirmPasswordReset',
  method: 'POST',
  path: '/api/auth/password-reset/confirm',
  access: 'none',
  body: PasswordReset,
  answer: Empty,
  errors: ['ErrorPasswordInvalid', 'resetTokenInvalid'],
});
