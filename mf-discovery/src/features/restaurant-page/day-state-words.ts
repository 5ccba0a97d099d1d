import type { Ms, Restaurant } from '@mahlzeit/contract';
import { nextOpening } from '@mahlzeit/contract/rules';
import type { FoodArtName } from '@mahlzeit/shared-ui/ui';
import { text } from '../../discovery-texts';
import { momentLabel } from '../restaurant-facts';

/** What stands in place of the menu. */
export interface NoMenu {
  readonly art: FoodArtName;
  readonly title: string;
  readonly text: string;
}

type Hours = Pick<Restaurant, 'dayState' | 'openingHours' | 'restTime'>;

const reopeningLabel = (restaurant: Hours, now: Ms): string | null => {
  const next = nextOpening(restaurant, now);
  return next === null ? null : momentLabel(next, now);
};

const restingText = (moment: string | null, reason: string | null): string => {
  const again = moment === null ? text('RestingWithoutEnd') : text('RestingExplanation', { moment });
  return reason === null ? again : text('RestingBecause', { reason, again });
};

/** S1§2: why there is no menu today; null where there is one. `restReason` names the holiday closure, where the place says it. */
export const noMenuTexts = (restaurant: Hours, now: Ms, restReason: string | null = null): NoMenu | null => {
  const moment = reopeningLabel(restaurant, now);
  switch (restaurant.dayState) {
    case 'resting':
      return { art: 'teacup-without-handle', title: text('Resting'), text: restingText(moment, restReason) };
    case 'restDay':
      return { art: 'hot-beverage', title: text('RestDay'), text: moment === null ? text('RestDayWithoutNext') : text('RestDayExplanation', { moment }) };
    case 'closed':
      return { art: 'cup-with-straw', title: text('ClosedToday'), text: moment === null ? text('ClosedWithoutNext') : text('ErrorRestaurantAlreadyClosed', { moment }) };
    case 'noLunch':
      return { art: 'olive', title: text('NoLunchListedTitle'), text: text('NoLunchListedDescription') };
    case 'open':
      return null;
  }
};
