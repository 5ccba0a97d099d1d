import { OTHER_VIEW_COOKIE, SECURE_COOKIE_PREFIX, START_PLACE_COOKIE } from '@mahlzeit/contract';
import { isObject, createStoredText } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChosenPlace } from './location';

/** Halves of the main screen: list and map. A phone shows one of them at a time. */
export type ListView = 'list' | 'map';

/** Scroll position of a list, from which it is restored after a reload or a return to the page. */
export interface ScrollPosition {
  /** Scroll position in px from the top of the list. */
  readonly scroll: number;
  /**
   * First visible card: the link of the card and its distance in px from the top of the viewport. The scroll position
   * alone is not enough, because the list may change, and the heights of cards that were never visible are only
   * estimates.
   */
  readonly card: { readonly href: string; readonly top: number } | null;
}

/** Half of the main screen (list or map) that a phone shows, with the scroll position of the list. */
interface ViewState extends ScrollPosition {
  readonly view: ListView;
}

/** State at the start of a visit: the main screen shows the list (S1§2). */
const initialViewState: ViewState = { view: 'list', scroll: 0, card: null };

const parseCardPosition = (value: unknown): ScrollPosition['card'] =>
  isObject(value) && typeof value.href === 'string' && typeof value.top === 'number'
    ? { href: value.href, top: value.top }
    : null;

/**
 * Parses the view state that the page stored when the user left it. Returns the initial state for another path or
 * invalid text.
 */
export const parseViewState = (text: string | null, path: string): ViewState => {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (!isObject(value) || value.path !== path) return initialViewState;
    const scroll = typeof value.scroll === 'number' && value.scroll > 0 ? value.scroll : 0;
    return { view: value.view === 'map' ? 'map' : 'list', scroll, card: parseCardPosition(value.card) };
  } catch {
    // The stored text is damaged or comes from another version of the app, so the initial state is used.
    return initialViewState;
  }
};

const storedViewText = createStoredText(() => window.sessionStorage, 'mahlzeit.view');

/**
 * Returns whether the user came back to the page by reload, Back or Forward. A new visit starts with the initial state.
 */
const isReturnToPage = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some(
      (navigationEntry) =>
        navigationEntry instanceof PerformanceNavigationTiming && navigationEntry.type !== 'navigate',
    );

/**
 * Reads and writes the view state in the storage of this tab. It is written when the user leaves the page; a new visit
 * reads the initial state.
 */
export const persistedViewState = {
  read: (path: string): ViewState =>
    isReturnToPage() ? parseViewState(storedViewText.read(), path) : initialViewState,
  write: (path: string, view: ViewState): boolean => storedViewText.write(JSON.stringify({ path, ...view })),
};

/** List that is visible and can be scrolled. */
interface ListOnScreen {
  /** Element that scrolls the list: its own pane, or the whole page. */
  readonly scroller: Pick<Element, 'scrollTop'>;
  /**
   * Returns the distance in px from the top of the viewport to the card with the given link; null when there is no such
   * card.
   */
  topOf(href: string): number | null;
}

/** Scrolls a list back to the position that it had before the user left the page. */
interface ScrollRestoration {
  /** Stores the position to restore; the next calls of `restore` scroll to it. */
  requestRestore(position: ScrollPosition): void;
  /** Returns whether the requested position has not been reached yet. */
  isPending(): boolean;
  /**
   * Scrolls to the requested position, as far as the list is loaded. The restoration ends when the position is reached
   * or the list is complete. `list` is null while the list can't be scrolled.
   */
  restore(list: ListOnScreen | null, isComplete: boolean): void;
  /** Ends the restoration; called when the user scrolls. */
  cancel(): void;
}

/** Creates a scroll restoration for a list that loads page by page. */
export const createScrollRestoration = (): ScrollRestoration => {
  let requestedPosition: ScrollPosition | null = null;
  return {
    requestRestore: (position) => {
      requestedPosition = position.scroll > 0 ? position : null;
    },
    isPending: () => requestedPosition !== null,
    restore(list, isComplete) {
      if (requestedPosition === null || list === null) return;
      const { scroll, card } = requestedPosition;
      list.scroller.scrollTop = scroll;
      // The difference may be up to 1 px, because browsers round scroll positions to pixels of the device.
      if (!isComplete && Math.abs(list.scroller.scrollTop - scroll) >= 1) return;
      requestedPosition = null;
      const cardTop = card === null ? null : list.topOf(card.href);
      if (card !== null && cardTop !== null) list.scroller.scrollTop += cardTop - card.top;
    },
    cancel: () => {
      requestedPosition = null;
    },
  };
};

