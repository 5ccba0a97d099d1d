import { judgePassword } from '@mahlzeit/contract/rules';
import type { GatewayFailure } from '@mahlzeit/shared-ui/platform';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../account-texts';
import { faultText } from '../wait';
import { deletionFaultOf } from './deletion-rules';
import { useDeletion } from './use-deletion';

interface DeletionValues {
  readonly password: string;
}

/** The form of who has a password: it proves who asks for the deletion. */
export const usePasswordDeletion = () => {
  const t = useTexts();
  const { session, track } = useShell();
  const deleteAccount = useDeletion();
  const { register, handleSubmit, setError, formState: { errors, isSubmitting } } = useForm<DeletionValues>({ mode: 'onTouched', reValidateMode: 'onChange', defaultValues: { password: '' } });

  const judge = (typed: string): string | true => judgePassword(typed).ok || t('ErrorPasswordMissing');
  const complain = (failure: GatewayFailure): void => {
    const fault = deletionFaultOf(failure);
    setError('password', { type: 'gateway', message: faultText(fault, failure) }, { shouldFocus: true });
  };
  const proveAndDelete = async (password: string): Promise<GatewayFailure | null> => {
    const proven = await session.reauthenticate(password);
    return proven.ok ? deleteAccount() : proven.error;
  };
  const send = async ({ password }: DeletionValues): Promise<void> => {
    const failure = await track(proveAndDelete(password));
    if (failure !== null) complain(failure);
  };

  return { submit: handleSubmit(send), isBusy: isSubmitting, password: { ...register('password', { validate: judge }), error: errors.password?.message } };
};
