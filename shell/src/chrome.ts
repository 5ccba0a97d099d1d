import type { ShellApi } from '@mahlzeit/shared-ui/platform';
import type { ComponentType } from 'react';
import type { AccessWatch } from './access';
import type { Alerts } from './dialogs';
import type { Busy } from './busy';
import type { DialogParts } from './dialog-parts';
import type { Drawer, DrawerParts } from './drawer';
import type { FirstView } from './first-view';
import type { RemoteLoader } from './loader';
import type { RemoteScreenProps } from './parcels';
import type { RemoteLookup } from './registry';
import type { Router } from './router';
import type { FocusKeeper, PageTitle } from './screens';
import type { Snackbars } from './snackbars';

/** Everything that the shell's own components draw from and act on. */
export interface Chrome {
  readonly shell: ShellApi;
  readonly router: Router;
  readonly lookup: RemoteLookup;
  readonly loader: Pick<RemoteLoader, 'declaration' | 'onArrival'>;
  readonly RemoteScreen: ComponentType<RemoteScreenProps>;
  readonly focus: FocusKeeper;
  readonly snackbars: Snackbars;
  readonly alerts: Alerts;
  readonly busy: Busy;
  readonly drawer: Drawer;
  readonly access: Pick<AccessWatch, 'get' | 'subscribe' | 'check'>;
  readonly title: PageTitle;
  readonly firstView: FirstView;
  readonly dialogParts: DialogParts;
  readonly drawerParts: DrawerParts;
  /** Asks, then logs out. */
  logout(): Promise<void>;
  /** The main screen has come: what waits for it may begin. */
  mainShown(): void;
  /** Loads the page anew. */
  reload(): void;
}
