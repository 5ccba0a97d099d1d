import type { RestaurantSummary } from '@mahlzeit/contract';
import texts from '../../../../locales/de.json';
import { fillText } from '../../../platform';
import type { Database, RateLimiter } from '../../../platform';
import { presentSummary } from './restaurant-presenter';
import { createRestaurantRepository } from './restaurant-repository';

/** What a messenger shows of a link, in the terms of Open Graph. */
export interface LinkPreview {
  readonly title: string;
  readonly description: string;
  readonly image: {
    /** With its origin, as messengers need it. */
    readonly url: string;
    /** What it shows, for whom it is read out. */
    readonly alt: string;
  };
}

/** Street and town in one line; empty where nobody knows them. */
export const addressLine = ({
  address: { street, streetNumber, postalCode, locality },
}: Pick<RestaurantSummary, 'address'>): string =>
  [`${street} ${streetNumber}`, `${postalCode} ${locality}`]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');

// No messenger shows a drawing in SVG, which those of our own are.
const RASTER = /\.(?:jpe?g|png|webp)$/i;

const mapOf = (
  { location: { latitude, longitude } }: Pick<RestaurantSummary, 'location'>,
  publicUrl: string,
): string => {
  // 1200 by 630 pixels: what messengers show large.
  const query = new URLSearchParams({
    latitude: String(latitude),
    longitude: String(longitude),
    zoom: '16',
    size: '600x315',
    scale: '2',
  });
  return `${publicUrl}/api/maps/static?${query.toString()}`;
};

/** The picture of a place for messengers: its own, or a map with a pin. */
export const previewImageOf = (restaurant: RestaurantSummary, publicUrl: string): LinkPreview['image'] => {
  const own = restaurant.midSizeFirstImage ?? '';
  if (URL.canParse(own, publicUrl) && RASTER.test(new URL(own, publicUrl).pathname))
    return { url: new URL(own, publicUrl).href, alt: restaurant.name };
  return { url: mapOf(restaurant, publicUrl), alt: fillText(texts.previewMap, { place: restaurant.name }) };
};

interface PlacePreviewDeps {
  readonly database: Database;
  readonly publicUrl: string;
  /** How many previews an address may ask for. */
  readonly limiter: RateLimiter;
}

/** What messengers show of a place; null where there is none of that name, or an address asks too often. */
export const createPlacePreview =
  ({ database, publicUrl, limiter }: PlacePreviewDeps) =>
  async (routingName: string, from: string): Promise<LinkPreview | null> => {
    if (!(await limiter.consume(from)).ok) return null;
    const own = await createRestaurantRepository(database.knex).findByRoutingName(routingName);
    if (own === null) return null;
    const restaurant = presentSummary(own, null);
    const description = fillText(texts.previewPlace, { address: addressLine(restaurant) });
    return {
      title: restaurant.name,
      description: description.replace(/^\. /, ''),
      image: previewImageOf(restaurant, publicUrl),
    };
  };
