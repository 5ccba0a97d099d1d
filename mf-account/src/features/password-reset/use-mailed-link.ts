import { requestPasswordReset } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { useRef } from 'react';
import { text } from '../../account-texts';
import { linkErrorText } from './reset-rules';

/** Has a link mailed that sets a new password, and says how that went; returns whether it is on its way. One at a time. */
export const useMailedLink = (): ((email: string) => Promise<boolean>) => {
  const { apiClient, snackbar, track } = useShell();
  const isAsking = useRef(false);
  return async (email) => {
    if (isAsking.current) return false;
    isAsking.current = true;
    const answer = await track(apiClient.call(requestPasswordReset, { body: { email } }));
    isAsking.current = false;
    snackbar(answer.ok ? { tone: 'success', text: text('ForgotPasswordSuccess') } : { tone: 'error', text: linkErrorText(answer.error) });
    return answer.ok;
  };
};
