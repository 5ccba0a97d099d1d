import { browserTimers } from '@mahlzeit/shared-ui/platform';
import {
  AfterDelay,
  Body,
  Button,
  H2,
  IconButton,
  Inline,
  media,
  Skeleton,
  Stack,
  tokens,
  VisuallyHidden,
} from '@mahlzeit/shared-ui/ui';
import { X } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styled, { css } from 'styled-components';
import { isConnectionError } from '../remotes/load-error';
import type { LoadError } from '../remotes/load-error';
import { useTexts } from '../texts/shell-texts';

/**
 * Size of the placeholder for a modal screen that is loading. `wide`: a dialog with a picture at the top, so that
 * nothing jumps when the screen is loaded; `low`: a low sheet, which doesn't cover the list, so phones show no
 * placeholder.
 */
type LoadingFrameSize = 'wide' | 'low';

interface LoadingFrameProps {
  readonly size: LoadingFrameSize | undefined;
  readonly onClose: () => void;
}

const useEscapeKey = (onEscape: () => void): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onEscape();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onEscape]);
};

/** Time in ms after which loading takes longer than usual, so that the page says so. */
const SLOW_LOAD_MS = 4_000;

/** Returns whether loading takes longer than usual: the component has been in the page for this time. */
export const useIsSlow = (): boolean => {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => browserTimers.after(SLOW_LOAD_MS, () => setIsSlow(true)), []);
  return isSlow;
};

/**
 * Placeholder of a modal screen that is loading, shown after 150 ms. The placeholder takes no focus: the screen takes
 * the focus when it is mounted. If loading takes long, screen readers announce it, and the low placeholder is shown on
 * phones, too.
 */
export const LoadingFrame = ({ size, onClose }: LoadingFrameProps) => {
  const isWideFrame = size === 'wide';
  const isSlow = useIsSlow();
  const isLow = size === 'low' && !isSlow;
  const t = useTexts();
  useEscapeKey(onClose);
  return (
    <AfterDelay>
      <ScrimCover $isLow={isLow} onClick={onClose} />
      <SheetFrame $isWide={isWideFrame} $isLow={isLow}>
        <LoadingStatus role="status">
          {isSlow ? (
            <Body $tone="quiet">{t('ScreenSlow')}</Body>
          ) : (
            <VisuallyHidden>{t('ScreenLoading')}</VisuallyHidden>
          )}
        </LoadingStatus>
        {isWideFrame && <Skeleton $height="200px" $radius="0" />}
        <CloseButtonArea $isWide={isWideFrame}>
          <IconButton label={t('Close')} icon={X} look={isWideFrame ? 'disc' : 'plain'} onClick={onClose} />
        </CloseButtonArea>
        <SkeletonLines>
          <Skeleton $height="28px" $width="56%" />
          <Skeleton $height="16px" $width="40%" />
          <Skeleton $height="52px" $radius={tokens.radius.control} />
          <Skeleton $height="16px" />
          <Skeleton $height="16px" $width="86%" />
          <Skeleton $height="16px" $width="72%" />
        </SkeletonLines>
      </SheetFrame>
    </AfterDelay>
  );
};

interface LoadingCoverProps {
  readonly $isLow: boolean;
}

const hiddenOnPhonesStyle = css<LoadingCoverProps>`
  ${({ $isLow }) =>
    $isLow &&
    css`
      ${media.below701} {
        display: none;
      }
    `}
`;

const ScrimCover = styled.div<LoadingCoverProps>`
  position: fixed;
  inset: 0;
  z-index: ${tokens.layer.sheet - 1};
  background: ${tokens.color.scrim};
  ${hiddenOnPhonesStyle}
`;

