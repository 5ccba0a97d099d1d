import type { Restaurant } from '@mahlzeit/contract';
import { emblemFor, sceneFor } from '@mahlzeit/shared-ui/ui/restaurant';

type Named = Pick<Restaurant, 'name' | 'tags'>;

/** Names of the cuisines, German. */
export const cuisineNames = ({ tags }: Pick<Restaurant, 'tags'>): readonly string[] =>
  tags.filter(({ type }) => type === 'cuisine').map(({ name, translations }) => translations.de ?? name);

/** The table that stands in for a picture. */
export const sceneOf = (restaurant: Named) => sceneFor(restaurant.name, cuisineNames(restaurant));

/** The drawing that stands in for a logo. */
export const emblemOf = (restaurant: Named) => emblemFor(restaurant.name, cuisineNames(restaurant));
