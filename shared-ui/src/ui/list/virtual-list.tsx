import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { Range } from '@tanstack/react-virtual';
import { Fragment, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react';
import type { FocusEvent, ReactNode } from 'react';
import { ListPlace, Rows } from '../rows';

/** What is shorter is drawn whole: the browser's own search finds every row of it. */
const WHOLE_UP_TO = 100;

/** Rows beyond the visible ones: Tab finds the next one, and a fast thumb no hole. */
const OVERSCAN = 12;

const SCROLLS = new Set(['auto', 'scroll', 'overlay']);

const scrollerOf = (element: HTMLElement | null): HTMLElement | null => {
  for (let up = element?.parentElement ?? null; up !== null; up = up.parentElement) if (SCROLLS.has(getComputedStyle(up).overflowY)) return up;
  return null;
};

interface VirtualListProps<Item extends { readonly key: string }> {
  readonly items: readonly Item[];
  /** One `li` that takes its place by `useListPlace`, as `Row` does. */
  readonly children: (item: Item) => ReactNode;
  /** Height of a row before it was measured, in pixels. */
  readonly estimatedHeight?: number;
  /** `end`: begins at its last row, stays there as rows are added, and older ones come above without a jump. */
  readonly anchor?: 'start' | 'end';
  /** The list without a frame of its own; default the card of `Rows`. */
  readonly look?: 'card' | 'plain';
}

/** The key of the row that has the focus: it stays drawn wherever the list is scrolled to, or the focus would be lost with it. */
const useFocusedKey = () => {
  const [focused, setFocused] = useState<string | null>(null);
  const keyOf = (target: EventTarget | null): string | null => (target instanceof Element ? target.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? null : null);
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
  scroller === null || list === null ? 0 : list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;

const Virtual = <Item extends { readonly key: string }>({ items, children, estimatedHeight = 61, anchor = 'start', look = 'card' }: VirtualListProps<Item>) => {
  const [list, setList] = useState<HTMLUListElement | null>(null);
  const scroller = useMemo(() => scrollerOf(list), [list]);
  const scrollMargin = useMemo(() => startWithin(scroller, list), [scroller, list]);
  const { focused, ...focusHandlers } = useFocusedKey();
  const withFocused = (range: Range): number[] => {
    const at = focused === null ? -1 : items.findIndex(({ key }) => key === focused);
    const drawn = defaultRangeExtractor(range);
    return at < 0 || drawn.includes(at) ? drawn : [...drawn, at].sort((one, other) => one - other);
  };
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: OVERSCAN,
    scrollMargin,
    rangeExtractor: withFocused,
    anchorTo: anchor,
    followOnAppend: anchor === 'end',
    // Drawn before anything could be measured.
    initialRect: { width: 0, height: 800 },
  });
  const begin = useEffectEvent(() => {
    if (anchor === 'end') virtualizer.scrollToIndex(items.length - 1, { align: 'end' });
  });
  useLayoutEffect(() => {
    // Once: from then on the reader scrolls.
    if (scroller !== null) begin();
  }, [scroller]);
  const isWhole = list !== null && scroller === null;
  const rows = virtualizer.getVirtualItems().map(({ index, key, start }) => {
    const item = items[index];
    if (item === undefined) return null;
    const place = {
      ref: virtualizer.measureElement, 'data-index': index, 'data-key': item.key, 'aria-setsize': items.length, 'aria-posinset': index + 1,
      style: { position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${start - scrollMargin}px)` },
    } as const;
    return <ListPlace key={key} value={place}>{children(item)}</ListPlace>;
  });
  const List = look === 'plain' ? 'ul' : Rows;
  return (
    <List ref={setList} {...focusHandlers} style={isWhole ? undefined : { position: 'relative', height: virtualizer.getTotalSize() }}>
      {isWhole ? items.map((item) => <Fragment key={item.key}>{children(item)}</Fragment>) : rows}
    </List>
  );
};

/**
 * Rows of which only those in sight are drawn, once there are more than a hundred. They may differ in height. Each tells
 * screen readers which of how many it is; the browser's own search finds what is drawn. Scrolls within its nearest ancestor that does; where there is none, all are drawn.
 */
export const VirtualList = <Item extends { readonly key: string }>(props: VirtualListProps<Item>) => {
  const { items, children, anchor, look } = props;
  if (items.length > WHOLE_UP_TO || anchor === 'end') return <Virtual {...props} />;
  const List = look === 'plain' ? 'ul' : Rows;
  return <List>{items.map((item) => <Fragment key={item.key}>{children(item)}</Fragment>)}</List>;
};
