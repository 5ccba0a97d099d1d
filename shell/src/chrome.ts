import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import type { ComponentType } from 'react';
import type { AccessWatch } from './access/watch-access';
import type { Alerts } from './dialogs/create-alerts';
import type { Busy } from './busy/create-busy';
import type { DialogModule } from './dialog-parts';
import type { Drawer } from './drawer/create-drawer';
import type { DrawerModule } from './drawer/drawer-parts';
import type { PrerenderResult } from './first-view/create-first-view';
import type { RemoteLoader } from './loader/remote-loader';
import type { RemoteScreenProps } from './parcels/create-remote-screen';
import type { RemoteLookup } from './registry/remote-lookup';
import type { Router } from './router/create-router';
import type { FocusRestorer } from './screens/focus-keeper';
import type { PageTitle } from './screens/create-page-title';
import type { Snackbars } from './snackbars/create-snackbars';

/** Everything that the shell's own components draw from and act on. */
export interface ShellServices {
  readonly shell: ShellApi;
  readonly router: Router;
  readonly lookup: RemoteLookup;
  readonly loader: Pick<RemoteLoader, 'declaration' | 'onArrival'>;
  readonly RemoteScreen: ComponentType<RemoteScreenProps>;
  readonly focus: FocusRestorer;
  readonly snackbars: Snackbars;
  readonly alerts: Alerts;
  readonly busy: Busy;
  readonly drawer: Drawer;
  readonly access: Pick<AccessWatch, 'get' | 'subscribe' | 'check'>;
  readonly title: PageTitle;
  readonly prerender: PrerenderResult;
  readonly dialogModule: DialogModule;
  readonly drawerModule: DrawerModule;
  /** Asks, then logs out. */
  logout(): Promise<void>;
  /** Called once the main screen is shown: starts what waits for it. */
  mainShown(): void;
  /** Loads the page anew. */
  reload(): void;
}
