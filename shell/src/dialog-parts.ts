import type * as Dialog from '@mahlzeit/shared-ui/ui/dialog';
import type { LazyPart } from './lazy-part';

/** Drawer and alerts: react-aria is heavy, so its parts come when they are first asked for. */
export type DialogParts = LazyPart<typeof Dialog>;
