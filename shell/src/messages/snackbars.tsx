import { createObservable, useObservable } from '@mahlzeit/shared-ui/platform';
import type { Observable, SnackbarMessage, Timers } from '@mahlzeit/shared-ui/platform';
import { SnackbarRegion, SnackbarView } from '@mahlzeit/shared-ui/ui';
import { useRef } from 'react';
import type { FocusEvent } from 'react';
import styled from 'styled-components';
import { useTexts } from '../texts/shell-texts';

/**
 * Visible or queued message (snackbar). `said`: an ordinary message; `followed`: is never removed from the queue
 * unseen, because its caller waits until it has been closed.
 */
interface Snackbar {
  readonly id: number;
  readonly message: SnackbarMessage;
  readonly kind: 'said' | 'followed';
  /** Called when the message was closed or replaced, for any reason. */
  onClosed(): void;
}

/** Queue of messages (snackbars), of which one is visible at the top centre. */
export interface Snackbars extends Observable<Snackbar | null> {
  show(message: SnackbarMessage): void;
  /** Shows a message; `onGone` is called when the message was closed. Returns a function that closes the message. */
  follow(message: SnackbarMessage, onGone: () => void): () => void;
  close(id: number): void;
  /** Closes all messages after the user whom they concern has logged out. */
  clear(): void;
  /** Stops the timer while the pointer or the focus is on the message. */
  pause(): void;
  resume(): void;
}

const VISIBLE_DURATION_MS = 5_000;

/** Maximum number of queued ordinary messages. The oldest is dropped, because it would be outdated when shown. */
const MAX_WAITING_SNACKBARS = 3;

const noop = (): void => undefined;

const isUrgentSnackbar = ({ message }: Snackbar): boolean => message.tone === 'error';

const isSameMessage = (firstMessage: SnackbarMessage, secondMessage: SnackbarMessage): boolean =>
  firstMessage.text === secondMessage.text &&
  firstMessage.tone === secondMessage.tone &&
  firstMessage.action?.label === secondMessage.action?.label;

/** Returns the message to show next: errors come first. */
const nextSnackbarOf = (queue: readonly Snackbar[]): Snackbar | null =>
  queue.find(isUrgentSnackbar) ?? queue[0] ?? null;

/**
 * Creates the queue of messages (snackbars). All messages except errors close after five seconds, those with a button
 * after ten, unless the pointer or the focus is on the message.
 */
export const createSnackbars = (timers: Timers): Snackbars => {
  const visibleSnackbar = createObservable<Snackbar | null>(null);
  let snackbarQueue: readonly Snackbar[] = [];
  let stopCountdown = noop;
  let isCountdownPaused = false;
  let lastSnackbarId = 0;

  const startCountdown = (): void => {
    stopCountdown();
    const currentSnackbar = visibleSnackbar.get();
    stopCountdown =
      currentSnackbar === null || isCountdownPaused || isUrgentSnackbar(currentSnackbar)
        ? noop
        : // The user decides whether to press a button, so a message with one is visible twice as long.
          timers.after(VISIBLE_DURATION_MS * (currentSnackbar.message.action ? 2 : 1), () => close(currentSnackbar.id));
  };

  const updateQueue = (nextQueue: readonly Snackbar[]): void => {
    snackbarQueue = nextQueue;
    const nextSnackbar = nextSnackbarOf(snackbarQueue);
    if (nextSnackbar === visibleSnackbar.get()) return;
    // The previous message disappeared from under the pointer, so no event will end the pause of the timer.
    isCountdownPaused = false;
    visibleSnackbar.set(nextSnackbar);
    startCountdown();
  };

  const close = (id: number): void => {
    const snackbar = snackbarQueue.find((candidate) => candidate.id === id);
    if (snackbar === undefined) return;
    updateQueue(snackbarQueue.filter((candidate) => candidate !== snackbar));
    snackbar.onClosed();
  };

  const dropOldestWaiting = (): void => {
    const waitingSnackbars = snackbarQueue.filter(
      (candidate) => candidate.kind === 'said' && !isUrgentSnackbar(candidate) && candidate !== visibleSnackbar.get(),
    );
    const [oldestSnackbar] = waitingSnackbars;
    if (oldestSnackbar !== undefined && waitingSnackbars.length > MAX_WAITING_SNACKBARS) close(oldestSnackbar.id);
  };

  const addSnackbar = (message: SnackbarMessage, kind: Snackbar['kind'], onClosed = noop): (() => void) => {
    lastSnackbarId += 1;
    const snackbar = { id: lastSnackbarId, message, kind, onClosed };
    const twinSnackbar = snackbarQueue.find(
      (candidate) =>
        // A newer error, or the success of a later attempt, replaces an error.
        isSameMessage(candidate.message, message) ||
        (isUrgentSnackbar(candidate) && (message.tone === 'error' || message.tone === 'success')),
    );
    updateQueue(
      twinSnackbar === undefined
        ? [...snackbarQueue, snackbar]
        : snackbarQueue.map((candidate) => (candidate === twinSnackbar ? snackbar : candidate)),
    );
    twinSnackbar?.onClosed();
    dropOldestWaiting();
    return () => close(snackbar.id);
  };

  return {
    get: visibleSnackbar.get,
    subscribe: visibleSnackbar.subscribe,
    show: (message) => void addSnackbar(message, 'said'),
    follow: (message, onGone) => addSnackbar(message, 'followed', onGone),
    close,
    clear: () => {
      for (const queuedSnackbar of snackbarQueue) close(queuedSnackbar.id);
    },
    pause: () => {
      isCountdownPaused = true;
      stopCountdown();
    },
    resume: () => {
      isCountdownPaused = false;
      startCountdown();
    },
  };
};

