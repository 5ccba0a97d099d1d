import type { RestaurantSummary } from '@mahlzeit/contract';
import texts from '../../../../locales/de.json';
import { fillText } from '../../../platform';
import type { Database, RateLimiter } from '../../../platform';
import { presentSummary } from './restaurant-presenter';
import { createRestaurantRepository } from './restaurant-repository';

/** Preview of a link in a messenger, as properties of Open Graph. */
export interface LinkPreview {
  readonly title: string;
  readonly description: string;
  readonly image: {
    /** Absolute URL of the previewed page, because messengers don't resolve relative URLs. */
    readonly url: string;
    /** Description of the picture for screen readers. */
    readonly alt: string;
  };
}

/** Formats the street and town of an address in one line; empty if the address is unknown. */
export const formatAddressLine = ({
  address: { street, streetNumber, postalCode, locality },
}: Pick<RestaurantSummary, 'address'>): string =>
  [`${street} ${streetNumber}`, `${postalCode} ${locality}`]
    .map((addressPart) => addressPart.trim())
    .filter((nonEmptyPart) => nonEmptyPart !== '')
    .join(', ');

// Pattern of pictures that messengers can show. Pictures in SVG, the format of the product's own drawings, are not
// among them.
const RASTER_IMAGE_PATTERN = /\.(?:jpe?g|png|webp)$/i;

const mapImageUrlOf = (
  { location: { latitude, longitude } }: Pick<RestaurantSummary, 'location'>,
  publicUrl: string,
): string => {
  // Requests a map of 1200 by 630 pixels, because messengers show a picture of this size large.
  const mapQuery = new URLSearchParams({
    latitude: String(latitude),
    longitude: String(longitude),
    zoom: '16',
    size: '600x315',
    scale: '2',
  });
  return `${publicUrl}/api/maps/static?${mapQuery.toString()}`;
};

/** Returns the picture of a place for messengers: the place's own picture, or a map with a pin. */
export const previewImageOf = (restaurant: RestaurantSummary, publicUrl: string): LinkPreview['image'] => {
  const imageUrl = restaurant.midSizeFirstImage ?? '';
  if (URL.canParse(imageUrl, publicUrl) && RASTER_IMAGE_PATTERN.test(new URL(imageUrl, publicUrl).pathname))
    return { url: new URL(imageUrl, publicUrl).href, alt: restaurant.name };
  return { url: mapImageUrlOf(restaurant, publicUrl), alt: fillText(texts.previewMap, { place: restaurant.name }) };
};

interface PlacePreviewDeps {
  readonly database: Database;
  readonly publicUrl: string;
  /** Limits the previews that one IP address may request. */
  readonly limiter: RateLimiter;
}

/**
 * Creates the function that builds the preview of a place. It returns null for an unknown routing name and for an IP
 * address that has reached its limit.
 */
export const createPlacePreview =
  ({ database, publicUrl, limiter }: PlacePreviewDeps) =>
  async (routingName: string, pageAddress: string): Promise<LinkPreview | null> => {
    if (!(await limiter.consume(pageAddress)).ok) return null;
    const storedRestaurant = await createRestaurantRepository(database.knex).findByRoutingName(routingName);
    if (storedRestaurant === null) return null;
    const restaurant = presentSummary(storedRestaurant, null);
    const previewDescription = fillText(texts.previewPlace, { address: formatAddressLine(restaurant) });
    return {
      title: restaurant.name,
      description: previewDescription.replace(/^\. /, ''),
      image: previewImageOf(restaurant, publicUrl),
    };
  };
