import type { Passkey } from '@mahlzeit/contract';
import { NAME_MAX_LENGTH, validateNewName } from '@mahlzeit/contract/rules';
import { useNow } from '@mahlzeit/shared-ui/platform';
import { Button, Stack } from '@mahlzeit/shared-ui/ui';
import { TextField } from '@mahlzeit/shared-ui/ui/form';
import { ActionRow, ActionSheet } from '@mahlzeit/shared-ui/ui/people';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTexts } from '../../account-texts';
import { passkeyDetailOf } from './passkey-texts';

interface PasskeyMenuProps {
  readonly passkey: Passkey;
  /** Renames the passkey. Returns true if the new name was stored. */
  readonly onRename: (name: string) => Promise<boolean>;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

const nameErrorTextKeys = {
  empty: 'ErrorNameEmpty',
  tooLong: 'ErrorNameTooLong',
  ErrorNameIdentical: 'PasskeyNameIdentical',
} as const;

const RenameForm = ({ passkey, onRename, onClose }: Omit<PasskeyMenuProps, 'onRemove'>) => {
  const t = useTexts();
  const {
    register,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = useForm({ mode: 'onTouched', reValidateMode: 'onChange', defaultValues: { name: passkey.name } });
  const validateName = (typedName: string): string | true => {
    const name = validateNewName(typedName, passkey.name);
    return name.ok ? true : t(nameErrorTextKeys[name.error]);
  };
  const saveName = async ({ name }: { readonly name: string }): Promise<void> => {
    if (await onRename(name)) onClose();
  };
  return (
    <Stack as="form" $gap={16} noValidate onSubmit={handleSubmit(saveName)}>
      <TextField
        {...register('name', { validate: validateName })}
        error={errors.name?.message}
        label={t('PasskeyName')}
        defaultValue={passkey.name}
        maxLength={NAME_MAX_LENGTH}
        autoComplete="off"
        autoFocus
      />
      <Button type="submit" isBlock isBusy={isSubmitting}>
        {t('SaveName')}
      </Button>
    </Stack>
  );
};

/** Sheet with the actions on a passkey: rename and remove. */
export const PasskeyMenu = ({ passkey, onRename, onRemove, onClose }: PasskeyMenuProps) => {
  const t = useTexts();
  const now = useNow();
  const [isRenaming, setIsRenaming] = useState(false);
  return (
    <ActionSheet title={passkey.name} text={passkeyDetailOf(passkey, now)} onClose={onClose}>
      {isRenaming ? (
        <RenameForm passkey={passkey} onRename={onRename} onClose={onClose} />
      ) : (
        <div>
          <ActionRow icon={Pencil} label={t('RenamePasskey')} onClick={() => setIsRenaming(true)} />
          <ActionRow
            icon={Trash2}
            label={t('RemovePasskey')}
            isDanger
            onClick={() => {
              onClose();
              onRemove();
            }}
          />
        </div>
      )}
    </ActionSheet>
  );
};
