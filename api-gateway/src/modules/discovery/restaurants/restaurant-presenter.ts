import type { Offer, Restaurant, RestaurantSummary, Tag } from '@mahlzeit/contract';
import { canReceiveOrders, withDerivedFields } from '@mahlzeit/contract/rules';
import type { OwnRestaurant } from './restaurant-repository';

/** Data that the API returns with a restaurant in addition to the restaurant's own fields. */
interface RestaurantSurroundings {
  /** Tags of the restaurant by key, without tags that were deleted. */
  readonly tags: ReadonlyMap<string, Tag>;
  /** Today's offers of the restaurant in the order of the menu. */
  readonly offers: readonly Offer[];
  /** Distance from the user to the restaurant in metres; null if the user's coordinate is unknown. */
  readonly meters: number | null;
}

const firstImageUrlOf = ({ media }: OwnRestaurant): string | null => {
  const firstImage = media.find((mediaItem) => mediaItem.type === 'image');
  return firstImage === undefined ? null : firstImage.midSizeUrl;
};

// Converts metres to kilometres. Rounds to metres first, because coordinates are not more precise.
const metersToKilometres = (metersAway: number | null): number | null =>
  metersAway === null ? null : Math.round(metersAway) / 1000;

/** Converts a restaurant to the short form that search results show. */
export const presentSummary = (restaurant: OwnRestaurant, metersAway: number | null): RestaurantSummary => ({
  key: restaurant.key,
  name: restaurant.name,
  routingName: restaurant.routingName,
  type: restaurant.type,
  logo: restaurant.logo,
  midSizeFirstImage: firstImageUrlOf(restaurant),
  tagIds: restaurant.tagIds,
  address: restaurant.address,
  location: restaurant.location,
  hasPayment: restaurant.hasPayment,
  initialDistanceKm: metersToKilometres(metersAway),
  credit: restaurant.credit ?? null,
});

/** Checks whether orders reach a restaurant (Decision 39). */
export const isReachableForOrders = ({ data, orderChannels = [] }: OwnRestaurant): boolean =>
  canReceiveOrders({ email: data.contact.email, orderChannels });

/**
 * Converts a restaurant to its form in the API, with the fields that depend on `now`. The result doesn't contain the
 * ways by which orders reach the restaurant.
 */
export const presentRestaurant = (
  { orderChannels, ...restaurant }: OwnRestaurant,
  { tags, offers, meters }: RestaurantSurroundings,
  now: number,
): Restaurant =>
  withDerivedFields(
    {
      ...restaurant,
      midSizeFirstImage: firstImageUrlOf(restaurant),
      tags: restaurant.tagIds.flatMap((tagKey) => tags.get(tagKey) ?? []),
      offers: [...offers],
      initialDistanceKm: metersToKilometres(meters),
      credit: restaurant.credit ?? null,
      canReceiveOrders: isReachableForOrders({ ...restaurant, ...(orderChannels !== undefined && { orderChannels }) }),
    },
    now,
  );
