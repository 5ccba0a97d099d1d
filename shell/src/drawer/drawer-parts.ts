import type { SidePanel } from '@mahlzeit/shared-ui/ui/dialog';
import type { LazyModule } from '../lazy-part';
import type * as Content from './drawer-content';

/** Panel, lines and icons of the drawer, loaded when it is first opened. */
export type DrawerModule = LazyModule<typeof Content & { readonly SidePanel: typeof SidePanel }>;
