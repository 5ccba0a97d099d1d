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
import { ListItemContext, Rows } from '../rows';

/** Maximum number of rows that are all rendered, so that the browser's own search finds every row. */
const MAX_FULLY_RENDERED_ROWS = 100;

/**
 * Number of rows that are rendered beyond the visible ones, so that Tab reaches the next row and fast scrolling shows
 * no gap.
 */
const OVERSCAN_ROWS = 12;

/** Distance from the end, in px, that still counts as the end: a thumb seldom stops exactly there. */
const END_TOLERANCE_PX = 40;

const SCROLLING_OVERFLOWS = new Set(['auto', 'scroll', 'overlay']);

const scrollerOf = (element: HTMLElement | null): HTMLElement | null => {
  for (let ancestor = element?.parentElement ?? null; ancestor !== null; ancestor = ancestor.parentElement)
    if (SCROLLING_OVERFLOWS.has(getComputedStyle(ancestor).overflowY)) return ancestor;
  return null;
};

/**
 * Finds the list and the element that scrolls it. The scrolling element changes if the window is so low that the whole
 * sheet scrolls.
 */
const useScroller = () => {
  const [listElement, setListElement] = useState<HTMLUListElement | null>(null);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const updateScroller = useCallback((element: HTMLUListElement | null): void => {
    setListElement(element);
    setScroller(scrollerOf(element));
  }, []);
  useEffect(() => {
    const findScroller = (): void => setScroller(scrollerOf(listElement));
    window.addEventListener('resize', findScroller);
    return () => window.removeEventListener('resize', findScroller);
  }, [listElement]);
  return { list: listElement, scroller, place: updateScroller };
};

/** Functions of a virtual list (which renders only visible rows) that the caller gets by a ref. */
export interface VirtualListHandle {
  /**
   * Scrolls to the last row; the list then stays at its end as rows are added. `animationMs`: duration of the movement,
   * unless the user prefers reduced motion.
   */
  scrollToEnd(animationMs?: number): void;
}

const wantsNoMotion = (): boolean =>
  !('matchMedia' in window) || window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Scrolls smoothly to the end within `durationMs`. A longer distance starts two screens before the end, because a
 * faster movement would only blur. If the end moves away meanwhile, the movement follows it. Returns a function that
 * stops the movement.
 */
const glideToEnd = (scroller: HTMLElement, durationMs: number, onGlideEnd: () => void): (() => void) => {
  const endTop = (): number => scroller.scrollHeight - scroller.clientHeight;
  const startTop = Math.max(scroller.scrollTop, endTop() - 2 * scroller.clientHeight);
  let startTime: number | null = null;
  let frameRequest = 0;
  const moveToEnd = (now: number): void => {
    startTime ??= now;
    const progress = Math.min((now - startTime) / durationMs, 1);
    scroller.scrollTop = startTop + (endTop() - startTop) * (1 - (1 - progress) ** 3);
    if (progress < 1) frameRequest = requestAnimationFrame(moveToEnd);
    else onGlideEnd();
  };
  frameRequest = requestAnimationFrame(moveToEnd);
  return () => cancelAnimationFrame(frameRequest);
};

interface VirtualListProps<Item extends { readonly key: string }> {
  readonly items: readonly Item[];
  /**
   * Renders one `li` that spreads the props of `useListItemProps`, as the component `Row` does. Space between rows must
   * be padding, because margins aren't measured.
   */
  readonly children: (item: Item) => ReactNode;
  /** Height of a row before it is measured, in px; default 61. */
  readonly estimatedHeight?: number | undefined;
  /**
   * `end`: the list starts at its last row, stays there as rows are added, and older rows are added above without
   * moving the visible ones.
   */
  readonly anchor?: 'start' | 'end';
  /** `plain`: the list has no frame; by default it has the card of `Rows`. */
  readonly look?: 'card' | 'plain';
  readonly ref?: Ref<VirtualListHandle>;
  /** Called with whether the end of the list is visible: initially and after each change. */
  readonly onAtEnd?: (isAtEnd: boolean) => void;
  /**
   * Called when the visible rows are less than one screen away from the first row, so that the caller can load older
   * rows. Called once for each first row, and again after the user has scrolled away and back.
   */
  readonly onNearStart?: (() => void) | undefined;
}

/**
 * Tracks the key of the focused row. This row stays rendered wherever the list scrolls, because it would otherwise lose
 * the focus.
 */
const useFocusedKey = () => {
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const keyOf = (target: EventTarget | null): string | null =>
    target instanceof Element ? (target.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? null) : null;
  return {
    focused: focusedKey,
    onFocus: ({ target }: FocusEvent) => setFocusedKey(keyOf(target)),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setFocusedKey(null);
    },
  };
};

