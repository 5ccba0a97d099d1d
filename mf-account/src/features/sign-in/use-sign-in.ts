import { useShell } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../account-texts';
import { useMailedLink } from '../password-reset';
import { faultText } from '../wait';
import { greetingOf } from '../welcome';
import { emailFault, faultOf, passwordFault, policyFault, suggestionOf } from './sign-in-rules';
import type { SignInFault, SignInMode, SignInValues } from './sign-in-rules';

// S1§2: registration and login are two screens over what the visitor came from.
const STEPS_TO_WHERE_ONE_CAME_FROM = 2;

/** The form's state: judged when a field is left, then with every change; refusals of the gateway stand at their fields. */
export const useSignIn = (mode: SignInMode) => {
  const t = useTexts();
  const { session, navigation, snackbar, track } = useShell();
  const [lastRefusal, setLastRefusal] = useState<SignInFault | null>(null);
  const mailLink = useMailedLink();
  const { register, handleSubmit, setError, clearErrors, setFocus, trigger, getValues, formState: { errors, isSubmitting } } = useForm<SignInValues>({
    mode: 'onTouched',
    reValidateMode: 'onChange',
    defaultValues: { email: '', password: '', visible: false, policyAccepted: false },
  });
  const judged = (fault: SignInFault | null): string | true => (fault === null ? true : t(fault));

  const send = async ({ email, password, visible, policyAccepted }: SignInValues): Promise<void> => {
    setLastRefusal(null);
    const answer = await track(mode === 'login' ? session.login({ email, password }) : session.register({ email, password, visible, policyAccepted }));
    if (answer.ok) {
      snackbar({ tone: 'success', text: greetingOf(answer.value, mode === 'registration') });
      return navigation.back(STEPS_TO_WHERE_ONE_CAME_FROM);
    }
    const { field, fault } = faultOf(answer.error);
    setLastRefusal(fault);
    setError(field, { type: 'gateway', message: faultText(fault, answer.error) }, { shouldFocus: true });
  };

  return {
    submit: handleSubmit(send),
    isBusy: isSubmitting,
    /** What was probably meant, after a refusal that shows it. */
    suggestion: suggestionOf(lastRefusal),
    /** Has a link mailed to the address that is typed, once that is one. */
    async forgetPassword(): Promise<void> {
      if (await trigger('email', { shouldFocus: true })) await mailLink(getValues('email'));
    },
    /** Forgets what was wrong; what was typed stays. */
    startOver(): void {
      setLastRefusal(null);
      clearErrors();
    },
    focusPassword: () => setFocus('password'),
    email: { ...register('email', { validate: (email) => judged(emailFault(email)) }), error: errors.email?.message },
    password: { ...register('password', { validate: (password) => judged(passwordFault(password, mode)) }), error: errors.password?.message },
    visible: register('visible'),
    policyAccepted: { ...register('policyAccepted', { validate: (isAccepted) => judged(policyFault(isAccepted, mode)) }), error: errors.policyAccepted?.message },
  };
};
