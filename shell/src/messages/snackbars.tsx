import { createObservable, useObservable } from '@mahlzeit/shared-ui/platform';
import type { Observable, SnackbarMessage, Timers } from '@mahlzeit/shared-ui/platform';
import { SnackbarRegion, SnackbarView } from '@mahlzeit/shared-ui/ui';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { FocusEvent } from 'react';
import styled from 'styled-components';
import { useTexts } from '../texts/shell-texts';

/**
 * A message on screen, or on its way there. `held` ones leave when their cause does, and can't be closed; a `followed`
 * one is shown whatever comes, since somebody waits for it to have been seen.
 */
interface Snackbar {
  readonly id: number;
  readonly message: SnackbarMessage;
  readonly kind: 'said' | 'followed' | 'held';
  /** Called when it has left, for whatever reason. */
  onGone(): void;
}

/** The message at the top centre: one at a time, the others wait for their turn. */
export interface Snackbars extends Observable<Snackbar | null> {
  show(message: SnackbarMessage): void;
  /** Shows a message; `onGone` is called when it has left. Returns a function that closes it. */
  follow(message: SnackbarMessage, onGone: () => void): () => void;
  /** Shows a message until the returned function is called. */
  hold(message: SnackbarMessage): () => void;
  close(id: number): void;
  /** Closes what was meant for a user who has left; held messages stay. */
  clear(): void;
  /** Stops the time while somebody reads: pointer or focus is on the message. */
  pause(): void;
  resume(): void;
}

const SHOWN_MS = 5_000;

/** Of what was said in passing no more wait: the oldest is stale by then. */
const MAX_WAITING = 3;

const noop = (): void => undefined;

const isUrgent = ({ message }: Snackbar): boolean => message.tone === 'error';

const isHeld = ({ kind }: Snackbar): boolean => kind === 'held';

const isSameMessage = (one: SnackbarMessage, other: SnackbarMessage): boolean =>
  one.text === other.text && one.tone === other.tone && one.action?.label === other.action?.label;

/** An error goes before everything else, and what is held stands back as long as there is news. */
const nextOf = (queue: readonly Snackbar[]): Snackbar | null =>
  queue.find(isUrgent) ?? queue.find((one) => !isHeld(one)) ?? queue[0] ?? null;

/** Messages come one after the other. Everything but errors leaves after five seconds in which nobody was reading. */
export const createSnackbars = (timers: Timers): Snackbars => {
  const shown = createObservable<Snackbar | null>(null);
  let queue: readonly Snackbar[] = [];
  let stopCountdown = noop;
  let isPaused = false;
  let lastId = 0;

  const startCountdown = (): void => {
    stopCountdown();
    const one = shown.get();
    stopCountdown =
      one === null || isPaused || isUrgent(one) || isHeld(one) ? noop : timers.after(SHOWN_MS, () => close(one.id));
  };

  const update = (next: readonly Snackbar[]): void => {
    queue = next;
    const first = nextOf(queue);
    if (first === shown.get()) return;
    // What was under the pointer is gone, and with it the event that would have ended the pause.
    isPaused = false;
    shown.set(first);
    startCountdown();
  };

  const close = (id: number): void => {
    const gone = queue.find((one) => one.id === id);
    if (gone === undefined) return;
    update(queue.filter((one) => one !== gone));
    gone.onGone();
  };

  const dropStale = (): void => {
    const waiting = queue.filter((one) => one.kind === 'said' && !isUrgent(one) && one !== shown.get());
    const [oldest] = waiting;
    if (oldest !== undefined && waiting.length > MAX_WAITING) close(oldest.id);
  };

  const add = (message: SnackbarMessage, kind: Snackbar['kind'], onGone = noop): (() => void) => {
    lastId += 1;
    const snackbar = { id: lastId, message, kind, onGone };
    const twin = queue.find((one) => isHeld(one) === isHeld(snackbar) && isSameMessage(one.message, message));
    update(twin === undefined ? [...queue, snackbar] : queue.map((one) => (one === twin ? snackbar : one)));
    twin?.onGone();
    dropStale();
    return () => close(snackbar.id);
  };

  return {
    get: shown.get,
    subscribe: shown.subscribe,
    show: (message) => void add(message, 'said'),
    follow: (message, onGone) => add(message, 'followed', onGone),
    hold: (message) => add(message, 'held'),
    close,
    clear: () => {
      for (const one of queue) if (!isHeld(one)) close(one.id);
    },
    pause: () => {
      isPaused = true;
      stopCountdown();
    },
    resume: () => {
      isPaused = false;
      startCountdown();
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
  return (
    <SnackbarView text={text} tone={tone} action={closingAction} onClose={isUrgent(snackbar) ? onClose : undefined} />
  );
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

/** How far below the upper edge the page's bar ends while nothing is scrolled: 0 where there is none. */
const barHeight = (): number => document.querySelector('header')?.offsetHeight ?? 0;

/**
 * The message at the top centre, below the bar. An error interrupts a screen reader, all else waits until it is idle.
 */
export const SnackbarHost = ({ snackbars, onFocusLost }: SnackbarHostProps) => {
  const t = useTexts();
  const shown = useObservable(snackbars);
  const region = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<Element | null>(null);
  useKeyToRegion(region);
  // The bar grows with the reader's letters.
  useLayoutEffect(() => {
    // Measuring lays the page out: not while it starts and nothing is to be shown.
    if (shown !== null) region.current?.style.setProperty('--bar', `${barHeight()}px`);
  }, [shown]);

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
  const drawIf = (urgent: boolean) =>
    shown !== null &&
    isUrgent(shown) === urgent && <Message key={shown.id} snackbar={shown} onClose={() => close(shown.id)} />;

  return (
    <SnackbarRegion
      ref={region}
      role="region"
      aria-label={t('Messages')}
      onPointerEnter={snackbars.pause}
      onPointerLeave={snackbars.resume}
      onFocus={onFocus}
      onBlur={onBlur}
    >
      <Place role="alert">{drawIf(true)}</Place>
      <Place role="status">{drawIf(false)}</Place>
    </SnackbarRegion>
  );
};

// An empty live region has to stay in the page; it takes no room.
const Place = styled.div`
  display: grid;
  justify-items: center;
  min-width: 0;
  max-width: 100%;
`;
