import { confirmPasswordReset, requestPasswordReset } from '@mahlzeit/contract';
import { validateEmail, validateNewPassword } from '@mahlzeit/contract/rules';
import { createSingleFlight, useAccount, useObservable, useReloadHold, useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { Banner, Body, Button, Stack } from '@mahlzeit/shared-ui/ui';
import { PasswordField, TextField } from '@mahlzeit/shared-ui/ui/form';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { text, tooManyAttempts, useTexts } from '../account-texts';
import { resetToken } from '../commands/reset-password';
import { AccountUsername } from './account';

const unreachedCodes = ['offline', 'timeout'];

/** Returns the text of an error when a link is requested (S1§8: an unknown account has a text of its own). */
const linkErrorText = ({ code, retryAfterMs }: Pick<ApiError, 'code' | 'retryAfterMs'>): string => {
  if (code === 'ErrorNoAccount') return text('ForgotPasswordFail');
  if (code === 'thirdPartyAccount') return text('ForgotPasswordThirdParty');
  if (code === 'ErrorTooManyAttempts') return tooManyAttempts(retryAfterMs);
  return text(unreachedCodes.includes(code) ? 'ErrorInternetConnection' : 'Fail');
};

/**
 * Returns a function that has a link for a new password mailed. Shows the result, and returns whether the mail was
 * sent. One request runs at a time.
 */
export const useMailedLink = (): ((email: string) => Promise<boolean>) => {
  const { apiClient, snackbar, track } = useShell();
  const [flight] = useState(createSingleFlight);
  const mailLink = async (email: string): Promise<boolean> => {
    const answer = await track(apiClient.call(requestPasswordReset, { body: { email } }));
    snackbar(
      answer.ok
        ? { tone: 'success', text: text('ForgotPasswordSuccess') }
        : { tone: 'error', text: linkErrorText(answer.error) },
    );
    return answer.ok;
  };
  return async (email) => (await flight.run(() => mailLink(email))) ?? false;
};

/** Says that the link has expired, and offers a new one. */
const NewLink = () => {
  const t = useTexts();
  const { navigation } = useShell();
  const email = useAccount()?.email ?? '';
  const mailLink = useMailedLink();
  const {
    register,
    handleSubmit,
    setFocus,
    formState: { errors, isSubmitting },
  } = useForm({
    mode: 'onTouched',
    reValidateMode: 'onChange',
    defaultValues: { email },
  });
  // The focus was in the form that this one replaces.
  useEffect(() => setFocus('email'), [setFocus]);
  const requestLink = async ({ email }: { readonly email: string }): Promise<void> => {
    if (await mailLink(email)) navigation.close();
  };
  const checkAddress = (email: string): true | string => {
    const verdict = validateEmail(email);
    return verdict.ok || t(verdict.error);
  };
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={handleSubmit(requestLink)}>
      <Banner tone="warn" title={t('ResetTokenInvalidTitle')}>
        {t('ResetTokenInvalid')}
      </Banner>
      <TextField
        {...register('email', { validate: checkAddress })}
        error={errors.email?.message}
        type="email"
        label={t('Email')}
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" size="large" isBlock isBusy={isSubmitting}>
        {t('ResetNewLink')}
      </Button>
    </Stack>
  );
};

/** Returns the text of an error for the field of the new password. */
const passwordErrorText = ({ code, retryAfterMs }: Pick<ApiError, 'code' | 'retryAfterMs'>): string => {
  if (code === 'ErrorPasswordInvalid') return text('ErrorPasswordInvalid');
  if (code === 'ErrorTooManyAttempts') return tooManyAttempts(retryAfterMs);
  return text(unreachedCodes.includes(code) ? 'ErrorInternetConnection' : 'ErrorUnknown');
};

/** Validates a new password as typed. */
const validatedPassword = (password: string): true | string =>
  validateNewPassword(password).ok || text('ErrorPasswordInvalid');

/** Sets a new password with the token of the mailed link. All sessions of the account end; the user logs in again. */
const useNewPassword = () => {
  const { apiClient, session, navigation, snackbar, track } = useShell();
  const token = useObservable(resetToken);
  const [isDone, setIsDone] = useState(false);
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm({
    mode: 'onTouched',
    reValidateMode: 'onChange',
    defaultValues: { password: '' },
  });
  // A reload would lose the token: the address doesn't hold it.
  useReloadHold(token !== null);

  const logInAnew = async (): Promise<void> => {
    setIsDone(true);
    resetToken.set(null);
    navigation.replace('login', 'changed');
    const view = session.get();
    // A member whose sessions have ended is logged out; an anonymous visitor has no session of the account.
    if (view.status === 'known' && view.account.loggedIn) await track(session.logout());
    // A logout drops the messages of the former user, so that this one must follow.
    snackbar({ tone: 'success', text: text('PasswordChanged') });
  };
  const changePassword = async ({ password }: { readonly password: string }): Promise<void> => {
    const answer = await track(apiClient.call(confirmPasswordReset, { body: { token: token ?? '', password } }));
    if (answer.ok) return logInAnew();
    if (answer.error.code === 'resetTokenInvalid') return resetToken.set(null);
    setError('password', { type: 'server', message: passwordErrorText(answer.error) }, { shouldFocus: true });
  };

  return {
    /** False without a link, and for an expired one. */
    isPossible: token !== null || isDone,
    submit: handleSubmit(changePassword),
    isBusy: isSubmitting || isDone,
    password: { ...register('password', { validate: validatedPassword }), error: errors.password?.message },
  };
};

/** Target of a mailed link: a form for the new password, or for a new link when this one has expired. */
export const NewPassword = () => {
  const t = useTexts();
  const { isPossible, submit, isBusy, password } = useNewPassword();
  if (!isPossible) return <NewLink />;
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={submit}>
      <Body $tone="quiet">{t('ResetLead')}</Body>
      <AccountUsername />
      <PasswordField {...password} label={t('NewPassword')} hint={t('NewPasswordHint')} autoComplete="new-password" />
      <Button type="submit" size="large" isBlock isBusy={isBusy}>
        {t('ResetSave')}
      </Button>
    </Stack>
  );
};
