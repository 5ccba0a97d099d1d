import { validatePassword } from '@mahlzeit/contract/rules';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../account-texts';
import { fieldErrorText } from '../wait';
import { deletionErrorOf } from './deletion-rules';
import { useDeletion } from './use-deletion';

interface DeletionValues {
  readonly password: string;
}

/** The form of who has a password: it proves who asks for the deletion. */
const usePasswordDeletion = () => {
  const t = useTexts();
  const { session, track } = useShell();
  const deleteAccount = useDeletion();
  const { register, handleSubmit, setError, formState: { errors, isSubmitting } } = useForm<DeletionValues>({ mode: 'onTouched', reValidateMode: 'onChange', defaultValues: { password: '' } });

  const validate = (typed: string): string | true => validatePassword(typed).ok || t('ErrorPasswordMissing');
  const showError = (failure: ApiError): void => {
    const error = deletionErrorOf(failure);
    setError('password', { type: 'server', message: fieldErrorText(error, failure) }, { shouldFocus: true });
  };
  const proveAndDelete = async (password: string): Promise<ApiError | null> => {
    const proven = await session.reauthenticate(password);
    return proven.ok ? deleteAccount() : proven.error;
  };
  const send = async ({ password }: DeletionValues): Promise<void> => {
    const failure = await track(proveAndDelete(password));
    if (failure !== null) showError(failure);
  };

  return { submit: handleSubmit(send), isBusy: isSubmitting, password: { ...register('password', { validate: validate }), error: errors.password?.message } };
};
