import type { RestaurantSummary } from '@mahlzeit/contract';
import texts from '../../../../locales/de.json';
import { fillText } from '../../../platform';
import type { Database, RateLimiter } from '../../../platform';
import { presentSummary } from './restaurant-presenter';
import { createRestaurantRepository } from './restaurant-repository';

/** Preview of a link in a messenger, in the terms of Open Graph. */
export interface LinkPreview {
  readonly title: string;
  readonly description: string;
  readonly image: {
    /** Absolute address, as messengers need it. */
    readonly url: string;
    /** Text for screen readers. */
    readonly alt: string;
  };
}

/** Formats street and town in one line; empty for an unknown address. */
export const addressLine = ({
  address: { street, streetNumber, postalCode, locality },
}: Pick<RestaurantSummary, 'address'>): string =>
  [`${street} ${streetNumber}`, `${postalCode} ${locality}`]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');

// Messengers don't show SVG, the format of our own drawings.
const RASTER = /\.(?:jpe?g|png|webp)$/i;

const mapOf = (
  { location: { latitude, longitude } }: Pick<RestaurantSummary, 'location'>,
  publicUrl: string,
): string => {
  // Messengers show pictures of 1200 by 630 pixels large.
  const query = new URLSearchParams({
    latitude: String(latitude),
    longitude: String(longitude),
    zoom: '16',
    size: '600x315',
    scale: '2',
  });
  return `${publicUrl}/api/maps/static?${query.toString()}`;
};

/** Chooses the picture of a place for messengers: its own, or a map with a pin. */
export const previewImageOf = (restaurant: RestaurantSummary, publicUrl: string): LinkPreview['image'] => {
  const imageUrl = restaurant.midSizeFirstImage ?? '';
  if (URL.canParse(imageUrl, publicUrl) && RASTER.test(new URL(imageUrl, publicUrl).pathname))
    return { url: new URL(imageUrl, publicUrl).href, alt: restaurant.name };
  return { url: mapOf(restaurant, publicUrl), alt: fillText(texts.previewMap, { place: restaurant.name }) };
};

interface PlacePreviewDeps {
  readonly database: Database;
  readonly publicUrl: string;
  /** Limits previews by address. */
  readonly limiter: RateLimiter;
}

/** Creates the preview of a place; null for an unknown name and for an address over its limit. */
export const createPlacePreview =
  ({ database, publicUrl, limiter }: PlacePreviewDeps) =>
  async (routingName: string, address: string): Promise<LinkPreview | null> => {
    if (!(await limiter.consume(address)).ok) return null;
    const storedRestaurant = await createRestaurantRepository(database.knex).findByRoutingName(routingName);
    if (storedRestaurant === null) return null;
    const restaurant = presentSummary(storedRestaurant, null);
    const description = fillText(texts.previewPlace, { address: addressLine(restaurant) });
    return {
      title: restaurant.name,
      description: description.replace(/^\. /, ''),
      image: previewImageOf(restaurant, publicUrl),
    };
  };
