import { useCallback, useEffect, useRef, useState } from 'react';
import { useReducedMotion } from '../../use-media';

/** Scroll position and size of a scrolling box, in px. */
interface MenuScrollState {
  readonly scrollTop: number;
  /** Scroll position at the end of the menu: the largest possible value of `scrollTop`. */
  readonly maxScrollTop: number;
  /** Visible height below the sticky content at the top. */
  readonly visibleHeight: number;
}

/**
 * Returns the index of the menu's part that the user reads: the last part that starts above an imagined reading line,
 * which lies below the sticky content. Near the end of the scroll range the line moves down to the lower edge of the
 * box, so that short parts at the end become current, too. `partStarts` are relative to the lower edge of the sticky
 * content.
 */
export const currentPartIndexAt = (
  partStarts: readonly number[],
  { scrollTop, maxScrollTop, visibleHeight }: MenuScrollState,
): number => {
  const endZoneHeight = Math.min(visibleHeight, maxScrollTop);
  const endZoneShare = endZoneHeight <= 0 ? 0 : Math.max(0, 1 - (maxScrollTop - scrollTop) / endZoneHeight);
  return Math.max(
    0,
    partStarts.findLastIndex((partStart) => partStart <= 1 + endZoneShare * visibleHeight),
  );
};

/**
 * Part of the menu whose button was pressed. It counts as the current part while the box scrolls to it, and until the
 * user scrolls to another position.
 */
interface PressedMenuPart {
  /** Scroll position in px at which the pressed part is reached. */
  readonly target: number;
  /** Distance in px between the scroll position and `target` at the last scroll event. */
  readonly distance: number;
}

/**
 * Updates the part of the menu whose button was pressed on a scroll event. Returns null if the box moves away from that
 * part, because then the user is scrolling elsewhere.
 */
export const pressedPartAfterScroll = (
  { target: targetScrollTop, distance }: PressedMenuPart,
  scrollTop: number,
): PressedMenuPart | null => {
  const newDistance = Math.abs(scrollTop - targetScrollTop);
  return newDistance > distance + 1 ? null : { target: targetScrollTop, distance: newDistance };
};

/** Returns the nearest ancestor of an element that scrolls vertically; null if there is none. */
export const scrollContainerOf = (element: Element): Element | null => {
  for (let ancestor = element.parentElement; ancestor !== null; ancestor = ancestor.parentElement)
    if (/auto|scroll/.test(getComputedStyle(ancestor).overflowY)) return ancestor;
  return null;
};

const maxScrollTopOf = ({ scrollHeight, clientHeight }: Element): number => scrollHeight - clientHeight;

/** Returns the upper edge of the visible content, below the sticky content, in px of the window. */
const readingEdgePxOf = (scrollContainer: Element): number =>
  scrollContainer.getBoundingClientRect().top +
  (Number.parseFloat(getComputedStyle(scrollContainer).scrollPaddingTop) || 0);

const currentPartIndexIn = (scrollContainer: Element, headings: readonly (HTMLElement | undefined)[]): number => {
  const readingEdgePx = readingEdgePxOf(scrollContainer);
  const partStarts = headings.map((heading) => (heading?.getBoundingClientRect().top ?? Infinity) - readingEdgePx);
  return currentPartIndexAt(partStarts, {
    scrollTop: scrollContainer.scrollTop,
    maxScrollTop: maxScrollTopOf(scrollContainer),
    visibleHeight: scrollContainer.getBoundingClientRect().bottom - readingEdgePx,
  });
};

/** Returns the scroll position that brings a heading to the top, within the scroll range of the box. */
const scrollTopForHeading = (scrollContainer: Element, heading: HTMLElement): number => {
  const targetTop = scrollContainer.scrollTop + heading.getBoundingClientRect().top - readingEdgePxOf(scrollContainer);
  return Math.min(Math.max(0, targetTop), maxScrollTopOf(scrollContainer));
};

/**
 * Makes the browser lay out the hidden content of a scrolling box, because without this the height of hidden content is
 * only an estimate.
 */
const layOutHiddenContent = (scrollContainer: Element): void => scrollContainer.setAttribute('data-laid-out', '');

/** Scrolls to a heading and moves the keyboard focus there. */
const scrollToHeading = (heading: HTMLElement, behavior: ScrollBehavior): void => {
  const scrollContainer = scrollContainerOf(heading);
  if (scrollContainer !== null) layOutHiddenContent(scrollContainer);
  scrollContainer?.scrollTo({ top: scrollTopForHeading(scrollContainer, heading), behavior });
  heading.focus({ preventScroll: true });
};

