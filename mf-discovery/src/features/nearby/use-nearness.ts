import { startTransition, useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Two screens ahead: a card is drawn before even a fast thumb brings it into sight. */
const DRAWN_AHEAD = '200%';

/** Half a screen ahead, so that a card is fresh before it is seen. */
const LIVE_AHEAD = '50%';

const canObserve = (): boolean => typeof IntersectionObserver !== 'undefined';

interface ObserveOptions {
  /** What scrolls it; null: the page. */
  readonly root: Element | null;
  readonly rootMargin: string;
}

const observe = (element: Element, options: ObserveOptions, onChange: (isNear: boolean) => void): (() => void) => {
  const observer = new IntersectionObserver(([entry]) => onChange(entry?.isIntersecting ?? false), options);
  observer.observe(element);
  return () => observer.disconnect();
};

/** Where a card stands. */
interface Standing {
  /** The list scrolls in its pane; else the page does. */
  readonly hasOwnScroll: boolean;
  /** It is drawn however far away it is. */
  readonly isDrawnAtOnce: boolean;
}

/** How near the window a card of the list is. */
interface Nearness {
  /** It is, or was once, near enough to be drawn whole. */
  readonly isDrawn: boolean;
  /** It is on the screen or about to be. */
  readonly isInView: boolean;
}

/** Follows how near a card of the list is. Where nothing tells, all are drawn and none is in view. */
export const useNearness = (ref: RefObject<Element | null>, { hasOwnScroll, isDrawnAtOnce }: Standing): Nearness => {
  const [wasNear, setWasNear] = useState(() => !canObserve());
  const [isInView, setIsInView] = useState(false);
  const isDrawn = wasNear || isDrawnAtOnce;
  // Selected or moved up for a while, it stays drawn.
  if (isDrawn && !wasNear) setWasNear(true);
  useEffect(() => {
    const element = ref.current;
    if (element === null || !canObserve()) return undefined;
    // What is far down in a pane of its own is near by its edges: margins of the window end there.
    const root = hasOwnScroll ? element.closest('[data-list-pane]') : null;
    if (isDrawn) return observe(element, { root, rootMargin: LIVE_AHEAD }, setIsInView);
    // Behind all else: many may come near at once, and a tap comes first.
    return observe(
      element,
      { root, rootMargin: DRAWN_AHEAD },
      (isNear) => isNear && startTransition(() => setWasNear(true)),
    );
  }, [ref, hasOwnScroll, isDrawn]);
  return { isDrawn, isInView };
};