// Frame of the placeholder. Its sizes equal those of the design system's sheet, which isn't used itself, because its
// script may be the one that can't be loaded.
const SheetFrame = styled.div<LoadingCoverProps & { readonly $isWide: boolean }>`
  position: fixed;
  inset: 12px 0 var(--status-bar-height, 0px);
  z-index: ${tokens.layer.sheet};
  overflow: hidden;
  border-radius: ${tokens.radius.sheet} ${tokens.radius.sheet} 0 0;
  background: ${tokens.color.bg};
  box-shadow: ${tokens.color.e3};
  ${media.from600} {
    inset-inline: max(0px, (100% - 600px) / 2);
  }
  ${media.from701} {
    inset: 0;
    width: min(${({ $isWide }) => ($isWide ? '1040px' : '600px')}, 100% - 64px);
    height: ${({ $isWide }) => ($isWide ? 'calc(100% - 64px)' : 'min(100% - 64px, 480px)')};
    margin: auto;
    border-radius: ${tokens.radius.dialog};
  }
  ${hiddenOnPhonesStyle}
`;

const CloseButtonArea = styled.div<{ readonly $isWide: boolean }>`
  position: absolute;
  top: ${({ $isWide }) => ($isWide ? '12px' : '18px')};
  ${({ $isWide }) => ($isWide ? 'left: 12px;' : 'right: 8px;')}
  ${media.from701} {
    ${({ $isWide }) => !$isWide && 'top: 20px; right: 16px;'}
  }
`;

// Text about the loading. It stands above the grey shapes at the lower edge, which are cut off on a small screen.
const LoadingStatus = styled.div`
  position: absolute;
  inset: auto 0 0;
  padding: 16px 20px max(16px, env(safe-area-inset-bottom));
  background: ${tokens.color.bg};
  text-align: center;
`;

const SkeletonLines = styled.div`
  display: grid;
  gap: 14px;
  padding: 28px 20px;
  ${media.from701} {
    padding-inline: 28px;
  }
`;

interface ScreenFailedProps {
  /** Error because of which the screen couldn't be loaded; null if the screen failed in another way. */
  readonly error: LoadError | null;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/**
 * Error dialog for a modal screen that couldn't be loaded. It mentions the connection only if the connection is the
 * cause. It is a native dialog, because the script of the product's own dialogs may be the one that can't be loaded.
 * Its attribute makes react-aria's overlays ignore it.
 */
export const ScreenLoadError = ({ error, onRetry, onClose }: ScreenFailedProps) => {
  const t = useTexts();
  const isConnectionLost = isConnectionError(error);
  const dialogRef = useRef<HTMLDialogElement>(null);
  const retryButtonRef = useRef<HTMLButtonElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    const dialogElement = dialogRef.current;
    dialogElement?.showModal();
    retryButtonRef.current?.focus();
    // The dialog is closed before it is removed, because closing returns the focus.
    return () => dialogElement?.close();
  }, []);

  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);

  return createPortal(
    <ErrorDialog
      ref={dialogRef}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      data-react-aria-top-layer="true"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <Stack $gap={8}>
        <H2 id={`${id}title`}>{t(isConnectionLost ? 'ErrorInternetConnectionTitle' : 'ScreenFailedTitle')}</H2>
        <Body $tone="quiet" id={`${id}text`}>
          {t(isConnectionLost ? 'ErrorInternetConnection' : 'ScreenFailedText')}
        </Body>
      </Stack>
      <ErrorActions $gap={10} $wrap>
        <Button variant="second" size="small" onClick={onClose}>
          {t('Close')}
        </Button>
        <Button ref={retryButtonRef} size="small" onClick={onRetry}>
          {t('Retry')}
        </Button>
      </ErrorActions>
    </ErrorDialog>,
    document.body,
  );
};

const ErrorDialog = styled.dialog`
  width: min(400px, calc(100vw - 32px));
  max-height: calc(100dvh - 32px);
  padding: 24px;
  overflow: auto;
  overscroll-behavior: contain;
  border: 0;
  border-radius: ${tokens.radius.sheet};
  background: ${tokens.color.surface};
  color: ${tokens.color.ink};
  box-shadow: ${tokens.color.e3};
  &::backdrop {
    background: ${tokens.color.scrim};
  }
`;

const ErrorActions = styled(Inline)`
  justify-content: flex-end;
  margin-top: 20px;
`;
