import type { ApiError } from '@mahlzeit/shared-ui/platform';

/** What is wrong with the confirmation; each is the key of its German text. */
type DeletionError = 'ErrorPasswordMissing' | 'ErrorPasswordIncorrect' | 'ErrorTooManyAttempts' | 'ErrorInternetConnection' | 'DeleteAccountFail';

const errorsByCode: ReadonlyMap<string, DeletionError> = new Map([
  ['ErrorPasswordIncorrect', 'ErrorPasswordIncorrect'],
  ['ErrorTooManyAttempts', 'ErrorTooManyAttempts'],
  ['offline', 'ErrorInternetConnection'],
  ['timeout', 'ErrorInternetConnection'],
]);

/** What to say on the password field; what has nothing to do with it is DeleteAccountFail (S1§8). */
const deletionErrorOf = ({ code }: Pick<ApiError, 'code'>): DeletionError => errorsByCode.get(code) ?? 'DeleteAccountFail';
