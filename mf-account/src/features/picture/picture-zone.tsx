import { Button, Stack } from '@mahlzeit/shared-ui/ui';
import { useFirstFocus } from '@mahlzeit/shared-ui/ui/dialog';
import { FileField } from '@mahlzeit/shared-ui/ui/form';
import { ImagePlus } from 'lucide-react';
import { useTexts } from '../../account-texts';
import { PICTURE_TYPES } from './picture-rules';
import type { PictureError } from './picture-rules';

interface PictureZoneProps {
  readonly error: PictureError | null;
  readonly onFiles: (files: readonly File[]) => void;
  /** It comes in place of what had the focus. */
  readonly takesFocus: boolean;
  /** Leaves the present picture as it is; without one there is nothing to leave. */
  readonly onKeep?: () => void;
}

/** Takes a new picture. */
const PictureZone = ({ error, onFiles, takesFocus, onKeep }: PictureZoneProps) => {
  const t = useTexts();
  const chooser = useFirstFocus<HTMLInputElement>(takesFocus);
  return (
    <Stack $gap={12}>
      <FileField
        ref={chooser}
        label={t('NewPicture')}
        action={t('ChoosePicture')}
        icon={ImagePlus}
        accept={PICTURE_TYPES.join(',')}
        hint={t('PictureHint')}
        error={error === null ? undefined : t(error)}
        onFiles={onFiles}
      />
      {onKeep !== undefined && <Button variant="second" isBlock onClick={onKeep}>{t('KeepPicture')}</Button>}
    </Stack>
  );
};
