import { changeEmailByPasskey } from '@mahlzeit/contract';
import type { Account, PasskeyAssertion } from '@mahlzeit/contract';
import { validateNewEmail } from '@mahlzeit/contract/rules';
import { useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { Banner, Body, Button, LinkButton, Stack } from '@mahlzeit/shared-ui/ui';
import { TextField } from '@mahlzeit/shared-ui/ui/form';
import { useForm } from 'react-hook-form';
import { fieldErrorText, useTexts } from '../account-texts';
import { defineAccountScreen, refetchAccount } from '../features/account';
import { CurrentPasswordField, currentPasswordRules } from '../features/current-password-field';
import { PasskeyButton } from '../features/passkey-button';

/** Values of the form, as typed. The password is never trimmed, because its spaces count. */
interface EmailFormValues {
  readonly email: string;
  readonly password: string;
}

/** Key of the German text for an error in a field of the form. */
type EmailFormError =
  | 'ErrorEmailEmpty'
  | 'ErrorEmailInvalid'
  | 'ErrorEmailIdentical'
  | 'ErrorEmailTaken'
  | 'ErrorPasswordMissing'
  | 'ErrorPasswordIncorrect'
  | 'ErrorTooManyAttempts'
  | 'ErrorPasskey'
  | 'ErrorInternetConnection'
  | 'ErrorUnknown';

/** Error text key, and the form field that shows the error. */
interface EmailFieldError {
  readonly field: keyof EmailFormValues;
  readonly error: EmailFormError;
}

const fieldErrorByCode: ReadonlyMap<string, EmailFieldError> = new Map([
  ['ErrorEmailEmpty', { field: 'email', error: 'ErrorEmailEmpty' }],
  ['ErrorEmailInvalid', { field: 'email', error: 'ErrorEmailInvalid' }],
  ['ErrorEmailIdentical', { field: 'email', error: 'ErrorEmailIdentical' }],
  ['ErrorEmailTaken', { field: 'email', error: 'ErrorEmailTaken' }],
  ['passwordRequired', { field: 'password', error: 'ErrorPasswordMissing' }],
  ['ErrorPasswordIncorrect', { field: 'password', error: 'ErrorPasswordIncorrect' }],
  ['ErrorTooManyAttempts', { field: 'password', error: 'ErrorTooManyAttempts' }],
  ['passkeyInvalid', { field: 'password', error: 'ErrorPasskey' }],
  ['passkeyUnknown', { field: 'password', error: 'ErrorPasskey' }],
  ['offline', { field: 'password', error: 'ErrorInternetConnection' }],
  ['timeout', { field: 'password', error: 'ErrorInternetConnection' }],
]);

/**
 * Converts an error of the gateway to a field error. An error that belongs to no field becomes `ErrorUnknown` at the
 * password field (S1§8).
 */
const emailFieldErrorOf = ({ code }: Pick<ApiError, 'code'>): EmailFieldError =>
  fieldErrorByCode.get(code) ?? { field: 'password', error: 'ErrorUnknown' };

/**
 * Returns the state of the form for a new e-mail address. Afterwards the screen for the verification code opens; only
 * that code makes the new address valid.
 */
const useChangeEmailForm = ({ email: currentEmail }: Pick<Account, 'email'>) => {
  const t = useTexts();
  const { apiClient, session, navigation, track } = useShell();
  const {
    register,
    handleSubmit,
    setError,
    trigger,
    getValues,
    formState: { errors, isSubmitting },
  } = useForm<EmailFormValues>({
    mode: 'onTouched',
    reValidateMode: 'onChange',
    defaultValues: { email: '', password: '' },
  });

  const checkEmailField = (email: string): string | true => {
    const validatedEmail = validateNewEmail(email, currentEmail);
    return validatedEmail.ok ? true : t(validatedEmail.error);
  };
  const showError = (apiError: ApiError): void => {
    const { field, error } = emailFieldErrorOf(apiError);
    setError(field, { type: 'server', message: fieldErrorText(error, apiError) }, { shouldFocus: true });
  };
  // The next screen tells to which address the code was sent. The new address is valid only after the user has entered
  // that code.
  const showNextScreen = (): void => navigation.replace('profile');
  const submitEmail = async (formValues: EmailFormValues): Promise<void> => {
    const changeResult = await track(session.changeEmail(formValues));
    return changeResult.ok ? showNextScreen() : showError(changeResult.error);
  };
  const changeByPasskey = async (credential: PasskeyAssertion): Promise<void> => {
    const changeResult = await track(
      apiClient.call(changeEmailByPasskey, { body: { email: getValues('email'), credential } }),
    );
    if (!changeResult.ok) return showError(changeResult.error);
    await refetchAccount({ apiClient, session });
    showNextScreen();
  };

  return {
    submit: handleSubmit(submitEmail),
    isBusy: isSubmitting,
    changeByPasskey,
    /** Returns whether the new address is valid, and otherwise shows the error at its field. */
    checkEmail: () => trigger('email', { shouldFocus: true }),
    email: { ...register('email', { validate: checkEmailField }), error: errors.email?.message },
    password: { ...register('password', currentPasswordRules), error: errors.password?.message },
  };
};

/** Form that sets a new e-mail address and asks for the current password. */
export const ChangeEmailForm = ({ account }: { readonly account: Account }) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { submit, isBusy, changeByPasskey, checkEmail, email, password } = useChangeEmailForm(account);
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={submit}>
      <Body $tone="quiet">{t('ChangeEmailLead', { email: account.email ?? '' })}</Body>
      {account.pendingEmail !== null && (
        <Banner
          tone="info"
          action={<LinkButton onClick={() => navigation.replace('profile')}>{t('EnterCode')}</LinkButton>}
        >
          {t('PendingEmail', { email: account.pendingEmail })}
        </Banner>
      )}
      <TextField
        {...email}
        type="email"
        label={t('NewEmail')}
        hint={t('NewEmailHint')}
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <CurrentPasswordField {...password} />
      <Button type="submit" size="large" isBlock isBusy={isBusy}>
        {t('ChangeEmail')}
      </Button>
      <PasskeyButton mayBegin={checkEmail} onCredential={changeByPasskey} />
    </Stack>
  );
};

export default defineAccountScreen({ title: 'ChangeEmail', Content: ChangeEmailForm });
