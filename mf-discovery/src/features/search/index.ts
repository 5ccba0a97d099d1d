export { SearchBar } from './search-bar';
export { useFoundNonPartners } from './use-found-non-partners';
