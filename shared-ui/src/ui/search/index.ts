export { FilterButton, SearchBox } from './search-box';
export { SearchArea as TopBarSearch } from './search-box.styles';
