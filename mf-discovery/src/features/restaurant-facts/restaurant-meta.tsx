import type { Restaurant } from '@mahlzeit/contract';
import { travelBy } from '@mahlzeit/contract/rules';
import { formatDistance, formatMinutes } from '@mahlzeit/shared-ui/platform';
import { MetaItem, PriceLevel, Travel } from '@mahlzeit/shared-ui/ui/restaurant';
import { cuisineNames } from './restaurant-look';

interface RestaurantMetaProps {
  readonly restaurant: Pick<Restaurant, 'tags' | 'priceCategory' | 'initialDistanceKm'>;
  /** How many cuisines there is room for. */
  readonly cuisines?: number;
}

/** Cuisine, price level, distance and way; stands in a MetaLine. */
export const RestaurantMeta = ({ restaurant, cuisines = 1 }: RestaurantMetaProps) => {
  const { priceCategory, initialDistanceKm } = restaurant;
  const meters = initialDistanceKm === null ? null : initialDistanceKm * 1000;
  const travel = meters === null ? null : travelBy(meters);
  return (
    <>
      {cuisineNames(restaurant).slice(0, cuisines).map((name) => <MetaItem key={name}>{name}</MetaItem>)}
      {priceCategory !== null && <PriceLevel level={priceCategory} />}
      {meters !== null && <MetaItem>{formatDistance(meters)}</MetaItem>}
      {travel !== null && <Travel mode={travel.mode} text={formatMinutes(travel.minutes)} />}
    </>
  );
};
