import type { Discount, Restaurant } from '@mahlzeit/contract';
import type { DishFilters, ListOrder } from '@mahlzeit/contract/rules';
import { errorCode, errorText, useShell } from '@mahlzeit/shared-ui/platform';
import {
  Button,
  CardGrid,
  CardSkeletons,
  EmptyState,
  ErrorState,
  media,
  tokens,
  pageBelowLowSheet,
  VisuallyHidden,
} from '@mahlzeit/shared-ui/ui';
import { ArrowDownNarrowWide } from 'lucide-react';
import { useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import styled from 'styled-components';
import { useTexts } from '../../discovery-texts';
import { useIsWide } from '../../use-media';
import type { Favourites } from '../restaurant';
import { useRequestPlaceSearch, useCurrentPlace, useLocateUser } from '../location';
import { headTextsOfList, listRowsOf, PlacesHead } from './list-head';
import { LiveRestaurantCard } from './live-card';
import type { NearbyState } from './use-nearby';
import type { useStableList } from './use-stable-list';

type SortableList = ReturnType<typeof useStableList>;

interface NearbyHeadProps extends Pick<
  NearbyListProps,
  'nearby' | 'list' | 'order' | 'title' | 'isAssumed' | 'onLocate'
> {
  readonly titleRef: RefObject<HTMLHeadingElement | null>;
}

/** Head of the list: title, number of open restaurants, and the explanation of the order that § 5b UWG requires. */
const NearbyHead = ({ nearby, list, order, ...headProps }: NearbyHeadProps) => {
  const t = useTexts();
  const { alert } = useShell();
  const { isLocating } = useLocateUser();
  // Nothing awaits the promise, because the alert has only a button that closes it.
  const openOrderExplanation = (): void =>
    void alert({
      title: t('RankingTitle'),
      text: t('RankingText', { km: nearby.radius / 1_000 }),
      actions: [{ id: 'read', label: t('RankingRead'), tone: 'primary' }],
    });
  return (
    <PlacesHead
      {...headProps}
      {...headTextsOfList(list, order, { ...nearby, isLocated: !headProps.isAssumed })}
      isLocating={isLocating}
      onExplain={openOrderExplanation}
    />
  );
};

/** Button in an empty list that expands the search area; not rendered if a larger area has no more restaurants. */
export const ExpandSearchButton = ({
  nearby: { expandSearch },
}: {
  readonly nearby: Pick<NearbyState, 'expandSearch'>;
}) => {
  const t = useTexts();
  return expandSearch === null ? null : (
    <Button variant="second" isBlock onClick={expandSearch}>
      {t('SearchFarther')}
    </Button>
  );
};

/** Restaurant that is selected in both list and map. */
export interface NearbySelection {
  readonly key: string | null;
  /**
   * Part of the page where the restaurant was selected. The list scrolls to a restaurant that was selected on the map.
   * `pointer`: the marker on the map is under the pointer or has the focus.
   */
  readonly focusTarget: 'list' | 'map' | 'pointer';
}

interface NearbyListProps {
  readonly nearby: NearbyState;
  /** Restaurants that pass the filters, in the order of the list, with the function that sorts them again. */
  readonly list: SortableList;
  /** Time and kind of the list (all, or only lunch), which decide the order. */
  readonly order: ListOrder;
  /** True while the scroll position is being restored. All cards are then drawn immediately. */
  readonly isRestored: boolean;
  readonly title: string;
  /** Whether the list is around the fallback location, because the user's location is unknown. */
  readonly isAssumed: boolean;
  /** Called after the user has pressed the button that sorts the list again. */
  readonly onSortedAnew: () => void;
  readonly discounts: readonly Discount[];
  /** Filters that the dishes on the cards must pass. */
  readonly dishFilters: DishFilters;
  readonly favourites: Favourites;
  readonly selection: NearbySelection;
  readonly onSelect: (key: string) => void;
  /** Makes the list search around the user's position. */
  readonly onLocate: () => void;
  /** Teaser that is shown after the first restaurants. */
  readonly teaser: ReactNode;
  /** Message in place of the list if there are restaurants nearby but none passes the filters. */
  readonly noMatchesMessage: ReactNode;
}

const isConnectionError = (error: unknown): boolean => ['offline', 'timeout'].includes(errorCode(error));

const NearbyListFailure = ({ nearby }: Pick<NearbyListProps, 'nearby'>) => {
  const t = useTexts();
  return (
    <ErrorState
      level={1}
      title={t('ListFailedTitle')}
      text={isConnectionError(nearby.error) ? t('ListFailedText') : errorText(nearby.error)}
      onRetry={nearby.retry}
      isRetrying={nearby.isRetrying}
    />
  );
};

const CardListSkeleton = () => {
  const t = useTexts();
  return (
    <>
      <VisuallyHidden as="h1">{t('ListLoadingTitle')}</VisuallyHidden>
      <HeadSpacer />
      <CardSkeletons milliseconds={0} />
    </>
  );
};

const EmptyAreaMessage = ({ nearby, onLocate }: Pick<NearbyListProps, 'nearby' | 'onLocate'>) => {
  const t = useTexts();
  const requestPlaceSearch = useRequestPlaceSearch();
  const place = useCurrentPlace();
  const placeName = place?.name ?? null;
  const isAroundUser = place?.kind === 'user';
  return (
    <EmptyState
      art="olive"
      headingLevel={1}
      title={placeName === null ? t('NothingHereTitle') : t('NothingInTitle', { place: placeName })}
      text={t(placeName === null && !isAroundUser ? 'NothingHereText' : 'NothingInText', {
        km: nearby.radius / 1_000,
      })}
    >
      <Button isBlock onClick={requestPlaceSearch}>
        {t('SearchElsewhere')}
      </Button>
      <ExpandSearchButton nearby={nearby} />
      {!isAroundUser && (
        <Button variant="second" isBlock onClick={onLocate}>
          {t('UseMyLocation')}
        </Button>
      )}
    </EmptyState>
  );
};

const NextPageStatus = ({ nearby }: Pick<NearbyListProps, 'nearby'>) => {
  const t = useTexts();
  if (nearby.more === 'none') return null;
  if (nearby.more === 'loading') return <NextPageLine role="status">{t('MoreLoading')}</NextPageLine>;
  return (
    <NextPageLine role="alert">
      {t('MoreFailed')}{' '}
      <Button variant="quiet" size="small" isBusy={nearby.isRetrying} onClick={nearby.retry}>
        {t('TryAgain')}
      </Button>
    </NextPageLine>
  );
};

/**
 * Returns whether there is something to show: a restaurant that passes the filters, or the reason why there is none.
 */
export const isNearbyListReady = ({ status, more }: NearbyState, matchingRestaurants: readonly Restaurant[]): boolean =>
  status === 'failed' || (status === 'ready' && (matchingRestaurants.length > 0 || more !== 'loading'));

/** Number of cards that are drawn immediately. A phone's screen shows fewer, and the gateway renders fewer. */
const IMMEDIATELY_DRAWN_CARD_COUNT = 9;

type CardListProps = Pick<
  NearbyListProps,
  'nearby' | 'list' | 'isRestored' | 'discounts' | 'dishFilters' | 'favourites' | 'selection' | 'onSelect' | 'teaser'
>;

const CardList = ({
  nearby,
  list,
  isRestored,
  discounts,
  dishFilters,
  favourites,
  selection,
  onSelect,
  teaser,
}: CardListProps) => {
  const isWide = useIsWide();
  return (
    <CardGrid>
      {listRowsOf(
        list,
        { teaser, layout: isWide ? 'wide' : 'narrow', isComplete: nearby.more === 'none' },
        (restaurant, index) => {
          const isSelected = restaurant.key === selection.key;
          return (
            <LiveRestaurantCard
              key={restaurant.key}
              restaurant={restaurant}
              discounts={discounts}
              dishFilters={dishFilters}
              isFavourite={favourites.isFavourite(restaurant.key)}
              isFavouriteWaiting={favourites.isWaiting(restaurant.key)}
              isSelected={isSelected}
              scrollsIntoView={isSelected && selection.focusTarget === 'map'}
              isDrawnAtOnce={isRestored || index < IMMEDIATELY_DRAWN_CARD_COUNT}
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

/** List of restaurants, or the reason why it is empty. */
export const NearbyList = (props: NearbyListProps) => {
  const { nearby, list, onLocate, onSortedAnew, noMatchesMessage } = props;
  const titleRef = useRef<HTMLHeadingElement>(null);
  if (!isNearbyListReady(nearby, list.restaurants)) return <CardListSkeleton />;
  if (nearby.status === 'failed') return <NearbyListFailure nearby={nearby} />;
  if (nearby.restaurants.length === 0) return <EmptyAreaMessage nearby={nearby} onLocate={onLocate} />;
  if (list.restaurants.length === 0)
    return (
      <>
        {noMatchesMessage}
        <NextPageStatus nearby={nearby} />
      </>
    );
  const sortListAnew = (): void => {
    list.sortAnew();
    onSortedAnew();
    // The pressed button disappears and would lose the focus, so the focus moves to the title.
    titleRef.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <NearbyHead {...props} titleRef={titleRef} />
      <CardList {...props} />
      <NextPageStatus nearby={nearby} />
      <ListSwitchFade />
      {list.isStale && <SortAnewButton onSort={sortListAnew} />}
    </>
  );
};

/**
 * Floating button that sorts the list again. It is meant for users in the middle of the list, because their cards don't
 * move by themselves.
 */
const SortAnewButton = ({ onSort }: { readonly onSort: () => void }) => {
  const t = useTexts();
  return (
    <FloatingContainer>
      <Button variant="second" size="small" icon={ArrowDownNarrowWide} onClick={onSort}>
        {t('SortAnew')}
      </Button>
    </FloatingContainer>
  );
};

const NextPageLine = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 4px 10px;
  min-height: 72px;
  text-align: center;
`;

// Empty space with the height of the list's head. The head later replaces this element, so that nothing moves when the
// head appears.
const HeadSpacer = styled.div`
  height: 59px;
`;

// Cards fade out behind the button that switches between list and map. The button itself is one layer above.
const ListSwitchFade = styled.div`
  position: fixed;
  inset: auto 0 var(--status-bar-height, 0px);
  z-index: ${tokens.layer.viewSwitch - 1};
  height: 74px;
  background: linear-gradient(#0000, ${tokens.color.bg} 20%);
  pointer-events: none;
  ${media.from701} {
    display: none;
  }
  ${pageBelowLowSheet} & {
    display: none;
  }
`;

const FloatingContainer = styled.div`
  position: sticky;
  bottom: calc(82px + var(--status-bar-height, 0px));
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
