export { createDrawer } from './create-drawer';
export type { Drawer } from './create-drawer';
export { DrawerHost } from './drawer-host';
export type { DrawerParts } from './drawer-parts';
