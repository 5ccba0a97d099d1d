import { Banner, Button, EmptyState, ErrorState, RowSkeletons, Small, Stack } from '../../ui';
import type { FoodArtName } from '../../ui';
import { VirtualList } from '../../ui/list/virtual-list';
import { WifiOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import styled from 'styled-components';
import { errorText } from '../api/api-error';
import type { CollectionView } from './collection';
import { defineTexts } from '../texts/texts';
import { useLiveStatus, useShell } from '../shell/use-shell';
import de from './locales/de.json';
import type { Keyed } from './older-join';

const { useTexts } = defineTexts('collections', de);

type AnyView = Omit<CollectionView<unknown>, 'items'>;

const isUnknown = ({ status }: AnyView): boolean => status === 'loading' || status === 'failed' || status === 'gone';

/** How many there are, for a tab's count: all of them, or those that the tab shows; undefined while nobody knows. */
export const countOf = <Item,>(view: CollectionView<Item>, shown: readonly Item[] = view.items): number | undefined =>
  isUnknown(view) ? undefined : shown.length;

/**
 * Calls back where an element is in view, also when it still is after `progress` has changed. Where the browser can't
 * tell there is a button.
 */
const useReached = (ref: RefObject<Element | null>, onReached: () => void, progress: unknown): void => {
  useEffect(() => {
    const element = ref.current;
    if (element === null || typeof IntersectionObserver === 'undefined') return undefined;
    // An observer tells at once whether its element is in view: a new one asks again.
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) onReached();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, onReached, progress]);
};

/** The end of a list that goes on: older ones come by themselves once it is reached, and by its button. */
const OlderEnd = ({
  status,
  older,
  loadOlder,
  count,
}: Pick<AnyView, 'status' | 'older' | 'loadOlder'> & { readonly count: number }) => {
  const t = useTexts();
  const ref = useRef<HTMLDivElement>(null);
  const hasFailed = older.status === 'failed';
  const isIdle = older.status === 'idle';
  useReached(ref, hasFailed ? doNothing : loadOlder, `${count} ${status} ${older.status}`);
  useEffect(() => {
    // A list that is empty so far says nothing before it knows, however many pages that takes.
    if (count === 0 && isIdle) loadOlder();
  }, [count, isIdle, status, loadOlder]);
  return (
    <End ref={ref} role={hasFailed ? 'alert' : undefined}>
      {hasFailed && t('OlderFailed')}
      <Button variant="quiet" size="small" isBusy={older.status === 'loading'} onClick={loadOlder}>
        {t('LoadOlder')}
      </Button>
    </End>
  );
};

const doNothing = (): void => undefined;

interface CollectionListProps<Item extends Keyed> {
  /** The collection as `useCollection` has it. */
  readonly collection: CollectionView<Item>;
  /** What of it stands here, in its order; all of it by default. */
  readonly items?: readonly Item[];
  /** Here is where older ones belong. */
  readonly isPast?: boolean;
  readonly failedTitle: string;
  readonly empty: {
    readonly art: FoodArtName;
    readonly title: string;
    readonly text: string;
    /** Where to go from there; default the list of restaurants. */ readonly wayOut?: ReactNode;
  };
  /** Height of a row before it was measured, in pixels; that of a `Row` of one line by default. */
  readonly estimatedHeight?: number;
  /** The list without a frame of its own; default the card of `Rows`. */
  readonly look?: 'card' | 'plain';
  /** One `Row`, or another `li` that takes its place by `useListPlace`. */
  readonly children: (item: Item) => ReactNode;
}

/** Rows of a collection: on their way, there, none, failed, or as they were when the connection went. */
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
  const isOffline = useLiveStatus() === 'offline';
  const { status, error, hasOlder, retry } = collection;
  const goesOn = isPast && hasOlder;
  if (status === 'gone') return <EmptyState {...emptyState} title={failedTitle} text={errorText(error)} />;
  if (status === 'failed') return <ErrorState title={failedTitle} text={errorText(error)} onRetry={retry} />;
  if (status === 'loading') return <RowSkeletons />;
  return (
    <Stack $gap={12}>
      {isOffline && (
        <Banner tone="neutral" icon={WifiOff}>
          {t('LastKnownState')}
        </Banner>
      )}
      {items.length > 0 && (
        <VirtualList items={items} estimatedHeight={estimatedHeight} look={look}>
          {children}
        </VirtualList>
      )}
      {goesOn && <OlderEnd {...collection} count={items.length} />}
      {items.length === 0 && !goesOn && (
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

interface PastPages {
  /** How many of those that are past show. */
  readonly shown: number;
  readonly hasMore: boolean;
  readonly showMore: () => void;
}

/**
 * Those that are past in pages of `size`, and one page more each time (S2§4). The row after them is there already, and
 * says that there are more.
 */
const usePastPages = ({ status, hasOlder, older, loadOlder }: AnyView, past: number, size: number): PastPages => {
  const [shown, setShown] = useState(size);
  const isWanting = status === 'live' && hasOlder && past <= shown && older.status === 'idle';
  useEffect(() => {
    if (isWanting) loadOlder();
  }, [isWanting, loadOlder]);
  return { shown, hasMore: past > shown || hasOlder, showMore: () => setShown(Math.min(shown, past) + size) };
};

type PastEndProps = Pick<AnyView, 'older' | 'loadOlder'> & Omit<PastPages, 'shown'>;

/** The way to more, below those that are past. */
const PastEnd = ({ older, loadOlder, hasMore, showMore }: PastEndProps) => {
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
  /** Those of the collection that are past, in their order. */
  readonly past: readonly Item[];
  readonly pageSize: number;
  /** What is to be known of them; below them, where there are some. */
  readonly note?: ReactNode;
}

/** A tab without its name. */
interface PastTab {
  /** Undefined while nobody knows. */
  readonly count: number | undefined;
  readonly hasMore: boolean;
  readonly content: ReactNode;
}

/** The tab of what is past, a page at a time. */
export const usePastTab = <Item extends Keyed>(
  collection: CollectionView<Item>,
  { past, pageSize, note, ...list }: PastTabOptions<Item>,
): PastTab => {
  const { shown, hasMore, showMore } = usePastPages(collection, past.length, pageSize);
  // Without a row it says by itself that they are on their way, or fail.
  const isEmpty = past.length === 0;
  const { hasOlder } = collection;
  const items = past.slice(0, shown);
  const parts = (
    <>
      <CollectionList {...list} collection={collection} items={items} isPast={isEmpty} />
      {!isEmpty && (hasMore || note !== undefined) && (
        <Stack $gap={12}>
          {note}
          <PastEnd {...collection} hasMore={hasMore} showMore={showMore} />
        </Stack>
      )}
    </>
  );
  return {
    count: isEmpty && hasOlder ? undefined : countOf(collection, hasOlder ? items : past),
    hasMore: hasOlder,
    // Rows without a frame bring their own distance.
    content: list.look === 'plain' ? parts : <Stack $gap={12}>{parts}</Stack>,
  };
};

const End = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 4px 10px;
  min-height: 60px;
`;
