import * as z from 'zod/mini';
import { defineRoute } from './route';
import { Account, Credentials, Session } from './session';

/** The password once more, before something that can't be undone. */
export const Reauthentication = z.object({
  /** Never trimmed. */
  password: z._default(z.string(), ''),
});
export type Reauthentication = z.infer<typeof Reauthentication>;

/** Proves once more who is there: the same session goes on with a fresh `auth_time`. */
export const reauthenticate = defineRoute({
  name: 'reauthenticate',
  method: 'POST',
  path: '/api/auth/reauthenticate',
  access: 'loggedIn',
  body: Reauthentication,
  answer: Session,
  errors: ['ErrorPasswordInvalid', 'ErrorPasswordIncorrect', 'thirdPartyAccount', 'ErrorTooManyAttempts'],
  summary: 'Proves by the password who is there; the same session goes on with a fresh auth_time.',
});

/** Changes the e-mail address, which then waits for its verification. */
export const changeEmail = defineRoute({
  name: 'changeEmail',
  method: 'PUT',
  path: '/api/auth/email',
  access: 'loggedIn',
  body: Credentials,
  answer: Account,
  errors: [
    'ErrorEmailEmpty', 'ErrorEmailInvalid', 'ErrorEmailIdentical', 'passwordRequired', 'ErrorPasswordIncorrect', 'thirdPartyAccount', 'ErrorEmailTaken',
    'ErrorTooManyAttempts',
  ],
  summary: 'Changes the e-mail address; a code goes to the new one, a notice to the old one.',
});
