import { requestPasswordReset } from '@mahlzeit/contract';
import type { Account } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { useTexts } from '../../account-texts';
import { tooManyAttempts } from '../wait';

/** Has a link for a new password mailed to the own address (S1§8: SuccessResetPassword, FailResetPassword). */
export const usePasswordLink = ({ email }: Pick<Account, 'email'>) => {
  const t = useTexts();
  const { apiClient, snackbar, track } = useShell();

  return async (): Promise<void> => {
    const answer = await track(apiClient.call(requestPasswordReset, { body: { email: email ?? '' } }));
    if (answer.ok) return snackbar({ tone: 'success', text: t('SuccessResetPassword', { email: email ?? '' }) });
    const isSlowedDown = answer.error.code === 'ErrorTooManyAttempts';
    snackbar({ tone: 'error', text: isSlowedDown ? `${t('FailResetPassword')} ${tooManyAttempts(answer.error.retryAfterMs)}` : t('FailResetPassword') });
  };
};
