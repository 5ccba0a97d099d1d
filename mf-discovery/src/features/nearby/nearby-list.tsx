import type { Discount, Restaurant } from '@mahlzeit/contract';
import type { ListOrder } from '@mahlzeit/contract/rules';
import { browserTimers, errorCode, errorText, useLiveRestaurant, useNow, useShell } from '@mahlzeit/shared-ui/platform';
import type { Timers } from '@mahlzeit/shared-ui/platform';
import {
  Button,
  CardGrid,
  CardSkeletons,
  EmptyState,
  ErrorState,
  media,
  tokens,
  VisuallyHidden,
  whileLowSheet,
} from '@mahlzeit/shared-ui/ui';
import { ArrowDownNarrowWide } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import { useIsWide } from '../../use-media';
import type { Favourites } from '../restaurant';
import { useAskForPlace, useKnownPlace, useLocate } from '../location';
import { NearbyCard } from '../restaurant';
import { headFacts, listRows, PlacesHead } from './list-head';
import type { Nearby } from './use-nearby';
import { useNearness } from './use-nearness';
import type { useShownList } from './use-shown-list';

interface LiveCardProps {
  readonly restaurant: Restaurant;
  readonly discounts: readonly Discount[];
  readonly isFavourite: boolean;
  readonly isSelected: boolean;
  /** Brings the card into view: it was chosen elsewhere. */
  readonly isSought: boolean;
  /** It is drawn wherever it stands; else once it comes near the window. */
  readonly isDrawnAtOnce: boolean;
  /** The list scrolls in its pane; else the page does. */
  readonly hasOwnScroll: boolean;
  readonly onSelect: (key: string) => void;
  readonly onFavourite: (key: string) => void;
  readonly onRenew: (held: Restaurant, fresh: Restaurant) => void;
}

/** A card that follows its restaurant's topic while it is seen. */
const LiveCard = memo(
  ({
    restaurant,
    discounts,
    isFavourite,
    isSelected,
    isSought,
    isDrawnAtOnce,
    hasOwnScroll,
    onSelect,
    onFavourite,
    onRenew,
  }: LiveCardProps) => {
    const ref = useRef<HTMLElement>(null);
    const { isDrawn, isInView } = useNearness(ref, { hasOwnScroll, isDrawnAtOnce: isDrawnAtOnce || isSelected });
    const fresh = useLiveRestaurant(restaurant, isInView);
    const now = useNow();
    useEffect(() => onRenew(restaurant, fresh), [restaurant, fresh, onRenew]);
    useEffect(() => {
      if (isSought) ref.current?.scrollIntoView({ block: 'nearest' });
    }, [isSought]);
    const select = (): void => onSelect(restaurant.key);
    return (
      <NearbyCard
        ref={ref}
        restaurant={fresh}
        discounts={discounts}
        now={now}
        isOutline={!isDrawn}
        isFavourite={isFavourite}
        isSelected={isSelected}
        onFavourite={onFavourite}
        onMouseEnter={select}
        onFocus={select}
      />
    );
  },
);
LiveCard.displayName = 'LiveCard';

type ShownList = ReturnType<typeof useShownList>;

interface NearbyHeadProps extends Pick<
  NearbyListProps,
  'nearby' | 'list' | 'order' | 'title' | 'isAssumed' | 'onLocate'
> {
  readonly titleRef: RefObject<HTMLHeadingElement | null>;
}

/** What the list is called, how many are open, and what decides their order (§ 5b UWG). */
const NearbyHead = ({ nearby, list, order, ...head }: NearbyHeadProps) => {
  const t = useTexts();
  const { alert } = useShell();
  const { isLocating } = useLocate();
  // Not awaited: there is nothing to answer but that it was read.
  const explain = (): void =>
    void alert({
      title: t('RankingTitle'),
      text: t('RankingText', { km: nearby.radius / 1_000 }),
      actions: [{ id: 'read', label: t('RankingRead'), tone: 'primary' }],
    });
  return <PlacesHead {...head} {...headFacts(list, order, nearby)} isLocating={isLocating} onExplain={explain} />;
};

