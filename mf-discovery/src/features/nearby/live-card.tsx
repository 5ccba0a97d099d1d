import type { Discount, Restaurant } from '@mahlzeit/contract';
import type { DishFilters } from '@mahlzeit/contract/rules';
import { useLiveRestaurant, useNow } from '@mahlzeit/shared-ui/platform';
import { memo, useEffect, useRef } from 'react';
import { NearbyCard } from '../restaurant';
import { useCardNearness } from './use-nearness';

interface LiveCardProps {
  readonly restaurant: Restaurant;
  readonly discounts: readonly Discount[];
  /** Filters of the dishes by which the list is limited. Equal filters are always the same object. */
  readonly dishFilters: DishFilters;
  readonly isFavourite: boolean;
  /** Whether the last change of the favourite waits for the network. */
  readonly isFavouriteWaiting: boolean;
  readonly isSelected: boolean;
  /** True if the card must scroll into view, because the user selected the restaurant on the map. */
  readonly scrollsIntoView: boolean;
  /** True for the first cards, which are drawn immediately. Other cards are drawn when they come near the viewport. */
  readonly isDrawnAtOnce: boolean;
  /** Whether the list scrolls inside its pane; otherwise the whole page scrolls. */
  readonly hasOwnScroll: boolean;
  readonly onSelect: (key: string) => void;
  readonly onFavourite: (key: string) => void;
  readonly onRenew: (listedRestaurant: Restaurant, renewedRestaurant: Restaurant) => void;
}

/** Card of a restaurant that receives live updates while it is visible. */
export const LiveRestaurantCard = memo(
  ({
    restaurant,
    discounts,
    dishFilters,
    isFavourite,
    isFavouriteWaiting,
    isSelected,
    scrollsIntoView,
    isDrawnAtOnce,
    hasOwnScroll,
    onSelect,
    onFavourite,
    onRenew,
  }: LiveCardProps) => {
    const cardRef = useRef<HTMLElement>(null);
    const { isDrawn, isInView } = useCardNearness(cardRef, {
      hasOwnScroll,
      isDrawnAtOnce: isDrawnAtOnce || isSelected,
    });
    const liveRestaurant = useLiveRestaurant(restaurant, isInView);
    const now = useNow();
    useEffect(() => onRenew(restaurant, liveRestaurant), [restaurant, liveRestaurant, onRenew]);
    useEffect(() => {
      if (scrollsIntoView) cardRef.current?.scrollIntoView({ block: 'nearest' });
    }, [scrollsIntoView]);
    const selectRestaurant = (): void => onSelect(restaurant.key);
    return (
      <NearbyCard
        ref={cardRef}
        restaurant={liveRestaurant}
        discounts={discounts}
        dishFilters={dishFilters}
        now={now}
        isNameOnly={!isDrawn}
        isFavourite={isFavourite}
        isFavouriteWaiting={isFavouriteWaiting}
        isSelected={isSelected}
        onFavourite={onFavourite}
        onMouseEnter={selectRestaurant}
        onFocus={selectRestaurant}
      />
    );
  },
);
LiveRestaurantCard.displayName = 'LiveCard';
