import { verifyEmail } from '@mahlzeit/contract';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../account-texts';
import { refetchAccount } from '../account';
import { waitText } from '../wait';
import { codeError, codeErrorOf } from './verification-rules';

interface CodeValues {
  readonly code: string;
}

/** The code field's state; the right code closes the screen (S1§4 "Verification"). */
const useVerification = () => {
  const t = useTexts();
  const { apiClient, session, navigation, snackbar, track } = useShell();
  const { register, handleSubmit, setError, formState: { errors, isSubmitting } } = useForm<CodeValues>({ mode: 'onSubmit', reValidateMode: 'onChange', defaultValues: { code: '' } });

  const validate = (code: string): string | true => {
    const error = codeError(code);
    return error === null ? true : t(error);
  };
  const codeErrorText = (failure: ApiError): string => {
    const error = codeErrorOf(failure);
    if (error !== 'ErrorTooManyAttempts' || failure.retryAfterMs === null) return t(error);
    // The same code never works again, however long one waits: it is spent, or too old by then.
    return t('TooManyCodesWait', { wait: waitText(failure.retryAfterMs) });
  };
  const showError = (message: string): void => setError('code', { type: 'server', message }, { shouldFocus: true });
  const send = async ({ code }: CodeValues): Promise<void> => {
    const answer = await track(apiClient.call(verifyEmail, { body: { code } }));
    if (!answer.ok) return showError(codeErrorText(answer.error));
    if (!answer.value.success) return showError(t('ErrorVerificationCodeIncorrect'));
    snackbar({ tone: 'success', text: t('VerificationCodeAccepted') });
    // Before the account is known as verified: the screen has nothing more to show.
    navigation.close();
    await refetchAccount({ apiClient, session });
  };

  return { submit: handleSubmit(send), isBusy: isSubmitting, code: { ...register('code', { validate: validate }), error: errors.code?.message } };
};
