import type { Restaurant } from '@mahlzeit/contract';
import { isLunchMealType, passesFilters, withDerivedFields } from '@mahlzeit/contract/rules';
import type { ListFilters } from './list-filters';

const hasLunch = ({ offers }: Pick<Restaurant, 'offers'>): boolean => offers.some(({ baseName }) => isLunchMealType(baseName));

interface Today {
  readonly now: number;
  readonly restaurant: Restaurant;
}

// A list grows page after page, and each time all of it is filtered: what a place is like at that moment is worked out once.
const known = new WeakMap<Restaurant, Today>();

const todayOf = (restaurant: Restaurant, now: number): Restaurant => {
  const held = known.get(restaurant);
  if (held?.now === now) return held.restaurant;
  const today = withDerivedFields(restaurant, now);
  known.set(restaurant, { now, restaurant: today });
  return today;
};

/** The restaurants that pass at `now`, in their order; the objects themselves, so that unchanged cards stay as they are drawn. */
export const applyFilters = (restaurants: readonly Restaurant[], { tag, showLunchList, ...filters }: ListFilters, now: number): readonly Restaurant[] =>
  restaurants.filter((restaurant) => {
    // What a list holds may have been open when it came.
    const today = todayOf(restaurant, now);
    return (tag === null || today.tagIds.includes(tag.key)) && (!showLunchList || hasLunch(today)) && passesFilters(today, filters);
  });
