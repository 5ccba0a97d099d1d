import { useCallback, useEffect, useRef, useState } from 'react';
import { useReducedMotion } from '../../use-media';

/** How far a box is scrolled, and how it is made up; px. */
interface ScrollState {
  readonly scrolled: number;
  /** As far as it can be scrolled. */
  readonly max: number;
  /** How much of it shows below what sticks to its top. */
  readonly visible: number;
}

/**
 * Which part is being read: the last one that begins above the reading line. The line lies below what sticks to the
 * top, and sinks to the lower edge over the last stretch, so that short parts at the end have their turn. `starts` are
 * measured from where parts begin to show.
 */
export const readPartIndex = (starts: readonly number[], { scrolled, max, visible }: ScrollState): number => {
  const lastStretch = Math.min(visible, max);
  const sunken = lastStretch <= 0 ? 0 : Math.max(0, 1 - (max - scrolled) / lastStretch);
  return Math.max(
    0,
    starts.findLastIndex((start) => start <= 1 + sunken * visible),
  );
};

/**
 * A part that somebody pressed: it stays the current one while the box comes to it, and until it is scrolled away
 * again.
 */
interface PressedPart {
  /** How far the box will be scrolled then. */
  readonly target: number;
  /** How far it was from there when it was looked at last. */
  readonly distance: number;
}

/** What becomes of it when the box has been scrolled: null once it was moved elsewhere. */
export const stillPressed = ({ target, distance }: PressedPart, scrolled: number): PressedPart | null => {
  const next = Math.abs(scrolled - target);
  return next > distance + 1 ? null : { target, distance: next };
};

/** The box in which an element is scrolled; null where nothing around it scrolls. */
export const scrollerOf = (element: Element): Element | null => {
  for (let box = element.parentElement; box !== null; box = box.parentElement)
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  return null;
};

const maxOf = ({ scrollHeight, clientHeight }: Element): number => scrollHeight - clientHeight;

/** Where its content begins to show: below what sticks to its top. */
const edgeOf = (scroller: Element): number =>
  scroller.getBoundingClientRect().top + (Number.parseFloat(getComputedStyle(scroller).scrollPaddingTop) || 0);

const readPart = (scroller: Element, headings: readonly (HTMLElement | undefined)[]): number => {
  const edge = edgeOf(scroller);
  const starts = headings.map((heading) => (heading?.getBoundingClientRect().top ?? Infinity) - edge);
  return readPartIndex(starts, {
    scrolled: scroller.scrollTop,
    max: maxOf(scroller),
    visible: scroller.getBoundingClientRect().bottom - edge,
  });
};

/** How far the box has to be scrolled for a heading to stand at its top; as far as there is something to scroll. */
const targetOf = (scroller: Element, heading: HTMLElement): number => {
  const wanted = scroller.scrollTop + heading.getBoundingClientRect().top - edgeOf(scroller);
  return Math.min(Math.max(0, wanted), maxOf(scroller));
};

/** Has the box lay out what it didn't need to so far: until then nobody knows how high that is. */
const layOut = (scroller: Element): void => scroller.setAttribute('data-laid-out', '');

/** Scrolls to a heading within its box, and has the focus go on from there. */
const scrollToHeading = (heading: HTMLElement, behavior: ScrollBehavior): void => {
  const scroller = scrollerOf(heading);
  if (scroller !== null) layOut(scroller);
  scroller?.scrollTo({ top: targetOf(scroller, heading), behavior });
  heading.focus({ preventScroll: true });
};

const bringToMiddle = (strip: HTMLElement, tab: HTMLElement): void => {
  strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
};

/** Keeps the current tab in the middle of a strip that is wider than its place; no other box moves. */
const useTabInSight = (strip: HTMLElement | null, currentId: string): void =>
  useEffect(() => {
    const tab = strip?.querySelector('[aria-current]');
    if (strip !== null && tab instanceof HTMLElement) bringToMiddle(strip, tab);
  }, [strip, currentId]);

/** The headings of a menu's parts that stand in the page, by the key of their part. */
export type PartHeadings = ReadonlyMap<string, HTMLElement>;

const topmost = (headings: PartHeadings): HTMLElement | undefined =>
  [...headings.values()].sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)[0];

/** Leads to a part of the menu from elsewhere on the page; to the menu's beginning where it has no such part. */
export const useShowPart = (headings: PartHeadings): ((id: string) => void) => {
  const prefersReducedMotion = useReducedMotion();
  return useCallback(
    (id) => {
      const heading = headings.get(id) ?? topmost(headings);
      if (heading !== undefined) scrollToHeading(heading, prefersReducedMotion ? 'instant' : 'smooth');
    },
    [headings, prefersReducedMotion],
  );
};

interface MenuScroll {
  /** The part that is being read. */
  readonly currentId: string;
  /** Ref of the strip of tabs. */
  readonly setStrip: (element: HTMLElement | null) => void;
  /** Scrolls to a part, and has the focus go on from its heading. */
  readonly goTo: (id: string) => void;
}

/**
 * Follows a continuous menu as it is scrolled, and leads to its parts. The address stays as it is: it belongs to the
 * router.
 */
export const useMenuScroll = (ids: readonly string[], headings: PartHeadings): MenuScroll => {
  const prefersReducedMotion = useReducedMotion();
  const [strip, setStrip] = useState<HTMLElement | null>(null);
  const pressed = useRef<PressedPart | null>(null);
  const [readId, setReadId] = useState<string | null>(null);
  // A part may lose its last dish while the page is open.
  const currentId = ids.find((id) => id === readId) ?? ids[0] ?? '';
  const key = ids.join('\n');
  useTabInSight(strip, currentId);

  useEffect(() => {
    const scroller = strip && scrollerOf(strip);
    if (scroller === null) return undefined;
    const parts = key.split('\n');
    const follow = (): void => {
      pressed.current = pressed.current && stillPressed(pressed.current, scroller.scrollTop);
      if (pressed.current === null)
        setReadId(
          parts[
            readPart(
              scroller,
              parts.map((id) => headings.get(id)),
            )
          ] ?? null,
        );
    };
    scroller.addEventListener('scroll', follow, { passive: true });
    return () => scroller.removeEventListener('scroll', follow);
  }, [strip, key, headings]);

  const goTo = (id: string): void => {
    const scroller = strip && scrollerOf(strip);
    const heading = headings.get(id);
    if (scroller === null || heading === undefined) return;
    layOut(scroller);
    const target = targetOf(scroller, heading);
    pressed.current = { target, distance: Math.abs(scroller.scrollTop - target) };
    setReadId(id);
    scrollToHeading(heading, prefersReducedMotion ? 'instant' : 'smooth');
  };
  return { currentId, setStrip, goTo };
};
