export { FilterButton, SearchBox } from './search-box';
export { SearchArea as TopBarSearch } from './search-box.styles';
export { TopBarApp, TopBarBrand, TopBarMenu, TopBarPlace } from './top-bar';
export { TopBar } from './top-bar.styles';
