import { judgeNewPassword } from '@mahlzeit/contract/rules';
import type { GatewayFailure } from '@mahlzeit/shared-ui/platform';
import { text } from '../../account-texts';
import { tooManyAttempts } from '../wait';

const unreached = ['offline', 'timeout'];

/** Why no link is mailed, in words (S1§8: an unknown account is told apart from all else). */
export const linkFaultText = ({ code, retryAfterMs }: Pick<GatewayFailure, 'code' | 'retryAfterMs'>): string => {
  if (code === 'ErrorNoAccount') return text('ForgotPasswordFail');
  if (code === 'thirdPartyAccount') return text('ForgotPasswordThirdParty');
  if (code === 'ErrorTooManyAttempts') return tooManyAttempts(retryAfterMs);
  return text(unreached.includes(code) ? 'ErrorInternetConnection' : 'Fail');
};

/** Why the new password is not set, as words on its field. */
export const passwordFaultText = ({ code, retryAfterMs }: Pick<GatewayFailure, 'code' | 'retryAfterMs'>): string => {
  if (code === 'ErrorPasswordInvalid') return text('ErrorPasswordInvalid');
  if (code === 'ErrorTooManyAttempts') return tooManyAttempts(retryAfterMs);
  return text(unreached.includes(code) ? 'ErrorInternetConnection' : 'ErrorUnknown');
};

/** Judges a new password as typed. */
export const judgedPassword = (password: string): true | string => judgeNewPassword(password).ok || text('ErrorPasswordInvalid');
