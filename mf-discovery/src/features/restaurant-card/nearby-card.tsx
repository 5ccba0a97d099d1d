import type { Discount, Restaurant } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { RestaurantCard } from '@mahlzeit/shared-ui/ui/restaurant';
import type { ComponentPropsWithRef } from 'react';
import { useTexts } from '../../discovery-texts';
import { bestDeal, dealPriceWords } from '../discounts';
import { FavouriteButton } from '../favourites';
import { RestaurantMeta, RestaurantStatus, isOutForToday, sceneOf } from '../restaurant-facts';
import { dishesOnCard, saysNoLunch } from './card-rules';

interface NearbyCardProps extends Omit<ComponentPropsWithRef<'article'>, 'children'> {
  readonly restaurant: Restaurant;
  /** All that the reader has; those of this place show. */
  readonly discounts: readonly Discount[];
  /** The moment the restaurant's derived fields are of. */
  readonly now: number;
  readonly layout?: 'list' | 'peek';
  readonly isFavourite: boolean;
  readonly isSelected?: boolean;
  readonly onFavourite: (key: string) => void;
}

/** A place in the list or over the map; the whole card leads to its page. */
export const NearbyCard = ({ restaurant, discounts, now, layout = 'list', isFavourite, isSelected = false, onFavourite, ...rest }: NearbyCardProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  const deals = { discounts, now };
  const isOut = isOutForToday(restaurant);
  return (
    <RestaurantCard
      {...rest}
      href={navigation.hrefOf('details', restaurant.routingName)}
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
      dishes={dishesOnCard(restaurant).map((offer) => ({ key: offer.key, name: offer.name, ...dealPriceWords(offer, restaurant, deals) }))}
      dishesLabel={t('LunchToday')}
      favourite={<FavouriteButton name={restaurant.name} isFavourite={isFavourite} onToggle={() => onFavourite(restaurant.key)} />}
      note={saysNoLunch(restaurant) ? t('NoLunchListed') : undefined}
    />
  );
};
