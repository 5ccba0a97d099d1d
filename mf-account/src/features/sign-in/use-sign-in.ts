import { useShell } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../account-texts';
import { emailFault, faultOf, passwordFault, policyFault, suggestedMode } from './sign-in-rules';
import type { SignInFault, SignInMode, SignInValues } from './sign-in-rules';

// S1§2: registration and login are two screens over what the visitor came from.
const STEPS_TO_WHERE_ONE_CAME_FROM = 2;

/** The form's state: judged when a field is left, then with every change; refusals of the gateway stand at their fields. */
export const useSignIn = (mode: SignInMode) => {
  const t = useTexts();
  const { session, navigation, snackbar, track } = useShell();
  const [lastRefusal, setLastRefusal] = useState<SignInFault | null>(null);
  const { register, handleSubmit, setError, clearErrors, setFocus, formState: { errors, isSubmitting } } = useForm<SignInValues>({
    mode: 'onTouched',
    reValidateMode: 'onChange',
    defaultValues: { email: '', password: '', visible: false, policyAccepted: false },
  });
  const judged = (fault: SignInFault | null): string | true => (fault === null ? true : t(fault));

  const send = async ({ email, password, visible, policyAccepted }: SignInValues): Promise<void> => {
    setLastRefusal(null);
    const answer = await track(mode === 'login' ? session.login({ email, password }) : session.register({ email, password, visible, policyAccepted }));
    if (answer.ok) {
      snackbar({ tone: 'success', text: t(mode === 'login' ? 'WelcomeBack' : 'WelcomeNew', { name: answer.value.displayName ?? email }) });
      return navigation.back(STEPS_TO_WHERE_ONE_CAME_FROM);
    }
    const { field, fault } = faultOf(answer.error);
    setLastRefusal(fault);
    setError(field, { type: 'gateway', message: t(fault) }, { shouldFocus: true });
  };

  return {
    submit: handleSubmit(send),
    isBusy: isSubmitting,
    /** The mode that was probably meant, after a refusal that shows it. */
    suggestion: suggestedMode(lastRefusal),
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
