import { NARROWED_COOKIE, START_COOKIE } from '@mahlzeit/contract';
import { isObject, storedText } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChosenPlace } from './location';

/** Halves of the main screen; phones show one at a time. */
export type View = 'list' | 'map';

/** Scroll position of a list. */
export interface ScrollPosition {
  /** Px from the top of the list. */
  readonly scroll: number;
  /**
   * First visible card by the address of its link, with px from the top of the screen. Pixels alone are not enough:
   * heights of cards that were never visible are estimates, and lists change.
   */
  readonly card: { readonly href: string; readonly top: number } | null;
}

/** Visible half on a phone, with the scroll position of the list. */
interface ViewState extends ScrollPosition {
  readonly view: View;
}

/** The screen starts in the list tab (S1§2). */
const startView: ViewState = { view: 'list', scroll: 0, card: null };

const cardOf = (value: unknown): ScrollPosition['card'] =>
  isObject(value) && typeof value.href === 'string' && typeof value.top === 'number'
    ? { href: value.href, top: value.top }
    : null;

/**
 * Parses the state that the page stored when it was left. Returns the initial state for another path or invalid text.
 */
export const parseView = (text: string | null, path: string): ViewState => {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (!isObject(value) || value.path !== path) return startView;
    const scroll = typeof value.scroll === 'number' && value.scroll > 0 ? value.scroll : 0;
    return { view: value.view === 'map' ? 'map' : 'list', scroll, card: cardOf(value.card) };
  } catch {
    // Broken text, or text of another version: the initial state is used.
    return startView;
  }
};

const storedView = storedText(() => window.sessionStorage, 'mahlzeit.view');

/** Returns whether the user returns to a page that was left: by reload, Back or Forward. A new visit starts over. */
const isBack = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate');

/** State of this tab when it left a path. */
export const persistedView = {
  read: (path: string): ViewState => (isBack() ? parseView(storedView.read(), path) : startView),
  write: (path: string, view: ViewState): boolean => storedView.write(JSON.stringify({ path, ...view })),
};

/** List on the screen. */
interface ListOnScreen {
  /** Scrolling element. */
  readonly scroller: Pick<Element, 'scrollTop'>;
  /** Returns px from the top of the screen to the card with that link; null without one. */
  topOf(href: string): number | null;
}

/** Scrolls a list back to a former position. */
interface ScrollRestoration {
  /** Starts the restoration of a position. */
  request(place: ScrollPosition): void;
  /** Returns whether the position has not been reached yet. */
  isPending(): boolean;
  /**
   * Scrolls as far as the list is loaded. Ends when the position is reached, or when the list is complete. Null for a
   * list that can't be scrolled yet.
   */
  restore(list: ListOnScreen | null, isComplete: boolean): void;
  /** Ends the restoration when the user scrolls. */
  cancel(): void;
}

/** Creates the restoration for a list that loads page by page. */
export const createScrollRestoration = (): ScrollRestoration => {
  let requestedPosition: ScrollPosition | null = null;
  return {
    request: (place) => {
      requestedPosition = place.scroll > 0 ? place : null;
    },
    isPending: () => requestedPosition !== null,
    restore(list, isComplete) {
      if (requestedPosition === null || list === null) return;
      const { scroll, card } = requestedPosition;
      list.scroller.scrollTop = scroll;
      // Browsers round to the pixels of the device.
      if (!isComplete && Math.abs(list.scroller.scrollTop - scroll) >= 1) return;
      requestedPosition = null;
      const top = card === null ? null : list.topOf(card.href);
      if (card !== null && top !== null) list.scroller.scrollTop += top - card.top;
    },
    cancel: () => {
      requestedPosition = null;
    },
  };
};

const linksIn = (list: Element): readonly HTMLAnchorElement[] => [
  ...list.querySelectorAll<HTMLAnchorElement>('article a[href]'),
];

const cardAround = (link: Element): Element => link.closest('article') ?? link;

/** Returns the card of a list with a link to that address. */
const cardLeadingTo = (list: Element | null, href: string): Element | null => {
  const link = list === null ? undefined : linksIn(list).find((candidate) => candidate.getAttribute('href') === href);
  return link === undefined ? null : cardAround(link);
};

