import { Body, Button, Stack } from '@mahlzeit/shared-ui/ui';
import { PasswordField } from '@mahlzeit/shared-ui/ui/form';
import { useTexts } from '../../account-texts';
import { AccountUsername } from '../account';
import { NewLink } from './new-link';
import { useNewPassword } from './use-new-password';

/** Where a mailed link leads: the new password, or a new link where this one is good no longer. */
export const NewPassword = () => {
  const t = useTexts();
  const { isPossible, submit, isBusy, password } = useNewPassword();
  if (!isPossible) return <NewLink />;
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={submit}>
      <Body $tone="quiet">{t('ResetLead')}</Body>
      <AccountUsername />
      <PasswordField {...password} label={t('NewPassword')} hint={t('NewPasswordHint')} autoComplete="new-password" />
      <Button type="submit" size="large" isBlock isBusy={isBusy}>{t('ResetSave')}</Button>
    </Stack>
  );
};
