import type { Discount, Restaurant } from '@mahlzeit/contract';
import { RestaurantCard } from '@mahlzeit/shared-ui/ui/restaurant';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { useTexts } from '../../discovery-texts';
import { bestDeal, dealPriceLabel } from '../discounts';
import { RestaurantMeta, RestaurantStatus, isOutForToday, sceneOf } from '../restaurant-facts';
import { dishesOnCard, saysNoLunch } from './card-rules';

/** What a card shows of a place. */
export interface PlaceCardProps extends Omit<ComponentPropsWithRef<'article'>, 'children'> {
  readonly restaurant: Restaurant;
  /** All that the reader has; those of this place show. */
  readonly discounts: readonly Discount[];
  /** The moment the restaurant's derived fields are of. */
  readonly now: number;
  readonly layout?: 'list' | 'peek';
  readonly isSelected?: boolean;
  /** Among the first of the page. */
  readonly isUrgent?: boolean;
  /** The place's page. */
  readonly href: string;
  readonly favourite?: ReactNode;
}

/** A place in the list or over the map, from what it is given alone; the whole card leads to its page. */
export const PlaceCard = ({ restaurant, discounts, now, layout = 'list', isSelected = false, ...rest }: PlaceCardProps) => {
  const t = useTexts();
  const deals = { discounts, now };
  const isOut = isOutForToday(restaurant);
  return (
    <RestaurantCard
      {...rest}
      name={restaurant.name}
      scene={sceneOf(restaurant)}
      pictureUrl={restaurant.midSizeFirstImage}
      layout={layout}
      isClosed={isOut}
      isSelected={isSelected}
      isAd={restaurant.isPremium}
      isNew={restaurant.isNew}
      deal={(isOut ? null : bestDeal(restaurant, deals)) ?? undefined}
      meta={<RestaurantMeta restaurant={restaurant} />}
      status={<RestaurantStatus restaurant={restaurant} now={now} />}
      dishes={dishesOnCard(restaurant).map((offer) => ({ key: offer.key, name: offer.name, ...dealPriceLabel(offer, restaurant, deals) }))}
      dishesLabel={t('LunchToday')}
      note={saysNoLunch(restaurant) ? t('NoLunchListed') : undefined}
    />
  );
};
