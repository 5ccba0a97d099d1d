import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { View } from './kept-view';
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
  const scrollerOf = useCallback(() => (pane.current === null || pane.current.clientHeight === 0 ? null : ownScroll.current ? pane.current : document.scrollingElement), []);
  const [back] = useState(createScrollBack);
  const goBack = useRef((): void => undefined);
  useLayoutEffect(() => {
    ownScroll.current = hasOwnScroll;
    // Asking what can be scrolled makes the browser lay the page out at once: most visits have nowhere to go back to.
    goBack.current = () => {
      if (back.isDue()) back.go(scrollerOf(), isComplete);
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
  return { pane, back, scrollerOf };
};

/** Which half a phone shows, and where the list stands: both are the same again after a reload, and the list after a look at the map. */
export const useKeptView = ({ path, isComplete, hasOwnScroll }: KeptViewOptions) => {
  const { pane, back, scrollerOf } = useListScroll(isComplete, hasOwnScroll);
  const [start] = useState(() => {
    const kept = keptView.read(path);
    back.want(kept.scroll);
    return kept;
  });
  const [view, setView] = useState<View>(start.view);
  const left = useRef(start.scroll);

  const show = useCallback(
    (next: View): void => {
      left.current = scrollerOf()?.scrollTop ?? left.current;
      back.want(left.current);
      setView(next);
    },
    [back, scrollerOf],
  );
  useEffect(() => {
    const keep = (): void => keptView.write(path, { view, scroll: scrollerOf()?.scrollTop ?? left.current });
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, [path, view, scrollerOf]);
  return { pane, view, show };
};
