export {
  applyFilters,
  TEXT_KEY_BY_DIET,
  dietFilters,
  filterGroups,
  applicableFiltersOf,
  hasLastingFilter,
  areInitialListFilters,
  noFilters,
  priceCategories,
  initialListFilters,
  walkMinuteOptions,
} from './filter-rules';
export type { ChosenTag, ListFilters } from './filter-rules';
export { selectFilterCount, useDebouncedFilters, useFilterActions, useFilters } from './filter-state';
export { TagBar } from './tag-bar';
export { cuisineTagsOf, useTagsQuery } from './tags';
