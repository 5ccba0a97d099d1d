import type { Discount, Offer, Restaurant } from '@mahlzeit/contract';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { RestaurantCard } from '@mahlzeit/shared-ui/ui/restaurant';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { useTexts } from '../discovery-texts';
import { bestDeal, dealPriceLabel } from './discounts';
import { FavouriteButton } from './favourites';
import { isOutForToday, lunchOffers, RestaurantMeta, RestaurantStatus, sceneOf } from './restaurant-facts';

/** Two dishes tell what kind of lunch it is; more belong on the page. */
const DISHES_ON_CARD = 2;

/** The dishes of a card: none where nothing is to be had any more today. */
export const dishesOnCard = (restaurant: Pick<Restaurant, 'offers' | 'dayState'>): readonly Offer[] =>
  isOutForToday(restaurant) ? [] : lunchOffers(restaurant).slice(0, DISHES_ON_CARD);

/** Whether a card says that there are no dishes; all other reasons for none are in the status line. */
export const saysNoLunch = ({ dayState }: Pick<Restaurant, 'dayState'>): boolean => dayState === 'noLunch';

/** What a card shows of a place. */
interface PlaceCardProps extends Omit<ComponentPropsWithRef<'article'>, 'children'> {
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

interface NearbyCardProps extends Omit<PlaceCardProps, 'href' | 'favourite'> {
  readonly isFavourite: boolean;
  readonly onFavourite: (key: string) => void;
}

/** A place in the list or over the map, with its heart. */
export const NearbyCard = ({ isFavourite, onFavourite, ...card }: NearbyCardProps) => {
  const { navigation } = useShell();
  const { key, name, routingName } = card.restaurant;
  return (
    <PlaceCard
      {...card}
      href={navigation.hrefOf('details', routingName)}
      favourite={<FavouriteButton name={name} isFavourite={isFavourite} onToggle={() => onFavourite(key)} />}
    />
  );
};
