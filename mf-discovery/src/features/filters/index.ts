export {
  applyFilters,
  DIET_TEXTS,
  dietFilters,
  filterGroups,
  applicableFilters,
  hasLastingFilter,
  areStartFilters,
  noFilters,
  priceCategories,
  startFilters,
  walkMinuteOptions,
} from './filter-rules';
export type { ChosenTag, ListFilters } from './filter-rules';
export { selectFilterCount, useDebouncedFilters, useFilterActions, useFilters } from './filter-state';
export { TagBar } from './tag-bar';
export { cuisineTags, useTagsQuery } from './tags';
