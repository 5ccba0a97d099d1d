export { AlertDialog, useFirstFocus } from './alert-dialog';
export type { AlertAction } from './alert-dialog';
// Avatars and tabs are exported here, because only sheets use them: their code then belongs to the script of the
// sheets.
export { Avatar, Mosaic } from '../avatar';
export { LowSheet } from './low-sheet';
export { MediaOverlay } from './media-overlay';
export { PaneSheet } from './pane-sheet';
export { Sheet, SheetTabs, SidePanel } from './sheet';
export type { SheetPlace, SheetSize } from './sheet.styles';
export { TabButton, TabStrip } from '../tabs';
