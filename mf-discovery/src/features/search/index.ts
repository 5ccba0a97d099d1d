export { SearchBar } from './search-bar';
export { useFoundNonPartnersQuery } from './search-entries';
