import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { User } from './user';
import { Empty, Key, Ms } from './values';

/** Third parties with which a user can sign in. */
export const ThirdParty = z.enum(['google', 'facebook', 'apple']);
export type ThirdParty = z.infer<typeof ThirdParty>;

/** Account of the session's user, registered or anonymous. */
export const Account = z.object({
  /** Id of the user. It stays the same when an anonymous visitor registers. */
  uid: Key,
  /** E-mail address; null while the user is anonymous. */
  email: z.nullable(z.string()),
  /**
   * New e-mail address whose code the user hasn't entered yet; `email` and `verified` hold until then. Null when no
   * change of the address is pending.
   */
  pendingEmail: z.nullable(z.string()),
  /** True until the visitor registers or logs in: the account is anonymous. */
  isAnonymous: z.boolean(),
  /**
   * Name of the user; null while the user is anonymous. Until the user chooses a name, this is the part of the e-mail
   * address before the @, which nobody else sees.
   */
  displayName: z.nullable(z.string()),
  /** Whether the user has chosen the name. Other users see no name of a user who hasn't. */
  named: z.boolean(),
  /** URL path of the profile picture; null without a picture. */
  photoURL: z.nullable(z.string()),
  /** Whether other users find this person by search. */
  visible: z.boolean(),
  /** Whether the user has confirmed the e-mail address by a code; false while the user is anonymous. */
  verified: z.boolean(),
  /** True for a registered user; the opposite of `isAnonymous`. */
  loggedIn: z.boolean(),
  /** Id of the voucher that is preselected in carts; null without one. */
  selectedDiscountId: z.nullable(Key),
  /** Provider this account signs in with; null for e-mail and password. */
  thirdParty: z.nullable(ThirdParty),
  /** `${PUBLIC_URL}/restaurants#addcontacts/${code}`; null while anonymous. */
  connectionLink: z.nullable(z.string()),
  /** Eight characters that connect two people as contacts; null while anonymous. */
  connectionCode: z.nullable(z.string()),
  /**
   * True while the account waits for its erasure. Routes without `isOpenToDeleted` respond with the error
   * `accountDeleted`.
   */
  deleted: z.boolean(),
});
export type Account = z.infer<typeof Account>;

/**
 * A session as the routes for registration and login return it. The response contains no refresh token: that token
 * travels only in a cookie.
 */
export const Session = z.object({
  /** Short-lived token that requests carry in the header `Authorization: Bearer`. */
  idToken: z.string(),
  /** Time at which the id token expires. */
  expiresAt: Ms,
  /** Real milliseconds until the id token expires. Clients use this field, because their clocks may be wrong. */
  expiresInMs: z.number(),
  /** Account of the user who owns the session. */
  account: Account,
  /**
   * Document of the user, which the live topic `me` keeps up to date. Absent for visitors, and from gateways of an
   * older release.
   */
  user: z.optional(User),
  /** Current version of the privacy policy. Absent from gateways of an older release. */
  policyVersion: z.optional(z.int()),
});
export type Session = z.infer<typeof Session>;

/** E-mail and password as typed. The service validates them, so that each error has its own code. */
export const Credentials = z.object({
  /** E-mail address. The service trims it and lower-cases it. */
  email: z._default(z.string(), ''),
  /** Password as typed. The service never trims it. */
  password: z._default(z.string(), ''),
});
export type Credentials = z.infer<typeof Credentials>;

/** Form with which a visitor registers. */
export const Registration = z.extend(Credentials, {
  /** Whether other users find this person by search. */
  visible: z.boolean(),
  /** Whether the user has accepted the privacy policy. Must be true, else `ErrorGdpr`. */
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

/** Registers by e-mail and password. An anonymous session keeps its uid. */
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
    'ErrorPasswordWeak',
    'ErrorGdpr',
    'ErrorEmailTaken',
    'notAllowed',
    'unauthenticated',
    'tokenExpired',
    'ErrorTooManyAttempts',
  ],
});

