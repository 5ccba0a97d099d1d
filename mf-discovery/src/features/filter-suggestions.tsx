import type { Restaurant } from '@mahlzeit/contract';
import { filterCount } from '@mahlzeit/contract/rules';
import type { Filters } from '@mahlzeit/contract/rules';
import { useNow } from '@mahlzeit/shared-ui/platform';
import { Button } from '@mahlzeit/shared-ui/ui';
import { text, useTexts } from '../discovery-texts';
import { applyFilters, TEXT_KEY_BY_DIET, useFilterActions } from './filters';
import type { ListFilters } from './filters';

/** Filters that remain after one of them is removed, and the name of the removed filter. */
interface FilterRemoval {
  readonly name: string;
  readonly filters: Filters;
}

const removeValue = <Value,>(values: readonly Value[], value: Value): Value[] =>
  values.filter((listedValue) => listedValue !== value);

/**
 * Returns one removal for each active filter: the remaining filters, and the name of the removed one. All prices
 * together count as one filter, and so do all search words, as in the number on the filter button.
 */
const filterRemovalsOf = ({ texts, prices, properties, diets, maxWalkMinutes }: Filters): FilterRemoval[] => {
  const filters: Filters = { texts, prices, properties, diets, maxWalkMinutes };
  return [
    ...(maxWalkMinutes === null
      ? []
      : [{ name: text('FilterWalkMost', { minutes: maxWalkMinutes }), filters: { ...filters, maxWalkMinutes: null } }]),
    ...diets.map((diet) => ({
      name: text(TEXT_KEY_BY_DIET[diet]),
      filters: { ...filters, diets: removeValue(diets, diet) },
    })),
    ...(texts.length === 0 ? [] : [{ name: texts.join(', '), filters: { ...filters, texts: [] } }]),
    ...(prices.length === 0 ? [] : [{ name: text('FilterPrice'), filters: { ...filters, prices: [] } }]),
    ...properties.map((property) => ({
      name: text(`Filter_${property}`),
      filters: { ...filters, properties: removeValue(properties, property) },
    })),
  ];
};

// Maximum number of suggested removals: a list of all would be as long as the filter screen.
const MAX_FILTER_SUGGESTIONS = 3;

/**
 * Returns the filter removals after which at least one restaurant passes, with the number of these restaurants, the
 * largest number first. Returns an empty list if only one filter is active.
 */
export const suggestFilterRemovals = (
  restaurants: readonly Restaurant[],
  { tag, showLunchList, ...filters }: ListFilters,
  now: number,
): readonly (FilterRemoval & { readonly count: number })[] =>
  filterCount(filters) < 2
    ? []
    : filterRemovalsOf(filters)
        .map((suggestion) => ({
          ...suggestion,
          count: applyFilters(restaurants, { ...suggestion.filters, tag, showLunchList }, now).length,
        }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count)
        .slice(0, MAX_FILTER_SUGGESTIONS);

interface FilterSuggestionsProps {
  /** All restaurants in the area; none of them passes the filters. */
  readonly restaurants: readonly Restaurant[];
  readonly filters: ListFilters;
}

/**
 * Suggestions for a user whose filters no restaurant passes. Each button removes one filter, keeps all others, and
 * names the number of results.
 */
export const FilterSuggestions = ({ restaurants, filters }: FilterSuggestionsProps) => {
  const t = useTexts();
  const now = useNow();
  const { apply } = useFilterActions();
  return suggestFilterRemovals(restaurants, filters, now).map((suggestion) => (
    <Button key={suggestion.name} variant="second" isBlock onClick={() => apply(suggestion.filters)}>
      {t('WithoutFilter', { filter: suggestion.name })}: {t('PlaceCount', { count: suggestion.count })}
    </Button>
  ));
};
