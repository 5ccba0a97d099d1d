import type { Offer } from '../offer';
import type { Day } from '../values';

/** S1§9: base names of the meal types that are lunch. */
export const lunchMealTypeNames: readonly string[] = ['Menü', 'Mittagstisch'];

/** S1§3: base name of the meal type whose offers are drinks. */
export const drinksMealTypeName = 'Getränke';

/** Whether a meal type is lunch, by its base name. */
export const isLunchMealType = (baseName: string): boolean => lunchMealTypeNames.includes(baseName);

/** S1§3: the offers of one day, by `order` descending. */
export const offersOf = (offers: readonly Offer[], day: Day): Offer[] =>
  offers.filter(({ date }) => date === day).sort((a, b) => b.order - a.order);

/** What is sold by weight has no price before it is weighed, so it can't be ordered. */
export const isOrderable = (offer: Pick<Offer, 'unit'>): boolean => offer.unit === null;
