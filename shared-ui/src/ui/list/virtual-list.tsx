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

/** What is shorter is drawn whole: the browser's own search finds every row of it. */
const WHOLE_UP_TO = 100;

/** Rows beyond the visible ones: Tab finds the next one, and a fast thumb no hole. */
const OVERSCAN = 12;

/** Pixels from the end that still count as being there: a thumb seldom stops on the last one. */
const END_REACH = 40;

const SCROLLS = new Set(['auto', 'scroll', 'overlay']);

const scrollerOf = (element: HTMLElement | null): HTMLElement | null => {
  for (let up = element?.parentElement ?? null; up !== null; up = up.parentElement)
    if (SCROLLS.has(getComputedStyle(up).overflowY)) return up;
  return null;
};

/** A list and what it scrolls within: another, once the window is so low that a whole sheet scrolls. */
const useScroller = () => {
  const [list, setList] = useState<HTMLUListElement | null>(null);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const place = useCallback((element: HTMLUListElement | null): void => {
    setList(element);
    setScroller(scrollerOf(element));
  }, []);
  useEffect(() => {
    const look = (): void => setScroller(scrollerOf(list));
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  }, [list]);
  return { list, scroller, place };
};

/** What whoever shows a `VirtualList` can ask of it. */
export interface VirtualListHandle {
  /**
   * Brings the last row into sight; from then on the list stays there as rows are added. `animationMs`: moves for so
   * long, where motion is welcome.
   */
  scrollToEnd(animationMs?: number): void;
}

const wantsNoMotion = (): boolean =>
  !('matchMedia' in window) || window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Moves to the end of what scrolls within `ms`, from at most two screens away: what lies between would only blur. The
 * end may move meanwhile. Returns a function that stops it.
 */
const glideToEnd = (scroller: HTMLElement, ms: number, onEnd: () => void): (() => void) => {
  const end = (): number => scroller.scrollHeight - scroller.clientHeight;
  const from = Math.max(scroller.scrollTop, end() - 2 * scroller.clientHeight);
  let begin: number | null = null;
  let frame = 0;
  const move = (now: number): void => {
    begin ??= now;
    const share = Math.min((now - begin) / ms, 1);
    scroller.scrollTop = from + (end() - from) * (1 - (1 - share) ** 3);
    if (share < 1) frame = requestAnimationFrame(move);
    else onEnd();
  };
  frame = requestAnimationFrame(move);
  return () => cancelAnimationFrame(frame);
};

interface VirtualListProps<Item extends { readonly key: string }> {
  readonly items: readonly Item[];
  /**
   * One `li` that takes its place by `useListPlace`, as `Row` does. What keeps rows apart is part of them: padding, no
   * margins.
   */
  readonly children: (item: Item) => ReactNode;
  /** Height of a row before it was measured, in pixels. */
  readonly estimatedHeight?: number | undefined;
  /** `end`: begins at its last row, stays there as rows are added, and older ones come above without a line moving. */
  readonly anchor?: 'start' | 'end';
  /** The list without a frame of its own; default the card of `Rows`. */
  readonly look?: 'card' | 'plain';
  readonly ref?: Ref<VirtualListHandle>;
  /** Told at first and whenever it changes: whether the end of what scrolls is in sight. */
  readonly onAtEnd?: (isAtEnd: boolean) => void;
  /**
   * The reader is within a screen of the first row: older ones belong here. Called once for each first row, and again
   * after the reader was away.
   */
  readonly onNearStart?: (() => void) | undefined;
}

/**
 * The key of the row that has the focus: it stays drawn wherever the list is scrolled to, or the focus would be lost
 * with it.
 */
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

/** How far below the upper edge of what scrolls a list begins. */
const startWithin = (scroller: HTMLElement | null, list: HTMLElement | null): number =>
  scroller === null || list === null
    ? 0
    : list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;

/**
 * Whether what is read moves with a row that has another height than was thought: where it stands above that, also
 * while somebody scrolls up to it (it may have been measured before its font came), or comes into sight above what was
 * there before.
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
 * Keeps what is read in its place as older rows come above it and are measured; the row that was the first one gets
 * lower below them: its day or its author stand above it now.
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
 * Takes a row that comes below all others for as high as the one above it: short words of one person follow each other,
 * and where that holds the list has its height at once, and the page isn't laid out twice for one frame.
 */
const useLikelyHeight = (items: readonly { readonly key: string }[]) => {
  // The virtualizer remembers no height that was as likely, and asks again.
  const came = useRef(new Map<string, number>());
  const last = items.length - 1;
  const known = (index: number): number | undefined => came.current.get(items[index]?.key ?? '');
  return {
    of: (index: number): number | undefined => known(index) ?? (index === last ? known(index - 1) : undefined),
    remember(row: HTMLLIElement, height: number): number {
      const key = row.dataset['key'];
      if (key !== undefined && key === items[last]?.key) came.current.set(key, height);
      return height;
    },
  };
};

type EdgeListeners = Pick<VirtualListProps<never>, 'onAtEnd' | 'onNearStart'>;

interface EdgedList {
  readonly start: number;
  readonly firstKey: string | undefined;
  /**
   * Brings the end back into sight where what scrolls took another size under a reader who was there; null: begins at
   * its start.
   */
  readonly toEnd: (() => void) | null;
}

