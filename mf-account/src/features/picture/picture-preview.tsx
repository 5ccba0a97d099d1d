import { Button, Small, Stack, VisuallyHidden, tokens } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';
import { useTexts } from '../../account-texts';

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
        <Button size="large" isBlock autoFocus isBusy={isUploading} onClick={() => void upload()}>{t('TakePicture')}</Button>
        {!isUploading && <Button variant="second" isBlock onClick={discard}>{t('OtherPicture')}</Button>}
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
