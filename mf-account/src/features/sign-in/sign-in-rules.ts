import { validateEmail, validateNewPassword, validatePassword } from '@mahlzeit/contract/rules';
import type { ApiError } from '@mahlzeit/shared-ui/platform';

/** The form logs in, or makes an account (parameter `new` of the screen). */
export type SignInMode = 'login' | 'registration';

/** What the form holds. */
interface SignInValues {
  readonly email: string;
  readonly password: string;
  readonly visible: boolean;
  readonly policyAccepted: boolean;
}

/** What is wrong; each is the key of its German text. */
type SignInError =
  | 'ErrorEmailEmpty' | 'ErrorEmailInvalid' | 'ErrorEmailTaken' | 'ErrorNoAccount' | 'ErrorAuthDisabled'
  | 'ErrorPasswordMissing' | 'ErrorPasswordInvalid' | 'ErrorPasswordIncorrect' | 'ErrorTooManyAttempts' | 'ErrorInternetConnection' | 'ErrorUnknown'
  | 'ErrorGdpr';

/** Where an error stands. */
interface SignInFieldError {
  readonly field: 'email' | 'password' | 'policyAccepted';
  readonly error: SignInError;
}

const errorsByCode: Readonly<Record<string, SignInFieldError>> = {
  ErrorEmailEmpty: { field: 'email', error: 'ErrorEmailEmpty' },
  ErrorEmailInvalid: { field: 'email', error: 'ErrorEmailInvalid' },
  ErrorEmailTaken: { field: 'email', error: 'ErrorEmailTaken' },
  ErrorNoAccount: { field: 'email', error: 'ErrorNoAccount' },
  ErrorAuthDisabled: { field: 'email', error: 'ErrorAuthDisabled' },
  ErrorPasswordInvalid: { field: 'password', error: 'ErrorPasswordInvalid' },
  ErrorPasswordIncorrect: { field: 'password', error: 'ErrorPasswordIncorrect' },
  ErrorTooManyAttempts: { field: 'password', error: 'ErrorTooManyAttempts' },
  ErrorGdpr: { field: 'policyAccepted', error: 'ErrorGdpr' },
  offline: { field: 'password', error: 'ErrorInternetConnection' },
  timeout: { field: 'password', error: 'ErrorInternetConnection' },
};

// S1§8: what belongs to no field shows on the password field.
const unknownError: SignInFieldError = { field: 'password', error: 'ErrorUnknown' };

/** The field and text for an error of the gateway. */
export const fieldErrorOf = ({ code }: Pick<ApiError, 'code'>): SignInFieldError =>
  (Object.hasOwn(errorsByCode, code) ? errorsByCode[code] : undefined) ?? unknownError;

/** What the user probably meant, as the error shows: the other mode, or the third party that the account belongs to. */
export const suggestionOf = (error: SignInError | null): SignInMode | 'thirdParty' | null => {
  if (error === 'ErrorEmailTaken') return 'login';
  if (error === 'ErrorAuthDisabled') return 'thirdParty';
  return error === 'ErrorNoAccount' ? 'registration' : null;
};

/** Validates the e-mail field. */
export const emailError = (email: string): SignInError | null => {
  const verdict = validateEmail(email);
  return verdict.ok ? null : verdict.error;
};

/** Validates the password field: only a new password must be long enough. */
export const passwordError = (password: string, mode: SignInMode): SignInError | null => {
  if (!validatePassword(password).ok) return mode === 'login' ? 'ErrorPasswordMissing' : 'ErrorPasswordInvalid';
  return mode === 'registration' && !validateNewPassword(password).ok ? 'ErrorPasswordInvalid' : null;
};

/** Validates the consent, which only an account needs. */
export const policyError = (policyAccepted: boolean, mode: SignInMode): SignInError | null =>
  mode === 'registration' && !policyAccepted ? 'ErrorGdpr' : null;
