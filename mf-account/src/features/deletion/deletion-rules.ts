import type { GatewayFailure } from '@mahlzeit/shared-ui/platform';

/** What is wrong with the confirmation; each is the key of its German text. */
export type DeletionFault = 'ErrorPasswordMissing' | 'ErrorPasswordIncorrect' | 'ErrorTooManyAttempts' | 'ErrorInternetConnection' | 'DeleteAccountFail';

const faults: ReadonlyMap<string, DeletionFault> = new Map([
  ['ErrorPasswordIncorrect', 'ErrorPasswordIncorrect'],
  ['ErrorTooManyAttempts', 'ErrorTooManyAttempts'],
  ['offline', 'ErrorInternetConnection'],
  ['timeout', 'ErrorInternetConnection'],
]);

/** What to say on the password field; what has nothing to do with it is DeleteAccountFail (S1§8). */
export const deletionFaultOf = ({ code }: Pick<GatewayFailure, 'code'>): DeletionFault => faults.get(code) ?? 'DeleteAccountFail';
