import { NARROWED_COOKIE, START_COOKIE } from '@mahlzeit/contract';
import { isObject, storedText } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChosenPlace } from './location';

/** The halves of the main screen; phones show one at a time. */
export type View = 'list' | 'map';

/** A list's scroll position. */
export interface ScrollPosition {
  /** Px from the list's top. */
  readonly scroll: number;
  /**
   * The first card in sight by the address it leads to, and px from the screen's top: heights of cards that nobody has
   * seen yet are guesses, and lists change.
   */
  readonly card: { readonly href: string; readonly top: number } | null;
}

/** Which half a phone shows, and how far down the list is. */
interface ViewState extends ScrollPosition {
  readonly view: View;
}

/** S1§2: the screen starts in the list tab. */
const startView: ViewState = { view: 'list', scroll: 0, card: null };

const cardOf = (value: unknown): ScrollPosition['card'] =>
  isObject(value) && typeof value.href === 'string' && typeof value.top === 'number'
    ? { href: value.href, top: value.top }
    : null;

/** Parses what the page stored when it was left; the start where that was at another place, or is not valid. */
export const parseView = (stored: string | null, path: string): ViewState => {
  try {
    const value: unknown = JSON.parse(stored ?? 'null');
    if (!isObject(value) || value.path !== path) return startView;
    const scroll = typeof value.scroll === 'number' && value.scroll > 0 ? value.scroll : 0;
    return { view: value.view === 'map' ? 'map' : 'list', scroll, card: cardOf(value.card) };
  } catch {
    // Half a text, or of another version: the start is better than no list.
    return startView;
  }
};

const stored = storedText(() => window.sessionStorage, 'mahlzeit.view');

/**
 * Whether the diner comes back to a page that was left: by reload, Back or Forward. Who calls up the address starts
 * anew.
 */
const isBack = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate');

/** What this tab showed when it left a path. */
export const persistedView = {
  read: (path: string): ViewState => (isBack() ? parseView(stored.read(), path) : startView),
  write: (path: string, view: ViewState): boolean => stored.write(JSON.stringify({ path, ...view })),
};

/** A list on the screen. */
interface ListOnScreen {
  /** What scrolls it. */
  readonly scroller: Pick<Element, 'scrollTop'>;
  /** Px from the screen's top to the card that leads there; null where the list has none. */
  topOf(href: string): number | null;
}

/** Scrolls a list back to where it was left. */
interface ScrollRestoration {
  /** From now on the list is to be scrolled there. */
  request(place: ScrollPosition): void;
  /** It has not arrived yet. */
  isPending(): boolean;
  /**
   * Scrolls as far as the list is there; once it has arrived, or the list grows no more, it rests. Null: nothing can be
   * scrolled yet.
   */
  restore(list: ListOnScreen | null, isComplete: boolean): void;
  /** The diner scrolls: nothing moves by itself any more. */
  cancel(): void;
}

/** Restores the position of a list that loads page after page. */
export const createScrollRestoration = (): ScrollRestoration => {
  let requested: ScrollPosition | null = null;
  return {
    request: (place) => {
      requested = place.scroll > 0 ? place : null;
    },
    isPending: () => requested !== null,
    restore(list, isComplete) {
      if (requested === null || list === null) return;
      const { scroll, card } = requested;
      list.scroller.scrollTop = scroll;
      // A browser rounds to its device's pixels.
      if (!isComplete && Math.abs(list.scroller.scrollTop - scroll) >= 1) return;
      requested = null;
      const top = card === null ? null : list.topOf(card.href);
      if (card !== null && top !== null) list.scroller.scrollTop += top - card.top;
    },
    cancel: () => {
      requested = null;
    },
  };
};

const linksIn = (list: Element): readonly HTMLAnchorElement[] => [
  ...list.querySelectorAll<HTMLAnchorElement>('article a[href]'),
];

const cardAround = (link: Element): Element => link.closest('article') ?? link;

/** The card of a list that leads to an address. */
const cardLeadingTo = (list: Element | null, href: string): Element | null => {
  const link = list === null ? undefined : linksIn(list).find((one) => one.getAttribute('href') === href);
  return link === undefined ? null : cardAround(link);
};

/** The first card of a list that is at least partly below the upper edge of the screen, and where it is. */
const firstCardInSight = (list: Element): ScrollPosition['card'] => {
  for (const link of linksIn(list)) {
    const { top, bottom } = cardAround(link).getBoundingClientRect();
    if (bottom > 0) return { href: link.getAttribute('href') ?? '', top };
  }
  return null;
};

// A finger lets go of what it touched, but `:hover` stays there until it touches something else.
const TOUCHED = 'article:active, article:focus-within';
const POINTED_AT = 'article:hover';

