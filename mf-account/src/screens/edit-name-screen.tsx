import { patchMe } from '@mahlzeit/contract';
import type { Account } from '@mahlzeit/contract';
import { NAME_MAX_LENGTH, validateNewName } from '@mahlzeit/contract/rules';
import { defineScreen, useAccount, useShell } from '@mahlzeit/shared-ui/platform';
import type { ApiError, ScreenProps } from '@mahlzeit/shared-ui/platform';
import { Body, Button, Stack } from '@mahlzeit/shared-ui/ui';
import { Sheet } from '@mahlzeit/shared-ui/ui/dialog';
import { TextField } from '@mahlzeit/shared-ui/ui/form';
import { useForm } from 'react-hook-form';
import { chosenNameOf, useTexts } from '../account-texts';
import { NEW_USER_PARAM } from '../screen-access';

interface NameFormValues {
  readonly displayName: string;
}

const textKeyByNameError = {
  empty: 'ErrorNameEmpty',
  tooLong: 'ErrorNameTooLong',
  ErrorNameIdentical: 'ErrorNameIdentical',
} as const;

// Returns the text key for an error of the gateway. An error without a text of its own is shown at the field as
// `ErrorUnknown` (S1§8).
const nameErrorTextKeyOf = ({ code }: Pick<ApiError, 'code'>) => {
  if (code === 'ErrorNameIdentical') return code;
  return code === 'offline' || code === 'timeout' ? 'ErrorInternetConnection' : 'ErrorUnknown';
};

interface DisplayNameFormProps {
  readonly account: Account;
  /** Whether the user has just registered. The form then asks for their first display name, which can be skipped. */
  readonly isNewUser: boolean;
}

/**
 * Returns the state of the form for a display name. `validateNewName` first cleans the typed name; then it is checked
 * and saved (U06).
 */
const useDisplayNameForm = ({ account, isNewUser }: DisplayNameFormProps) => {
  const currentName = chosenNameOf(account);
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
    if (!isNewUser) snackbar({ tone: 'success', text: t('SuccessEditDisplayName') });
    navigation.back();
  };

  return {
    submit: handleSubmit(saveName),
    isBusy: isSubmitting,
    field: { ...register('displayName', { validate: validateNameField }), error: errors.displayName?.message },
  };
};

/** Form for a new display name, or for the first name of a new user. */
export const DisplayNameForm = (props: DisplayNameFormProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { submit, isBusy, field } = useDisplayNameForm(props);
  const { account, isNewUser } = props;
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={submit}>
      {isNewUser && <Body $tone="quiet">{t('WhatIsYourNameLead')}</Body>}
      <TextField
        {...field}
        defaultValue={chosenNameOf(account) ?? ''}
        label={t('DisplayName')}
        hint={isNewUser ? undefined : t('DisplayNameHint')}
        autoComplete="nickname"
        maxLength={NAME_MAX_LENGTH}
      />
      <Button type="submit" size="large" isBlock isBusy={isBusy}>
        {t('SaveName')}
      </Button>
      {isNewUser && (
        <Button variant="quiet" isBlock onClick={() => navigation.back()}>
          {t('SkipName')}
        </Button>
      )}
    </Stack>
  );
};

const EditNameScreen = ({ params: [purpose], shell: { navigation } }: ScreenProps) => {
  const t = useTexts();
  const account = useAccount();
  const isNewUser = purpose === NEW_USER_PARAM;
  return (
    <Sheet title={t(isNewUser ? 'WhatIsYourName' : 'EditName')} onClose={() => navigation.back()}>
      {account !== null && <DisplayNameForm account={account} isNewUser={isNewUser} />}
    </Sheet>
  );
};

export default defineScreen(EditNameScreen);