const linksInList = (list: Element): readonly HTMLAnchorElement[] => [
  ...list.querySelectorAll<HTMLAnchorElement>('article a[href]'),
];

const cardContaining = (link: Element): Element => link.closest('article') ?? link;

/** Returns the card whose link has the given URL; null when the list has none. */
const cardLeadingTo = (list: Element | null, href: string): Element | null => {
  const link =
    list === null ? undefined : linksInList(list).find((listedLink) => listedLink.getAttribute('href') === href);
  return link === undefined ? null : cardContaining(link);
};

/** Returns the first card that is at least partly below the upper edge of the viewport, with its position. */
const firstCardInSight = (list: Element): ScrollPosition['card'] => {
  for (const link of linksInList(list)) {
    const { top: cardTop, bottom } = cardContaining(link).getBoundingClientRect();
    if (bottom > 0) return { href: link.getAttribute('href') ?? '', top: cardTop };
  }
  return null;
};

// Selector of touched or focused cards. It uses `:active`, because on touch screens `:hover` stays on the last touched
// element until the next touch.
const TOUCHED_CARD_SELECTOR = 'article:active, article:focus-within';
const HOVERED_CARD_SELECTOR = 'article:hover';

/** Returns whether a card is under the pointer, touched or focused. Such a card must not move away. */
const isCardInUse = (list: Element): boolean =>
  list.querySelector(TOUCHED_CARD_SELECTOR) !== null ||
  (window.matchMedia('(hover: hover)').matches && list.querySelector(HOVERED_CARD_SELECTOR) !== null);

/** Events with which a user starts to scroll the list. */
const USER_SCROLL_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

interface ViewStateOptions {
  /** Path of the page to which the stored state belongs. */
  readonly path: string;
  /** Whether the list has its final length, because no page of it is still loading. */
  readonly isComplete: boolean;
  /** Whether the list scrolls in its own pane; false: the whole page scrolls. */
  readonly hasOwnScroll: boolean;
}

/**
 * Manages the scroll position of the list: its pane, the restoration of its earlier position, and functions that read
 * and change the position.
 */
const useListScroll = (isListComplete: boolean, hasOwnScroll: boolean) => {
  const paneRef = useRef<HTMLDivElement>(null);
  const hasOwnScrollRef = useRef(hasOwnScroll);
  // Returns the scrolling element; null when the list can't be scrolled, because the shell hides the loading screen or
  // a phone shows the map.
  const scrollerOf = useCallback(
    () =>
      paneRef.current === null || paneRef.current.clientHeight === 0
        ? null
        : hasOwnScrollRef.current
          ? paneRef.current
          : (document.scrollingElement ?? null),
    [],
  );
  const [scrollRestoration] = useState(createScrollRestoration);
  const restore = useRef((): void => undefined);
  useLayoutEffect(() => {
    hasOwnScrollRef.current = hasOwnScroll;
    // The scrolling element is read only while a restoration is pending, because reading it forces a layout and most
    // visits have nothing to restore.
    restore.current = () => {
      const scroller = scrollRestoration.isPending() ? scrollerOf() : null;
      if (scroller !== null)
        scrollRestoration.restore(
          { scroller, topOf: (href) => cardLeadingTo(paneRef.current, href)?.getBoundingClientRect().top ?? null },
          isListComplete,
        );
    };
    restore.current();
  });
  useEffect(() => {
    const paneElement = paneRef.current;
    if (paneElement === null) return undefined;
    const resizeObserver = new ResizeObserver(() => restore.current());
    resizeObserver.observe(paneElement);
    for (const eventType of USER_SCROLL_EVENTS)
      paneElement.addEventListener(eventType, scrollRestoration.cancel, { passive: true });
    return () => {
      resizeObserver.disconnect();
      for (const eventType of USER_SCROLL_EVENTS) paneElement.removeEventListener(eventType, scrollRestoration.cancel);
    };
  }, [scrollRestoration]);
  const currentPosition = useCallback((): ScrollPosition | null => {
    const scroller = scrollerOf();
    return scroller === null || paneRef.current === null
      ? null
      : { scroll: scroller.scrollTop, card: firstCardInSight(paneRef.current) };
  }, [scrollerOf]);
  const isListAtRest = useCallback((): boolean => {
    const scroller = scrollerOf();
    // A list that isn't visible may change at any time.
    if (scroller === null || paneRef.current === null) return true;
    return scroller.scrollTop < 1 && !scrollRestoration.isPending() && !isCardInUse(paneRef.current);
  }, [scrollerOf, scrollRestoration]);
  const scrollToTop = useCallback((): void => {
    const scroller = scrollerOf();
    if (scroller !== null) scroller.scrollTop = 0;
  }, [scrollerOf]);
  return { pane: paneRef, restoration: scrollRestoration, currentPosition, isAtRest: isListAtRest, scrollToTop };
};