/** Returns the first card at least partly below the upper edge of the screen, with its position. */
const firstCardInSight = (list: Element): ScrollPosition['card'] => {
  for (const link of linksIn(list)) {
    const { top, bottom } = cardAround(link).getBoundingClientRect();
    if (bottom > 0) return { href: link.getAttribute('href') ?? '', top };
  }
  return null;
};

// On touch screens `:hover` stays on the last touched element until the next touch, unlike `:active`.
const TOUCHED = 'article:active, article:focus-within';
const POINTED_AT = 'article:hover';

/** Returns whether a card is under the pointer or a finger, or focused: such a card must not move away. */
const isInUse = (list: Element): boolean =>
  list.querySelector(TOUCHED) !== null ||
  (window.matchMedia('(hover: hover)').matches && list.querySelector(POINTED_AT) !== null);

/** Events in the list that mean scrolling by the user. */
const USER_SCROLL_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

interface ViewStateOptions {
  /** Path to which the stored state belongs. */
  readonly path: string;
  /** Whether the list has its final length. */
  readonly isComplete: boolean;
  /** Whether the list scrolls in its pane; otherwise the page scrolls. */
  readonly hasOwnScroll: boolean;
}

/** Returns the pane of the list, its former position, and its scrolling element. */
const useListScroll = (isComplete: boolean, hasOwnScroll: boolean) => {
  const pane = useRef<HTMLDivElement>(null);
  const ownScroll = useRef(hasOwnScroll);
  // The shell hides a loading screen, and the map of a phone hides the list: neither can be scrolled.
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
    // Reading the scrolling element forces a layout: most visits have nothing to restore.
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
    const resizeObserver = new ResizeObserver(() => restore.current());
    resizeObserver.observe(element);
    for (const kind of USER_SCROLL_EVENTS) element.addEventListener(kind, restoration.cancel, { passive: true });
    return () => {
      resizeObserver.disconnect();
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
    // An invisible list may change freely.
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
 * Returns the visible half on a phone and the scroll position of the list. Both are restored after a reload, the list's
 * position also after a visit of the map.
 */
export const useViewState = ({ path, isComplete, hasOwnScroll }: ViewStateOptions) => {
  const { pane, restoration, currentPosition, isAtRest, scrollToTop } = useListScroll(isComplete, hasOwnScroll);
  const [start] = useState(() => {
    const persistedState = persistedView.read(path);
    restoration.request(persistedState);
    return persistedState;
  });
  const [view, setView] = useState<View>(start.view);
  const lastPosition = useRef<ScrollPosition>(start);

  const showView = useCallback(
    (next: View): void => {
      lastPosition.current = currentPosition() ?? lastPosition.current;
      restoration.request(lastPosition.current);
      setView(next);
    },
    [restoration, currentPosition],
  );
  useEffect(() => {
    const persist = (): boolean => persistedView.write(path, { ...(currentPosition() ?? lastPosition.current), view });
    window.addEventListener('pagehide', persist);
    return () => window.removeEventListener('pagehide', persist);
  }, [path, view, currentPosition]);
  return {
    pane,
    view,
    show: showView,
    /**
     * Returns whether cards may move by themselves: the list is at its top or hidden, and no card is under a pointer or
     * focused.
     */
    isAtRest,
    scrollToTop,
    /** Whether the position is being restored: the cards then need their real heights at once. */
    isRestored: start.scroll > 0,
  };
};

const YEAR_S = 31_536_000;

/** Scope of the cookies: requests for the page itself, neither data nor files. */
const SCOPE = 'path=/restaurants; SameSite=Lax';

const setCookie = (cookie: string): void => {
  document.cookie = `${cookie}; ${SCOPE}`;
};

/** Difference of the list from everybody's: by filters of this visit, or by filters that are kept for the next one. */
export type Narrowing = 'none' | 'visit' | 'lasting';

const NARROWED: Readonly<Record<Narrowing, string>> = {
  none: '; max-age=0',
  visit: '1',
  lasting: `1; max-age=${YEAR_S}`,
};

/**
 * Stores in cookies where the next page of this browser starts, the name of that place, and whether the list is
 * narrowed, so that the gateway prerenders the user's own list.
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
