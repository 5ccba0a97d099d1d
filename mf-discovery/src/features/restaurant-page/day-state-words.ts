import type { Ms, Restaurant } from '@mahlzeit/contract';
import { nextOpening } from '@mahlzeit/contract/rules';
import type { FoodArtName } from '@mahlzeit/shared-ui/ui';
import { text } from '../../discovery-texts';
import { momentWords } from '../restaurant-facts';

/** What stands in place of the menu. */
export interface NoMenu {
  readonly art: FoodArtName;
  readonly title: string;
  readonly text: string;
}

type Hours = Pick<Restaurant, 'dayState' | 'openingHours' | 'restTime'>;

const againWords = (restaurant: Hours, now: Ms): string | null => {
  const next = nextOpening(restaurant, now);
  return next === null ? null : momentWords(next, now);
};

const restingWords = (moment: string | null, reason: string | null): string => {
  const again = moment === null ? text('RestingWithoutEnd') : text('RestingExplanation', { moment });
  return reason === null ? again : text('RestingBecause', { reason, again });
};

/** S1§2: why there is no menu today; null where there is one. `restReason` names the holiday closure, where the place says it. */
export const noMenuWords = (restaurant: Hours, now: Ms, restReason: string | null = null): NoMenu | null => {
  const moment = againWords(restaurant, now);
  switch (restaurant.dayState) {
    case 'resting':
      return { art: 'teacup-without-handle', title: text('Resting'), text: restingWords(moment, restReason) };
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
