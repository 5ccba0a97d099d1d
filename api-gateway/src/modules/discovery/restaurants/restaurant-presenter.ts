import type { Offer, Restaurant, RestaurantSummary, Tag } from '@mahlzeit/contract';
import { withDerivedFields } from '@mahlzeit/contract/rules';
import type { OwnRestaurant } from './restaurant-repository';

/** Data that a presented restaurant has beside its own fields. */
interface RestaurantSurroundings {
  /** Tags by key; a removed tag is missing. */
  readonly tags: ReadonlyMap<string, Tag>;
  /** Offers of today in the menu's order. */
  readonly offers: readonly Offer[];
  /** Distance from the reader in metres; null without a coordinate. */
  readonly meters: number | null;
}

const firstImageOf = ({ media }: OwnRestaurant): string | null => {
  const image = media.find((item) => item.type === 'image');
  return image === undefined ? null : image.midSizeUrl;
};

// Coordinates are less precise than a metre.
const kilometres = (meters: number | null): number | null => (meters === null ? null : Math.round(meters) / 1000);

/** Presents a restaurant in search results. */
export const presentSummary = (restaurant: OwnRestaurant, meters: number | null): RestaurantSummary => ({
  key: restaurant.key,
  name: restaurant.name,
  routingName: restaurant.routingName,
  type: restaurant.type,
  logo: restaurant.logo,
  midSizeFirstImage: firstImageOf(restaurant),
  tagIds: restaurant.tagIds,
  address: restaurant.address,
  location: restaurant.location,
  hasPayment: restaurant.hasPayment,
  initialDistanceKm: kilometres(meters),
  credit: restaurant.credit ?? null,
});

/** Presents a restaurant at `now`. */
export const presentRestaurant = (
  restaurant: OwnRestaurant,
  { tags, offers, meters }: RestaurantSurroundings,
  now: number,
): Restaurant =>
  withDerivedFields(
    {
      ...restaurant,
      midSizeFirstImage: firstImageOf(restaurant),
      tags: restaurant.tagIds.flatMap((key) => tags.get(key) ?? []),
      offers: [...offers],
      initialDistanceKm: kilometres(meters),
      credit: restaurant.credit ?? null,
    },
    now,
  );
