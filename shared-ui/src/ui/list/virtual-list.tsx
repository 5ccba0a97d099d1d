import { defaultRangeExtractor, measureElement, useVirtualizer } from '@tanstack/react-virtual';
import type { Range, VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import {
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { FocusEvent, ReactNode, Ref, RefCallback } from 'react';
import { ListPlace, Rows } from '../rows';

/** Shorter lists are rendered completely: the browser's own search then finds every row. */
const WHOLE_UP_TO = 100;

/** Rows beyond the visible ones: Tab reaches the next row, and fast scrolling shows no gap. */
const OVERSCAN = 12;

/** Distance from the end, in px, that still counts as the end: a thumb seldom stops exactly there. */
const END_REACH = 40;

const SCROLLS = new Set(['auto', 'scroll', 'overlay']);

const scrollerOf = (element: HTMLElement | null): HTMLElement | null => {
  for (let ancestor = element?.parentElement ?? null; ancestor !== null; ancestor = ancestor.parentElement)
    if (SCROLLS.has(getComputedStyle(ancestor).overflowY)) return ancestor;
  return null;
};

/** Finds the list and its scroller. The scroller changes when the window is so low that the whole sheet scrolls. */
const useScroller = () => {
  const [list, setList] = useState<HTMLUListElement | null>(null);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const updateScroller = useCallback((element: HTMLUListElement | null): void => {
    setList(element);
    setScroller(scrollerOf(element));
  }, []);
  useEffect(() => {
    const findScroller = (): void => setScroller(scrollerOf(list));
    window.addEventListener('resize', findScroller);
    return () => window.removeEventListener('resize', findScroller);
  }, [list]);
  return { list, scroller, place: updateScroller };
};

/** Imperative handle of a `VirtualList`. */
export interface VirtualListHandle {
  /**
   * Scrolls to the last row and keeps the list there as rows are added. `animationMs`: duration of the movement, where
   * motion is allowed.
   */
  scrollToEnd(animationMs?: number): void;
}

const wantsNoMotion = (): boolean =>
  !('matchMedia' in window) || window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Scrolls to the end within `ms`, from a distance of at most two screens: everything farther would only blur. The end
 * may move meanwhile. Returns a function that stops the movement.
 */
const glideToEnd = (scroller: HTMLElement, ms: number, onEnd: () => void): (() => void) => {
  const end = (): number => scroller.scrollHeight - scroller.clientHeight;
  const startTop = Math.max(scroller.scrollTop, end() - 2 * scroller.clientHeight);
  let startIndex: number | null = null;
  let frame = 0;
  const move = (now: number): void => {
    startIndex ??= now;
    const share = Math.min((now - startIndex) / ms, 1);
    scroller.scrollTop = startTop + (end() - startTop) * (1 - (1 - share) ** 3);
    if (share < 1) frame = requestAnimationFrame(move);
    else onEnd();
  };
  frame = requestAnimationFrame(move);
  return () => cancelAnimationFrame(frame);
};

interface VirtualListProps<Item extends { readonly key: string }> {
  readonly items: readonly Item[];
  /**
   * One `li` that spreads `useListPlace`, as `Row` does. Space between rows is part of the row: padding, no margins.
   */
  readonly children: (item: Item) => ReactNode;
  /** Height of a row before it is measured, in px. */
  readonly estimatedHeight?: number | undefined;
  /**
   * `end`: starts at the last row, stays there as rows are added, and older rows are added above without moving the
   * visible ones.
   */
  readonly anchor?: 'start' | 'end';
  /** `plain`: list without a frame; default is the card of `Rows`. */
  readonly look?: 'card' | 'plain';
  readonly ref?: Ref<VirtualListHandle>;
  /** Called initially and on each change: whether the end of the scroller is visible. */
  readonly onAtEnd?: (isAtEnd: boolean) => void;
  /**
   * Called when the reader is within a screen of the first row, where older rows belong. Called once for each first
   * row, and again after the reader was elsewhere.
   */
  readonly onNearStart?: (() => void) | undefined;
}

/** Tracks the key of the focused row. The row stays rendered wherever the list scrolls, or the focus would be lost. */
const useFocusedKey = () => {
  const [focused, setFocused] = useState<string | null>(null);
  const keyOf = (target: EventTarget | null): string | null =>
    target instanceof Element ? (target.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? null) : null;
  return {
    focused,
    onFocus: ({ target }: FocusEvent) => setFocused(keyOf(target)),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setFocused(null);
    },
  };
};

/** Returns the offset of the list below the upper edge of its scroller. */
const startWithin = (scroller: HTMLElement | null, list: HTMLElement | null): number =>
  scroller === null || list === null
    ? 0
    : list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;

/**
 * Whether the visible rows shift with a row whose measured height differs from the estimate: for a row above the
 * visible ones, also while somebody scrolls up to it (it may have been measured before its font was loaded), and for a
 * row that enters above the present first one.
 */
const stepsAside = (
  { key, start, end }: VirtualItem,
  { itemSizeCache, scrollOffset, scrollRect }: Virtualizer<HTMLElement, HTMLLIElement>,
): boolean => {
  const top = scrollOffset ?? 0;
  return itemSizeCache.has(key) ? end <= top : start < top + (scrollRect?.height ?? 0);
};

const holdBelow = (virtualizer: Virtualizer<HTMLElement, HTMLLIElement>, heldKey: string | undefined): void => {
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (row, _delta, instance) =>
    row.key === heldKey || stepsAside(row, instance);
};

/**
 * Keeps the visible rows in place while older rows are added and measured above. The former first row shrinks, because
 * its day or author now stands in the row above.
 */
const useHeldBelowOlder = (
  virtualizer: Virtualizer<HTMLElement, HTMLLIElement>,
  firstKey: string | undefined,
): void => {
  const first = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (firstKey === undefined) return;
    holdBelow(virtualizer, first.current);
    first.current = firstKey;
  }, [virtualizer, firstKey]);
};

