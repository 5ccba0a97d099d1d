import type { Account } from '@mahlzeit/contract';
import { validateEmail, validateNewPassword, validatePassword } from '@mahlzeit/contract/rules';
import { defineScreen, useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError, ScreenProps } from '@mahlzeit/shared-ui/platform';
import { Banner, Button, Inline, LinkButton, Small, Stack } from '@mahlzeit/shared-ui/ui';
import { AlertDialog, Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { Checkbox, PasswordField, TextField } from '@mahlzeit/shared-ui/ui/form';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { fieldErrorText, greetingOf, useTexts } from '../account-texts';
import { askForName } from '../features/account';
import { LegalSheet } from '../features/legal';
import { PasskeyLogin, usePasskeyOffer } from '../features/passkey-login';
import { PasswordResetContent, useSendResetMail } from '../features/password-reset';
import { PasswordStrength } from '../features/password-strength';
import { SecondStepLogin, ticketOf } from '../features/second-step-login';

/** Purpose of the form: to log in, or to register (parameter `new` of the screen). */
export type SignInMode = 'login' | 'registration';

/** Values of the form, as typed; the two checkboxes only count for a registration. */
interface SignInFormValues {
  readonly email: string;
  readonly password: string;
  readonly visible: boolean;
  readonly policyAccepted: boolean;
}

/** Key of the German text for an error in a field of the form. */
type SignInError =
  | 'ErrorEmailEmpty'
  | 'ErrorEmailInvalid'
  | 'ErrorEmailTaken'
  | 'ErrorNoAccount'
  | 'ErrorAuthDisabled'
  | 'ErrorPasswordMissing'
  | 'ErrorPasswordInvalid'
  | 'ErrorPasswordWeak'
  | 'ErrorPasswordIncorrect'
  | 'ErrorTooManyAttempts'
  | 'ErrorInternetConnection'
  | 'ErrorUnknown'
  | 'ErrorGdpr';

/** Error text key, and the form field that shows the error. */
interface SignInFieldError {
  readonly field: 'email' | 'password' | 'policyAccepted';
  readonly error: SignInError;
}

const fieldErrorByCode: Readonly<Record<string, SignInFieldError>> = {
  ErrorEmailEmpty: { field: 'email', error: 'ErrorEmailEmpty' },
  ErrorEmailInvalid: { field: 'email', error: 'ErrorEmailInvalid' },
  ErrorEmailTaken: { field: 'email', error: 'ErrorEmailTaken' },
  ErrorNoAccount: { field: 'email', error: 'ErrorNoAccount' },
  ErrorAuthDisabled: { field: 'email', error: 'ErrorAuthDisabled' },
  ErrorPasswordInvalid: { field: 'password', error: 'ErrorPasswordInvalid' },
  ErrorPasswordWeak: { field: 'password', error: 'ErrorPasswordWeak' },
  ErrorPasswordIncorrect: { field: 'password', error: 'ErrorPasswordIncorrect' },
  ErrorTooManyAttempts: { field: 'password', error: 'ErrorTooManyAttempts' },
  ErrorGdpr: { field: 'policyAccepted', error: 'ErrorGdpr' },
  offline: { field: 'password', error: 'ErrorInternetConnection' },
  timeout: { field: 'password', error: 'ErrorInternetConnection' },
};

// Errors that belong to no field are shown at the password (S1§8).
const unknownFieldError: SignInFieldError = { field: 'password', error: 'ErrorUnknown' };

/** Converts an error of the gateway to a field error. */
export const signInFieldErrorOf = ({ code }: Pick<ApiError, 'code'>): SignInFieldError =>
  (Object.hasOwn(fieldErrorByCode, code) ? fieldErrorByCode[code] : undefined) ?? unknownFieldError;

/**
 * Returns a suggestion for an error: the other mode of the form, or the third party (such as Google) with which the
 * account was created. Null if the error suggests neither.
 */
export const suggestedMode = (error: SignInError | null): SignInMode | 'thirdParty' | null => {
  if (error === 'ErrorEmailTaken') return 'login';
  if (error === 'ErrorAuthDisabled') return 'thirdParty';
  return error === 'ErrorNoAccount' ? 'registration' : null;
};

/** Returns the error of a typed e-mail address; null for a valid one. */
export const emailErrorOf = (email: string): SignInError | null => {
  const validatedEmail = validateEmail(email);
  return validatedEmail.ok ? null : validatedEmail.error;
};

/** Returns the error of a typed password; null for a valid one. Only a new password has a minimum length. */
export const passwordErrorOf = (password: string, mode: SignInMode): SignInError | null => {
  if (!validatePassword(password).ok) return mode === 'login' ? 'ErrorPasswordMissing' : 'ErrorPasswordInvalid';
  return mode === 'registration' && !validateNewPassword(password).ok ? 'ErrorPasswordInvalid' : null;
};

/**
 * Returns the error of a missing consent to the privacy policy; null if it was given. Only a registration needs the
 * consent.
 */
export const policyErrorOf = (policyAccepted: boolean, mode: SignInMode): SignInError | null =>
  mode === 'registration' && !policyAccepted ? 'ErrorGdpr' : null;

// Number of steps back in the history to the screen from which the visitor came: registration and login have opened
// above it (S1§2).
const HISTORY_STEPS_TO_ORIGIN = 2;

interface SignInFormOptions {
  readonly mode: SignInMode;
  readonly onSignedIn: (account: Account) => void;
  /** Runs when the password is right and the account also requires a code from its owner's authenticator app. */
  readonly onCodeRequired: (ticket: string) => void;
}

/**
 * Returns the state of the form for login and registration. A field is validated when it loses the focus, and
 * afterwards on each change. Errors of the gateway are shown at their fields.
 */
const useSignInForm = ({ mode, onSignedIn, onCodeRequired }: SignInFormOptions) => {
  const t = useTexts();
  const { session, track } = useShell();
  const [lastSignInError, setLastSignInError] = useState<SignInError | null>(null);
  const sendResetMail = useSendResetMail();
  const {
    register,
    handleSubmit,
    setError,
    clearErrors,
    setFocus,
    trigger,
    getValues,
    control,
    formState: { errors, isSubmitting },
  } = useForm<SignInFormValues>({
    mode: 'onTouched',
    reValidateMode: 'onChange',
    defaultValues: { email: '', password: '', visible: false, policyAccepted: false },
  });
  const validationMessageOf = (error: SignInError | null): string | true => (error === null ? true : t(error));

  const submitSignIn = async ({ email, password, visible, policyAccepted }: SignInFormValues): Promise<void> => {
    setLastSignInError(null);
    const signInResult = await track(
      mode === 'login'
        ? session.login({ email, password })
        : session.register({ email, password, visible, policyAccepted }),
    );
    if (signInResult.ok) return onSignedIn(signInResult.value);
    const ticket = ticketOf(signInResult.error);
    if (ticket !== null) return onCodeRequired(ticket);
    const { field, error } = signInFieldErrorOf(signInResult.error);
    setLastSignInError(error);
    setError(field, { type: 'server', message: fieldErrorText(error, signInResult.error) }, { shouldFocus: true });
  };

  return {
    submit: handleSubmit(submitSignIn),
    isBusy: isSubmitting,
    /** Suggestion for the user after the last error; null for none. */
    suggestion: suggestedMode(lastSignInError),
    /** Requests a mail with a link for a new password, if the typed e-mail address is valid. */
    async forgetPassword(): Promise<void> {
      if (await trigger('email', { shouldFocus: true })) await sendResetMail(getValues('email'));
    },
    /** Clears the errors of the form and keeps the typed values. */
    startOver(): void {
      setLastSignInError(null);
      clearErrors();
    },
    focusPassword: () => setFocus('password'),
    typedPassword: useWatch({ control, name: 'password' }),
    typedEmail: useWatch({ control, name: 'email' }),
    email: {
      ...register('email', { validate: (email) => validationMessageOf(emailErrorOf(email)) }),
      error: errors.email?.message,
    },
    password: {
      ...register('password', { validate: (password) => validationMessageOf(passwordErrorOf(password, mode)) }),
      error: errors.password?.message,
    },
    visible: register('visible'),
    policyAccepted: {
      ...register('policyAccepted', {
        validate: (isPolicyAccepted) => validationMessageOf(policyErrorOf(isPolicyAccepted, mode)),
      }),
      error: errors.policyAccepted?.message,
    },
  };
};

interface ModeSuggestionProps {
  readonly suggestion: SignInMode | 'thirdParty';
  readonly onFollow: (mode: SignInMode) => void;
}

const suggestionTexts = {
  login: { text: 'SuggestLogin', action: 'LogIn' },
  registration: { text: 'SuggestRegistration', action: 'CreateAccount' },
  thirdParty: { text: 'SuggestThirdParty', action: 'ShowThirdParties' },
} as const;

/**
 * Link to the other mode of the form (login or registration), or to the screen with the third parties, depending on the
 * suggestion.
 */
const ModeSuggestion = ({ suggestion, onFollow }: ModeSuggestionProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { text, action } = suggestionTexts[suggestion];
  const suggestionLink =
    suggestion === 'thirdParty' ? (
      // The registration replaces the login in the history, so that Back doesn't return to this form.
      <LinkButton onClick={() => navigation.replace('registration')}>{t(action)}</LinkButton>
    ) : (
      <LinkButton onClick={() => onFollow(suggestion)}>{t(action)}</LinkButton>
    );
  return (
    <Banner tone="info" action={suggestionLink}>
      {t(text)}
    </Banner>
  );
};

type ConsentField = Omit<ComponentProps<typeof Checkbox>, 'children'>;

interface RegistrationConsentsProps {
  readonly visible: ConsentField;
  readonly policyAccepted: ConsentField;
}

/**
 * Checkboxes of a registration: visibility to other users, and the consent that the law requires. Explanations open in
 * dialogs, so that the form keeps the typed values.
 */
const RegistrationConsents = ({ visible, policyAccepted }: RegistrationConsentsProps) => {
  const t = useTexts();
  const [openExplanation, setOpenExplanation] = useState<'visible' | 'policy' | null>(null);
  const closeExplanation = () => setOpenExplanation(null);
  return (
    <div>
      <Checkbox {...visible}>
        {t('Visible')} <LinkButton onClick={() => setOpenExplanation('visible')}>{t('VisibleExplain')}</LinkButton>
      </Checkbox>
      <Checkbox {...policyAccepted}>
        {t('PolicyBefore')} <LinkButton onClick={() => setOpenExplanation('policy')}>{t('Policy')}</LinkButton>{' '}
        {t('PolicyAfter')}
      </Checkbox>
      {openExplanation === 'visible' && (
        <AlertDialog
          title={t('VisibleTitle')}
          actions={[{ id: 'ok', label: t('Understood'), tone: 'primary' }]}
          onChoose={closeExplanation}
        >
          {t('VisibleText')}
        </AlertDialog>
      )}
      {openExplanation === 'policy' && <LegalSheet kind="privacy" onClose={closeExplanation} />}
    </div>
  );
};

interface CredentialsFormProps extends SignInFormOptions {
  readonly onSwitchMode: (mode: SignInMode) => void;
}

const otherModeByMode = { login: 'registration', registration: 'login' } as const;

/**
 * Form with which a visitor logs in or registers by e-mail address and password. The typed values survive errors and a
 * change between both modes.
 */
const CredentialsForm = ({ mode, onSwitchMode, onSignedIn, onCodeRequired }: CredentialsFormProps) => {
  const t = useTexts();
  const {
    submit,
    isBusy,
    suggestion,
    startOver,
    focusPassword,
    forgetPassword,
    typedPassword,
    typedEmail,
    email,
    password,
    visible,
    policyAccepted,
  } = useSignInForm({ mode, onSignedIn, onCodeRequired });
  const isRegistration = mode === 'registration';
  const { renewOffer } = usePasskeyOffer(!isRegistration, onSignedIn);
  const modeLabelOf = (targetMode: SignInMode) => t(targetMode === 'login' ? 'LogIn' : 'CreateAccount');
  const switchToMode = (targetMode: SignInMode) => {
    startOver();
    onSwitchMode(targetMode);
  };
  // The clicked link disappears and loses the focus, so the focus moves to the password field.
  const followSuggestion = (targetMode: SignInMode) => {
    switchToMode(targetMode);
    focusPassword();
  };
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={submit}>
      <Inline $wrap $gap={6}>
        <Small as="span" $tone="quiet">
          {t(isRegistration ? 'AlreadyAnAccount' : 'NoAccountYet')}
        </Small>
        <LinkButton onClick={() => switchToMode(otherModeByMode[mode])}>
          {modeLabelOf(otherModeByMode[mode])}
        </LinkButton>
      </Inline>
      <TextField
        {...email}
        type="email"
        label={t('Email')}
        autoComplete={isRegistration ? 'username' : 'username webauthn'}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        {...password}
        label={t(isRegistration ? 'NewPassword' : 'Password')}
        hint={isRegistration ? t('NewPasswordHint') : undefined}
        autoComplete={isRegistration ? 'new-password' : 'current-password'}
      />
      {isRegistration && <PasswordStrength password={typedPassword} email={typedEmail} />}
      {suggestion !== null && suggestion !== mode && (
        <ModeSuggestion suggestion={suggestion} onFollow={followSuggestion} />
      )}
      {!isRegistration && (
        <Inline>
          <LinkButton onClick={() => void forgetPassword()}>{t('ForgotPassword')}</LinkButton>
        </Inline>
      )}
      {isRegistration && <RegistrationConsents visible={visible} policyAccepted={policyAccepted} />}
      <Button type="submit" size="large" isBlock isBusy={isBusy}>
        {modeLabelOf(mode)}
      </Button>
      {!isRegistration && <PasskeyLogin onSignedIn={onSignedIn} onEnded={renewOffer} />}
    </Stack>
  );
};

