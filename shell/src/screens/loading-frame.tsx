import { AfterDelay, IconButton, Skeleton, VisuallyHidden, media, tokens } from '@mahlzeit/shared-ui/ui';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import styled from 'styled-components';
import { useTexts } from '../shell-texts';

interface LoadingFrameProps {
  /** The wide dialog with a picture on top, so that nothing jumps when the screen comes. */
  readonly isWide: boolean;
  readonly onClose: () => void;
}

const useEscape = (act: () => void): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [act]);
};

/** The place of a modal screen on its way, after 150 ms. Focus stays where it is: the screen takes it when it comes. */
export const LoadingFrame = ({ isWide, onClose }: LoadingFrameProps) => {
  const t = useTexts();
  useEscape(onClose);
  return (
    <AfterDelay>
      <Scrim onClick={onClose} />
      <Frame $isWide={isWide} aria-busy="true">
        <VisuallyHidden role="status">{t('ScreenLoading')}</VisuallyHidden>
        {isWide && <Skeleton $height="200px" $radius="0" />}
        <Close $isWide={isWide}>
          <IconButton label={t('Close')} icon={X} look={isWide ? 'disc' : 'plain'} onClick={onClose} />
        </Close>
        <Lines>
          <Skeleton $height="28px" $width="56%" />
          <Skeleton $height="16px" $width="40%" />
          <Skeleton $height="52px" $radius={tokens.radius.control} />
          <Skeleton $height="16px" />
          <Skeleton $height="16px" $width="86%" />
          <Skeleton $height="16px" $width="72%" />
        </Lines>
      </Frame>
    </AfterDelay>
  );
};

const Scrim = styled.div`
  position: fixed;
  inset: 0;
  z-index: ${tokens.layer.sheet - 1};
  background: ${tokens.color.scrim};
`;

// The measures of the design system's sheet, which isn't loaded for this: it may be what is on its way.
const Frame = styled.div<{ readonly $isWide: boolean }>`
  position: fixed;
  inset: 12px 0 0;
  z-index: ${tokens.layer.sheet};
  overflow: hidden;
  border-radius: ${tokens.radius.sheet} ${tokens.radius.sheet} 0 0;
  background: ${tokens.color.bg};
  box-shadow: ${tokens.color.e3};
  ${media.from600} { inset-inline: max(0px, (100% - 600px) / 2); }
  ${media.from701} {
    inset: 0;
    width: min(${({ $isWide }) => ($isWide ? '1040px' : '600px')}, 100% - 64px);
    height: ${({ $isWide }) => ($isWide ? 'calc(100% - 64px)' : 'min(100% - 64px, 480px)')};
    margin: auto;
    border-radius: ${tokens.radius.dialog};
  }
`;

const Close = styled.div<{ readonly $isWide: boolean }>`
  position: absolute;
  top: ${({ $isWide }) => ($isWide ? '16px' : '18px')};
  ${({ $isWide }) => ($isWide ? 'left: 12px;' : 'right: 8px;')}
  ${media.from701} { ${({ $isWide }) => ($isWide ? 'left: 16px;' : 'top: 20px; right: 16px;')} }
`;

const Lines = styled.div`
  display: grid;
  gap: 14px;
  padding: 28px 20px;
  ${media.from701} { padding-inline: 28px; }
`;
