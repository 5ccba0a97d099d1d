export { MenuPane } from './menu-pane';
export { useMenu } from './use-menu';
