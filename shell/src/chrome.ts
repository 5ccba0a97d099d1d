import type { RemoteName } from '@mahlzeit/contract';
import type { ScreenDeclaration, ShellApi } from '@mahlzeit/shared-ui/platform';
import type { ComponentType, ReactNode } from 'react';
import type { Alerts } from './dialogs';
import type { Busy } from './busy';
import type { DialogParts } from './dialog-parts';
import type { Drawer } from './drawer';
import type { Router } from './router';
import type { DeclarationSource, FocusKeeper, ScreenDirectory } from './screens';
import type { Snackbars } from './snackbars';

/** How far a remote's screen has come. */
export type ScreenPhase = 'loading' | 'mounted' | 'failed';

/** What the shell's hosts hand to the component that mounts a remote's screen. */
export interface RemoteScreenProps {
  readonly remote: RemoteName;
  readonly screen: ScreenDeclaration;
  readonly params: readonly string[];
  readonly shell: ShellApi;
  /** Drawn instead of a screen that can't be had or breaks. */
  renderFailure(retry: () => void): ReactNode;
  onPhase(phase: ScreenPhase): void;
}

/** Everything that the shell's own components draw from and act on. */
export interface Chrome {
  readonly shell: ShellApi;
  readonly router: Router;
  readonly screens: ScreenDirectory;
  readonly declarations: DeclarationSource;
  readonly RemoteScreen: ComponentType<RemoteScreenProps>;
  readonly focus: FocusKeeper;
  readonly snackbars: Snackbars;
  readonly alerts: Alerts;
  readonly busy: Busy;
  readonly drawer: Drawer;
  readonly dialogParts: DialogParts;
  /** Asks, then logs out. */
  logout(): Promise<void>;
  /** Loads the page anew. */
  reload(): void;
}
