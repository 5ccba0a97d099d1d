import { SnackbarRegion, SnackbarView } from '@mahlzeit/shared-ui/ui';
import type { FocusEvent } from 'react';
import { useEffect, useRef } from 'react';
import styled from 'styled-components';
import { useTexts } from '../shell-texts';
import { useObservable } from '../use-observable';
import type { Snackbar, Snackbars } from './create-snackbars';

const isUrgent = ({ message }: Snackbar): boolean => message.tone === 'error';

const Message = ({ snackbar, onClose }: { readonly snackbar: Snackbar; readonly onClose: () => void }) => {
  const { text, tone, action } = snackbar.message;
  const closingAction = action && {
    label: action.label,
    run: () => {
      onClose();
      action.run();
    },
  };
  return <SnackbarView text={text} tone={tone} action={closingAction} onClose={isUrgent(snackbar) ? onClose : undefined} />;
};

/** F6 leads to the first message that can be pressed, from wherever focus is. */
const useKeyToRegion = (region: { readonly current: HTMLElement | null }): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const first = event.key === 'F6' ? region.current?.querySelector('button') : null;
      if (first === null || first === undefined) return;
      event.preventDefault();
      first.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [region]);
};

interface SnackbarHostProps {
  readonly snackbars: Snackbars;
  /** Takes focus when it was on a message that left and had come from nowhere. */
  readonly onFocusLost: () => void;
}

/** The messages at the top centre. Errors interrupt a screen reader, all else waits until it is idle. */
export const SnackbarHost = ({ snackbars, onFocusLost }: SnackbarHostProps) => {
  const t = useTexts();
  const list = useObservable(snackbars);
  const region = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<Element | null>(null);
  useKeyToRegion(region);

  const close = (id: number): void => {
    const hadFocus = region.current?.contains(document.activeElement) ?? false;
    snackbars.close(id);
    if (!hadFocus) return;
    const before = cameFrom.current;
    if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus();
    else onFocusLost();
  };
  const onFocus = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    if (currentTarget.contains(relatedTarget)) return;
    cameFrom.current = relatedTarget;
    snackbars.pause();
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) snackbars.resume();
  };
  const draw = (snackbar: Snackbar) => <Message key={snackbar.id} snackbar={snackbar} onClose={() => close(snackbar.id)} />;

  return (
    <SnackbarRegion ref={region} role="region" aria-label={t('Messages')} onPointerEnter={snackbars.pause} onPointerLeave={snackbars.resume} onFocus={onFocus} onBlur={onBlur}>
      <Messages role="alert">{list.filter(isUrgent).map(draw)}</Messages>
      <Messages role="status">{list.filter((snackbar) => !isUrgent(snackbar)).map(draw)}</Messages>
    </SnackbarRegion>
  );
};

// An empty live region has to stay in the page; it takes no room.
const Messages = styled.div`
  display: grid;
  justify-items: center;
  gap: 8px;
  min-width: 0;
  max-width: 100%;
`;
