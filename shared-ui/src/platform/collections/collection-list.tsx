import { Button, EmptyState, ErrorState, RowSkeletons, Small, Stack } from '../../ui';
import type { FoodArtName } from '../../ui';
import { VirtualList } from '../../ui/list/virtual-list';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import styled from 'styled-components';
import { errorText } from '../api/api-error';
import type { CollectionView } from './collection';
import { defineTexts } from '../texts/texts';
import { useShell } from '../shell/use-shell';
import de from './locales/de.json';
import type { Keyed } from './older-join';

const { useTexts } = defineTexts('collections', de);

type AnyCollectionView = Omit<CollectionView<unknown>, 'items'>;

const isCountUnknown = ({ status }: AnyCollectionView): boolean =>
  status === 'loading' || status === 'failed' || status === 'gone';

/**
 * Returns the number beside the name of a tab: the number of all items, or of the items that are in the tab. Undefined
 * while it is unknown.
 */
export const visibleCountOf = <Item,>(
  collectionView: CollectionView<Item>,
  visibleItems: readonly Item[] = collectionView.items,
): number | undefined => (isCountUnknown(collectionView) ? undefined : visibleItems.length);

/**
 * Calls `onReached` when an element is visible, and again after a change of `retriggerKey` if the element is still
 * visible. In browsers without IntersectionObserver the user presses the button instead.
 */
const useOnElementReached = (
  elementRef: RefObject<Element | null>,
  onReached: () => void,
  retriggerKey: unknown,
): void => {
  useEffect(() => {
    const watchedElement = elementRef.current;
    if (watchedElement === null || typeof IntersectionObserver === 'undefined') return undefined;
    // A new observer reports the visibility at once, so that an element that stays visible is reported again.
    const observer = new IntersectionObserver(([intersectionEntry]) => {
      if (intersectionEntry?.isIntersecting === true) onReached();
    });
    observer.observe(watchedElement);
    return () => observer.disconnect();
  }, [elementRef, onReached, retriggerKey]);
};

/**
 * End of a list that has further pages. Older items are loaded when the end becomes visible, or when the button is
 * pressed.
 */
const OlderItemsEnd = ({
  status,
  older,
  loadOlder,
  count,
}: Pick<AnyCollectionView, 'status' | 'older' | 'loadOlder'> & { readonly count: number }) => {
  const t = useTexts();
  const listRef = useRef<HTMLDivElement>(null);
  const hasOlderFailed = older.status === 'failed';
  const isOlderIdle = older.status === 'idle';
  useOnElementReached(listRef, hasOlderFailed ? doNothing : loadOlder, `${count} ${status} ${older.status}`);
  useEffect(() => {
    // The message for an empty list must not appear too early. While there are no items, further pages are loaded until
    // there are none left.
    if (count === 0 && isOlderIdle) loadOlder();
  }, [count, isOlderIdle, status, loadOlder]);
  return (
    <ListEndRow ref={listRef} role={hasOlderFailed ? 'alert' : undefined}>
      {hasOlderFailed && t('OlderFailed')}
      <Button variant="quiet" size="small" isBusy={older.status === 'loading'} onClick={loadOlder}>
        {t('LoadOlder')}
      </Button>
    </ListEndRow>
  );
};

const doNothing = (): void => undefined;

interface CollectionListProps<Item extends Keyed> {
  /** Collection that is listed, as `useCollection` returns it. */
  readonly collection: CollectionView<Item>;
  /** Items of the collection that are listed, in order. Default: all items. */
  readonly items?: readonly Item[];
  /** Whether the list includes older items, which are loaded page by page. */
  readonly isPast?: boolean;
  readonly failedTitle: string;
  readonly empty: {
    readonly art: FoodArtName;
    readonly title: string;
    readonly text: string;
    /** Link of the empty state; default: the list of restaurants. */ readonly wayOut?: ReactNode;
  };
  /** Height of a row before it is measured, in px; default: a `Row` of one line. */
  readonly estimatedHeight?: number;
  /** Frame of the list. `plain`: no frame; `card`, the default: the card of `Rows`. */
  readonly look?: 'card' | 'plain';
  /** Renders one item of the list: a `Row`, or another `li` that spreads the props of `useListItemProps`. */
  readonly children: (item: Item) => ReactNode;
}

/**
 * List of a collection, in each of its states: loading, loaded, empty, or failed. After a lost connection the list
 * stays, and the shell says how old it is.
 */
