export { AlertDialog, useFirstFocus } from './alert-dialog';
export type { AlertAction } from './alert-dialog';
// Avatars and tabs are used only inside sheets, so their scripts belong to the chunk of the sheets.
export { Avatar, Mosaic } from '../avatar';
export { LowSheet } from './low-sheet';
export { MediaOverlay } from './media-overlay';
export { PaneSheet } from './pane-sheet';
export { Sheet, SheetTabs, SidePanel } from './sheet';
export type { SheetPlace, SheetSize } from './sheet.styles';
export { TabButton, TabStrip } from '../tabs';
