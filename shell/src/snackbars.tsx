import type { SnackbarMessage, Timers } from '@mahlzeit/shared-ui/platform';
import { SnackbarRegion, SnackbarView } from '@mahlzeit/shared-ui/ui';
import { useEffect, useRef } from 'react';
import type { FocusEvent } from 'react';
import styled from 'styled-components';
import { createObservable, useObservable } from './observable';
import type { Observable } from './observable';
import { useTexts } from './shell-texts';

/** A message on screen. `isHeld` ones leave when their cause does, and can't be closed. */
interface Snackbar {
  readonly id: number;
  readonly message: SnackbarMessage;
  readonly isHeld: boolean;
  /** Called when it has left, for whatever reason. */
  onGone(): void;
}

/** The messages at the top centre. */
export interface Snackbars extends Observable<readonly Snackbar[]> {
  show(message: SnackbarMessage): void;
  /** Shows a message; `onGone` is called when it has left. Returns a function that closes it. */
  follow(message: SnackbarMessage, onGone: () => void): () => void;
  /** Shows a message until the returned function is called. */
  hold(message: SnackbarMessage): () => void;
  close(id: number): void;
  /** Closes what was meant for a user who has left; held messages stay. */
  clear(): void;
  /** Stops the time while somebody reads: pointer or focus is on a message. */
  pause(): void;
  resume(): void;
}

const SHOWN_MS = 5_000;
const MAX_AT_ONCE = 3;

const noop = (): void => undefined;

const isUrgent = ({ message }: Snackbar): boolean => message.tone === 'error';

const staysUntilClosed = (snackbar: Snackbar): boolean => snackbar.isHeld || isUrgent(snackbar);

const isSameMessage = (one: SnackbarMessage, other: SnackbarMessage): boolean =>
  one.text === other.text && one.tone === other.tone && one.action?.label === other.action?.label;

/** Everything but errors leaves after five seconds in which nobody was reading. */
export const createSnackbars = (timers: Timers): Snackbars => {
  const list = createObservable<readonly Snackbar[]>([]);
  const countdowns = new Map<number, () => void>();
  let isPaused = false;
  let lastId = 0;

  const stopCountdown = (id: number): void => {
    countdowns.get(id)?.();
    countdowns.delete(id);
  };

  const startCountdown = (snackbar: Snackbar): void => {
    stopCountdown(snackbar.id);
    if (isPaused || staysUntilClosed(snackbar)) return;
    countdowns.set(snackbar.id, timers.after(SHOWN_MS, () => close(snackbar.id)));
  };

  const close = (id: number): void => {
    stopCountdown(id);
    const gone = list.get().find((snackbar) => snackbar.id === id);
    const left = list.get().filter((snackbar) => snackbar.id !== id);
    // The message under the pointer is gone, and with it the event that would have ended the pause.
    if (left.length === 0) isPaused = false;
    if (gone === undefined) return;
    list.set(left);
    gone.onGone();
  };

  const add = (message: SnackbarMessage, isHeld: boolean, onGone = noop): (() => void) => {
    for (const twin of list.get()) if (twin.isHeld === isHeld && isSameMessage(twin.message, message)) close(twin.id);
    lastId += 1;
    const snackbar = { id: lastId, message, isHeld, onGone };
    list.set([...list.get(), snackbar]);
    const oldest = list.get().length > MAX_AT_ONCE ? list.get().find((shown) => !staysUntilClosed(shown)) : undefined;
    if (oldest !== undefined) close(oldest.id);
    startCountdown(snackbar);
    return () => close(snackbar.id);
  };

  return {
    get: list.get,
    subscribe: list.subscribe,
    show: (message) => void add(message, false),
    follow: (message, onGone) => add(message, false, onGone),
    hold: (message) => add(message, true),
    close,
    clear: () => {
      for (const { id, isHeld } of list.get()) if (!isHeld) close(id);
    },
    pause: () => {
      isPaused = true;
      for (const { id } of list.get()) stopCountdown(id);
    },
    resume: () => {
      isPaused = false;
      for (const snackbar of list.get()) startCountdown(snackbar);
    },
  };
};

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
