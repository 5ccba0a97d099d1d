import type { SignInIntent, ThirdParty } from '@mahlzeit/contract';
import { text } from '../../account-texts';
import { tooManyAttempts } from '../wait';
import { thirdPartyNames } from './third-party-names';

/** Why a third party brought nobody here. */
export interface ThirdPartyError {
  readonly provider: ThirdParty;
  readonly intent: SignInIntent;
  /** A code of the window's message or of the gateway. */
  readonly code: string;
  /** How long to wait, where the gateway said so. */
  readonly retryAfterMs: number | null;
}

const keys = {
  cancelled: 'ThirdPartyCancelled',
  notAllowed: 'ThirdPartyNotAllowed',
  unavailable: 'ThirdPartyUnavailable',
  signInCodeInvalid: 'ThirdPartyTooLate',
  ErrorEmailTaken: 'ErrorEmailTaken',
  offline: 'ErrorInternetConnection',
  timeout: 'ErrorInternetConnection',
} as const;

const isKnown = (code: string): code is keyof typeof keys => Object.hasOwn(keys, code);

/** The German text of an error. */
export const thirdPartyErrorText = ({ provider, intent, code, retryAfterMs }: ThirdPartyError): string => {
  const values = { provider: thirdPartyNames[provider] };
  if (code === 'ErrorTooManyAttempts') return tooManyAttempts(retryAfterMs);
  // Who was to prove their identity came back as somebody else.
  if (code === 'notAllowed' && intent === 'reauthenticate') return text('ThirdPartyOtherAccount', values);
  return text(isKnown(code) ? keys[code] : 'ErrorUnknown', values);
};

/** Whether the user turned back: nothing went wrong (S1§5 'Cancelled by user'). */
export const isCancelled = ({ code }: Pick<ThirdPartyError, 'code'>): boolean => code === 'cancelled';
