import { Body, Button, H2, Inline, Stack, tokens } from '@mahlzeit/shared-ui/ui';
import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styled from 'styled-components';
import { useTexts } from '../shell-texts';

interface ScreenFailedProps {
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/**
 * Shown where a modal screen can't be had. It is the browser's own dialog: what failed may be the very chunk
 * that holds ours. In the top layer react-aria leaves it alone.
 */
export const ScreenFailed = ({ onRetry, onClose }: ScreenFailedProps) => {
  const t = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const retry = useRef<HTMLButtonElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    retry.current?.focus();
    // Closing before it leaves the page gives focus back to what had it.
    return () => shown?.close();
  }, []);

  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);

  return createPortal(
    <Dialog
      ref={dialog}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      data-react-aria-top-layer="true"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <Stack $gap={8}>
        <H2 id={`${id}title`}>{t('ScreenFailedTitle')}</H2>
        <Body $tone="quiet" id={`${id}text`}>{t('ScreenFailedText')}</Body>
      </Stack>
      <Actions $gap={10} $wrap>
        <Button variant="second" size="small" onClick={onClose}>{t('Close')}</Button>
        <Button ref={retry} size="small" onClick={onRetry}>{t('Retry')}</Button>
      </Actions>
    </Dialog>,
    document.body,
  );
};

const Dialog = styled.dialog`
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
  &::backdrop { background: ${tokens.color.scrim}; }
`;

const Actions = styled(Inline)`
  justify-content: flex-end;
  margin-top: 20px;
`;
