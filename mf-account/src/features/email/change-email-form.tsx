import type { Account } from '@mahlzeit/contract';
import { Body, Button, Stack } from '@mahlzeit/shared-ui/ui';
import { PasswordField, TextField } from '@mahlzeit/shared-ui/ui/form';
import { useTexts } from '../../account-texts';
import { AccountUsername } from '../account';
import { useChangeEmail } from './use-change-email';

/** Takes a new e-mail address and the present password. */
export const ChangeEmailForm = ({ account }: { readonly account: Account }) => {
  const t = useTexts();
  const { submit, isBusy, email, password } = useChangeEmail(account);
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={submit}>
      <Body $tone="quiet">{t('ChangeEmailLead', { email: account.email ?? '' })}</Body>
      <TextField {...email} type="email" label={t('NewEmail')} hint={t('NewEmailHint')} autoComplete="email" inputMode="email" autoCapitalize="none" spellCheck={false} />
      <AccountUsername />
      <PasswordField {...password} label={t('PresentPassword')} autoComplete="current-password" />
      <Button type="submit" size="large" isBlock isBusy={isBusy}>{t('ChangeEmail')}</Button>
    </Stack>
  );
};
