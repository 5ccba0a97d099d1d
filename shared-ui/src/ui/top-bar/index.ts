export { FilterButton, SearchBox, TopBarApp, TopBarBrand, TopBarMenu, TopBarPlace } from './top-bar';
export { SearchArea as TopBarSearch, TopBar } from './top-bar.styles';
