export { FilterButton, SearchBox } from './search-box';
export { TopBarSearch } from './search-box.styles';
