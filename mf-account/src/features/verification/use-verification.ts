import { verifyEmail } from '@mahlzeit/contract';
import type { GatewayFailure } from '@mahlzeit/shared-ui/platform';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../account-texts';
import { relearn } from '../account';
import { waitText } from '../wait';
import { codeFault, codeFaultOf } from './verification-rules';

interface CodeValues {
  readonly code: string;
}

/** The code field's state; the right code closes the screen (S1§4 "Verification"). */
export const useVerification = () => {
  const t = useTexts();
  const { gateway, session, navigation, snackbar, track } = useShell();
  const { register, handleSubmit, setError, formState: { errors, isSubmitting } } = useForm<CodeValues>({ mode: 'onSubmit', reValidateMode: 'onChange', defaultValues: { code: '' } });

  const judge = (code: string): string | true => {
    const fault = codeFault(code);
    return fault === null ? true : t(fault);
  };
  const refusalText = (failure: GatewayFailure): string => {
    const fault = codeFaultOf(failure);
    if (fault !== 'ErrorTooManyAttempts' || failure.retryAfterMs === null) return t(fault);
    // The same code never works again, however long one waits: it is spent, or too old by then.
    return t('TooManyCodesWait', { wait: waitText(failure.retryAfterMs) });
  };
  const complain = (message: string): void => setError('code', { type: 'gateway', message }, { shouldFocus: true });
  const send = async ({ code }: CodeValues): Promise<void> => {
    const answer = await track(gateway.call(verifyEmail, { body: { code } }));
    if (!answer.ok) return complain(refusalText(answer.error));
    if (!answer.value.success) return complain(t('ErrorVerificationCodeIncorrect'));
    snackbar({ tone: 'success', text: t('VerificationCodeAccepted') });
    // Before the account is known as verified: the screen has nothing more to show.
    navigation.close();
    await relearn({ gateway, session });
  };

  return { submit: handleSubmit(send), isBusy: isSubmitting, code: { ...register('code', { validate: judge }), error: errors.code?.message } };
};
