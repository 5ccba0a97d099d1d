export { useFilterActions, useFilters, useDebouncedFilters } from './use-filters';
