import type * as Dialog from '@mahlzeit/shared-ui/ui/dialog';
import type { LazyModule } from './lazy-part';

/** The design system's dialogs: react-aria is heavy, so they are loaded when first asked for. */
export type DialogModule = LazyModule<typeof Dialog>;
