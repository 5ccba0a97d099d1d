import type { Restaurant } from '@mahlzeit/contract';
import { StatusLine } from '@mahlzeit/shared-ui/ui/restaurant';
import { openingStatus } from './opening-status';
import { statusLabels } from './opening-words';

interface RestaurantStatusProps {
  readonly restaurant: Restaurant;
  /** The moment the restaurant's derived fields are of. */
  readonly now: number;
}

/** Open, closing soon or closed; nothing where the hours are unknown. */
export const RestaurantStatus = ({ restaurant, now }: RestaurantStatusProps) => {
  const labels = statusLabels(openingStatus(restaurant, now), now);
  return labels === null ? null : <StatusLine {...labels} />;
};
