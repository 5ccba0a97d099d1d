import * as z from '@mahlzeit/contract/zod';
import { Reauthentication, Session } from './auth';
import { defineRoute } from './route';
import { Empty, Ms } from './values';

/** Number of recovery codes of an account. */
export const RECOVERY_CODE_COUNT = 10;

/** State of the caller's second step, a code of an authenticator app after the password. */
export const SecondStep = z.object({
  /**
   * Time since which logins by password need a code of the second step, by the gateway's clock; null while the second
   * step is off.
   */
  since: z.nullable(Ms),
  /** Number of recovery codes that the user hasn't used yet. */
  recoveryCodesLeft: z.int(),
});
export type SecondStep = z.infer<typeof SecondStep>;

/** A secret that an authenticator app stores. */
export const SecondStepSecret = z.object({
  /** Secret in base32, which users type into an app that can't scan the QR code. */
  secret: z.string(),
  /** Content of the QR code: `otpauth://totp/…` with the secret, the account and the name of the product. */
  url: z.string(),
});
export type SecondStepSecret = z.infer<typeof SecondStepSecret>;

// A code of the app has six digits, a recovery code 24 characters in groups; people type both with spaces.
const TypedCode = z.string().check(z.maxLength(100));

/** Code of the second step, as the user has typed it. */
export const SecondStepCode = z.object({
  /** Six digits of the authenticator app, in any spelling. */
  code: TypedCode,
});
export type SecondStepCode = z.infer<typeof SecondStepCode>;

/** Recovery codes, each of which replaces a code of the authenticator app once. */
export const RecoveryCodes = z.object({
  /** Ten codes of 24 characters in groups of four. The gateway stores only hashes and can't show them again. */
  recoveryCodes: z.array(z.string()),
});
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** Returns the state of the caller's second step. */
export const getSecondStep = defineRoute({
  name: 'getSecondStep',
  method: 'GET',
  path: '/api/auth/second-step',
  access: 'loggedIn',
  answer: SecondStep,
  errors: [],
});

/**
 * Creates a secret for an authenticator app. The second step is on as soon as `confirmSecondStep` gets a code that the
 * app has made from the secret. A later call replaces the secret. The caller must have proved their identity within the
 * last five minutes and must have a password.
 */
export const beginSecondStep = defineRoute({
  name: 'beginSecondStep',
  method: 'POST',
  path: '/api/auth/second-step/secret',
  access: 'loggedIn',
  body: Empty,
  answer: SecondStepSecret,
  errors: ['reauthenticationRequired', 'thirdPartyAccount', 'secondStepActive'],
});

/** Turns the second step on, when the first code of the authenticator app is correct. Returns the recovery codes. */
export const confirmSecondStep = defineRoute({
  name: 'confirmSecondStep',
  method: 'POST',
  path: '/api/auth/second-step',
  access: 'loggedIn',
  body: SecondStepCode,
  answer: RecoveryCodes,
  errors: [
    'reauthenticationRequired',
    'notFound',
    'secondStepActive',
    'secondStepCodeIncorrect',
    'ErrorTooManyAttempts',
  ],
});

/** Password and code, which together turn the second step off. */
export const SecondStepEnd = z.extend(Reauthentication, {
  /** Six digits of the authenticator app or a recovery code, in any spelling. */
  code: TypedCode,
});
export type SecondStepEnd = z.infer<typeof SecondStepEnd>;

/** Turns the second step off and forgets its secret and its recovery codes. */
export const endSecondStep = defineRoute({
  name: 'endSecondStep',
  method: 'POST',
  path: '/api/auth/second-step/end',
  access: 'loggedIn',
  body: SecondStepEnd,
  answer: Empty,
  errors: [
    'notFound',
    'ErrorPasswordInvalid',
    'ErrorPasswordIncorrect',
    'thirdPartyAccount',
    'secondStepCodeIncorrect',
    'ErrorTooManyAttempts',
  ],
});

/** Details of `secondStepRequired`: the password is right, and a code is missing. */
export const SecondStepRequiredDetails = z.object({
  /** Ticket that replaces the password in the route `completeSecondStep`: valid once, for five minutes. */
  ticket: z.string(),
});
export type SecondStepRequiredDetails = z.infer<typeof SecondStepRequiredDetails>;

/** Second half of a login with a second step: the ticket of the first half, and a code. */
export const SecondStepLogin = z.object({
  /** Ticket from the details of the error `secondStepRequired`. */
  ticket: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  /** Six digits of the authenticator app or a recovery code, in any spelling. */
  code: TypedCode,
});
export type SecondStepLogin = z.infer<typeof SecondStepLogin>;

/** Completes a login by a code of the second step, after `login` has checked the password. */
export const completeSecondStep = defineRoute({
  name: 'completeSecondStep',
  method: 'POST',
  path: '/api/auth/login/second-step',
  access: 'none',
  body: SecondStepLogin,
  answer: Session,
  errors: [
    'secondStepCodeIncorrect',
    'secondStepTicketInvalid',
    'ErrorAuthDisabled',
    'notAllowed',
    'ErrorTooManyAttempts',
  ],
});
