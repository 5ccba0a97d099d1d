import { confirmPasswordReset, requestPasswordReset } from '@mahlzeit/contract';
import { validateEmail, validateNewPassword } from '@mahlzeit/contract/rules';
import { createSingleFlight, useAccount, useObservable, useHoldReload, useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { Banner, Body, Button, Stack } from '@mahlzeit/shared-ui/ui';
import { PasswordField, TextField } from '@mahlzeit/shared-ui/ui/form';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { text, tooManyAttemptsText, useTexts } from '../account-texts';
import { passwordResetToken } from './reset-token';
import { AccountUsername } from './account';
import { PasswordStrength } from './password-strength';

const connectionErrorCodes = ['offline', 'timeout'];

/**
 * Returns the text for an error of the request that mails a link for a new password (S1§8: an unknown account has its
 * own text).
 */
const linkErrorText = ({ code, retryAfterMs }: Pick<ApiError, 'code' | 'retryAfterMs'>): string => {
  if (code === 'ErrorNoAccount') return text('ForgotPasswordFail');
  if (code === 'thirdPartyAccount') return text('ForgotPasswordThirdParty');
  if (code === 'ErrorTooManyAttempts') return tooManyAttemptsText(retryAfterMs);
  return text(connectionErrorCodes.includes(code) ? 'ErrorInternetConnection' : 'Fail');
};

/**
 * Returns a function that requests a mail with a link for a new password. The function shows the result and returns
 * whether the mail was sent. Only one request runs at a time.
 */
export const useSendResetMail = (): ((email: string) => Promise<boolean>) => {
  const { apiClient, snackbar, track } = useShell();
  const [singleFlight] = useState(createSingleFlight);
  const sendResetMail = async (email: string): Promise<boolean> => {
    const mailResult = await track(apiClient.call(requestPasswordReset, { body: { email } }));
    snackbar(
      mailResult.ok
        ? { tone: 'success', text: text('ForgotPasswordSuccess') }
        : { tone: 'error', text: linkErrorText(mailResult.error) },
    );
    return mailResult.ok;
  };
  return async (email) => (await singleFlight.run(() => sendResetMail(email))) ?? false;
};

/** Form that explains that the link has expired and requests a new one. */
const NewResetLinkForm = () => {
  const t = useTexts();
  const { navigation } = useShell();
  const email = useAccount()?.email ?? '';
  const sendResetLink = useSendResetMail();
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
  // The e-mail field takes the focus, because this form replaces the form for the new password, which had the focus.
  useEffect(() => setFocus('email'), [setFocus]);
  const requestResetLink = async ({ email }: { readonly email: string }): Promise<void> => {
    if (await sendResetLink(email)) navigation.close();
  };
  const checkEmailField = (email: string): true | string => {
    const validatedEmail = validateEmail(email);
    return validatedEmail.ok || t(validatedEmail.error);
  };
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={handleSubmit(requestResetLink)}>
      <Banner tone="warn" title={t('ResetTokenInvalidTitle')}>
        {t('ResetTokenInvalid')}
      </Banner>
      <TextField
        {...register('email', { validate: checkEmailField })}
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

/** Returns the text that the field of the new password shows for an error of the gateway. */
const passwordErrorText = ({ code, retryAfterMs }: Pick<ApiError, 'code' | 'retryAfterMs'>): string => {
  if (code === 'ErrorPasswordInvalid' || code === 'ErrorPasswordWeak') return text(code);
  if (code === 'ErrorTooManyAttempts') return tooManyAttemptsText(retryAfterMs);
  return text(connectionErrorCodes.includes(code) ? 'ErrorInternetConnection' : 'ErrorUnknown');
};

/** Validates a new password for the form. Returns true, or the German text of the error. */
const validatePasswordField = (password: string): true | string =>
  validateNewPassword(password).ok || text('ErrorPasswordInvalid');

/**
 * Form state that sets a new password with the token of the mailed link. The gateway then ends all sessions of the
 * account, and the user logs in again.
 */
const useNewPasswordForm = () => {
  const { apiClient, session, navigation, snackbar, track } = useShell();
  const resetTokenValue = useObservable(passwordResetToken);
  const [hasChangedPassword, setHasChangedPassword] = useState(false);
  const {
    register,
    handleSubmit,
    setError,
    control,
    formState: { errors, isSubmitting },
  } = useForm({
    mode: 'onTouched',
    reValidateMode: 'onChange',
    defaultValues: { password: '' },
  });
  // A reload would lose the token, because the URL doesn't hold it.
  useHoldReload(resetTokenValue !== null);

  const goToLogin = async (): Promise<void> => {
    setHasChangedPassword(true);
    passwordResetToken.set(null);
    navigation.replace('login', 'changed');
    const sessionView = session.get();
    // The gateway has ended all sessions of the account, so this page logs a member out, too. The session of an
    // anonymous visitor doesn't belong to the account and continues.
    if (sessionView.status === 'known' && sessionView.account.loggedIn) await track(session.logout());
    // The message is shown after the logout, because a logout removes the messages of the former user.
    snackbar({ tone: 'success', text: text('PasswordChanged') });
  };
  const changePassword = async ({ password }: { readonly password: string }): Promise<void> => {
    const resetResult = await track(
      apiClient.call(confirmPasswordReset, { body: { token: resetTokenValue ?? '', password } }),
    );
    if (resetResult.ok) return goToLogin();
    if (resetResult.error.code === 'resetTokenInvalid') return passwordResetToken.set(null);
    setError('password', { type: 'server', message: passwordErrorText(resetResult.error) }, { shouldFocus: true });
  };

  return {
    /** False if no mailed link was opened, or if the link has expired. The page then offers to request a new link. */
    isPossible: resetTokenValue !== null || hasChangedPassword,
    submit: handleSubmit(changePassword),
    isBusy: isSubmitting || hasChangedPassword,
    typedPassword: useWatch({ control, name: 'password' }),
    password: { ...register('password', { validate: validatePasswordField }), error: errors.password?.message },
  };
};

/**
 * Content of the screen that a mailed link opens: a form for the new password. If the link has expired, a form that
 * requests a new link.
 */
export const PasswordResetContent = () => {
  const t = useTexts();
  const { isPossible, submit, isBusy, password, typedPassword } = useNewPasswordForm();
  const email = useAccount()?.email ?? '';
  if (!isPossible) return <NewResetLinkForm />;
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={submit}>
      <Body $tone="quiet">{t('ResetLead')}</Body>
      <AccountUsername />
      <PasswordField {...password} label={t('NewPassword')} hint={t('NewPasswordHint')} autoComplete="new-password" />
      <PasswordStrength password={typedPassword} email={email} />
      <Button type="submit" size="large" isBlock isBusy={isBusy}>
        {t('ResetSave')}
      </Button>
    </Stack>
  );
};
