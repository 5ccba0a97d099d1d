import { Button, Inline, LinkButton, Small, Stack } from '@mahlzeit/shared-ui/ui';
import { PasswordField, TextField } from '@mahlzeit/shared-ui/ui/form';
import { useTexts } from '../../account-texts';
import { ModeSuggestion } from './mode-suggestion';
import { RegistrationConsents } from './registration-consents';
import type { SignInMode } from './sign-in-rules';
import { useSignIn } from './use-sign-in';

interface SignInFormProps {
  readonly mode: SignInMode;
  readonly onSwitchMode: (mode: SignInMode) => void;
}

const otherMode = { login: 'registration', registration: 'login' } as const;

/** Logs in or registers by e-mail and password; what was typed survives errors and the change of mode. */
export const SignInForm = ({ mode, onSwitchMode }: SignInFormProps) => {
  const t = useTexts();
  const { submit, isBusy, suggestion, startOver, focusPassword, forgetPassword, email, password, visible, policyAccepted } = useSignIn(mode);
  const isNew = mode === 'registration';
  const nameOf = (other: SignInMode) => t(other === 'login' ? 'LogIn' : 'CreateAccount');
  const switchTo = (other: SignInMode) => {
    startOver();
    onSwitchMode(other);
  };
  // The suggestion goes with the switch; the focus goes on to what is to be typed next.
  const followSuggestion = (other: SignInMode) => {
    switchTo(other);
    focusPassword();
  };
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={submit}>
      <Inline $wrap $gap={6}>
        <Small as="span" $tone="quiet">{t(isNew ? 'AlreadyAnAccount' : 'NoAccountYet')}</Small>
        <LinkButton onClick={() => switchTo(otherMode[mode])}>{nameOf(otherMode[mode])}</LinkButton>
      </Inline>
      <TextField {...email} type="email" label={t('Email')} autoComplete="username" inputMode="email" autoCapitalize="none" spellCheck={false} />
      <PasswordField
        {...password}
        label={t(isNew ? 'NewPassword' : 'Password')}
        hint={isNew ? t('NewPasswordHint') : undefined}
        autoComplete={isNew ? 'new-password' : 'current-password'}
      />
      {suggestion !== null && suggestion !== mode && <ModeSuggestion suggestion={suggestion} onFollow={followSuggestion} />}
      {!isNew && <Inline><LinkButton onClick={() => void forgetPassword()}>{t('ForgotPassword')}</LinkButton></Inline>}
      {isNew && <RegistrationConsents visible={visible} policyAccepted={policyAccepted} />}
      <Button type="submit" size="large" isBlock isBusy={isBusy}>{nameOf(mode)}</Button>
    </Stack>
  );
};
