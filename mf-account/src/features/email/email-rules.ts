import { judgePassword } from '@mahlzeit/contract/rules';
import type { GatewayFailure } from '@mahlzeit/shared-ui/platform';

/** What the form holds; the password is never trimmed. */
export interface EmailValues {
  readonly email: string;
  readonly password: string;
}

/** What is wrong; each is the key of its German text. */
export type EmailFault =
  | 'ErrorEmailEmpty' | 'ErrorEmailInvalid' | 'ErrorEmailIdentical' | 'ErrorEmailTaken'
  | 'ErrorPasswordMissing' | 'ErrorPasswordIncorrect' | 'ErrorTooManyAttempts' | 'ErrorInternetConnection' | 'ErrorUnknown';

/** Where a fault stands. */
export interface EmailFieldFault {
  readonly field: keyof EmailValues;
  readonly fault: EmailFault;
}

const faults: ReadonlyMap<string, EmailFieldFault> = new Map([
  ['ErrorEmailEmpty', { field: 'email', fault: 'ErrorEmailEmpty' }],
  ['ErrorEmailInvalid', { field: 'email', fault: 'ErrorEmailInvalid' }],
  ['ErrorEmailIdentical', { field: 'email', fault: 'ErrorEmailIdentical' }],
  ['ErrorEmailTaken', { field: 'email', fault: 'ErrorEmailTaken' }],
  ['passwordRequired', { field: 'password', fault: 'ErrorPasswordMissing' }],
  ['ErrorPasswordIncorrect', { field: 'password', fault: 'ErrorPasswordIncorrect' }],
  ['ErrorTooManyAttempts', { field: 'password', fault: 'ErrorTooManyAttempts' }],
  ['offline', { field: 'password', fault: 'ErrorInternetConnection' }],
  ['timeout', { field: 'password', fault: 'ErrorInternetConnection' }],
]);

/** The field and words for a refusal of the gateway; what belongs to no field is ErrorUnknown (S1§8). */
export const emailFaultOf = ({ code }: Pick<GatewayFailure, 'code'>): EmailFieldFault => faults.get(code) ?? { field: 'password', fault: 'ErrorUnknown' };

/** Judges the password field: anything may be the present one. */
export const presentPasswordFault = (password: string): EmailFault | null => (judgePassword(password).ok ? null : 'ErrorPasswordMissing');
