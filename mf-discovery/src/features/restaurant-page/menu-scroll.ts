import { useCallback, useEffect, useRef, useState } from 'react';
import { useReducedMotion } from '../../use-media';

/** Scroll position and size of a scrolling box, in px. */
interface ScrollState {
  readonly scrollTop: number;
  /** Maximum scroll position. */
  readonly maxScrollTop: number;
  /** Visible height below the sticky content at the top. */
  readonly visibleHeight: number;
}

/**
 * Returns the index of the part that the user reads: the last part that starts above the reading line. The line lies
 * below the sticky content. Near the end of the scroll range the line moves down to the lower edge of the box, so that
 * short parts at the end become current, too. `partStarts` are relative to the lower edge of the sticky content.
 */
export const currentPartIndex = (
  partStarts: readonly number[],
  { scrollTop, maxScrollTop, visibleHeight }: ScrollState,
): number => {
  const endZoneHeight = Math.min(visibleHeight, maxScrollTop);
  const endZoneShare = endZoneHeight <= 0 ? 0 : Math.max(0, 1 - (maxScrollTop - scrollTop) / endZoneHeight);
  return Math.max(
    0,
    partStarts.findLastIndex((start) => start <= 1 + endZoneShare * visibleHeight),
  );
};

/**
 * Part whose tab was pressed. The part stays current while the box scrolls to it, and until the user scrolls the box to
 * another position.
 */
interface PressedPart {
  /** Scroll position in px at which the part is reached. */
  readonly target: number;
  /** Distance in px between the scroll position and `target` at the last scroll event. */
  readonly distance: number;
}

/** Updates the pressed part on a scroll event. Returns null when the box scrolls away from the part. */
export const pressedPartAt = ({ target, distance }: PressedPart, scrollTop: number): PressedPart | null => {
  const newDistance = Math.abs(scrollTop - target);
  return newDistance > distance + 1 ? null : { target, distance: newDistance };
};

/** Returns the nearest ancestor that scrolls vertically; null when there is none. */
export const scrollerOf = (element: Element): Element | null => {
  for (let ancestor = element.parentElement; ancestor !== null; ancestor = ancestor.parentElement)
    if (/auto|scroll/.test(getComputedStyle(ancestor).overflowY)) return ancestor;
  return null;
};

const maxScrollTopOf = ({ scrollHeight, clientHeight }: Element): number => scrollHeight - clientHeight;

/** Returns the upper edge of the visible content, below the sticky content, in px of the window. */
const readingEdgeOf = (scroller: Element): number =>
  scroller.getBoundingClientRect().top + (Number.parseFloat(getComputedStyle(scroller).scrollPaddingTop) || 0);

const currentPartIn = (scroller: Element, headings: readonly (HTMLElement | undefined)[]): number => {
  const readingEdge = readingEdgeOf(scroller);
  const partStarts = headings.map((heading) => (heading?.getBoundingClientRect().top ?? Infinity) - readingEdge);
  return currentPartIndex(partStarts, {
    scrollTop: scroller.scrollTop,
    maxScrollTop: maxScrollTopOf(scroller),
    visibleHeight: scroller.getBoundingClientRect().bottom - readingEdge,
  });
};

/** Returns the scroll position that brings a heading to the top, within the scroll range of the box. */
const scrollTargetOf = (scroller: Element, heading: HTMLElement): number => {
  const targetTop = scroller.scrollTop + heading.getBoundingClientRect().top - readingEdgeOf(scroller);
  return Math.min(Math.max(0, targetTop), maxScrollTopOf(scroller));
};

/** Makes the box lay out its hidden content: the height of hidden content is only an estimate. */
const layOutHiddenContent = (scroller: Element): void => scroller.setAttribute('data-laid-out', '');

/** Scrolls to a heading and moves the focus there. */
const scrollToHeading = (heading: HTMLElement, behavior: ScrollBehavior): void => {
  const scroller = scrollerOf(heading);
  if (scroller !== null) layOutHiddenContent(scroller);
  scroller?.scrollTo({ top: scrollTargetOf(scroller, heading), behavior });
  heading.focus({ preventScroll: true });
};

const centerTab = (strip: HTMLElement, tab: HTMLElement): void => {
  strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
};

/** Centers the current tab in a tab strip that is wider than its container. No other element scrolls. */
const useTabInSight = (strip: HTMLElement | null, currentId: string): void =>
  useEffect(() => {
    const tab = strip?.querySelector('[aria-current]');
    if (strip !== null && tab instanceof HTMLElement) centerTab(strip, tab);
  }, [strip, currentId]);

/** Mounted headings of a menu's parts, by the key of the part. */
export type PartHeadings = ReadonlyMap<string, HTMLElement>;

const topmostHeading = (headings: PartHeadings): HTMLElement | undefined =>
  [...headings.values()].sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)[0];

/** Returns a function that scrolls to a part of the menu; with an unknown id it scrolls to the start of the menu. */
export const useShowPart = (headings: PartHeadings): ((id: string) => void) => {
  const prefersReducedMotion = useReducedMotion();
  return useCallback(
    (id) => {
      const heading = headings.get(id) ?? topmostHeading(headings);
      if (heading !== undefined) scrollToHeading(heading, prefersReducedMotion ? 'instant' : 'smooth');
    },
    [headings, prefersReducedMotion],
  );
};

interface MenuScroll {
  /** Id of the part that the user reads. */
  readonly currentId: string;
  /** Ref callback for the strip of tabs. */
  readonly setStrip: (element: HTMLElement | null) => void;
  /** Scrolls to a part and moves the focus to its heading. */
  readonly goToPart: (id: string) => void;
}

/**
 * Follows the scrolling of a menu and scrolls to its parts. The URL stays unchanged, because the router uses the hash.
 */
export const useMenuScroll = (partIds: readonly string[], headings: PartHeadings): MenuScroll => {
  const prefersReducedMotion = useReducedMotion();
  const [strip, setStrip] = useState<HTMLElement | null>(null);
  const pressedPart = useRef<PressedPart | null>(null);
  const [reachedPartId, setReachedPartId] = useState<string | null>(null);
  // The part may be missing in `partIds`, because it may lose its last dish while the page is open.
  const currentId = partIds.find((id) => id === reachedPartId) ?? partIds[0] ?? '';
  const joinedIds = partIds.join('\n');
  useTabInSight(strip, currentId);

  useEffect(() => {
    const scroller = strip && scrollerOf(strip);
    if (scroller === null) return undefined;
    const splitPartIds = joinedIds.split('\n');
    const updatePressedPart = (): void => {
      pressedPart.current = pressedPart.current && pressedPartAt(pressedPart.current, scroller.scrollTop);
      if (pressedPart.current === null)
        setReachedPartId(
          splitPartIds[
            currentPartIn(
              scroller,
              splitPartIds.map((id) => headings.get(id)),
            )
          ] ?? null,
        );
    };
    scroller.addEventListener('scroll', updatePressedPart, { passive: true });
    return () => scroller.removeEventListener('scroll', updatePressedPart);
  }, [strip, joinedIds, headings]);

  const goTo = (id: string): void => {
    const scroller = strip && scrollerOf(strip);
    const heading = headings.get(id);
    if (scroller === null || heading === undefined) return;
    layOutHiddenContent(scroller);
    const target = scrollTargetOf(scroller, heading);
    pressedPart.current = { target, distance: Math.abs(scroller.scrollTop - target) };
    setReachedPartId(id);
    scrollToHeading(heading, prefersReducedMotion ? 'instant' : 'smooth');
  };
  return { currentId, setStrip, goToPart: goTo };
};