/** A way out of an empty list: expands the search area. Nothing where that would find nothing new. */
export const ExpandSearchButton = ({ nearby: { expandSearch } }: { readonly nearby: Pick<Nearby, 'expandSearch'> }) => {
  const t = useTexts();
  return expandSearch === null ? null : (
    <Button variant="second" isBlock onClick={expandSearch}>
      {t('SearchFarther')}
    </Button>
  );
};

/** A dialog that was open hides the page from screen readers until it has gone; and a few changes in a row are one. */
const ANNOUNCE_DELAY_MS = 1_000;

interface ResultCountProps {
  /** Changes with the filters and the search area. */
  readonly query: string;
  /** What to announce; null while the list is loading. */
  readonly text: string | null;
  readonly timers?: Timers;
}

/** Announces to screen readers what each change of the query has left. The first list is read anyway. */
export const ResultCount = ({ query, text, timers = browserTimers }: ResultCountProps) => {
  const [announced, setAnnounced] = useState({ query, text: '' });
  useEffect(() => {
    if (text === null || (announced.query === query && (announced.text === '' || announced.text === text)))
      return undefined;
    return timers.after(ANNOUNCE_DELAY_MS, () => setAnnounced({ query, text }));
  }, [query, text, timers, announced]);
  return (
    <VisuallyHidden role="status">
      {announced.text !== '' && <span key={announced.query}>{announced.text}</span>}
    </VisuallyHidden>
  );
};

/** Which restaurant list and map have in common at the moment. */
export interface NearbySelection {
  readonly key: string | null;
  /**
   * Where it was chosen; what was chosen on the map the list brings into view. `pointer`: the map's marker is merely
   * under the pointer or has the focus.
   */
  readonly from: 'list' | 'map' | 'pointer';
}

interface NearbyListProps {
  readonly nearby: Nearby;
  /** Those of them that the list shows, in their order. */
  readonly list: ShownList;
  /** How it is ordered. */
  readonly order: ListOrder;
  /** It is brought back to where it was left: all of its cards are drawn at once. */
  readonly isRestored: boolean;
  /** What it is called. */
  readonly title: string;
  /** It looks from a place that was taken for want of a better one. */
  readonly isAssumed: boolean;
  /** Its order was changed by a press. */
  readonly onSorted: () => void;
  readonly discounts: readonly Discount[];
  readonly favourites: Favourites;
  readonly selection: NearbySelection;
  readonly onSelect: (key: string) => void;
  /** Looks from where the reader is. */
  readonly onLocate: () => void;
  /** Below the first places. */
  readonly teaser: ReactNode;
  /** Stands in for the list where places are around and none of them passes. */
  readonly nothingPasses: ReactNode;
}

const isConnectionLost = (error: unknown): boolean => ['offline', 'timeout'].includes(errorCode(error));

const Failed = ({ nearby }: Pick<NearbyListProps, 'nearby'>) => {
  const t = useTexts();
  return (
    <ErrorState
      level={1}
      title={t('ListFailedTitle')}
      text={isConnectionLost(nearby.error) ? t('ListFailedText') : errorText(nearby.error)}
      onRetry={nearby.retry}
      isRetrying={nearby.isRetrying}
    />
  );
};

const Loading = () => (
  <>
    <HeadPlace />
    <CardSkeletons milliseconds={0} />
  </>
);

const Empty = ({ nearby, onLocate }: Pick<NearbyListProps, 'nearby' | 'onLocate'>) => {
  const t = useTexts();
  const askForPlace = useAskForPlace();
  const name = useKnownPlace()?.name ?? null;
  return (
    <EmptyState
      art="olive"
      level={1}
      title={name === null ? t('NothingHereTitle') : t('NothingInTitle', { place: name })}
      text={t(name === null ? 'NothingHereText' : 'NothingInText', { km: nearby.radius / 1_000 })}
    >
      <Button isBlock onClick={askForPlace}>
        {t('SearchElsewhere')}
      </Button>
      <ExpandSearchButton nearby={nearby} />
      <Button variant="second" isBlock onClick={onLocate}>
        {t('UseMyLocation')}
      </Button>
    </EmptyState>
  );
};

const More = ({ nearby }: Pick<NearbyListProps, 'nearby'>) => {
  const t = useTexts();
  if (nearby.more === 'none') return null;
  if (nearby.more === 'loading') return <MoreLine role="status">{t('MoreLoading')}</MoreLine>;
  return (
    <MoreLine role="alert">
      {t('MoreFailed')}{' '}
      <Button variant="quiet" size="small" isBusy={nearby.isRetrying} onClick={nearby.retry}>
        {t('TryAgain')}
      </Button>
    </MoreLine>
  );
};