/**
 * Estimates the height of a new last row as the height of the row before: short messages of one person follow each
 * other. Where the estimate is right, the page is laid out once for the frame instead of twice.
 */
const useLikelyHeight = (items: readonly { readonly key: string }[]) => {
  // The virtualizer doesn't remember an estimated height and asks again.
  const arrivalTimes = useRef(new Map<string, number>());
  const lastIndex = items.length - 1;
  const measuredHeight = (index: number): number | undefined => arrivalTimes.current.get(items[index]?.key ?? '');
  return {
    of: (index: number): number | undefined =>
      measuredHeight(index) ?? (index === lastIndex ? measuredHeight(index - 1) : undefined),
    rememberHeight(row: HTMLLIElement, height: number): number {
      const key = row.dataset['key'];
      if (key !== undefined && key === items[lastIndex]?.key) arrivalTimes.current.set(key, height);
      return height;
    },
  };
};

type EdgeListeners = Pick<VirtualListProps<never>, 'onAtEnd' | 'onNearStart'>;

interface EdgedList {
  readonly start: number;
  readonly firstKey: string | undefined;
  /**
   * Scrolls to the end after the scroller was resized under a reader who was at the end; null: the list starts at its
   * beginning.
   */
  readonly toEnd: (() => void) | null;
}

/**
 * Reports which ends of the list are visible, after each scroll, each rendered change and each resize of the scroller.
 */
