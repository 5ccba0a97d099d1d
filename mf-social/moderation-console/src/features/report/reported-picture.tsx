import { Button, forcedColorsBorder, Small, tokens } from '@mahlzeit/shared-ui/ui';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../console-texts';

interface ReportedPictureProps {
  /** URL that the picture had at the time of the report. */
  readonly url: string;
  /** Whether the account still shows this picture; if not, its file is deleted. */
  readonly isPresent: boolean;
}

/** Returns whether the picture comes from the gateway. The page loads nothing from other servers. */
const isOwnPicture = (url: string): boolean => /^\/(?!\/)/.test(url);

/** A reported picture. It is blurred until the moderator wants to see it, because it may be hard to bear. */
export const ReportedPicture = ({ url, isPresent }: ReportedPictureProps) => {
  const t = useTexts();
  const [isShown, setIsShown] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  if (!isPresent || hasFailed) return <Small $tone="quiet">{t('PictureGone')}</Small>;
  if (!isOwnPicture(url))
    return (
      <Small $tone="quiet">
        {t('PictureElsewhere')} <PictureAddress dir="ltr">{url}</PictureAddress>
      </Small>
    );
  return (
    <PictureFrame>
      <PictureBox>
        <Picture
          src={url}
          alt={isShown ? t('PictureAlt') : t('PictureBlurredAlt')}
          $isShown={isShown}
          onError={() => setHasFailed(true)}
        />
      </PictureBox>
      <Button
        variant="second"
        size="small"
        icon={isShown ? EyeOff : Eye}
        onClick={() => setIsShown((wasShown) => !wasShown)}
      >
        {isShown ? t('PictureHide') : t('PictureShow')}
      </Button>
    </PictureFrame>
  );
};

const PictureFrame = styled.div`
  display: grid;
  gap: 10px;
  justify-items: start;
`;

const PictureBox = styled.div`
  overflow: hidden;
  width: min(320px, 100%);
  aspect-ratio: 1;
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.sunken};
  ${forcedColorsBorder}
`;

const Picture = styled.img<{ readonly $isShown: boolean }>`
  display: block;
  width: 100%;
  height: 100%;
  object-fit: contain;
  ${({ $isShown }) => !$isShown && 'filter: blur(28px) saturate(0.4);'}
`;

const PictureAddress = styled.span`
  overflow-wrap: anywhere;
  color: ${tokens.color.ink};
`;
