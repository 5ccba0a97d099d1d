import type { Account } from '@mahlzeit/contract';
import { Avatar, Button, Small, Stack } from '@mahlzeit/shared-ui/ui';
import { FileField } from '@mahlzeit/shared-ui/ui/form';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useTexts } from '../../account-texts';
import { PICTURE_TYPES } from './picture-rules';
import { PicturePreview } from './picture-preview';
import { usePictureRemoval } from './use-picture-removal';
import { usePictureUpload } from './use-picture-upload';

/** The present picture, which can be taken away, and a zone for a new one, which is looked at before it counts. */
export const EditPicture = ({ account }: { readonly account: Account }) => {
  const t = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const { chosen, fault, wasChosen, choose, ...preview } = usePictureUpload();
  if (chosen !== null) return <PicturePreview {...preview} url={chosen.url} />;
  const hasPicture = account.photoURL !== null;
  return (
    <Stack $gap={20}>
      {hasPicture && <PresentPicture account={account} onRemoved={() => field.current?.focus()} />}
      <FileField
        ref={field}
        autoFocus={wasChosen}
        label={t(hasPicture ? 'OtherPicture' : 'NewPicture')}
        action={t('ChoosePicture')}
        icon={ImagePlus}
        accept={PICTURE_TYPES.join(',')}
        hint={t('PictureHint')}
        error={fault === null ? undefined : t(fault)}
        onFiles={choose}
      />
      <Small $tone="quiet">{t('PictureWhoSees')}</Small>
    </Stack>
  );
};

interface PresentPictureProps {
  readonly account: Account;
  readonly onRemoved: () => void;
}

const PresentPicture = ({ account: { displayName, email, photoURL }, onRemoved }: PresentPictureProps) => {
  const t = useTexts();
  const { remove, isRemoving } = usePictureRemoval(onRemoved);
  return (
    <Stack $gap={12} $align="center">
      <Avatar name={displayName ?? email ?? ''} pictureUrl={photoURL} size="page" />
      <Button variant="danger" size="small" icon={Trash2} isBusy={isRemoving} onClick={() => void remove()}>{t('DeletePicture')}</Button>
    </Stack>
  );
};
