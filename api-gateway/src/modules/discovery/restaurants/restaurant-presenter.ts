import type { Offer, Restaurant, RestaurantSummary, Tag } from '@mahlzeit/contract';
import { withDerivedFields } from '@mahlzeit/contract/rules';
import type { OwnRestaurant } from './restaurant-repository';

/** Data that a restaurant's form in the API contains in addition to the restaurant's own fields. */
interface RestaurantSurroundings {
  /** Tags by key, without tags that were deleted. */
  readonly tags: ReadonlyMap<string, Tag>;
  /** Today's offers in the order of the menu. */
  readonly offers: readonly Offer[];
  /** Distance from the reader in metres; null if the reader's coordinate is unknown. */
  readonly meters: number | null;
}

const firstImageUrlOf = ({ media }: OwnRestaurant): string | null => {
  const image = media.find((item) => item.type === 'image');
  return image === undefined ? null : image.midSizeUrl;
};

// Rounds to metres, because coordinates are not more precise.
const toKilometres = (meters: number | null): number | null => (meters === null ? null : Math.round(meters) / 1000);

/** Converts a restaurant to the short form that search results show. */
export const presentSummary = (restaurant: OwnRestaurant, meters: number | null): RestaurantSummary => ({
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
  initialDistanceKm: toKilometres(meters),
  credit: restaurant.credit ?? null,
});

/** Converts a restaurant to its form in the API, with the fields that depend on `now`. */
export const presentRestaurant = (
  restaurant: OwnRestaurant,
  { tags, offers, meters }: RestaurantSurroundings,
  now: number,
): Restaurant =>
  withDerivedFields(
    {
      ...restaurant,
      midSizeFirstImage: firstImageUrlOf(restaurant),
      tags: restaurant.tagIds.flatMap((key) => tags.get(key) ?? []),
      offers: [...offers],
      initialDistanceKm: toKilometres(meters),
      credit: restaurant.credit ?? null,
    },
    now,
  );
