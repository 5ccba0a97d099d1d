import type { Discount, Restaurant } from '@mahlzeit/contract';
import { isOutForToday, lunchAt } from '@mahlzeit/contract/rules';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { RestaurantCard } from '@mahlzeit/shared-ui/ui/restaurant';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { useTexts } from '../../discovery-texts';
import { dealPriceLabel } from './discounts';
import { FavouriteButton } from './favourites';
import { useIsLocated } from '../location';
import { cardMenu, LunchStatus } from './lunch-facts';
import { CardMeta, dishTitle, sceneOf } from './restaurant-facts';

/** Whether a picture is a photograph: what is written as vectors was drawn. */
export const isPhotograph = (url: string): boolean => !/\.svg(?:[?#]|$)/i.test(url);

/** Whether a card says that there are no dishes; all other reasons for none are in the status line. */
export const saysNoLunch = ({ dayState }: Pick<Restaurant, 'dayState'>): boolean => dayState === 'noLunch';

/** What a card shows of a place. */
interface PlaceCardProps extends Omit<ComponentPropsWithRef<'article'>, 'children'> {
  readonly restaurant: Restaurant;
  /** All that the reader has; those of this place show. */
  readonly discounts: readonly Discount[];
  /** The moment the restaurant's derived fields are of. */
  readonly now: number;
  /** Somebody looks from a place of their own: there is a way to tell. */
  readonly isLocated: boolean;
  readonly layout?: 'list' | 'peek';
  readonly isSelected?: boolean;
  /** Far from the window: its name alone is drawn, as a link to its page. */
  readonly isOutline?: boolean;
  /** Among the first of the page. */
  readonly isUrgent?: boolean;
  /** The place's page. */
  readonly href: string;
  readonly favourite?: ReactNode;
}

/** A place in the list or over the map, from what it is given alone; the whole card leads to its page. */
export const PlaceCard = ({
  restaurant,
  discounts,
  now,
  isLocated,
  isOutline = false,
  favourite,
  ...rest
}: PlaceCardProps) => {
  const t = useTexts();
  if (isOutline) return <RestaurantCard {...rest} name={restaurant.name} scene={null} />;
  const deals = { discounts, now };
  const lunch = lunchAt(restaurant, now);
  const { dishes, bestKey, instead } = cardMenu(restaurant, lunch, deals);
  const { midSizeFirstImage } = restaurant;
  return (
    <RestaurantCard
      {...rest}
      favourite={favourite}
      name={restaurant.name}
      scene={dishes.length > 0 ? sceneOf(restaurant, dishes) : sceneOf(restaurant)}
      photoUrl={midSizeFirstImage !== null && isPhotograph(midSizeFirstImage) ? midSizeFirstImage : null}
      isClosed={lunch.kind === 'over' || isOutForToday(restaurant)}
      isAd={restaurant.isPremium}
      isNew={restaurant.isNew}
      meta={<CardMeta restaurant={restaurant} isLocated={isLocated} />}
      status={<LunchStatus restaurant={restaurant} lunch={lunch} now={now} />}
      instead={instead ?? undefined}
      dishes={dishes.map((offer) => ({
        key: offer.key,
        name: dishTitle(offer),
        isBest: offer.key === bestKey,
        ...dealPriceLabel(offer, restaurant, deals),
      }))}
      dishesLabel={instead === null ? t('LunchToday') : t('InsteadDishes')}
      note={saysNoLunch(restaurant) ? t('NoLunchListed') : undefined}
    />
  );
};

interface NearbyCardProps extends Omit<PlaceCardProps, 'href' | 'favourite' | 'isLocated'> {
  readonly isFavourite: boolean;
  readonly onFavourite: (key: string) => void;
}

/** A place in the list or over the map, with its heart. */
export const NearbyCard = ({ isFavourite, onFavourite, ...card }: NearbyCardProps) => {
  const { navigation } = useShell();
  const isLocated = useIsLocated();
  const { key, name, routingName } = card.restaurant;
  return (
    <PlaceCard
      {...card}
      isLocated={isLocated}
      href={navigation.hrefOf('details', routingName)}
      favourite={<FavouriteButton name={name} isFavourite={isFavourite} onToggle={() => onFavourite(key)} />}
    />
  );
};
