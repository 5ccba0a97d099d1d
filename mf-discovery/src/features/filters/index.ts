export { applyFilters } from './apply-filters';
export { filterGroups, priceCategories } from './filter-groups';
export { FilterOpener } from './filter-opener';
export { isStart, noFilters, startFilters } from './list-filters';
export type { ChosenTag, ListFilters } from './list-filters';
export { NothingPasses } from './nothing-passes';
export { useFilterActions, useFilters, useSettledFilters } from './use-filters';
