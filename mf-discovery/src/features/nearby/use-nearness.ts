import { startTransition, useEffect, useState } from 'react';
import type { RefObject } from 'react';

/**
 * Distance from the window at which cards are drawn: two screens ahead, so that fast scrolling finds finished cards.
 */
const DRAW_ROOT_MARGIN = '200%';

/**
 * Distance from the window at which cards follow live data: half a screen ahead, so that they are up to date when they
 * become visible.
 */
const LIVE_ROOT_MARGIN = '50%';

const canObserveIntersection = (): boolean => typeof IntersectionObserver !== 'undefined';

interface ObserveOptions {
  /** Element that scrolls; null if the whole page scrolls. */
  readonly root: Element | null;
  readonly rootMargin: string;
}

const observeIntersection = (
  element: Element,
  observeOptions: ObserveOptions,
  onNearChange: (isNear: boolean) => void,
): (() => void) => {
  const observer = new IntersectionObserver(
    ([intersectionEntry]) => onNearChange(intersectionEntry?.isIntersecting ?? false),
    observeOptions,
  );
  observer.observe(element);
  return () => observer.disconnect();
};

/** Properties of a card's place in the list that decide when the card is drawn. */
interface CardPosition {
  /** Whether the list scrolls inside its pane; otherwise the whole page scrolls. */
  readonly hasOwnScroll: boolean;
  /** True if the card is drawn at any distance from the window. */
  readonly isDrawnAtOnce: boolean;
}

/** Nearness of a card to the window, in two levels. */
interface CardNearness {
  /** True if the card is, or once was, near enough to be drawn whole. */
  readonly isDrawn: boolean;
  /** True if the card is on the screen or will soon be. */
  readonly isInView: boolean;
}

/**
 * Follows the distance of a card from the window. In browsers without IntersectionObserver, all cards are drawn and
 * none counts as visible.
 */
export const useCardNearness = (
  elementRef: RefObject<Element | null>,
  { hasOwnScroll, isDrawnAtOnce }: CardPosition,
): CardNearness => {
  const [hasBeenNearViewport, setHasBeenNearViewport] = useState(() => !canObserveIntersection());
  const [isInView, setIsInView] = useState(false);
  const isDrawn = hasBeenNearViewport || isDrawnAtOnce;
  // A card that was drawn because the user selected it stays drawn.
  if (isDrawn && !hasBeenNearViewport) setHasBeenNearViewport(true);
  useEffect(() => {
    const element = elementRef.current;
    if (element === null || !canObserveIntersection()) return undefined;
    // In a pane that scrolls, the margins must be relative to the pane, because margins of the window end at the pane's
    // edges.
    const root = hasOwnScroll ? element.closest('[data-list-pane]') : null;
    if (isDrawn) return observeIntersection(element, { root, rootMargin: LIVE_ROOT_MARGIN }, setIsInView);
    // The state changes with low priority: many cards may come near the window at the same time, and the reaction to a
    // tap is more important.
    return observeIntersection(
      element,
      { root, rootMargin: DRAW_ROOT_MARGIN },
      (isNear) => isNear && startTransition(() => setHasBeenNearViewport(true)),
    );
  }, [elementRef, hasOwnScroll, isDrawn]);
  return { isDrawn, isInView };
};