const useEdges = (scroller: HTMLElement | null, list: EdgedList, { onAtEnd, onNearStart }: EdgeListeners): void => {
  const reportedRange = useRef<{ isAtEnd: boolean | null; nearStart: string | null; size: string }>({
    isAtEnd: null,
    nearStart: null,
    size: '',
  });
  const measureItems = useEffectEvent(() => {
    if (scroller === null || list.firstKey === undefined) return;
    const { scrollTop, scrollHeight, clientHeight, clientWidth } = scroller;
    const size = `${clientWidth} ${clientHeight}`;
    const previous = reportedRange.current;
    if (list.toEnd !== null && previous.isAtEnd === true && size !== previous.size) {
      reportedRange.current = { ...previous, size };
      // A scroll for this calls the function again.
      list.toEnd();
      return;
    }
    const isAtEnd = scrollHeight - clientHeight - scrollTop <= END_REACH;
    const isNearStart = scrollTop - list.start < clientHeight;
    reportedRange.current = { isAtEnd, nearStart: isNearStart ? list.firstKey : null, size };
    if (isAtEnd !== previous.isAtEnd) onAtEnd?.(isAtEnd);
    if (isNearStart && previous.nearStart !== list.firstKey) onNearStart?.();
  });
  const frame = useRef<number | null>(null);
  // Waits for the next frame, which lays the page out anyway: reading the scroll position immediately would force one
  // more layout.
  const lookSoon = useEffectEvent(() => {
    frame.current ??= requestAnimationFrame(() => {
      frame.current = null;
      measureItems();
    });
  });
  useEffect(() => {
    if (scroller === null) return undefined;
    const onChange = (): void => lookSoon();
    scroller.addEventListener('scroll', onChange, { passive: true });
    const resizeObserver = 'ResizeObserver' in window ? new ResizeObserver(onChange) : null;
    resizeObserver?.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', onChange);
      resizeObserver?.disconnect();
    };
  }, [scroller]);
  useEffect(() => lookSoon());
  useEffect(
    () => () => {
      if (frame.current !== null) cancelAnimationFrame(frame.current);
      frame.current = null;
    },
    [],
  );
};

interface PlacedRowProps {
  readonly item: { readonly key: string };
  draw(item: PlacedRowProps['item']): ReactNode;
  readonly index: number;
  readonly measure: RefCallback<HTMLLIElement> | undefined;
  /** Position from the top, for a list that renders only visible rows. `count`: number of rows; -1 when unknown. */
  readonly top?: number;
  readonly count?: number;
}

/** Rendered row at its position. Memoized: each scroll and each measurement renders the whole list. */
const PlacedRow = memo(({ item, draw, index, measure, count, top }: PlacedRowProps) => {
  const inFlow = { ref: measure, 'data-index': index, 'data-key': item.key };
  // Not by a transform: the browser would paint each row separately.
  const rowProps =
    count === undefined
      ? inFlow
      : {
          ...inFlow,
          'aria-setsize': count,
          'aria-posinset': index + 1,
          style: { position: 'absolute', insetInline: 0, top } as const,
        };
  return <ListPlace value={rowProps}>{draw(item)}</ListPlace>;
});

/**
 * List that renders only its visible rows once there are more than a hundred. Rows may differ in height. Screen readers
 * get index and count of each row; the browser's search finds rendered rows. Scrolls within the nearest scrolling
 * ancestor; without one, all rows are rendered.
 */
