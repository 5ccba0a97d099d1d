import { judgeEmail, judgeNewPassword, judgePassword } from '@mahlzeit/contract/rules';
import type { GatewayFailure } from '@mahlzeit/shared-ui/platform';

/** The form logs in, or makes an account (parameter `new` of the screen). */
export type SignInMode = 'login' | 'registration';

/** What the form holds. */
export interface SignInValues {
  readonly email: string;
  readonly password: string;
  readonly visible: boolean;
  readonly policyAccepted: boolean;
}

/** What is wrong; each is the key of its German text. */
export type SignInFault =
  | 'ErrorEmailEmpty' | 'ErrorEmailInvalid' | 'ErrorEmailTaken' | 'ErrorNoAccount' | 'ErrorAuthDisabled'
  | 'ErrorPasswordMissing' | 'ErrorPasswordInvalid' | 'ErrorPasswordIncorrect' | 'ErrorTooManyAttempts' | 'ErrorInternetConnection' | 'ErrorUnknown'
  | 'ErrorGdpr';

/** Where a fault stands. */
export interface FieldFault {
  readonly field: 'email' | 'password' | 'policyAccepted';
  readonly fault: SignInFault;
}

const faults: Readonly<Record<string, FieldFault>> = {
  ErrorEmailEmpty: { field: 'email', fault: 'ErrorEmailEmpty' },
  ErrorEmailInvalid: { field: 'email', fault: 'ErrorEmailInvalid' },
  ErrorEmailTaken: { field: 'email', fault: 'ErrorEmailTaken' },
  ErrorNoAccount: { field: 'email', fault: 'ErrorNoAccount' },
  ErrorAuthDisabled: { field: 'email', fault: 'ErrorAuthDisabled' },
  ErrorPasswordInvalid: { field: 'password', fault: 'ErrorPasswordInvalid' },
  ErrorPasswordIncorrect: { field: 'password', fault: 'ErrorPasswordIncorrect' },
  ErrorTooManyAttempts: { field: 'password', fault: 'ErrorTooManyAttempts' },
  ErrorGdpr: { field: 'policyAccepted', fault: 'ErrorGdpr' },
  offline: { field: 'password', fault: 'ErrorInternetConnection' },
  timeout: { field: 'password', fault: 'ErrorInternetConnection' },
};

// S1§8: what belongs to no field shows on the password field.
const unknownFault: FieldFault = { field: 'password', fault: 'ErrorUnknown' };

/** The field and words for a refusal of the gateway. */
export const faultOf = ({ code }: Pick<GatewayFailure, 'code'>): FieldFault =>
  (Object.hasOwn(faults, code) ? faults[code] : undefined) ?? unknownFault;

/** What a fault shows to have been meant: the other mode, or the third party that the account belongs to. */
export const suggestionOf = (fault: SignInFault | null): SignInMode | 'thirdParty' | null => {
  if (fault === 'ErrorEmailTaken') return 'login';
  if (fault === 'ErrorAuthDisabled') return 'thirdParty';
  return fault === 'ErrorNoAccount' ? 'registration' : null;
};

/** Judges the e-mail field. */
export const emailFault = (email: string): SignInFault | null => {
  const verdict = judgeEmail(email);
  return verdict.ok ? null : verdict.error;
};

/** Judges the password field: only a new password must be long enough. */
export const passwordFault = (password: string, mode: SignInMode): SignInFault | null => {
  if (!judgePassword(password).ok) return mode === 'login' ? 'ErrorPasswordMissing' : 'ErrorPasswordInvalid';
  return mode === 'registration' && !judgeNewPassword(password).ok ? 'ErrorPasswordInvalid' : null;
};

/** Judges the consent, which only an account needs. */
export const policyFault = (policyAccepted: boolean, mode: SignInMode): SignInFault | null =>
  mode === 'registration' && !policyAccepted ? 'ErrorGdpr' : null;
