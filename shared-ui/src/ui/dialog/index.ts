export { AlertDialog, useFirstFocus } from './alert-dialog';
export type { AlertAction } from './alert-dialog';
export { MediaOverlay } from './media-overlay';
export { Sheet, SheetTabs, SidePanel } from './sheet';
export type { SheetSize } from './sheet.styles';