export const VirtualList = <Item extends { readonly key: string }>({
  items,
  children,
  estimatedHeight = 61,
  anchor = 'start',
  look = 'card',
  ref,
  onAtEnd,
  onNearStart,
}: VirtualListProps<Item>) => {
  const { list, scroller, place } = useScroller();
  const scrollMargin = useMemo(() => startWithin(scroller, list), [scroller, list]);
  const isUnscrolled = list !== null && scroller === null;
  const isWhole = isUnscrolled || (items.length <= WHOLE_UP_TO && anchor === 'start');
  const { focused, ...focusHandlers } = useFocusedKey();
  const withFocused = (range: Range): number[] => {
    const focusedIndex = focused === null ? -1 : items.findIndex(({ key }) => key === focused);
    const indexes = defaultRangeExtractor(range);
    return focusedIndex < 0 || indexes.includes(focusedIndex)
      ? indexes
      : [...indexes, focusedIndex].sort((one, other) => one - other);
  };
  const likelyHeight = useLikelyHeight(items);
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => (anchor === 'end' ? likelyHeight.of(index) : undefined) ?? estimatedHeight,
    getItemKey: (index) => items[index]?.key ?? index,
    measureElement: (row, entry, list) => likelyHeight.rememberHeight(row, measureElement(row, entry, list)),
    overscan: OVERSCAN,
    scrollMargin,
    rangeExtractor: withFocused,
    anchorTo: anchor,
    followOnAppend: anchor === 'end',
    scrollEndThreshold: END_REACH,
    // Size for the render before the first measurement.
    initialRect: { width: 0, height: 800 },
    // A measured row moves others without a render, and the set of rendered rows changes after the frame: the overscan
    // covers the gap.
    useFlushSync: false,
    directDomUpdates: !isWhole,
    directDomUpdatesMode: 'position',
  });
  useLayoutEffect(() => virtualizer.containerRef(isWhole ? null : list), [virtualizer, list, isWhole]);
  useHeldBelowOlder(virtualizer, anchor === 'end' ? items[0]?.key : undefined);
  const stopGlide = useRef((): void => undefined);
  useEffect(() => () => stopGlide.current(), []);
  useImperativeHandle(
    ref,
    () => ({
      scrollToEnd(animationMs = 0) {
        const arrive = (): void => virtualizer.scrollToEnd();
        stopGlide.current();
        if (scroller === null || animationMs === 0 || wantsNoMotion()) arrive();
        else stopGlide.current = glideToEnd(scroller, animationMs, arrive);
      },
    }),
    [virtualizer, scroller],
  );
  const toEnd = anchor === 'end' ? () => virtualizer.scrollToEnd() : null;
  const hasBegun = useRef(false);
  const startDragging = useEffectEvent(() => {
    // Only once: afterwards the reader scrolls.
    if (!hasBegun.current) toEnd?.();
    hasBegun.current = true;
  });
  useLayoutEffect(() => {
    if (scroller !== null) startDragging();
  }, [scroller]);
  useEdges(scroller, { start: scrollMargin, firstKey: items[0]?.key, toEnd }, { onAtEnd, onNearStart });
  const { measureElement: measure } = virtualizer;
  // The same element renders a row, positioned or in the flow: a list that grows past the limit keeps its rows and the
  // focus.
  const topElements = useMemo(
    () =>
      !isWhole
        ? null
        : items.map((item, index) => (
            // Also measured, so that nothing moves when the list grows past the limit.
            <PlacedRow
              key={item.key}
              item={item}
              draw={children}
              index={index}
              measure={isUnscrolled ? undefined : measure}
            />
          )),
    [isWhole, isUnscrolled, items, children, measure],
  );
  // A list that starts at its end may have older rows of unknown number. A constant also keeps rows from rendering for
  // each added row.
  const count = anchor === 'end' ? -1 : items.length;
  const rows =
    topElements ??
    virtualizer.getVirtualItems().map(({ index, key, start }) => {
      const item = items[index];
      if (item === undefined) return null;
      return (
        <PlacedRow
          key={key}
          item={item}
          draw={children}
          index={index}
          measure={measure}
          count={count}
          top={start - scrollMargin}
        />
      );
    });
  const List = look === 'plain' ? 'ul' : Rows;
  // Used until the virtualizer sets the height: a style that React doesn't write isn't laid out again during scrolling.
  const [firstHeight] = useState(() => virtualizer.getTotalSize());
  return (
    // The browser must not anchor the scroll position as well.
    <List
      ref={place}
      {...focusHandlers}
      style={isWhole ? undefined : { position: 'relative', height: firstHeight, overflowAnchor: 'none' }}
    >
      {rows}
    </List>
  );
};
