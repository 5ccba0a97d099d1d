import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cardLeadingTo, firstCardInSight } from './cards-on-screen';
import type { ListPlace, View } from './kept-view';
import { keptView } from './kept-view';
import { createScrollBack } from './scroll-back';

/** By these, in the list, the diner moves it. */
const TAKEN_OVER = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

interface KeptViewOptions {
  /** What is kept belongs to this path alone. */
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
  const [back] = useState(createScrollBack);
  const goBack = useRef((): void => undefined);
  useLayoutEffect(() => {
    ownScroll.current = hasOwnScroll;
    // Asking what can be scrolled makes the browser lay the page out at once: most visits have nowhere to go back to.
    goBack.current = () => {
      const scroller = back.isDue() ? scrollerOf() : null;
      if (scroller !== null) back.go({ scroller, topOf: (href) => cardLeadingTo(pane.current, href)?.getBoundingClientRect().top ?? null }, isComplete);
    };
    goBack.current();
  });
  useEffect(() => {
    const element = pane.current;
    if (element === null) return undefined;
    const watch = new ResizeObserver(() => goBack.current());
    watch.observe(element);
    for (const kind of TAKEN_OVER) element.addEventListener(kind, back.giveUp, { passive: true });
    return () => {
      watch.disconnect();
      for (const kind of TAKEN_OVER) element.removeEventListener(kind, back.giveUp);
    };
  }, [back]);
  const placeNow = useCallback((): ListPlace | null => {
    const scroller = scrollerOf();
    return scroller === null || pane.current === null ? null : { scroll: scroller.scrollTop, card: firstCardInSight(pane.current) };
  }, [scrollerOf]);
  return { pane, back, placeNow };
};

/** Which half a phone shows, and where the list stands: both are the same again after a reload, and the list after a look at the map. */
export const useKeptView = ({ path, isComplete, hasOwnScroll }: KeptViewOptions) => {
  const { pane, back, placeNow } = useListScroll(isComplete, hasOwnScroll);
  const [start] = useState(() => {
    const kept = keptView.read(path);
    back.want(kept);
    return kept;
  });
  const [view, setView] = useState<View>(start.view);
  const left = useRef<ListPlace>(start);

  const show = useCallback(
    (next: View): void => {
      left.current = placeNow() ?? left.current;
      back.want(left.current);
      setView(next);
    },
    [back, placeNow],
  );
  useEffect(() => {
    const keep = (): void => keptView.write(path, { ...(placeNow() ?? left.current), view });
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, [path, view, placeNow]);
  return {
    pane,
    view,
    show,
    /** The list is brought back to where it was left: its cards need their true heights at once. */
    comesBack: start.scroll > 0,
  };
};
