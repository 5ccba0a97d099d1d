import { confirmPasswordReset } from '@mahlzeit/contract';
import { useReloadHold, useShell } from '@mahlzeit/shared-ui/platform';
import { useState, useSyncExternalStore } from 'react';
import { useForm } from 'react-hook-form';
import { text } from '../../account-texts';
import { validatedPassword, passwordErrorText } from './reset-rules';
import { resetToken } from './reset-token';

/** Sets a new password with the token of the mailed link; then every session of the account has ended, and one logs in anew. */
export const useNewPassword = () => {
  const { apiClient, session, navigation, snackbar, track } = useShell();
  const token = useSyncExternalStore(resetToken.subscribe, resetToken.get);
  const [isDone, setIsDone] = useState(false);
  const { register, handleSubmit, setError, formState: { errors, isSubmitting } } = useForm({
    mode: 'onTouched',
    reValidateMode: 'onChange',
    defaultValues: { password: '' },
  });
  // A page that loads itself anew has no token any more, and the address doesn't hold it.
  useReloadHold(token !== null);

  const logInAnew = async (): Promise<void> => {
    setIsDone(true);
    resetToken.forget();
    navigation.replace('login', 'changed');
    const view = session.get();
    // Whose sessions have ended is logged out; an anonymous visitor has none of the account.
    if (view.status === 'known' && view.account.loggedIn) await track(session.logout());
    // Messages to the departed user go with them: this one is for the active user.
    snackbar({ tone: 'success', text: text('PasswordChanged') });
  };
  const send = async ({ password }: { readonly password: string }): Promise<void> => {
    const answer = await track(apiClient.call(confirmPasswordReset, { body: { token: token ?? '', password } }));
    if (answer.ok) return logInAnew();
    if (answer.error.code === 'resetTokenInvalid') return resetToken.forget();
    setError('password', { type: 'server', message: passwordErrorText(answer.error) }, { shouldFocus: true });
  };

  return {
    /** False: there is no link to set a password with, or it is good no longer. */
    isPossible: token !== null || isDone,
    submit: handleSubmit(send),
    isBusy: isSubmitting || isDone,
    password: { ...register('password', { validate: validatedPassword }), error: errors.password?.message },
  };
};
