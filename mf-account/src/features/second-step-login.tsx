import { completeSecondStep } from '@mahlzeit/contract';
import type { Account } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { Body, Button, LinkButton, Stack } from '@mahlzeit/shared-ui/ui';
import { CodeField, TextField } from '@mahlzeit/shared-ui/ui/form';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTexts } from '../account-texts';
import { codeErrorText } from './second-step-errors';

/**
 * Returns the ticket with which a login continues that has the right password but also needs a code; null for any other
 * error.
 */
export const ticketOf = ({ code, details }: Pick<ApiError, 'code' | 'details'>): string | null => {
  const ticket = code === 'secondStepRequired' ? details?.['ticket'] : undefined;
  return typeof ticket === 'string' ? ticket : null;
};

interface SecondStepLoginProps {
  readonly ticket: string;
  readonly onSignedIn: (account: Account) => void;
  /** Runs when the user must type the password again; `isTooLate` is true if the ticket of the login has expired. */
  readonly onBack: (isTooLate: boolean) => void;
}

/** Second form of a login, after the password: asks for the code of an authenticator app, or for a recovery code. */
export const SecondStepLogin = ({ ticket, onSignedIn, onBack }: SecondStepLoginProps) => {
  const t = useTexts();
  const { session, track } = useShell();
  const [isRecovery, setIsRecovery] = useState(false);
  const {
    register,
    handleSubmit,
    setError,
    setFocus,
    resetField,
    formState: { errors, isSubmitting },
  } = useForm({ mode: 'onSubmit', reValidateMode: 'onChange', defaultValues: { code: '' } });
  // The code field takes the focus, because the focus was in the form or field that this form replaces.
  useEffect(() => setFocus('code'), [setFocus, isRecovery]);
  const logIn = async ({ code }: { readonly code: string }): Promise<void> => {
    const account = await track(session.signInBy({ route: completeSecondStep, body: { ticket, code } }));
    if (account.ok) return onSignedIn(account.value);
    if (account.error.code === 'secondStepTicketInvalid') return onBack(true);
    setError('code', { type: 'server', message: codeErrorText(account.error) }, { shouldFocus: true });
  };
  const field = register('code', {
    validate: (code) =>
      isRecovery ? code.trim() !== '' || t('ErrorCodeMissing') : /^\d{6}$/.test(code) || t('CodeIncomplete'),
  });
  const switchKind = (): void => {
    resetField('code');
    setIsRecovery(!isRecovery);
  };
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={handleSubmit(logIn)}>
      <Body $tone="quiet">{t(isRecovery ? 'RecoveryLoginLead' : 'SecondStepLoginLead')}</Body>
      {isRecovery ? (
        <TextField
          {...field}
          error={errors.code?.message}
          label={t('RecoveryCode')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      ) : (
        <CodeField {...field} error={errors.code?.message} label={t('SecondStepCode')} />
      )}
      <Button type="submit" size="large" isBlock isBusy={isSubmitting}>
        {t('LogIn')}
      </Button>
      <LinkButton onClick={switchKind}>{t(isRecovery ? 'UseAppCode' : 'UseRecoveryCode')}</LinkButton>
      <LinkButton onClick={() => onBack(false)}>{t('OtherAccount')}</LinkButton>
    </Stack>
  );
};
