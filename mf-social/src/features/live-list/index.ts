export { LiveList } from './live-list';
export { SheetTabs } from './sheet-tabs';
