import type { Offer, Restaurant, RestaurantSummary, Tag } from '@mahlzeit/contract';
import { withDerivedFields } from '@mahlzeit/contract/rules';
import type { OwnRestaurant } from './restaurant-repository';

/** What a restaurant is shown with beside its own fields. */
interface RestaurantSurroundings {
  /** Known tags by key; one that is gone is left out. */
  readonly tags: ReadonlyMap<string, Tag>;
  /** Today's, in the menu's order. */
  readonly offers: readonly Offer[];
  /** Distance from where the reader looks; null where no place was given. */
  readonly meters: number | null;
}

const firstImageOf = ({ media }: OwnRestaurant): string | null => {
  const image = media.find((item) => item.type === 'image');
  return image === undefined ? null : image.midSizeUrl;
};

// To the metre, which is more than the coordinates are worth.
const kilometres = (meters: number | null): number | null => (meters === null ? null : Math.round(meters) / 1000);

/** A restaurant as lists of search results have it. */
export const presentSummary = (own: OwnRestaurant, meters: number | null): RestaurantSummary => ({
  key: own.key,
  name: own.name,
  routingName: own.routingName,
  type: own.type,
  logo: own.logo,
  midSizeFirstImage: firstImageOf(own),
  tagIds: own.tagIds,
  address: own.address,
  location: own.location,
  hasPayment: own.hasPayment,
  initialDistanceKm: kilometres(meters),
  credit: own.credit ?? null,
});

/** A restaurant as the wire has it at `now`. */
export const presentRestaurant = (
  own: OwnRestaurant,
  { tags, offers, meters }: RestaurantSurroundings,
  now: number,
): Restaurant =>
  withDerivedFields(
    {
      ...own,
      midSizeFirstImage: firstImageOf(own),
      tags: own.tagIds.flatMap((key) => tags.get(key) ?? []),
      offers: [...offers],
      initialDistanceKm: kilometres(meters),
      credit: own.credit ?? null,
    },
    now,
  );
