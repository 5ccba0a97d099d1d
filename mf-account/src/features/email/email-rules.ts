import { validatePassword } from '@mahlzeit/contract/rules';
import type { ApiError } from '@mahlzeit/shared-ui/platform';

/** What the form holds; the password is never trimmed. */
interface EmailValues {
  readonly email: string;
  readonly password: string;
}

/** What is wrong; each is the key of its German text. */
type EmailError =
  | 'ErrorEmailEmpty' | 'ErrorEmailInvalid' | 'ErrorEmailIdentical' | 'ErrorEmailTaken'
  | 'ErrorPasswordMissing' | 'ErrorPasswordIncorrect' | 'ErrorTooManyAttempts' | 'ErrorInternetConnection' | 'ErrorUnknown';

/** Where an error stands. */
interface EmailFieldError {
  readonly field: keyof EmailValues;
  readonly error: EmailError;
}

const errorsByCode: ReadonlyMap<string, EmailFieldError> = new Map([
  ['ErrorEmailEmpty', { field: 'email', error: 'ErrorEmailEmpty' }],
  ['ErrorEmailInvalid', { field: 'email', error: 'ErrorEmailInvalid' }],
  ['ErrorEmailIdentical', { field: 'email', error: 'ErrorEmailIdentical' }],
  ['ErrorEmailTaken', { field: 'email', error: 'ErrorEmailTaken' }],
  ['passwordRequired', { field: 'password', error: 'ErrorPasswordMissing' }],
  ['ErrorPasswordIncorrect', { field: 'password', error: 'ErrorPasswordIncorrect' }],
  ['ErrorTooManyAttempts', { field: 'password', error: 'ErrorTooManyAttempts' }],
  ['offline', { field: 'password', error: 'ErrorInternetConnection' }],
  ['timeout', { field: 'password', error: 'ErrorInternetConnection' }],
]);

/** The field and text for an error of the gateway; what belongs to no field is ErrorUnknown (S1§8). */
const emailErrorOf = ({ code }: Pick<ApiError, 'code'>): EmailFieldError => errorsByCode.get(code) ?? { field: 'password', error: 'ErrorUnknown' };

/** Validates the password field: anything may be the present one. */
const presentPasswordError = (password: string): EmailError | null => (validatePassword(password).ok ? null : 'ErrorPasswordMissing');
