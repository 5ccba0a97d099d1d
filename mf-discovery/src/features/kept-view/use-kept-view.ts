import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cardLeadingTo, firstCardInSight } from './cards-on-screen';
import type { ScrollPosition, View } from './kept-view';
import { persistedView } from './kept-view';
import { createScrollRestoration } from './scroll-back';

/** With these, in the list, the diner scrolls it. */
const USER_SCROLL_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

interface ViewStateOptions {
  /** What is stored belongs to this path alone. */
  readonly path: string;
  /** The list is as long as it will be. */
  readonly isComplete: boolean;
  /** The list scrolls in its pane; else the page does. */
  readonly hasOwnScroll: boolean;
}

/** The list's pane, its place before a reload, and what scrolls it. */
const useListScroll = (isComplete: boolean, hasOwnScroll: boolean) => {
  const pane = useRef<HTMLDivElement>(null);
  const ownScroll = useRef(hasOwnScroll);
  // The shell hides what still loads, and a phone's map hides the list: then there is nothing to scroll.
  const scrollerOf = useCallback(() => (pane.current === null || pane.current.clientHeight === 0 ? null : ownScroll.current ? pane.current : (document.scrollingElement ?? null)), []);
  const [back] = useState(createScrollRestoration);
  const restore = useRef((): void => undefined);
  useLayoutEffect(() => {
    ownScroll.current = hasOwnScroll;
    // Asking what can be scrolled makes the browser lay the page out at once: most visits have nowhere to go back to.
    restore.current = () => {
      const scroller = back.isPending() ? scrollerOf() : null;
      if (scroller !== null) back.restore({ scroller, topOf: (href) => cardLeadingTo(pane.current, href)?.getBoundingClientRect().top ?? null }, isComplete);
    };
    restore.current();
  });
  useEffect(() => {
    const element = pane.current;
    if (element === null) return undefined;
    const watch = new ResizeObserver(() => restore.current());
    watch.observe(element);
    for (const kind of USER_SCROLL_EVENTS) element.addEventListener(kind, back.cancel, { passive: true });
    return () => {
      watch.disconnect();
      for (const kind of USER_SCROLL_EVENTS) element.removeEventListener(kind, back.cancel);
    };
  }, [back]);
  const currentPosition = useCallback((): ScrollPosition | null => {
    const scroller = scrollerOf();
    return scroller === null || pane.current === null ? null : { scroll: scroller.scrollTop, card: firstCardInSight(pane.current) };
  }, [scrollerOf]);
  return { pane, back, currentPosition };
};

/** Which half a phone shows, and how far the list is scrolled: both are restored after a reload, and the list after a look at the map. */
export const useViewState = ({ path, isComplete, hasOwnScroll }: ViewStateOptions) => {
  const { pane, back, currentPosition } = useListScroll(isComplete, hasOwnScroll);
  const [start] = useState(() => {
    const stored = persistedView.read(path);
    back.request(stored);
    return stored;
  });
  const [view, setView] = useState<View>(start.view);
  const left = useRef<ScrollPosition>(start);

  const show = useCallback(
    (next: View): void => {
      left.current = currentPosition() ?? left.current;
      back.request(left.current);
      setView(next);
    },
    [back, currentPosition],
  );
  useEffect(() => {
    const persist = (): void => persistedView.write(path, { ...(currentPosition() ?? left.current), view });
    window.addEventListener('pagehide', persist);
    return () => window.removeEventListener('pagehide', persist);
  }, [path, view, currentPosition]);
  return {
    pane,
    view,
    show,
    /** The list is brought back to where it was left: its cards need their true heights at once. */
    isRestored: start.scroll > 0,
  };
};
