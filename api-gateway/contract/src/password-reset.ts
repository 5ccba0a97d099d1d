import * as z from 'zod/mini';
import { defineRoute } from './route';
import { Empty } from './values';

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
  summary: 'Mails a link with which a new password may be set.',
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
  summary: 'Sets a new password with the token of a mailed link; every session of the account ends.',
});