/** Whether there is something to show: a place that passes, or the reason why there is none. */
export const isListReady = ({ status, more }: Nearby, shown: readonly Restaurant[]): boolean =>
  status === 'failed' || (status === 'ready' && (shown.length > 0 || more !== 'loading'));

/**
 * So many are drawn at once, near the window or not: more than a phone's screen shows, and than were drawn ahead of the
 * scripts.
 */
const FIRST = 9;

type CardsProps = Pick<
  NearbyListProps,
  'nearby' | 'list' | 'isRestored' | 'discounts' | 'favourites' | 'selection' | 'onSelect' | 'teaser'
>;

const Cards = ({ nearby, list, isRestored, discounts, favourites, selection, onSelect, teaser }: CardsProps) => {
  const isWide = useIsWide();
  return (
    <CardGrid>
      {listRows(
        list,
        { teaser, frame: isWide ? 'wide' : 'narrow', isComplete: nearby.more === 'none' },
        (restaurant, index) => {
          const isSelected = restaurant.key === selection.key;
          return (
            <LiveCard
              key={restaurant.key}
              restaurant={restaurant}
              discounts={discounts}
              isFavourite={favourites.isFavourite(restaurant.key)}
              isSelected={isSelected}
              isSought={isSelected && selection.from === 'map'}
              isDrawnAtOnce={isRestored || index < FIRST}
              hasOwnScroll={isWide}
              onSelect={onSelect}
              onFavourite={favourites.toggle}
              onRenew={nearby.renew}
            />
          );
        },
      )}
    </CardGrid>
  );
};

/** The places around, or why there are none. */
export const NearbyList = (props: NearbyListProps) => {
  const { nearby, list, onLocate, onSorted, nothingPasses } = props;
  const titleRef = useRef<HTMLHeadingElement>(null);
  if (!isListReady(nearby, list.restaurants)) return <Loading />;
  if (nearby.status === 'failed') return <Failed nearby={nearby} />;
  if (nearby.restaurants.length === 0) return <Empty nearby={nearby} onLocate={onLocate} />;
  if (list.restaurants.length === 0)
    return (
      <>
        {nothingPasses}
        <More nearby={nearby} />
      </>
    );
  const sortAnew = (): void => {
    list.sortAnew();
    onSorted();
    // The button goes away, and with it the focus that it had.
    titleRef.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <NearbyHead {...props} titleRef={titleRef} />
      <Cards {...props} />
      <More nearby={nearby} />
      <SwitchFade />
      {list.isStale && <SortAnew onSort={sortAnew} />}
    </>
  );
};

/** Offers the order that holds now to who is in the middle of the list; takes no room in it. */
const SortAnew = ({ onSort }: { readonly onSort: () => void }) => {
  const t = useTexts();
  return (
    <Hovering>
      <Button variant="second" size="small" icon={ArrowDownNarrowWide} onClick={onSort}>
        {t('SortAnew')}
      </Button>
    </Hovering>
  );
};

const MoreLine = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 4px 10px;
  min-height: 72px;
  text-align: center;
`;

// As high as the head that comes.
const HeadPlace = styled.div`
  height: 37px;
`;

// What lies behind the view switch fades away; the switch itself is one layer above.
const SwitchFade = styled.div`
  position: fixed;
  inset: auto 0 0;
  z-index: ${tokens.layer.viewSwitch - 1};
  height: 74px;
  background: linear-gradient(#0000, ${tokens.color.bg} 20%);
  pointer-events: none;
  ${media.from701} {
    display: none;
  }
  ${whileLowSheet} & {
    display: none;
  }
`;

const Hovering = styled.div`
  position: sticky;
  bottom: 82px;
  z-index: ${tokens.layer.mapControls};
  display: flex;
  justify-content: center;
  align-items: flex-end;
  height: 0;
  pointer-events: none;
  > * {
    pointer-events: auto;
    border-radius: ${tokens.radius.full};
    background: ${tokens.color.surface};
    box-shadow: ${tokens.color.e3};
  }
  ${media.from701} {
    bottom: 20px;
  }
`;