/**
 * Returns which half of the main screen (list or map) a phone shows and manages the scroll position of the list. A
 * reload restores both. The scroll position is also restored when the user returns from the map.
 */
export const useViewState = ({ path, isComplete: isListComplete, hasOwnScroll }: ViewStateOptions) => {
  const {
    pane: paneRef,
    restoration,
    currentPosition,
    isAtRest: isListAtRest,
    scrollToTop,
  } = useListScroll(isListComplete, hasOwnScroll);
  const [initialState] = useState(() => {
    const persistedState = persistedViewState.read(path);
    restoration.requestRestore(persistedState);
    return persistedState;
  });
  const [view, setView] = useState<ListView>(initialState.view);
  const lastPosition = useRef<ScrollPosition>(initialState);

  const showView = useCallback(
    (nextView: ListView): void => {
      lastPosition.current = currentPosition() ?? lastPosition.current;
      restoration.requestRestore(lastPosition.current);
      setView(nextView);
    },
    [restoration, currentPosition],
  );
  useEffect(() => {
    const persistViewState = (): boolean =>
      persistedViewState.write(path, { ...(currentPosition() ?? lastPosition.current), view });
    window.addEventListener('pagehide', persistViewState);
    return () => window.removeEventListener('pagehide', persistViewState);
  }, [path, view, currentPosition]);
  return {
    pane: paneRef,
    view,
    show: showView,
    /**
     * Returns whether cards may move without an action of the user: the list is at its top or hidden, and no card is
     * under a pointer or focused.
     */
    isAtRest: isListAtRest,
    scrollToTop,
    /** Whether an earlier position is restored. Then the cards need their real heights at once. */
    isRestored: initialState.scroll > 0,
  };
};

const YEAR_SECONDS = 31_536_000;

/**
 * Scope of the cookies that describe the list: the browser sends them only with requests for the page, not for data or
 * files.
 */
const COOKIE_ATTRIBUTES = 'path=/restaurants; SameSite=Lax';

/** Adds the scope to a cookie. On a page with HTTPS, the cookie is never sent over plain HTTP. */
export const scopedCookie = (cookieText: string, protocol: string): string =>
  protocol === 'https:'
    ? `${SECURE_COOKIE_PREFIX}${cookieText}; ${COOKIE_ATTRIBUTES}; Secure`
    : `${cookieText}; ${COOKIE_ATTRIBUTES}`;

const setCookie = (cookieText: string): void => {
  document.cookie = scopedCookie(cookieText, window.location.protocol);
};

/**
 * Filters that make the user's list differ from the default list: none, filters of this visit only, or filters that are
 * stored for the next visit.
 */
export type FilterDuration = 'none' | 'visit' | 'lasting';

const COOKIE_VALUE_BY_DURATION: Readonly<Record<FilterDuration, string>> = {
  none: '; max-age=0',
  visit: '1',
  lasting: `1; max-age=${YEAR_SECONDS}`,
};

/**
 * Stores in cookies where this browser's next visit starts, the name of that location, and whether filters narrow the
 * list. With the cookies the gateway prerenders the user's own list.
 */
export const usePrerenderCookies = (
  chosenPlace: ChosenPlace | null,
  placeName: string | null,
  filterDuration: FilterDuration,
): void => {
  useEffect(() => {
    if (chosenPlace === null || chosenPlace.kind === 'fallback') return;
    const {
      kind,
      coordinate: { latitude, longitude },
    } = chosenPlace;
    setCookie(
      `${START_PLACE_COOKIE}=${latitude},${longitude},${kind === 'user' ? '@' : encodeURIComponent(placeName ?? '')}; max-age=${YEAR_SECONDS}`,
    );
  }, [chosenPlace, placeName]);
  useEffect(() => setCookie(`${OTHER_VIEW_COOKIE}=${COOKIE_VALUE_BY_DURATION[filterDuration]}`), [filterDuration]);
};
