import type { Restaurant } from '@mahlzeit/contract';
import { filterCount } from '@mahlzeit/contract/rules';
import type { Filters } from '@mahlzeit/contract/rules';
import { useNow } from '@mahlzeit/shared-ui/platform';
import { Button } from '@mahlzeit/shared-ui/ui';
import { text, useTexts } from '../discovery-texts';
import { applyFilters, DIET_TEXTS, useFilterActions } from './filters';
import type { ListFilters } from './filters';

/** The filters without one of them, and what that one is called. */
interface FilterLess {
  readonly name: string;
  readonly filters: Filters;
}

const without = <Value,>(values: readonly Value[], value: Value): Value[] => values.filter((one) => one !== value);

/** Each active filter taken off by itself; prices and words are one each, as they are counted. */
const eachTakenOff = ({ texts, prices, properties, diets, maxWalkMinutes }: Filters): FilterLess[] => {
  const filters: Filters = { texts, prices, properties, diets, maxWalkMinutes };
  return [
    ...(maxWalkMinutes === null
      ? []
      : [{ name: text('FilterWalkMost', { minutes: maxWalkMinutes }), filters: { ...filters, maxWalkMinutes: null } }]),
    ...diets.map((diet) => ({ name: text(DIET_TEXTS[diet]), filters: { ...filters, diets: without(diets, diet) } })),
    ...(texts.length === 0 ? [] : [{ name: texts.join(', '), filters: { ...filters, texts: [] } }]),
    ...(prices.length === 0 ? [] : [{ name: text('FilterPrice'), filters: { ...filters, prices: [] } }]),
    ...properties.map((property) => ({
      name: text(`Filter_${property}`),
      filters: { ...filters, properties: without(properties, property) },
    })),
  ];
};

// A list of all would be as long as the filter sheet.
const MAX_WAYS = 3;

/**
 * The filters without which some places pass, and how many; those that free most first. Nothing where one filter is all
 * there is.
 */
export const waysWithoutOne = (
  restaurants: readonly Restaurant[],
  { tag, showLunchList, ...filters }: ListFilters,
  now: number,
): readonly (FilterLess & { readonly count: number })[] =>
  filterCount(filters) < 2
    ? []
    : eachTakenOff(filters)
        .map((way) => ({
          ...way,
          count: applyFilters(restaurants, { ...way.filters, tag, showLunchList }, now).length,
        }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count)
        .slice(0, MAX_WAYS);

interface WithoutOneFilterProps {
  /** All that are around; none of them passes. */
  readonly restaurants: readonly Restaurant[];
  readonly filters: ListFilters;
}

/**
 * Ways out of an empty list that keep most of what was asked for: each takes off one filter and says what that finds.
 */
export const WithoutOneFilter = ({ restaurants, filters }: WithoutOneFilterProps) => {
  const t = useTexts();
  const now = useNow();
  const { apply } = useFilterActions();
  return waysWithoutOne(restaurants, filters, now).map((way) => (
    <Button key={way.name} variant="second" isBlock onClick={() => apply(way.filters)}>
      {t('WithoutFilter', { filter: way.name })}: {t('PlaceCount', { count: way.count })}
    </Button>
  ));
};
