import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { fieldErrorText } from '../account-texts';

const ERROR_KEYS = {
  secondStepCodeIncorrect: 'ErrorSecondStepCode',
  ErrorPasswordIncorrect: 'ErrorPasswordIncorrect',
  ErrorTooManyAttempts: 'ErrorTooManyAttempts',
  offline: 'ErrorInternetConnection',
  timeout: 'ErrorInternetConnection',
} as const;

const hasErrorKey = (code: string): code is keyof typeof ERROR_KEYS => Object.hasOwn(ERROR_KEYS, code);

/** Returns the German text that the field for a login code shows for an error of the gateway. */
export const codeErrorText = (apiError: Pick<ApiError, 'code' | 'retryAfterMs'>): string =>
  fieldErrorText(hasErrorKey(apiError.code) ? ERROR_KEYS[apiError.code] : 'ErrorUnknown', apiError);
