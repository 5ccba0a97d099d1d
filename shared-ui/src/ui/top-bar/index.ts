export { TopBarApp, TopBarBrand, TopBarMenu, TopBarPlace } from './top-bar';
export { TopBar } from './top-bar.styles';
