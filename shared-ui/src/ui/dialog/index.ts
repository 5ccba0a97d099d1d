export { AlertDialog } from './alert-dialog';
export type { AlertAction } from './alert-dialog';
export { MediaOverlay } from './media-overlay';
export { Sheet } from './sheet';
export { SheetTabs } from './sheet-tabs';
export type { SheetSize } from './sheet.styles';
export { SidePanel } from './side-panel';
export { useFirstFocus } from './use-first-focus';
