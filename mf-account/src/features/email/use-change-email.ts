import type { Account } from '@mahlzeit/contract';
import { judgeNewEmail } from '@mahlzeit/contract/rules';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../account-texts';
import { faultText } from '../wait';
import { emailFaultOf, presentPasswordFault } from './email-rules';
import type { EmailValues } from './email-rules';

/** The form's state; a new address has to be proven, so that the way leads on to the code. */
export const useChangeEmail = ({ email: current }: Pick<Account, 'email'>) => {
  const t = useTexts();
  const { session, navigation, snackbar, track } = useShell();
  const { register, handleSubmit, setError, formState: { errors, isSubmitting } } = useForm<EmailValues>({ mode: 'onTouched', reValidateMode: 'onChange', defaultValues: { email: '', password: '' } });

  const judgeEmail = (typed: string): string | true => {
    const verdict = judgeNewEmail(typed, current);
    return verdict.ok ? true : t(verdict.error);
  };
  const judgePassword = (typed: string): string | true => {
    const fault = presentPasswordFault(typed);
    return fault === null ? true : t(fault);
  };
  const send = async (values: EmailValues): Promise<void> => {
    const answer = await track(session.changeEmail(values));
    if (answer.ok) {
      snackbar({ tone: 'success', text: t('SuccessChangeEmail') });
      return navigation.replace('profile');
    }
    const { field, fault } = emailFaultOf(answer.error);
    setError(field, { type: 'gateway', message: faultText(fault, answer.error) }, { shouldFocus: true });
  };

  return {
    submit: handleSubmit(send),
    isBusy: isSubmitting,
    email: { ...register('email', { validate: judgeEmail }), error: errors.email?.message },
    password: { ...register('password', { validate: judgePassword }), error: errors.password?.message },
  };
};
