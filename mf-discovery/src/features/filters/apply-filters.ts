import type { Restaurant } from '@mahlzeit/contract';
import { isLunchMealType, passesFilters, withDerivedFields } from '@mahlzeit/contract/rules';
import type { ListFilters } from './list-filters';

const hasLunch = ({ offers }: Pick<Restaurant, 'offers'>): boolean => offers.some(({ baseName }) => isLunchMealType(baseName));

/** The restaurants that pass at `now`, in their order; the objects themselves, so that unchanged cards stay as they are drawn. */
export const applyFilters = (restaurants: readonly Restaurant[], { tag, showLunchList, ...filters }: ListFilters, now: number): readonly Restaurant[] =>
  restaurants.filter((restaurant) => {
    // What a list holds may have been open when it came.
    const today = withDerivedFields(restaurant, now);
    return (tag === null || today.tagIds.includes(tag.key)) && (!showLunchList || hasLunch(today)) && passesFilters(today, filters);
  });
