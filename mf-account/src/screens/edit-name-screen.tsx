import { patchMe } from '@mahlzeit/contract';
import type { Account } from '@mahlzeit/contract';
import { NAME_MAX_LENGTH, validateNewName } from '@mahlzeit/contract/rules';
import { useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { Button, Stack } from '@mahlzeit/shared-ui/ui';
import { TextField } from '@mahlzeit/shared-ui/ui/form';
import { useForm } from 'react-hook-form';
import { useTexts } from '../account-texts';
import { defineAccountScreen } from '../features/account';

interface NameFormValues {
  readonly displayName: string;
}

const textKeyByNameError = {
  empty: 'ErrorNameEmpty',
  tooLong: 'ErrorNameTooLong',
  ErrorNameIdentical: 'ErrorNameIdentical',
} as const;

// All errors without a text of their own are shown at the field with the text of `ErrorUnknown` (S1§8).
const nameErrorTextKeyOf = ({ code }: Pick<ApiError, 'code'>) => {
  if (code === 'ErrorNameIdentical') return code;
  return code === 'offline' || code === 'timeout' ? 'ErrorInternetConnection' : 'ErrorUnknown';
};

/** State of the form. The typed name is first cleaned by `validateNewName`, then checked and saved (U06). */
const useDisplayNameForm = ({ displayName: currentName }: Pick<Account, 'displayName'>) => {
  const t = useTexts();
  const { apiClient, session, navigation, snackbar, track } = useShell();
  const {
    register,
    handleSubmit,
    setError,
    formState: { errors, isSubmitting },
  } = useForm<NameFormValues>({
    mode: 'onTouched',
    reValidateMode: 'onChange',
    defaultValues: { displayName: currentName ?? '' },
  });

  const validateNameField = (newName: string): string | true => {
    const validatedName = validateNewName(newName, currentName);
    return validatedName.ok ? true : t(textKeyByNameError[validatedName.error]);
  };
  const saveName = async ({ displayName }: NameFormValues): Promise<void> => {
    const validatedName = validateNewName(displayName, currentName);
    if (!validatedName.ok) return;
    const patchResult = await track(apiClient.call(patchMe, { body: { displayName: validatedName.value } }));
    if (!patchResult.ok)
      return setError(
        'displayName',
        { type: 'server', message: t(nameErrorTextKeyOf(patchResult.error)) },
        { shouldFocus: true },
      );
    session.applyUser(patchResult.value);
    snackbar({ tone: 'success', text: t('SuccessEditDisplayName') });
    navigation.back();
  };

  return {
    submit: handleSubmit(saveName),
    isBusy: isSubmitting,
    field: { ...register('displayName', { validate: validateNameField }), error: errors.displayName?.message },
  };
};

/** Form for a new display name. */
export const DisplayNameForm = ({ account }: { readonly account: Account }) => {
  const t = useTexts();
  const { submit, isBusy, field } = useDisplayNameForm(account);
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={submit}>
      <TextField
        {...field}
        defaultValue={account.displayName ?? ''}
        label={t('DisplayName')}
        hint={t('DisplayNameHint')}
        autoComplete="nickname"
        maxLength={NAME_MAX_LENGTH}
      />
      <Button type="submit" size="large" isBlock isBusy={isBusy}>
        {t('SaveName')}
      </Button>
    </Stack>
  );
};

export default defineAccountScreen({ title: 'EditName', Content: DisplayNameForm });
