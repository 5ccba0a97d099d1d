import { changePassword } from '@mahlzeit/contract';
import { validateNewPassword } from '@mahlzeit/contract/rules';
import { useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { Body, Button, LinkButton, Stack } from '@mahlzeit/shared-ui/ui';
import { PasswordField } from '@mahlzeit/shared-ui/ui/form';
import { useForm, useWatch } from 'react-hook-form';
import { fieldErrorText, useTexts } from '../account-texts';
import { CurrentPasswordField, currentPasswordRules } from './current-password-field';
import { useSendResetMail } from './password-reset';
import { PasswordStrength } from './password-strength';

/** Values of the form, as typed. Passwords are never trimmed, because their spaces count. */
interface PasswordFormValues {
  readonly password: string;
  readonly newPassword: string;
}

/** Key of the German text for an error in a field of the form. */
type PasswordFormError =
  | 'ErrorPasswordMissing'
  | 'ErrorPasswordIncorrect'
  | 'ErrorPasswordInvalid'
  | 'ErrorPasswordWeak'
  | 'ErrorTooManyAttempts'
  | 'ErrorInternetConnection'
  | 'ErrorUnknown';

/** Error text key, and the form field that shows the error. */
interface PasswordFieldError {
  readonly field: keyof PasswordFormValues;
  readonly error: PasswordFormError;
}

const fieldErrorByCode: ReadonlyMap<string, PasswordFieldError> = new Map([
  ['passwordRequired', { field: 'password', error: 'ErrorPasswordMissing' }],
  ['ErrorPasswordIncorrect', { field: 'password', error: 'ErrorPasswordIncorrect' }],
  ['ErrorPasswordInvalid', { field: 'newPassword', error: 'ErrorPasswordInvalid' }],
  ['ErrorPasswordWeak', { field: 'newPassword', error: 'ErrorPasswordWeak' }],
  ['ErrorTooManyAttempts', { field: 'password', error: 'ErrorTooManyAttempts' }],
  ['offline', { field: 'newPassword', error: 'ErrorInternetConnection' }],
  ['timeout', { field: 'newPassword', error: 'ErrorInternetConnection' }],
]);

const passwordFieldErrorOf = ({ code }: Pick<ApiError, 'code'>): PasswordFieldError =>
  fieldErrorByCode.get(code) ?? { field: 'newPassword', error: 'ErrorUnknown' };

/**
 * Returns the state of the form for another password. After the change all other devices are signed out, and this
 * device stays signed in.
 */
const usePasswordChangeForm = () => {
  const t = useTexts();
  const { apiClient, navigation, snackbar, track } = useShell();
  const {
    register,
    handleSubmit,
    setError,
    control,
    formState: { errors, isSubmitting },
  } = useForm<PasswordFormValues>({
    mode: 'onTouched',
    reValidateMode: 'onChange',
    defaultValues: { password: '', newPassword: '' },
  });

  const checkNewPassword = (newPassword: string): string | true =>
    validateNewPassword(newPassword).ok || t('ErrorPasswordInvalid');
  const submitPassword = async (formValues: PasswordFormValues): Promise<void> => {
    const changeResult = await track(apiClient.call(changePassword, { body: formValues }));
    if (changeResult.ok) {
      snackbar({ tone: 'success', text: t('PasswordIsChanged') });
      return navigation.back();
    }
    const { field, error } = passwordFieldErrorOf(changeResult.error);
    setError(field, { type: 'server', message: fieldErrorText(error, changeResult.error) }, { shouldFocus: true });
  };

  return {
    submit: handleSubmit(submitPassword),
    isBusy: isSubmitting,
    typedPassword: useWatch({ control, name: 'newPassword' }),
    password: { ...register('password', currentPasswordRules), error: errors.password?.message },
    newPassword: { ...register('newPassword', { validate: checkNewPassword }), error: errors.newPassword?.message },
  };
};

/**
 * Form that sets another password and asks for the current one. A user who has forgotten the current password gets a
 * link by e-mail.
 */
export const PasswordChangeForm = ({ email }: { readonly email: string }) => {
  const t = useTexts();
  const sendResetMail = useSendResetMail();
  const { submit, isBusy, password, newPassword, typedPassword } = usePasswordChangeForm();
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={submit}>
      <Body $tone="quiet">{t('ChangePasswordLead')}</Body>
      <CurrentPasswordField {...password} />
      <div>
        <LinkButton onClick={() => void sendResetMail(email)}>{t('ForgotPassword')}</LinkButton>
      </div>
      <PasswordField
        {...newPassword}
        label={t('NewPassword')}
        hint={t('NewPasswordHint')}
        autoComplete="new-password"
      />
      <PasswordStrength password={typedPassword} email={email} />
      <Button type="submit" size="large" isBlock isBusy={isBusy}>
        {t('ChangePassword')}
      </Button>
    </Stack>
  );
};