const centerTab = (tabStrip: HTMLElement, currentTab: HTMLElement): void => {
  tabStrip.scrollLeft = currentTab.offsetLeft - (tabStrip.clientWidth - currentTab.offsetWidth) / 2;
};

/**
 * Keeps the current button visible in a strip of buttons that is wider than its container. No other element scrolls.
 */
const useKeepTabInSight = (tabStrip: HTMLElement | null, currentPartId: string): void =>
  useEffect(() => {
    const currentTab = tabStrip?.querySelector('[aria-current]');
    if (tabStrip !== null && currentTab instanceof HTMLElement) centerTab(tabStrip, currentTab);
  }, [tabStrip, currentPartId]);

/** Headings of a menu's parts that are mounted now, by the key of the part. */
export type PartHeadings = ReadonlyMap<string, HTMLElement>;

const findTopmostHeading = (headings: PartHeadings): HTMLElement | undefined =>
  [...headings.values()].sort(
    (firstHeading, secondHeading) =>
      firstHeading.getBoundingClientRect().top - secondHeading.getBoundingClientRect().top,
  )[0];

/** Returns a function that scrolls to a part of the menu; with an unknown id it scrolls to the start of the menu. */
export const useScrollToPart = (headings: PartHeadings): ((partId: string) => void) => {
  const prefersReducedMotion = useReducedMotion();
  return useCallback(
    (partId) => {
      const heading = headings.get(partId) ?? findTopmostHeading(headings);
      if (heading !== undefined) scrollToHeading(heading, prefersReducedMotion ? 'instant' : 'smooth');
    },
    [headings, prefersReducedMotion],
  );
};

interface MenuScroll {
  /** Id of the part of the menu that the user reads; the button of this part is marked. */
  readonly currentId: string;
  /** Ref callback for the strip of buttons that lead to the parts of the menu. */
  readonly setStrip: (element: HTMLElement | null) => void;
  /** Scrolls to a part of the menu and moves the focus to its heading. */
  readonly goToPart: (partId: string) => void;
}

/**
 * Follows the scrolling of a menu and scrolls to its parts. The URL stays unchanged, because the router uses the hash.
 */
export const useMenuScroll = (partIds: readonly string[], headings: PartHeadings): MenuScroll => {
  const prefersReducedMotion = useReducedMotion();
  const [tabStrip, setStrip] = useState<HTMLElement | null>(null);
  const pressedPart = useRef<PressedMenuPart | null>(null);
  const [reachedPartId, setReachedPartId] = useState<string | null>(null);
  // The current part is searched in `partIds`, because it may lose its last dish and disappear while the page is open.
  const currentPartId = partIds.find((partId) => partId === reachedPartId) ?? partIds[0] ?? '';
  const joinedIds = partIds.join('\n');
  useKeepTabInSight(tabStrip, currentPartId);

  useEffect(() => {
    const scrollContainer = tabStrip && scrollContainerOf(tabStrip);
    if (scrollContainer === null) return undefined;
    const splitPartIds = joinedIds.split('\n');
    const updatePressedPart = (): void => {
      pressedPart.current =
        pressedPart.current && pressedPartAfterScroll(pressedPart.current, scrollContainer.scrollTop);
      if (pressedPart.current === null)
        setReachedPartId(
          splitPartIds[
            currentPartIndexIn(
              scrollContainer,
              splitPartIds.map((partId) => headings.get(partId)),
            )
          ] ?? null,
        );
    };
    scrollContainer.addEventListener('scroll', updatePressedPart, { passive: true });
    return () => scrollContainer.removeEventListener('scroll', updatePressedPart);
  }, [tabStrip, joinedIds, headings]);

  const goToMenuPart = (partId: string): void => {
    const scrollContainer = tabStrip && scrollContainerOf(tabStrip);
    const heading = headings.get(partId);
    if (scrollContainer === null || heading === undefined) return;
    layOutHiddenContent(scrollContainer);
    const targetScrollTop = scrollTopForHeading(scrollContainer, heading);
    pressedPart.current = { target: targetScrollTop, distance: Math.abs(scrollContainer.scrollTop - targetScrollTop) };
    setReachedPartId(partId);
    scrollToHeading(heading, prefersReducedMotion ? 'instant' : 'smooth');
  };
  return { currentId: currentPartId, setStrip, goToPart: goToMenuPart };
};
