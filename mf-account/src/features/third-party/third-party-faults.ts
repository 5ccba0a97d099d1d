import type { SignInIntent, ThirdParty } from '@mahlzeit/contract';
import { text } from '../../account-texts';
import { tooManyAttempts } from '../wait';
import { thirdPartyNames } from './third-party-names';

/** Why a third party brought nobody here. */
export interface ThirdPartyFault {
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

/** The German words for a fault. */
export const thirdPartyFaultText = ({ provider, intent, code, retryAfterMs }: ThirdPartyFault): string => {
  const values = { provider: thirdPartyNames[provider] };
  if (code === 'ErrorTooManyAttempts') return tooManyAttempts(retryAfterMs);
  // Who proves who he is came back as somebody else.
  if (code === 'notAllowed' && intent === 'reauthenticate') return text('ThirdPartyOtherAccount', values);
  return text(isKnown(code) ? keys[code] : 'ErrorUnknown', values);
};

/** Whether somebody has turned back himself: nothing went wrong (S1§5 'Cancelled by user'). */
export const isCancelled = ({ code }: Pick<ThirdPartyFault, 'code'>): boolean => code === 'cancelled';
