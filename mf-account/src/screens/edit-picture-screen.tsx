import type { Account } from '@mahlzeit/contract';
import { Button, Inline, Small, Stack, tokens, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { Avatar, useFirstFocus } from '@mahlzeit/shared-ui/ui/dialog';
import { FileField } from '@mahlzeit/shared-ui/ui/form';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { chosenNameOf, useTexts } from '../account-texts';
import { defineAccountScreen } from '../features/account';
import { PICTURE_TYPES, usePictureRemoval, usePictureUpload } from '../features/picture';
import type { PictureError } from '../features/picture';

interface CurrentPictureProps {
  readonly account: Account;
  /** True if this component has replaced the focused element. The component then takes the focus. */
  readonly takesFocus: boolean;
  readonly onChange: () => void;
  /** Removes the picture after the user has confirmed the removal. The button that the user pressed then disappears. */
  readonly onRemove: () => void;
}

/** Current picture, with buttons that remove or replace it. */
const CurrentPicture = ({ account, takesFocus, onChange, onRemove }: CurrentPictureProps) => {
  const t = useTexts();
  const { remove, isRemoving } = usePictureRemoval();
  const changePictureButton = useFirstFocus<HTMLButtonElement>(takesFocus);
  return (
    <Stack $gap={20} $align="center">
      <Avatar name={chosenNameOf(account) ?? ''} pictureUrl={account.photoURL} size="page" />
      <Inline $wrap $justify="center">
        <Button
          variant="danger"
          icon={Trash2}
          isBusy={isRemoving}
          onClick={() => {
            onRemove();
            void remove();
          }}
        >
          {t('DeletePicture')}
        </Button>
        <Button ref={changePictureButton} variant="second" icon={ImagePlus} onClick={onChange}>
          {t('OtherPicture')}
        </Button>
      </Inline>
    </Stack>
  );
};

interface PictureZoneProps {
  readonly error: PictureError | null;
  readonly onFiles: (files: readonly File[]) => void;
  /** True if this component has replaced the focused element. The component then takes the focus. */
  readonly takesFocus: boolean;
  /** Handler of the button that keeps the current picture; absent if the user has no picture. */
  readonly onKeep?: () => void;
}

/** Drop zone for a new picture. */
const PictureDropZone = ({ error, onFiles, takesFocus, onKeep }: PictureZoneProps) => {
  const t = useTexts();
  const fileInput = useFirstFocus<HTMLInputElement>(takesFocus);
  return (
    <Stack $gap={12}>
      <FileField
        ref={fileInput}
        label={t('NewPicture')}
        actionText={t('ChoosePicture')}
        icon={ImagePlus}
        accept={PICTURE_TYPES.join(',')}
        hint={t('PictureHint')}
        error={error === null ? undefined : t(error)}
        onFiles={onFiles}
      />
      {onKeep !== undefined && (
        <Button variant="second" isBlock onClick={onKeep}>
          {t('KeepPicture')}
        </Button>
      )}
    </Stack>
  );
};

interface PicturePreviewProps {
  readonly url: string;
  readonly isUploading: boolean;
  readonly upload: () => Promise<void>;
  readonly discard: () => void;
  /** Called if the browser can't draw the file, because the file contains no valid picture. */
  readonly cannotBeShown: () => void;
}

/** Preview of a chosen picture, before its upload. */
const PicturePreview = ({ url, isUploading, upload, discard, cannotBeShown }: PicturePreviewProps) => {
  const t = useTexts();
  return (
    <Stack $gap={16} $align="center">
      <PreviewPicture src={url} alt={t('PicturePreview')} width={160} height={160} onError={cannotBeShown} />
      <Small $tone="quiet">{t(isUploading ? 'PictureUploading' : 'PicturePreviewText')}</Small>
      <VisuallyHidden role="status">{isUploading && t('PictureUploading')}</VisuallyHidden>
      <PreviewButtons>
        <Button size="large" isBlock autoFocus isBusy={isUploading} onClick={() => void upload()}>
          {t('TakePicture')}
        </Button>
        {!isUploading && (
          <Button variant="second" isBlock onClick={discard}>
            {t('OtherPicture')}
          </Button>
        )}
      </PreviewButtons>
    </Stack>
  );
};

const PreviewPicture = styled.img`
  border-radius: 50%;
  object-fit: cover;
  background: ${tokens.color.sunken};
`;

const PreviewButtons = styled.div`
  display: grid;
  gap: 10px;
  width: 100%;
`;

/**
 * Shows the current picture, or a drop zone for a new one (S1§2 "editpicture"). A chosen file is previewed before its
 * upload.
 */
export const EditPicture = ({ account }: { readonly account: Account }) => {
  const t = useTexts();
  const { chosen, error, choose, discard, ...preview } = usePictureUpload();
  // URL of the picture that the user is replacing; null while none is being replaced. As soon as the account has
  // another URL, the new picture has arrived, and the screen shows it.
  const [replacedPictureUrl, setReplacedPictureUrl] = useState<string | null>(null);
  // Each step (current picture, drop zone, preview) replaces the elements of the previous step, including the focused
  // one.
  const [hasStartedEditing, setHasStartedEditing] = useState(false);
  const startEditingPicture = () => setHasStartedEditing(true);
  const showsCurrentPicture = account.photoURL !== null && account.photoURL !== replacedPictureUrl;

  const startReplacingPicture = () => {
    startEditingPicture();
    setReplacedPictureUrl(account.photoURL);
  };
  const keepCurrentPicture = () => {
    setReplacedPictureUrl(null);
    discard();
  };
  const chooseFiles = (files: readonly File[]) => {
    startEditingPicture();
    choose(files);
  };
  if (chosen !== null) return <PicturePreview {...preview} discard={discard} url={chosen.url} />;
  return (
    <Stack $gap={20}>
      {showsCurrentPicture && (
        <CurrentPicture
          account={account}
          takesFocus={hasStartedEditing}
          onChange={startReplacingPicture}
          onRemove={startEditingPicture}
        />
      )}
      {!showsCurrentPicture && (
        <PictureDropZone
          error={error}
          takesFocus={hasStartedEditing}
          onFiles={chooseFiles}
          onKeep={account.photoURL === null ? undefined : keepCurrentPicture}
        />
      )}
      <Small $tone="quiet">{t('PictureWhoSees')}</Small>
    </Stack>
  );
};

export default defineAccountScreen({ title: 'EditPicture', Content: EditPicture });
