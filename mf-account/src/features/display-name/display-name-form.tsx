import type { Account } from '@mahlzeit/contract';
import { NAME_MAX_LENGTH } from '@mahlzeit/contract/rules';
import { Button, Stack } from '@mahlzeit/shared-ui/ui';
import { TextField } from '@mahlzeit/shared-ui/ui/form';
import { useTexts } from '../../account-texts';
import { useDisplayName } from './use-display-name';

/** Takes a new display name. */
export const DisplayNameForm = ({ account }: { readonly account: Account }) => {
  const t = useTexts();
  const { submit, isBusy, field } = useDisplayName(account);
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={submit}>
      <TextField {...field} defaultValue={account.displayName ?? ''} label={t('DisplayName')} hint={t('DisplayNameHint')} autoComplete="nickname" maxLength={NAME_MAX_LENGTH} />
      <Button type="submit" size="large" isBlock isBusy={isBusy}>{t('SaveName')}</Button>
    </Stack>
  );
};
