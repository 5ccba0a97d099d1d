import type { Restaurant } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { RestaurantCard } from '@mahlzeit/shared-ui/ui/restaurant';
import type { ComponentPropsWithRef } from 'react';
import { useTexts } from '../../discovery-texts';
import { RestaurantMeta, RestaurantStatus, isOutForToday, priceWords, sceneOf } from '../restaurant-facts';
import { dishesOnCard, saysNoLunch } from './card-rules';

interface NearbyCardProps extends Omit<ComponentPropsWithRef<'article'>, 'children'> {
  readonly restaurant: Restaurant;
  /** The moment the restaurant's derived fields are of. */
  readonly now: number;
  readonly layout?: 'list' | 'peek';
  readonly isSelected?: boolean;
}

/** A place in the list or over the map; the whole card leads to its page. */
export const NearbyCard = ({ restaurant, now, layout = 'list', isSelected = false, ...rest }: NearbyCardProps) => {
  const t = useTexts();
  const { navigation } = useShell();
  return (
    <RestaurantCard
      {...rest}
      href={navigation.hrefOf('details', restaurant.routingName)}
      name={restaurant.name}
      scene={sceneOf(restaurant)}
      pictureUrl={restaurant.midSizeFirstImage}
      layout={layout}
      isClosed={isOutForToday(restaurant)}
      isSelected={isSelected}
      isAd={restaurant.isPremium}
      isNew={restaurant.isNew}
      meta={<RestaurantMeta restaurant={restaurant} />}
      status={<RestaurantStatus restaurant={restaurant} now={now} />}
      dishes={dishesOnCard(restaurant).map((offer) => ({ key: offer.key, name: offer.name, ...priceWords(offer) }))}
      dishesLabel={t('LunchToday')}
      note={saysNoLunch(restaurant) ? t('NoLunchListed') : undefined}
    />
  );
};
