import { resendEmailVerification } from '@mahlzeit/contract';
import { errorText, useShell } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import { useTexts } from '../../account-texts';
import { useCountdown } from '../countdown';
import { waitText } from '../wait';
import { RESEND_PAUSE_MS } from './verification-rules';

/** Has another code sent, as often as the gateway lets one. */
const useResend = () => {
  const t = useTexts();
  const { apiClient, snackbar, track } = useShell();
  const { leftMs, begin } = useCountdown();
  const [isBusy, setIsBusy] = useState(false);

  const resend = async (): Promise<void> => {
    setIsBusy(true);
    const answer = await track(apiClient.call(resendEmailVerification, {}));
    setIsBusy(false);
    if (answer.ok) {
      begin(RESEND_PAUSE_MS);
      return snackbar({ tone: 'success', text: t('VerificationCodeSent') });
    }
    const { code, retryAfterMs } = answer.error;
    if (code !== 'ErrorTooManyAttempts') return snackbar({ tone: 'error', text: errorText(answer.error) });
    const pauseMs = retryAfterMs ?? RESEND_PAUSE_MS;
    begin(pauseMs);
    snackbar({ text: t('ResendWait', { wait: waitText(pauseMs) }) });
  };

  return { resend, isBusy, waitReason: leftMs === 0 ? undefined : t('ResendWait', { wait: waitText(leftMs) }) };
};