const SnackbarContent = ({ snackbar, onClose }: { readonly snackbar: Snackbar; readonly onClose: () => void }) => {
  const { text, tone, action } = snackbar.message;
  const closingAction = action && {
    label: action.label,
    run: () => {
      onClose();
      action.run();
    },
  };
  return (
    <SnackbarView
      text={text}
      tone={tone}
      action={closingAction}
      onClose={isUrgentSnackbar(snackbar) ? onClose : undefined}
    />
  );
};

interface SnackbarHostProps {
  readonly snackbars: Snackbars;
  /** Called when a message that had the focus was closed and the element that had the focus before no longer exists. */
  readonly onFocusLost: () => void;
}

/**
 * Renders the visible message at the top centre; the deferred script places it below the page's bar. Screen readers
 * interrupt their speech for errors; other messages wait.
 */
export const SnackbarHost = ({ snackbars, onFocusLost }: SnackbarHostProps) => {
  const t = useTexts();
  const visibleSnackbar = useObservable(snackbars);
  const regionRef = useRef<HTMLDivElement>(null);
  const previousFocusRef = useRef<Element | null>(null);

  const close = (id: number): void => {
    const regionHadFocus = regionRef.current?.contains(document.activeElement) ?? false;
    snackbars.close(id);
    if (!regionHadFocus) return;
    const previousFocus = previousFocusRef.current;
    if (previousFocus instanceof HTMLElement && previousFocus.isConnected && previousFocus !== document.body)
      previousFocus.focus();
    else onFocusLost();
  };
  const onFocus = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    if (currentTarget.contains(relatedTarget)) return;
    previousFocusRef.current = relatedTarget;
    snackbars.pause();
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) snackbars.resume();
  };
  const renderIfUrgency = (isUrgentMessage: boolean) =>
    visibleSnackbar !== null &&
    isUrgentSnackbar(visibleSnackbar) === isUrgentMessage && (
      <SnackbarContent key={visibleSnackbar.id} snackbar={visibleSnackbar} onClose={() => close(visibleSnackbar.id)} />
    );

  return (
    <SnackbarRegion
      ref={regionRef}
      role="region"
      aria-label={t('Messages')}
      onPointerEnter={snackbars.pause}
      onPointerLeave={snackbars.resume}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <LiveRegion role="alert">{renderIfUrgency(true)}</LiveRegion>
      <LiveRegion role="status">{renderIfUrgency(false)}</LiveRegion>
    </SnackbarRegion>
  );
};

// Both live regions must stay in the page even when empty, so that screen readers announce their messages; an empty
// region takes no space.
const LiveRegion = styled.div`
  display: grid;
  justify-items: center;
  min-width: 0;
  max-width: 100%;
`;
