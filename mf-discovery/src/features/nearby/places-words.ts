import { NEARBY_RADIUS } from '@mahlzeit/contract/rules';
import { text } from '../../discovery-texts';
import type { Nearby } from './use-nearby';

/** How many places the list shows. While some are loading it names no number: none would be true for long. */
export const placesLabel = ({ more, radius }: Pick<Nearby, 'more' | 'radius'>, count: number): string => {
  const km = radius / 1_000;
  if (more !== 'none') return radius === NEARBY_RADIUS ? text('PlacesNearbyUncounted') : text('PlacesWithinUncounted', { km });
  return radius === NEARBY_RADIUS ? text('PlacesNearby', { count }) : text('PlacesWithin', { count, km });
};
