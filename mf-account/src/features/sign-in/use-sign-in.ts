import { useShell } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../account-texts';
import { useMailedLink } from '../password-reset';
import { fieldErrorText } from '../wait';
import { greetingOf } from '../welcome';
import { emailError, fieldErrorOf, passwordError, policyError, suggestionOf } from './sign-in-rules';
import type { SignInError, SignInMode, SignInValues } from './sign-in-rules';

// S1§2: registration and login are two screens over what the visitor came from.
const STEPS_TO_WHERE_ONE_CAME_FROM = 2;

/** The form's state: validated when a field is left, then with every change; errors of the gateway show at their fields. */
const useSignIn = (mode: SignInMode) => {
  const t = useTexts();
  const { session, navigation, snackbar, track } = useShell();
  const [lastError, setLastError] = useState<SignInError | null>(null);
  const mailLink = useMailedLink();
  const { register, handleSubmit, setError, clearErrors, setFocus, trigger, getValues, formState: { errors, isSubmitting } } = useForm<SignInValues>({
    mode: 'onTouched',
    reValidateMode: 'onChange',
    defaultValues: { email: '', password: '', visible: false, policyAccepted: false },
  });
  const validated = (error: SignInError | null): string | true => (error === null ? true : t(error));

  const send = async ({ email, password, visible, policyAccepted }: SignInValues): Promise<void> => {
    setLastError(null);
    const answer = await track(mode === 'login' ? session.login({ email, password }) : session.register({ email, password, visible, policyAccepted }));
    if (answer.ok) {
      snackbar({ tone: 'success', text: greetingOf(answer.value, mode === 'registration') });
      return navigation.back(STEPS_TO_WHERE_ONE_CAME_FROM);
    }
    const { field, error } = fieldErrorOf(answer.error);
    setLastError(error);
    setError(field, { type: 'server', message: fieldErrorText(error, answer.error) }, { shouldFocus: true });
  };

  return {
    submit: handleSubmit(send),
    isBusy: isSubmitting,
    /** What the user probably meant, after an error that shows it. */
    suggestion: suggestionOf(lastError),
    /** Has a link mailed to the address that is typed, once that is one. */
    async forgetPassword(): Promise<void> {
      if (await trigger('email', { shouldFocus: true })) await mailLink(getValues('email'));
    },
    /** Forgets what was wrong; what was typed stays. */
    startOver(): void {
      setLastError(null);
      clearErrors();
    },
    focusPassword: () => setFocus('password'),
    email: { ...register('email', { validate: (email) => validated(emailError(email)) }), error: errors.email?.message },
    password: { ...register('password', { validate: (password) => validated(passwordError(password, mode)) }), error: errors.password?.message },
    visible: register('visible'),
    policyAccepted: { ...register('policyAccepted', { validate: (isAccepted) => validated(policyError(isAccepted, mode)) }), error: errors.policyAccepted?.message },
  };
};
