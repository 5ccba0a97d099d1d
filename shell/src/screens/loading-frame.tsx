import { AfterDelay, IconButton, Skeleton, VisuallyHidden, media, tokens } from '@mahlzeit/shared-ui/ui';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import styled from 'styled-components';
import { useTexts } from '../shell-texts';

interface LoadingFrameProps {
  /** As wide as the screen that will stand here, so that nothing jumps. */
  readonly isWide: boolean;
  readonly onClose: () => void;
}

/** The place of a modal screen on its way, after 150 ms. Focus stays where it is: the screen takes it when it comes. */
export const LoadingFrame = ({ isWide, onClose }: LoadingFrameProps) => {
  const t = useTexts();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClose();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onClose]);
  return (
    <AfterDelay>
      <Scrim onClick={onClose} />
      <Frame $isWide={isWide} aria-busy="true">
        <Close>
          <IconButton label={t('Close')} icon={X} look="disc" onClick={onClose} />
        </Close>
        <VisuallyHidden role="status">{t('ScreenLoading')}</VisuallyHidden>
        <Skeleton $height="28px" $width="64%" />
        <Skeleton $height="16px" $width="44%" />
        <Skeleton $height="52px" $radius={tokens.radius.control} />
        <Skeleton $height="16px" />
        <Skeleton $height="16px" $width="86%" />
        <Skeleton $height="16px" $width="72%" />
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

const Frame = styled.section<{ readonly $isWide: boolean }>`
  position: fixed;
  z-index: ${tokens.layer.sheet};
  left: 50%;
  bottom: 0;
  transform: translateX(-50%);
  width: 100%;
  height: ${({ $isWide }) => ($isWide ? 'calc(100dvh - 12px)' : 'min(80dvh, 560px)')};
  display: grid;
  gap: 14px;
  align-content: start;
  padding: 76px 20px 24px;
  overflow: hidden;
  border-radius: ${tokens.radius.sheet} ${tokens.radius.sheet} 0 0;
  background: ${tokens.color.bg};
  box-shadow: ${tokens.color.e3};
  ${media.from600} { width: 600px; }
  ${media.from701} {
    bottom: auto;
    top: 50%;
    transform: translate(-50%, -50%);
    height: ${({ $isWide }) => ($isWide ? 'calc(100dvh - 64px)' : 'min(80dvh, 560px)')};
    border-radius: ${tokens.radius.dialog};
  }
  ${media.from850} { width: ${({ $isWide }) => ($isWide ? 'min(1040px, calc(100vw - 64px))' : '600px')}; }
`;

const Close = styled.div`
  position: absolute;
  top: 12px;
  left: 12px;
`;
