import { validateNewPassword } from '@mahlzeit/contract/rules';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { text } from '../../account-texts';
import { tooManyAttempts } from '../wait';

const unreached = ['offline', 'timeout'];

/** Why no link is mailed, as a text (S1§8: an unknown account is told apart from all else). */
export const linkErrorText = ({ code, retryAfterMs }: Pick<ApiError, 'code' | 'retryAfterMs'>): string => {
  if (code === 'ErrorNoAccount') return text('ForgotPasswordFail');
  if (code === 'thirdPartyAccount') return text('ForgotPasswordThirdParty');
  if (code === 'ErrorTooManyAttempts') return tooManyAttempts(retryAfterMs);
  return text(unreached.includes(code) ? 'ErrorInternetConnection' : 'Fail');
};

/** Why the new password is not set, as the text of its field. */
export const passwordErrorText = ({ code, retryAfterMs }: Pick<ApiError, 'code' | 'retryAfterMs'>): string => {
  if (code === 'ErrorPasswordInvalid') return text('ErrorPasswordInvalid');
  if (code === 'ErrorTooManyAttempts') return tooManyAttempts(retryAfterMs);
  return text(unreached.includes(code) ? 'ErrorInternetConnection' : 'ErrorUnknown');
};

/** Validates a new password as typed. */
export const validatedPassword = (password: string): true | string => validateNewPassword(password).ok || text('ErrorPasswordInvalid');
