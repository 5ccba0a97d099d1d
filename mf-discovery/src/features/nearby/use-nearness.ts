import { startTransition, useEffect, useState } from 'react';
import type { RefObject } from 'react';

/** Two screens ahead: cards are drawn before fast scrolling reaches them. */
const DRAWN_AHEAD = '200%';

/** Half a screen ahead: cards are live before they are visible. */
const LIVE_AHEAD = '50%';

const canObserve = (): boolean => typeof IntersectionObserver !== 'undefined';

interface ObserveOptions {
  /** Scrolling element; null for the page. */
  readonly root: Element | null;
  readonly rootMargin: string;
}

const observe = (element: Element, options: ObserveOptions, onChange: (isNear: boolean) => void): (() => void) => {
  const observer = new IntersectionObserver(([entry]) => onChange(entry?.isIntersecting ?? false), options);
  observer.observe(element);
  return () => observer.disconnect();
};

/** Position of a card. */
interface CardPosition {
  /** Whether the list scrolls in its pane; otherwise the page scrolls. */
  readonly hasOwnScroll: boolean;
  /** Whether the card is drawn at any distance. */
  readonly isDrawnAtOnce: boolean;
}

/** Distance of a card from the window, in two steps. */
interface Nearness {
  /** Whether the card is or was near enough to be drawn whole. */
  readonly isDrawn: boolean;
  /** Whether the card is on the screen or about to be. */
  readonly isInView: boolean;
}

/**
 * Follows the distance of a card from the window. In browsers without IntersectionObserver all cards are drawn and none
 * counts as visible.
 */
export const useNearness = (
  ref: RefObject<Element | null>,
  { hasOwnScroll, isDrawnAtOnce }: CardPosition,
): Nearness => {
  const [wasNear, setWasNear] = useState(() => !canObserve());
  const [isInView, setIsInView] = useState(false);
  const isDrawn = wasNear || isDrawnAtOnce;
  // A card that was drawn for its selection stays drawn.
  if (isDrawn && !wasNear) setWasNear(true);
  useEffect(() => {
    const element = ref.current;
    if (element === null || !canObserve()) return undefined;
    // In a pane that scrolls, margins must be relative to the pane: margins of the window end at its edges.
    const root = hasOwnScroll ? element.closest('[data-list-pane]') : null;
    if (isDrawn) return observe(element, { root, rootMargin: LIVE_AHEAD }, setIsInView);
    // With low priority: many cards may come near at once, and a tap comes first.
    return observe(
      element,
      { root, rootMargin: DRAWN_AHEAD },
      (isNear) => isNear && startTransition(() => setWasNear(true)),
    );
  }, [ref, hasOwnScroll, isDrawn]);
  return { isDrawn, isInView };
};
