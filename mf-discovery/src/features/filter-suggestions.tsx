import type { Restaurant } from '@mahlzeit/contract';
import { filterCount } from '@mahlzeit/contract/rules';
import type { Filters } from '@mahlzeit/contract/rules';
import { useNow } from '@mahlzeit/shared-ui/platform';
import { Button } from '@mahlzeit/shared-ui/ui';
import { text, useTexts } from '../discovery-texts';
import { applyFilters, DIET_TEXTS, useFilterActions } from './filters';
import type { ListFilters } from './filters';

/** Filters without one of them, with the name of the removed filter. */
interface FilterRemoval {
  readonly name: string;
  readonly filters: Filters;
}

const valuesWithout = <Value,>(values: readonly Value[], value: Value): Value[] =>
  values.filter((candidate) => candidate !== value);

/** Removes each active filter in turn. All prices count as one filter, and so do all words, as in the filter count. */
const removals = ({ texts, prices, properties, diets, maxWalkMinutes }: Filters): FilterRemoval[] => {
  const filters: Filters = { texts, prices, properties, diets, maxWalkMinutes };
  return [
    ...(maxWalkMinutes === null
      ? []
      : [{ name: text('FilterWalkMost', { minutes: maxWalkMinutes }), filters: { ...filters, maxWalkMinutes: null } }]),
    ...diets.map((diet) => ({
      name: text(DIET_TEXTS[diet]),
      filters: { ...filters, diets: valuesWithout(diets, diet) },
    })),
    ...(texts.length === 0 ? [] : [{ name: texts.join(', '), filters: { ...filters, texts: [] } }]),
    ...(prices.length === 0 ? [] : [{ name: text('FilterPrice'), filters: { ...filters, prices: [] } }]),
    ...properties.map((property) => ({
      name: text(`Filter_${property}`),
      filters: { ...filters, properties: valuesWithout(properties, property) },
    })),
  ];
};

// A list of all would be as long as the filter sheet.
const MAX_FILTER_SUGGESTIONS = 3;

/**
 * Returns the filters whose removal lets places pass, with the number of these places, largest first. Empty for a
 * single active filter.
 */
export const suggestionsWithoutOne = (
  restaurants: readonly Restaurant[],
  { tag, showLunchList, ...filters }: ListFilters,
  now: number,
): readonly (FilterRemoval & { readonly count: number })[] =>
  filterCount(filters) < 2
    ? []
    : removals(filters)
        .map((suggestion) => ({
          ...suggestion,
          count: applyFilters(restaurants, { ...suggestion.filters, tag, showLunchList }, now).length,
        }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count)
        .slice(0, MAX_FILTER_SUGGESTIONS);

interface FilterSuggestionsProps {
  /** All places in the area; none passes the filters. */
  readonly restaurants: readonly Restaurant[];
  readonly filters: ListFilters;
}

/** Suggestions for an empty list that keep most filters: each removes one filter and names the number of results. */
export const FilterSuggestions = ({ restaurants, filters }: FilterSuggestionsProps) => {
  const t = useTexts();
  const now = useNow();
  const { apply } = useFilterActions();
  return suggestionsWithoutOne(restaurants, filters, now).map((suggestion) => (
    <Button key={suggestion.name} variant="second" isBlock onClick={() => apply(suggestion.filters)}>
      {t('WithoutFilter', { filter: suggestion.name })}: {t('PlaceCount', { count: suggestion.count })}
    </Button>
  ));
};
