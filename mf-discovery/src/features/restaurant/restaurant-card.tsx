import type { Discount, Restaurant } from '@mahlzeit/contract';
import { servesNothingMoreToday, lunchStateAt } from '@mahlzeit/contract/rules';
import type { DishFilters } from '@mahlzeit/contract/rules';
import { useShell } from '@mahlzeit/shared-ui/platform';
import { RestaurantCard } from '@mahlzeit/shared-ui/ui/restaurant';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { text, useTexts } from '../../discovery-texts';
import { dealPriceLabelOf } from './discounts';
import { FavouriteButton } from './favourites';
import { TEXT_KEY_BY_DIET } from '../filters';
import { useIsLocated } from '../location';
import { cardMenuOf, LunchStatus } from './lunch-facts';
import { RestaurantCardMeta, dishTitleOf, sceneOf } from './restaurant-facts';

/** Returns whether a picture is a photograph. Drawings are SVG files, photographs aren't. */
export const isPhotographUrl = (imageUrl: string): boolean => !/\.svg(?:[?#]|$)/i.test(imageUrl);

/**
 * Returns whether the card itself says that no lunch is listed. If there are no dishes for another reason, the status
 * line names the reason.
 */
export const showsNoLunchNotice = ({ dayState }: Pick<Restaurant, 'dayState'>): boolean => dayState === 'noLunch';

const noDishFilters: DishFilters = { texts: [], prices: [], diets: [] };

const matchLabelOf = ({ diets }: DishFilters): string =>
  diets.length === 0 ? text('DishMatches') : diets.map((diet) => text(TEXT_KEY_BY_DIET[diet])).join(', ');

/** Data of a restaurant's card, and flags for parts that the card leaves out. */
interface PlaceCardProps extends Omit<ComponentPropsWithRef<'article'>, 'children'> {
  readonly restaurant: Restaurant;
  /** All discounts of the user; the card shows only those that are valid for this restaurant. */
  readonly discounts: readonly Discount[];
  /** Time for which the restaurant's derived fields, such as its opening state, were calculated. */
  readonly now: number;
  /** Whether distances are measured from the user's location or a chosen location; false: from the town's center. */
  readonly isLocated: boolean;
  readonly layout?: 'list' | 'peek';
  readonly isSelected?: boolean;
  /** Whether the card shows only the name, as a link, because it is far outside of the viewport. */
  readonly isNameOnly?: boolean;
  /** Whether the card is among the first of the page, so that its photograph loads with priority. */
  readonly isPhotoUrgent?: boolean;
  /** Filters by which the list was limited; the card shows the dishes that pass them. */
  readonly dishFilters?: DishFilters;
  /** URL to which the whole card links: the restaurant's page. */
  readonly href: string;
  readonly favourite?: ReactNode;
}

/**
 * Card of a restaurant in the list or over the map. It depends only on its props, so that the gateway can prerender it.
 * The whole card links to the restaurant page.
 */
export const PlaceCard = ({
  restaurant,
  discounts,
  now,
  isLocated,
  isNameOnly = false,
  dishFilters = noDishFilters,
  favourite,
  ...rest
}: PlaceCardProps) => {
  const t = useTexts();
  if (isNameOnly) return <RestaurantCard {...rest} name={restaurant.name} scene={null} />;
  const dealsAtInstant = { discounts, now };
  const lunchState = lunchStateAt(restaurant, now);
  const { dishes, bestKey, alternative, isFiltered } = cardMenuOf(restaurant, {
    lunchState,
    deals: dealsAtInstant,
    filters: dishFilters,
  });
  const { midSizeFirstImage } = restaurant;
  return (
    <RestaurantCard
      {...rest}
      favourite={favourite}
      name={restaurant.name}
      scene={dishes.length > 0 ? sceneOf(restaurant, dishes) : sceneOf(restaurant)}
      photoUrl={midSizeFirstImage !== null && isPhotographUrl(midSizeFirstImage) ? midSizeFirstImage : null}
      isClosed={lunchState.kind === 'over' || servesNothingMoreToday(restaurant)}
      isAd={restaurant.isPremium}
      isNew={restaurant.isNew}
      metaItems={<RestaurantCardMeta restaurant={restaurant} isLocated={isLocated} />}
      status={<LunchStatus restaurant={restaurant} lunch={lunchState} now={now} />}
      replacement={alternative ?? undefined}
      dishes={dishes.map((offer) => ({
        key: offer.key,
        name: dishTitleOf(offer),
        isBest: offer.key === bestKey,
        ...(isFiltered && { match: matchLabelOf(dishFilters) }),
        ...dealPriceLabelOf(offer, restaurant, dealsAtInstant),
      }))}
      dishesLabel={alternative === null ? t('LunchToday') : t('InsteadDishes')}
      note={showsNoLunchNotice(restaurant) ? t('NoLunchListed') : undefined}
    />
  );
};

interface NearbyCardProps extends Omit<PlaceCardProps, 'href' | 'favourite' | 'isLocated'> {
  readonly isFavourite: boolean;
  /** Whether the last change of the favourite waits for the network. */
  readonly isFavouriteWaiting: boolean;
  readonly onFavourite: (key: string) => void;
}

/** Card of a restaurant with its heart button and the link to its page. */
export const NearbyCard = ({ isFavourite, isFavouriteWaiting, onFavourite, ...cardProps }: NearbyCardProps) => {
  const { navigation } = useShell();
  const isLocated = useIsLocated();
  const { key, name, routingName } = cardProps.restaurant;
  return (
    <PlaceCard
      {...cardProps}
      isLocated={isLocated}
      href={navigation.hrefOf('details', routingName)}
      favourite={
        <FavouriteButton
          name={name}
          isFavourite={isFavourite}
          isWaiting={isFavouriteWaiting}
          onToggle={() => onFavourite(key)}
        />
      }
    />
  );
};
