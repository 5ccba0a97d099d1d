import type { Discount, Restaurant } from '@mahlzeit/contract';
import { useLiveRestaurant, useNow } from '@mahlzeit/shared-ui/platform';
import { memo, useEffect, useRef } from 'react';
import { NearbyCard } from '../restaurant-card';
import { useInView } from './use-in-view';

interface LiveCardProps {
  readonly restaurant: Restaurant;
  readonly discounts: readonly Discount[];
  readonly isFavourite: boolean;
  readonly isSelected: boolean;
  /** Brings the card into view: it was chosen elsewhere. */
  readonly isSought: boolean;
  readonly onSelect: (key: string) => void;
  readonly onFavourite: (key: string) => void;
  readonly onRenew: (held: Restaurant, fresh: Restaurant) => void;
}

/** A card that follows its restaurant's topic while it is seen. */
const LiveCard = memo(({ restaurant, discounts, isFavourite, isSelected, isSought, onSelect, onFavourite, onRenew }: LiveCardProps) => {
  const ref = useRef<HTMLElement>(null);
  const fresh = useLiveRestaurant(restaurant, useInView(ref));
  const now = useNow();
  useEffect(() => onRenew(restaurant, fresh), [restaurant, fresh, onRenew]);
  useEffect(() => {
    if (isSought) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isSought]);
  const select = (): void => onSelect(restaurant.key);
  return <NearbyCard ref={ref} restaurant={fresh} discounts={discounts} now={now} isFavourite={isFavourite} isSelected={isSelected} onFavourite={onFavourite} onMouseEnter={select} onFocus={select} />;
});
LiveCard.displayName = 'LiveCard';