interface SignInFormProps {
  readonly mode: SignInMode;
  readonly onSwitchMode: (mode: SignInMode) => void;
}

/** Form that logs in or registers, or asks for the code that a login with a second step needs. */
export const SignInForm = ({ mode, onSwitchMode }: SignInFormProps) => {
  const t = useTexts();
  const { navigation, snackbar } = useShell();
  const [ticket, setTicket] = useState<string | null>(null);
  const finishSignIn = (account: Account): void => {
    snackbar({ tone: 'success', text: greetingOf(account, mode === 'registration') });
    navigation.back(HISTORY_STEPS_TO_ORIGIN);
    if (mode === 'registration') askForName(account, navigation);
  };
  const returnToPassword = (isTooLate: boolean): void => {
    setTicket(null);
    if (isTooLate) snackbar({ tone: 'error', text: t('SecondStepTooLate') });
  };
  return ticket === null ? (
    <CredentialsForm mode={mode} onSwitchMode={onSwitchMode} onSignedIn={finishSignIn} onCodeRequired={setTicket} />
  ) : (
    <SecondStepLogin ticket={ticket} onSignedIn={finishSignIn} onBack={returnToPassword} />
  );
};

const LoginScreen = ({ params: [purpose], shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  const mode: SignInMode = purpose === 'new' ? 'registration' : 'login';
  const switchMode = (nextMode: SignInMode) =>
    navigation.replace('login', ...(nextMode === 'registration' ? ['new'] : []));
  if (purpose === 'reset')
    return (
      <Sheet title={t('NewPassword')} onClose={navigation.close}>
        <PasswordResetContent />
      </Sheet>
    );
  return (
    <Sheet title={t(mode === 'registration' ? 'CreateAccount' : 'LogIn')} onClose={navigation.close}>
      <Stack $gap={16}>
        {purpose === 'changed' && <Banner tone="ok">{t('LogInWithNewPassword')}</Banner>}
        <SignInForm mode={mode} onSwitchMode={switchMode} />
      </Stack>
    </Sheet>
  );
};

export default defineScreen(LoginScreen);
