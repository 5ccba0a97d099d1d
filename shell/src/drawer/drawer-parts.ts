import type { SidePanel } from '@mahlzeit/shared-ui/ui/dialog';
import type { LazyPart } from '../lazy-part';
import type * as Content from './drawer-content';

/** What the drawer is drawn with: panel, lines and their icons come when it is first opened. */
export type DrawerParts = LazyPart<typeof Content & { readonly SidePanel: typeof SidePanel }>;
