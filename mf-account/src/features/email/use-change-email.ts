import type { Account } from '@mahlzeit/contract';
import { validateNewEmail } from '@mahlzeit/contract/rules';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../account-texts';
import { fieldErrorText } from '../wait';
import { emailErrorOf, presentPasswordError } from './email-rules';
import type { EmailValues } from './email-rules';

/** The form's state; a new address has to be proven, so that the way leads on to the code. */
const useChangeEmail = ({ email: current }: Pick<Account, 'email'>) => {
  const t = useTexts();
  const { session, navigation, snackbar, track } = useShell();
  const { register, handleSubmit, setError, formState: { errors, isSubmitting } } = useForm<EmailValues>({ mode: 'onTouched', reValidateMode: 'onChange', defaultValues: { email: '', password: '' } });

  const checkEmailField = (typed: string): string | true => {
    const verdict = validateNewEmail(typed, current);
    return verdict.ok ? true : t(verdict.error);
  };
  const checkPasswordField = (typed: string): string | true => {
    const error = presentPasswordError(typed);
    return error === null ? true : t(error);
  };
  const send = async (values: EmailValues): Promise<void> => {
    const answer = await track(session.changeEmail(values));
    if (answer.ok) {
      snackbar({ tone: 'success', text: t('SuccessChangeEmail') });
      return navigation.replace('profile');
    }
    const { field, error } = emailErrorOf(answer.error);
    setError(field, { type: 'server', message: fieldErrorText(error, answer.error) }, { shouldFocus: true });
  };

  return {
    submit: handleSubmit(send),
    isBusy: isSubmitting,
    email: { ...register('email', { validate: checkEmailField }), error: errors.email?.message },
    password: { ...register('password', { validate: checkPasswordField }), error: errors.password?.message },
  };
};