/**
 * Logs in by e-mail and password. Fails with `secondStepRequired` and its details where the account has a second step;
 * the route `completeSecondStep` then completes the login.
 */
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
    'secondStepRequired',
    'ErrorAuthDisabled',
    'notAllowed',
    'ErrorTooManyAttempts',
  ],
});

/** Exchanges the refresh cookie for a new session. Needs the header X-Mahlzeit: 1. */
export const refresh = defineRoute({
  name: 'refresh',
  method: 'POST',
  path: '/api/auth/refresh',
  access: 'none',
  body: Empty,
  answer: Session,
  errors: ['unauthenticated', 'notAllowed'],
});

/** Ends the session and its refresh tokens and clears the cookie. Needs the header X-Mahlzeit: 1. */
export const logout = defineRoute({
  name: 'logout',
  method: 'POST',
  path: '/api/auth/logout',
  access: 'none',
  body: Empty,
  answer: Empty,
  errors: ['notAllowed'],
});

/** Password of the signed-in user, entered again before an irreversible action. */
export const Reauthentication = z.object({
  /** Password as typed. The service never trims it. */
  password: z._default(z.string(), ''),
});
export type Reauthentication = z.infer<typeof Reauthentication>;

/** Proves the user's identity by the password. The session continues with a new auth_time. */
export const reauthenticate = defineRoute({
  name: 'reauthenticate',
  method: 'POST',
  path: '/api/auth/reauthenticate',
  access: 'loggedIn',
  body: Reauthentication,
  answer: Session,
  errors: ['ErrorPasswordInvalid', 'ErrorPasswordIncorrect', 'thirdPartyAccount', 'ErrorTooManyAttempts'],
});

/**
 * Asks for another e-mail address. The new address receives a code, the old one a notice. The old address and its
 * verification hold until `verifyEmail` receives the code. A later request replaces an earlier one.
 */
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

/** Change of the password by a user who knows the present one. */
export const PasswordChange = z.object({
  /** Present password as typed. The service never trims it. */
  password: z._default(z.string(), ''),
  /** New password as typed. The service never trims it. */
  newPassword: z._default(z.string(), ''),
});
export type PasswordChange = z.infer<typeof PasswordChange>;

/** Changes the caller's password. Ends every other session of the account, and tells the owner by e-mail. */
export const changePassword = defineRoute({
  name: 'changePassword',
  method: 'PUT',
  path: '/api/auth/password',
  access: 'loggedIn',
  body: PasswordChange,
  answer: Empty,
  errors: [
    'passwordRequired',
    'ErrorPasswordInvalid',
    'ErrorPasswordWeak',
    'ErrorPasswordIncorrect',
    'thirdPartyAccount',
    'ErrorTooManyAttempts',
  ],
});

/** Request for a mail with a link to set a new password. */
export const PasswordResetRequest = z.object({
  /**
   * E-mail address of the account. The service trims it, lower-cases it and validates it, so that each error has its
   * own code.
   */
  email: z._default(z.string(), ''),
});
export type PasswordResetRequest = z.infer<typeof PasswordResetRequest>;

/** Form with a new password, authorised by the token from a mailed link. */
export const PasswordReset = z.object({
  /**
   * Token of a password reset: the value of `resetToken` in the mailed link. Valid once, for one hour of the gateway's
   * clock, which tests can move; the link of a changed e-mail address for 72 hours.
   */
  token: z.string().check(z.maxLength(200)),
  /** New password as typed. The service never trims it. */
  password: z._default(z.string(), ''),
});
export type PasswordReset = z.infer<typeof PasswordReset>;

/** Mails a link with which the user may set a new password. */
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

/**
 * Sets a new password with the token of a mailed link. Ends every session of the account. The link of a changed e-mail
 * address also gives the account back to the former address.
 */
export const confirmPasswordReset = defineRoute({
  name: 'confirmPasswordReset',
  method: 'POST',
  path: '/api/auth/password-reset/confirm',
  access: 'none',
  body: PasswordReset,
  answer: Empty,
  errors: ['ErrorPasswordInvalid', 'ErrorPasswordWeak', 'resetTokenInvalid'],
});