/**
 * Tells which ends of the list are in sight, after each scroll, each change of what is drawn and each change of the
 * size of what scrolls.
 */
const useEdges = (scroller: HTMLElement | null, list: EdgedList, { onAtEnd, onNearStart }: EdgeListeners): void => {
  const told = useRef<{ isAtEnd: boolean | null; nearStart: string | null; size: string }>({
    isAtEnd: null,
    nearStart: null,
    size: '',
  });
  const look = useEffectEvent(() => {
    if (scroller === null || list.firstKey === undefined) return;
    const { scrollTop, scrollHeight, clientHeight, clientWidth } = scroller;
    const size = `${clientWidth} ${clientHeight}`;
    const before = told.current;
    if (list.toEnd !== null && before.isAtEnd === true && size !== before.size) {
      told.current = { ...before, size };
      // Where it has to move for that, it is asked again.
      list.toEnd();
      return;
    }
    const isAtEnd = scrollHeight - clientHeight - scrollTop <= END_REACH;
    const isNearStart = scrollTop - list.start < clientHeight;
    told.current = { isAtEnd, nearStart: isNearStart ? list.firstKey : null, size };
    if (isAtEnd !== before.isAtEnd) onAtEnd?.(isAtEnd);
    if (isNearStart && before.nearStart !== list.firstKey) onNearStart?.();
  });
  const frame = useRef<number | null>(null);
  // With the next frame, which lays the page out anyway: asked at once, where it has scrolled to would be worked out
  // one more time.
  const lookSoon = useEffectEvent(() => {
    frame.current ??= requestAnimationFrame(() => {
      frame.current = null;
      look();
    });
  });
  useEffect(() => {
    if (scroller === null) return undefined;
    const onChange = (): void => lookSoon();
    scroller.addEventListener('scroll', onChange, { passive: true });
    const resized = 'ResizeObserver' in window ? new ResizeObserver(onChange) : null;
    resized?.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', onChange);
      resized?.disconnect();
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
  /** Where only those in sight are drawn: how far down it stands, and of how many it is one; -1 where nobody knows. */
  readonly top?: number;
  readonly count?: number;
}

/**
 * One drawn row in its place. Drawn anew where something of it changes: each scroll and each measurement asks the whole
 * list.
 */
const PlacedRow = memo(({ item, draw, index, measure, count, top }: PlacedRowProps) => {
  const inFlow = { ref: measure, 'data-index': index, 'data-key': item.key };
  // Not by a transform: the browser would paint each row apart.
  const place =
    count === undefined
      ? inFlow
      : {
          ...inFlow,
          'aria-setsize': count,
          'aria-posinset': index + 1,
          style: { position: 'absolute', insetInline: 0, top } as const,
        };
  return <ListPlace value={place}>{draw(item)}</ListPlace>;
});

/**
 * Rows of which only those in sight are drawn, once there are more than a hundred. They may differ in height. Each
 * tells screen readers which of how many it is; the browser's own search finds what is drawn. Scrolls within its
 * nearest ancestor that does; where there is none, all are drawn.
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
    const at = focused === null ? -1 : items.findIndex(({ key }) => key === focused);
    const drawn = defaultRangeExtractor(range);
    return at < 0 || drawn.includes(at) ? drawn : [...drawn, at].sort((one, other) => one - other);
  };
  const likely = useLikelyHeight(items);
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => (anchor === 'end' ? likely.of(index) : undefined) ?? estimatedHeight,
    getItemKey: (index) => items[index]?.key ?? index,
    measureElement: (row, entry, list) => likely.remember(row, measureElement(row, entry, list)),
    overscan: OVERSCAN,
    scrollMargin,
    rangeExtractor: withFocused,
    anchorTo: anchor,
    followOnAppend: anchor === 'end',
    scrollEndThreshold: END_REACH,
    // Drawn before anything could be measured.
    initialRect: { width: 0, height: 800 },
    // A row that is measured moves others without being drawn anew, and which rows are drawn changes behind the frame:
    // there are some to spare.
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
  const begin = useEffectEvent(() => {
    // Once: from then on the reader scrolls.
    if (!hasBegun.current) toEnd?.();
    hasBegun.current = true;
  });
  useLayoutEffect(() => {
    if (scroller !== null) begin();
  }, [scroller]);
  useEdges(scroller, { start: scrollMargin, firstKey: items[0]?.key, toEnd }, { onAtEnd, onNearStart });
  const { measureElement: measure } = virtualizer;
  // One and the same element for a row, placed or in the flow: a list that grows past the limit keeps its rows, and
  // with them the focus.
  const whole = useMemo(
    () =>
      !isWhole
        ? null
        : items.map((item, index) => (
            // Measured as well, so that nothing moves when there are more of them.
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
  // From its end there may be older ones: how many, nobody knows. And no row is drawn anew because one more came.
  const count = anchor === 'end' ? -1 : items.length;
  const rows =
    whole ??
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
  // Until the virtualizer writes it: what React doesn't write anew isn't laid out anew while somebody scrolls.
  const [firstHeight] = useState(() => virtualizer.getTotalSize());
  return (
    // The browser must not keep the place as well.
    <List
      ref={place}
      {...focusHandlers}
      style={isWhole ? undefined : { position: 'relative', height: firstHeight, overflowAnchor: 'none' }}
    >
      {rows}
    </List>
  );
};