/** Whether a card of a list is under the pointer or a finger, or in focus: it must not move away. */
const isInUse = (list: Element): boolean =>
  list.querySelector(TOUCHED) !== null ||
  (window.matchMedia('(hover: hover)').matches && list.querySelector(POINTED_AT) !== null);

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
  const scrollerOf = useCallback(
    () =>
      pane.current === null || pane.current.clientHeight === 0
        ? null
        : ownScroll.current
          ? pane.current
          : (document.scrollingElement ?? null),
    [],
  );
  const [restoration] = useState(createScrollRestoration);
  const restore = useRef((): void => undefined);
  useLayoutEffect(() => {
    ownScroll.current = hasOwnScroll;
    // Asking what can be scrolled makes the browser lay the page out at once: most visits have nowhere to go back to.
    restore.current = () => {
      const scroller = restoration.isPending() ? scrollerOf() : null;
      if (scroller !== null)
        restoration.restore(
          { scroller, topOf: (href) => cardLeadingTo(pane.current, href)?.getBoundingClientRect().top ?? null },
          isComplete,
        );
    };
    restore.current();
  });
  useEffect(() => {
    const element = pane.current;
    if (element === null) return undefined;
    const watch = new ResizeObserver(() => restore.current());
    watch.observe(element);
    for (const kind of USER_SCROLL_EVENTS) element.addEventListener(kind, restoration.cancel, { passive: true });
    return () => {
      watch.disconnect();
      for (const kind of USER_SCROLL_EVENTS) element.removeEventListener(kind, restoration.cancel);
    };
  }, [restoration]);
  const currentPosition = useCallback((): ScrollPosition | null => {
    const scroller = scrollerOf();
    return scroller === null || pane.current === null
      ? null
      : { scroll: scroller.scrollTop, card: firstCardInSight(pane.current) };
  }, [scrollerOf]);
  const isAtRest = useCallback((): boolean => {
    const scroller = scrollerOf();
    // What nobody sees may change as it likes.
    if (scroller === null || pane.current === null) return true;
    return scroller.scrollTop < 1 && !restoration.isPending() && !isInUse(pane.current);
  }, [scrollerOf, restoration]);
  const scrollToTop = useCallback((): void => {
    const scroller = scrollerOf();
    if (scroller !== null) scroller.scrollTop = 0;
  }, [scrollerOf]);
  return { pane, restoration, currentPosition, isAtRest, scrollToTop };
};

/**
 * Which half a phone shows, and how far the list is scrolled: both are restored after a reload, and the list after a
 * look at the map.
 */
export const useViewState = ({ path, isComplete, hasOwnScroll }: ViewStateOptions) => {
  const { pane, restoration, currentPosition, isAtRest, scrollToTop } = useListScroll(isComplete, hasOwnScroll);
  const [start] = useState(() => {
    const persisted = persistedView.read(path);
    restoration.request(persisted);
    return persisted;
  });
  const [view, setView] = useState<View>(start.view);
  const left = useRef<ScrollPosition>(start);

  const show = useCallback(
    (next: View): void => {
      left.current = currentPosition() ?? left.current;
      restoration.request(left.current);
      setView(next);
    },
    [restoration, currentPosition],
  );
  useEffect(() => {
    const persist = (): boolean => persistedView.write(path, { ...(currentPosition() ?? left.current), view });
    window.addEventListener('pagehide', persist);
    return () => window.removeEventListener('pagehide', persist);
  }, [path, view, currentPosition]);
  return {
    pane,
    view,
    show,
    /**
     * Whether cards may move by themselves: the list stands at its top or unseen, and none of them is under a pointer
     * or in focus.
     */
    isAtRest,
    scrollToTop,
    /** The list is brought back to where it was left: its cards need their true heights at once. */
    isRestored: start.scroll > 0,
  };
};

const YEAR_S = 31_536_000;

/** Only the page itself is asked with them, neither data nor files. */
const SCOPE = 'path=/restaurants; SameSite=Lax';

const setCookie = (cookie: string): void => {
  document.cookie = `${cookie}; ${SCOPE}`;
};

/**
 * How far the list is not the one that everybody gets: for this visit, or by filters that hold on the next one, too.
 */
export type Narrowing = 'none' | 'visit' | 'lasting';

const NARROWED: Readonly<Record<Narrowing, string>> = {
  none: '; max-age=0',
  visit: '1',
  lasting: `1; max-age=${YEAR_S}`,
};

/**
 * Tells the gateway by cookies where the next page of this browser begins, what that place is called, and whether its
 * list is narrowed, so that the prerendered list is the user's own.
 */
export const usePrerenderCookies = (place: ChosenPlace | null, name: string | null, narrowing: Narrowing): void => {
  useEffect(() => {
    if (place === null || place.kind === 'fallback') return;
    const {
      kind,
      coordinate: { latitude, longitude },
    } = place;
    setCookie(
      `${START_COOKIE}=${latitude},${longitude},${kind === 'user' ? '@' : encodeURIComponent(name ?? '')}; max-age=${YEAR_S}`,
    );
  }, [place, name]);
  useEffect(() => setCookie(`${NARROWED_COOKIE}=${NARROWED[narrowing]}`), [narrowing]);
};
