export { DrawerHead, DrawerList, DrawerNotice, DrawerRow } from './drawer-row';
