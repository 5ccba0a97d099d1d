import type { Account } from '@mahlzeit/contract';
import { Button, Inline, Small, Stack, tokens, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { Avatar, useFirstFocus } from '@mahlzeit/shared-ui/ui/dialog';
import { FileField } from '@mahlzeit/shared-ui/ui/form';
import { ImagePlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../account-texts';
import { defineAccountScreen } from '../features/account';
import { PICTURE_TYPES, usePictureRemoval, usePictureUpload } from '../features/picture';
import type { PictureError } from '../features/picture';

interface PresentPictureProps {
  readonly account: Account;
  /** It comes in place of what had the focus. */
  readonly takesFocus: boolean;
  readonly onChange: () => void;
  /** Asks whether it goes; with it goes what has the focus. */
  readonly onRemove: () => void;
}

/** The picture that one has: it can be taken away, or give way to another one. */
const PresentPicture = ({
  account: { displayName, email, photoURL },
  takesFocus,
  onChange,
  onRemove,
}: PresentPictureProps) => {
  const t = useTexts();
  const { remove, isRemoving } = usePictureRemoval();
  const change = useFirstFocus<HTMLButtonElement>(takesFocus);
  return (
    <Stack $gap={20} $align="center">
      <Avatar name={displayName ?? email ?? ''} pictureUrl={photoURL} size="page" />
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
        <Button ref={change} variant="second" icon={ImagePlus} onClick={onChange}>
          {t('OtherPicture')}
        </Button>
      </Inline>
    </Stack>
  );
};

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
  /** The browser can't draw it, so that it is no picture. */
  readonly cannotBeShown: () => void;
}

/** How a new picture will look; it counts only once it is taken. */
const PicturePreview = ({ url, isUploading, upload, discard, cannotBeShown }: PicturePreviewProps) => {
  const t = useTexts();
  return (
    <Stack $gap={16} $align="center">
      <Picture src={url} alt={t('PicturePreview')} width={160} height={160} onError={cannotBeShown} />
      <Small $tone="quiet">{t(isUploading ? 'PictureUploading' : 'PicturePreviewText')}</Small>
      <VisuallyHidden role="status">{isUploading && t('PictureUploading')}</VisuallyHidden>
      <Answers>
        <Button size="large" isBlock autoFocus isBusy={isUploading} onClick={() => void upload()}>
          {t('TakePicture')}
        </Button>
        {!isUploading && (
          <Button variant="second" isBlock onClick={discard}>
            {t('OtherPicture')}
          </Button>
        )}
      </Answers>
    </Stack>
  );
};

const Picture = styled.img`
  border-radius: 50%;
  object-fit: cover;
  background: ${tokens.color.sunken};
`;

const Answers = styled.div`
  display: grid;
  gap: 10px;
  width: 100%;
`;

/**
 * The present picture, or a zone for a new one (S1§2 "editpicture"); what is chosen there is looked at before it
 * counts.
 */
export const EditPicture = ({ account }: { readonly account: Account }) => {
  const t = useTexts();
  const { chosen, error, choose, discard, ...preview } = usePictureUpload();
  // The picture that another one is chosen for: where that one has come, it shows.
  const [changing, setChanging] = useState<string | null>(null);
  // Each step takes the place of the one before it, and with it of what had the focus.
  const [hasBegun, setHasBegun] = useState(false);
  const begin = () => setHasBegun(true);
  const isPresent = account.photoURL !== null && account.photoURL !== changing;

  const change = () => {
    begin();
    setChanging(account.photoURL);
  };
  const keep = () => {
    setChanging(null);
    discard();
  };
  const take = (files: readonly File[]) => {
    begin();
    choose(files);
  };
  if (chosen !== null) return <PicturePreview {...preview} discard={discard} url={chosen.url} />;
  return (
    <Stack $gap={20}>
      {isPresent && <PresentPicture account={account} takesFocus={hasBegun} onChange={change} onRemove={begin} />}
      {!isPresent && (
        <PictureZone
          error={error}
          takesFocus={hasBegun}
          onFiles={take}
          onKeep={account.photoURL === null ? undefined : keep}
        />
      )}
      <Small $tone="quiet">{t('PictureWhoSees')}</Small>
    </Stack>
  );
};

export default defineAccountScreen({ title: 'EditPicture', Content: EditPicture });