/** Returns the distance in px of the list from the start of the scrolling element's content. */
const offsetWithinScroller = (scroller: HTMLElement | null, list: HTMLElement | null): number =>
  scroller === null || list === null
    ? 0
    : list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;

/**
 * Whether the scroll position is corrected when the measured height of a row differs from the estimate, so that the
 * visible rows don't move. True for a row measured again above the visible ones (its first measurement may have
 * preceded its font), and for a row measured for the first time above or among them.
 */
const shouldAdjustScroll = (
  { key, start, end }: VirtualItem,
  { itemSizeCache, scrollOffset, scrollRect }: Virtualizer<HTMLElement, HTMLLIElement>,
): boolean => {
  const scrollTop = scrollOffset ?? 0;
  return itemSizeCache.has(key) ? end <= scrollTop : start < scrollTop + (scrollRect?.height ?? 0);
};

const keepPositionBelow = (virtualizer: Virtualizer<HTMLElement, HTMLLIElement>, heldKey: string | undefined): void => {
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (row, _delta, currentVirtualizer) =>
    row.key === heldKey || shouldAdjustScroll(row, currentVirtualizer);
};

/**
 * Keeps the visible rows in place while older rows are added and measured above them. Also corrects for the former
 * first row, which shrinks, because the new row above it now shows their common day or author.
 */
const useKeepPositionBelowOlderRows = (
  virtualizer: Virtualizer<HTMLElement, HTMLLIElement>,
  firstKey: string | undefined,
): void => {
  const previousFirstKey = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (firstKey === undefined) return;
    keepPositionBelow(virtualizer, previousFirstKey.current);
    previousFirstKey.current = firstKey;
  }, [virtualizer, firstKey]);
};

/**
 * Estimates the height of a new last row as the height of the row before, because short messages of one person follow
 * each other. If the estimate is right, the page is laid out once for the frame instead of twice.
 */
const useLikelyHeight = (items: readonly { readonly key: string }[]) => {
  // Measured heights by the key of the row. The virtualizer (the library that renders only visible rows) asks for the
  // height of a row repeatedly and doesn't store the estimate itself.
  const measuredHeights = useRef(new Map<string, number>());
  const lastIndex = items.length - 1;
  const measuredHeight = (index: number): number | undefined => measuredHeights.current.get(items[index]?.key ?? '');
  return {
    of: (index: number): number | undefined =>
      measuredHeight(index) ?? (index === lastIndex ? measuredHeight(index - 1) : undefined),
    rememberHeight(row: HTMLLIElement, height: number): number {
      const rowKey = row.dataset['key'];
      if (rowKey !== undefined && rowKey === items[lastIndex]?.key) measuredHeights.current.set(rowKey, height);
      return height;
    },
  };
};

type EdgeListeners = Pick<VirtualListProps<never>, 'onAtEnd' | 'onNearStart'>;

interface ListEdges {
  readonly startOffset: number;
  readonly firstKey: string | undefined;
  /**
   * Scrolls to the end again after the end has moved away from the user; null for a list that starts at its first row.
   */
  readonly scrollToEnd: (() => void) | null;
}

interface MeasuredRange {
  readonly isAtEnd: boolean | null;
  /**
   * Whether the list stays at its end: the end was visible or `stickToEnd` was called, and the user hasn't scrolled
   * away since.
   */
  readonly sticksToEnd: boolean;
  readonly reportedFirstKey: string | null;
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly scrollerSize: string;
}

/**
 * Returns whether the end of the list has moved away from a user who was there: the scrolling element has another size,
 * or rows were added or grew. If the user scrolls meanwhile, the result is false.
 */
const hasEndMovedAway = (previousRange: MeasuredRange, range: Omit<MeasuredRange, 'sticksToEnd'>): boolean =>
  previousRange.sticksToEnd &&
  (range.scrollerSize !== previousRange.scrollerSize ||
    (range.isAtEnd === false &&
      range.scrollHeight > previousRange.scrollHeight &&
      previousRange.scrollTop - range.scrollTop <= END_TOLERANCE_PX));

/**
 * Calls the listeners when the start or the end of the list becomes visible or hidden. It checks this after each
 * scroll, each render and each resize of the scrolling element. Returns a function that keeps the list at its end until
 * the user scrolls away; its argument tells whether the list is still scrolling there.
 */