export const CollectionList = <Item extends Keyed>({
  collection,
  items = collection.items,
  isPast = false,
  failedTitle,
  empty,
  estimatedHeight,
  look,
  children,
}: CollectionListProps<Item>) => {
  const t = useTexts();
  const { navigation } = useShell();
  const { wayOut, ...emptyState } = empty;
  const { status, error, hasOlder, retry } = collection;
  const hasMorePages = isPast && hasOlder;
  if (status === 'gone') return <EmptyState {...emptyState} title={failedTitle} text={errorText(error)} />;
  if (status === 'failed') return <ErrorState title={failedTitle} text={errorText(error)} onRetry={retry} />;
  if (status === 'loading') return <RowSkeletons />;
  return (
    <Stack $gap={12}>
      {items.length > 0 && (
        <VirtualList items={items} estimatedHeight={estimatedHeight} look={look}>
          {children}
        </VirtualList>
      )}
      {hasMorePages && <OlderItemsEnd {...collection} count={items.length} />}
      {items.length === 0 && !hasMorePages && (
        <EmptyState {...emptyState}>
          {wayOut === undefined ? (
            <Button variant="tint" onClick={navigation.close}>
              {t('ToRestaurants')}
            </Button>
          ) : (
            wayOut
          )}
        </EmptyState>
      )}
    </Stack>
  );
};

interface PastItemsPaging {
  /** Number of past items that are listed. */
  readonly visibleCount: number;
  readonly hasMore: boolean;
  readonly showMore: () => void;
}

/**
 * Returns how many past items are listed; each call of `showMore` adds `size` items (S2§4). One item more than needed
 * is loaded, so that the list knows whether there are more.
 */
const usePastItemsPaging = (
  { status, hasOlder, older, loadOlder }: AnyCollectionView,
  pastCount: number,
  pageSize: number,
): PastItemsPaging => {
  const [visibleCount, setVisibleCount] = useState(pageSize);
  const needsOlderItems = status === 'live' && hasOlder && pastCount <= visibleCount && older.status === 'idle';
  useEffect(() => {
    if (needsOlderItems) loadOlder();
  }, [needsOlderItems, loadOlder]);
  return {
    visibleCount,
    hasMore: pastCount > visibleCount || hasOlder,
    showMore: () => setVisibleCount(Math.min(visibleCount, pastCount) + pageSize),
  };
};

type PastItemsEndProps = Pick<AnyCollectionView, 'older' | 'loadOlder'> & Omit<PastItemsPaging, 'visibleCount'>;

/** Button below the past items that shows more of them. */
const PastItemsEnd = ({ older, loadOlder, hasMore, showMore }: PastItemsEndProps) => {
  const t = useTexts();
  const hasFailed = older.status === 'failed';
  return (
    <>
      {hasFailed && <Small role="alert">{t('OlderFailed')}</Small>}
      {hasMore && (
        <Button isBlock variant="second" isBusy={older.status === 'loading'} onClick={hasFailed ? loadOlder : showMore}>
          {t('ShowMoreItems')}
        </Button>
      )}
    </>
  );
};

interface PastTabOptions<Item extends Keyed> extends Omit<
  CollectionListProps<Item>,
  'collection' | 'items' | 'isPast'
> {
  /** Past items of the collection, in the order of the list. */
  readonly pastItems: readonly Item[];
  readonly pageSize: number;
  /** Note that is shown below the past items; not shown without items. */
  readonly note?: ReactNode;
}

interface PastTab {
  /** Number of past items; undefined while it is unknown. */
  readonly count: number | undefined;
  readonly hasMore: boolean;
  readonly content: ReactNode;
}

/** Returns the content of a tab with past items, which are listed page by page. */
export const usePastTab = <Item extends Keyed>(
  collection: CollectionView<Item>,
  { pastItems, pageSize, note, ...list }: PastTabOptions<Item>,
): PastTab => {
  const { visibleCount, hasMore, showMore } = usePastItemsPaging(collection, pastItems.length, pageSize);
  // When there are no past items, `CollectionList` itself shows the loading or failed state.
  const hasNoPastItems = pastItems.length === 0;
  const { hasOlder } = collection;
  const visiblePastItems = pastItems.slice(0, visibleCount);
  const tabContent = (
    <>
      <CollectionList {...list} collection={collection} items={visiblePastItems} isPast={hasNoPastItems} />
      {!hasNoPastItems && (hasMore || note !== undefined) && (
        <Stack $gap={12}>
          {note}
          <PastItemsEnd {...collection} hasMore={hasMore} showMore={showMore} />
        </Stack>
      )}
    </>
  );
  return {
    count: hasNoPastItems && hasOlder ? undefined : visibleCountOf(collection, hasOlder ? visiblePastItems : pastItems),
    hasMore: hasOlder,
    // A plain list gets no additional spacing, because its rows have their own.
    content: list.look === 'plain' ? tabContent : <Stack $gap={12}>{tabContent}</Stack>,
  };
};

const ListEndRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 4px 10px;
  min-height: 60px;
`;
