import { Button, Stack } from '@mahlzeit/shared-ui/ui';
import { PasswordField } from '@mahlzeit/shared-ui/ui/form';
import { useTexts } from '../../account-texts';
import { AccountUsername } from '../account';
import { usePasswordDeletion } from './use-password-deletion';

/** Confirms the deletion by the password. */
const PasswordDeletion = () => {
  const t = useTexts();
  const { submit, isBusy, password } = usePasswordDeletion();
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={submit}>
      <AccountUsername />
      <PasswordField {...password} label={t('PresentPassword')} hint={t('DeletePasswordHint')} autoComplete="current-password" />
      <Button type="submit" variant="consequence" size="large" isBlock isBusy={isBusy}>{t('DeleteAccount')}</Button>
    </Stack>
  );
};
