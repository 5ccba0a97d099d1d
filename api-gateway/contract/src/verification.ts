import * as z from 'zod/mini';
import { defineRoute } from './route';
import { Empty } from './values';

/** The code of a verification mail. */
export const Verification = z.object({
  /** Six digits; text, because a leading zero counts. */
  code: z.string().check(z.regex(/^\d{6}$/)),
});
export type Verification = z.infer<typeof Verification>;

/** Whether a code was the right one. */
export const VerificationOutcome = z.object({
  /** False for a wrong code and for one that is older than 15 minutes. */
  success: z.boolean(),
});
export type VerificationOutcome = z.infer<typeof VerificationOutcome>;

/** Verifies the e-mail address by the code of a mail. */
export const verifyEmail = defineRoute({
  name: 'verifyEmail',
  method: 'POST',
  path: '/api/users/verifyEmail',
  access: 'loggedIn',
  body: Verification,
  answer: VerificationOutcome,
  errors: ['ErrorTooManyAttempts'],
  summary: 'Verifies the e-mail address by the code of a mail; a wrong code is no failure but success:false.',
});

/** Mails a new code; the one before counts no longer. */
export const resendEmailVerification = defineRoute({
  name: 'resendEmailVerification',
  method: 'POST',
  path: '/api/users/resendEmailVerification',
  access: 'loggedIn',
  answer: Empty,
  errors: ['notAllowed', 'ErrorTooManyAttempts'],
  summary: 'Mails a new code, unless the address is verified already; refused where there is no address.',
});