const useEdgeListeners = (
  scroller: HTMLElement | null,
  list: ListEdges,
  { onAtEnd, onNearStart }: EdgeListeners,
): ((isStillGliding: boolean) => void) => {
  const measuredRange = useRef<MeasuredRange>({
    isAtEnd: null,
    sticksToEnd: false,
    reportedFirstKey: null,
    scrollTop: 0,
    scrollHeight: 0,
    scrollerSize: '',
  });
  const isGliding = useRef(false);
  const measureItems = useEffectEvent(() => {
    if (scroller === null || list.firstKey === undefined) return;
    const { scrollTop, scrollHeight, clientHeight, clientWidth } = scroller;
    const previousRange = measuredRange.current;
    const isAtEnd = scrollHeight - clientHeight - scrollTop <= END_TOLERANCE_PX;
    const isNearStart = scrollTop - list.startOffset < clientHeight;
    const range = {
      isAtEnd,
      reportedFirstKey: isNearStart ? list.firstKey : null,
      scrollTop,
      scrollHeight,
      scrollerSize: `${clientWidth} ${clientHeight}`,
    };
    if (list.scrollToEnd !== null && !isGliding.current && hasEndMovedAway(previousRange, range)) {
      const { isAtEnd: reportedAtEnd, reportedFirstKey } = previousRange;
      measuredRange.current = { ...range, isAtEnd: reportedAtEnd, reportedFirstKey, sticksToEnd: true };
      // `scrollToEnd` scrolls, and the scroll event calls this function again.
      list.scrollToEnd();
      return;
    }
    measuredRange.current = { ...range, sticksToEnd: isAtEnd || isGliding.current };
    if (isAtEnd !== previousRange.isAtEnd) onAtEnd?.(isAtEnd);
    if (isNearStart && previousRange.reportedFirstKey !== list.firstKey) onNearStart?.();
  });
  const frameRequest = useRef<number | null>(null);
  // The measurement waits for the next frame, which lays the page out anyway: reading the scroll position immediately
  // would force one more layout.
  const scheduleMeasurement = useEffectEvent(() => {
    frameRequest.current ??= requestAnimationFrame(() => {
      frameRequest.current = null;
      measureItems();
    });
  });
  useEffect(() => {
    if (scroller === null) return undefined;
    const onScrollOrResize = (): void => scheduleMeasurement();
    scroller.addEventListener('scroll', onScrollOrResize, { passive: true });
    const resizeObserver = 'ResizeObserver' in window ? new ResizeObserver(onScrollOrResize) : null;
    resizeObserver?.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', onScrollOrResize);
      resizeObserver?.disconnect();
    };
  }, [scroller]);
  useEffect(() => scheduleMeasurement());
  useEffect(
    () => () => {
      if (frameRequest.current !== null) cancelAnimationFrame(frameRequest.current);
      frameRequest.current = null;
    },
    [],
  );
  return useCallback((isStillGliding) => {
    measuredRange.current = { ...measuredRange.current, sticksToEnd: true };
    isGliding.current = isStillGliding;
  }, []);
};

interface PlacedRowProps {
  readonly item: { readonly key: string };
  renderItem(item: PlacedRowProps['item']): ReactNode;
  readonly index: number;
  readonly measureRef: RefCallback<HTMLLIElement> | undefined;
  /**
   * Distance of the row from the top in px; undefined in a list that renders all rows. `count`: number of rows, -1 if
   * it is unknown, undefined in a list that renders all rows.
   */
  readonly top?: number;
  readonly count?: number;
}

/** Row of the list at its position. Memoized, because each scroll and each measurement renders the whole list again. */
const PlacedRow = memo(({ item, renderItem, index, measureRef, count, top }: PlacedRowProps) => {
  const inFlowProps = { ref: measureRef, 'data-index': index, 'data-key': item.key };
  // The row's position is set by `top` and not by a transform, because with transforms the browser would paint each row
  // separately.
  const rowProps =
    count === undefined
      ? inFlowProps
      : {
          ...inFlowProps,
          'aria-setsize': count,
          'aria-posinset': index + 1,
          style: { position: 'absolute', insetInline: 0, top } as const,
        };
  return <ListItemContext value={rowProps}>{renderItem(item)}</ListItemContext>;
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
  const scrollMargin = useMemo(() => offsetWithinScroller(scroller, list), [scroller, list]);
  const hasNoScroller = list !== null && scroller === null;
  const isFullyRendered = hasNoScroller || (items.length <= MAX_FULLY_RENDERED_ROWS && anchor === 'start');
  const { focused, ...focusHandlers } = useFocusedKey();
  const visibleAndFocusedIndexes = (visibleRange: Range): number[] => {
    const focusedIndex = focused === null ? -1 : items.findIndex(({ key }) => key === focused);
    const indexes = defaultRangeExtractor(visibleRange);
    return focusedIndex < 0 || indexes.includes(focusedIndex)
      ? indexes
      : [...indexes, focusedIndex].sort((firstIndex, secondIndex) => firstIndex - secondIndex);
  };
  const likelyHeight = useLikelyHeight(items);
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => (anchor === 'end' ? likelyHeight.of(index) : undefined) ?? estimatedHeight,
    getItemKey: (index) => items[index]?.key ?? index,
    measureElement: (row, resizeEntry, list) =>
      likelyHeight.rememberHeight(row, measureElement(row, resizeEntry, list)),
    overscan: OVERSCAN_ROWS,
    scrollMargin,
    rangeExtractor: visibleAndFocusedIndexes,
    anchorTo: anchor,
    followOnAppend: anchor === 'end',
    scrollEndThreshold: END_TOLERANCE_PX,
    // Assumed size of the scrolling element for the render before the first measurement.
    initialRect: { width: 0, height: 800 },
    // Measured rows move other rows directly in the DOM, without a render. The set of rendered rows changes one frame
    // later; the rows rendered beyond the visible ones cover the gap until then.
    useFlushSync: false,
    directDomUpdates: !isFullyRendered,
    directDomUpdatesMode: 'position',
  });
  useLayoutEffect(() => virtualizer.containerRef(isFullyRendered ? null : list), [virtualizer, list, isFullyRendered]);
  useKeepPositionBelowOlderRows(virtualizer, anchor === 'end' ? items[0]?.key : undefined);
  const scrollListToEnd = anchor === 'end' ? () => virtualizer.scrollToEnd() : null;
  const hasScrolledOnce = useRef(false);
  const scrollToEndOnce = useEffectEvent(() => {
    // The list jumps to its end only once; afterwards only the user decides about the scroll position.
    if (!hasScrolledOnce.current) scrollListToEnd?.();
    hasScrolledOnce.current = true;
  });
  useLayoutEffect(() => {
    if (scroller !== null) scrollToEndOnce();
  }, [scroller]);
  const stickToEnd = useEdgeListeners(
    scroller,
    { startOffset: scrollMargin, firstKey: items[0]?.key, scrollToEnd: scrollListToEnd },
    { onAtEnd, onNearStart },
  );
  const stopGlide = useRef((): void => undefined);
  useEffect(() => () => stopGlide.current(), []);
  useImperativeHandle(
    ref,
    () => ({
      scrollToEnd(animationMs = 0) {
        const jumpToEnd = (): void => {
          stickToEnd(false);
          virtualizer.scrollToEnd();
        };
        stopGlide.current();
        if (scroller === null || animationMs === 0 || wantsNoMotion()) return jumpToEnd();
        stickToEnd(true);
        stopGlide.current = glideToEnd(scroller, animationMs, jumpToEnd);
      },
    }),
    [virtualizer, scroller, stickToEnd],
  );
  const { measureElement: measureRow } = virtualizer;
  // Rows use the same component whether they are positioned or in the flow, so that a list that grows past the limit
  // keeps its elements and the focus.
  const allRows = useMemo(
    () =>
      !isFullyRendered
        ? null
        : items.map((item, index) => (
            // These rows are measured too, so that nothing moves when the list grows beyond the limit and renders only
            // visible rows.
            <PlacedRow
              key={item.key}
              item={item}
              renderItem={children}
              index={index}
              measureRef={hasNoScroller ? undefined : measureRow}
            />
          )),
    [isFullyRendered, hasNoScroller, items, children, measureRow],
  );
  // A list that starts at its end may have older rows that aren't loaded, so the number of rows is unknown (-1). A
  // constant also avoids rendering every row again for each added row.
  const rowCount = anchor === 'end' ? -1 : items.length;
  const rowElements =
    allRows ??
    virtualizer.getVirtualItems().map(({ index, key, start }) => {
      const item = items[index];
      if (item === undefined) return null;
      return (
        <PlacedRow
          key={key}
          item={item}
          renderItem={children}
          index={index}
          measureRef={measureRow}
          count={rowCount}
          top={start - scrollMargin}
        />
      );
    });
  const ListComponent = look === 'plain' ? 'ul' : Rows;
  // Height of the list until the virtualizer (the library that renders only visible rows) sets it in the DOM. React
  // never changes this style, so that a render doesn't cause a layout during scrolling.
  const [initialHeight] = useState(() => virtualizer.getTotalSize());
  return (
    // `overflowAnchor: none` turns off the browser's own scroll anchoring, because the virtualizer already corrects the
    // scroll position.
    <ListComponent
      ref={place}
      {...focusHandlers}
      style={isFullyRendered ? undefined : { position: 'relative', height: initialHeight, overflowAnchor: 'none' }}
    >
      {rowElements}
    </ListComponent>
  );
};
