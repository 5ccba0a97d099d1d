import { createObservable, useObservable } from '@mahlzeit/shared-ui/platform';
import type { Observable, SnackbarMessage } from '@mahlzeit/shared-ui/platform';
import type { LazyModule } from '../loading/lazy-module';
import { text } from '../texts/shell-texts';
import type * as Panel from './drawer-panel';
import type { DrawerPanelProps } from './drawer-panel';

/** Whether the drawer is open, with functions that open and close it. */
export interface Drawer extends Observable<boolean> {
  open(): Promise<void>;
  close(): void;
}

interface DrawerDeps {
  readonly panel: LazyModule<unknown>;
  track<T>(work: Promise<T>): Promise<T>;
  snackbar(message: SnackbarMessage): void;
  /** Stores the focused element, so that a screen that is opened from the drawer can return the focus to it. */
  rememberOpener(): void;
}

/** Creates the drawer. `open` first loads the panel; if that fails, a snackbar shows an error with a retry. */
export const createDrawer = ({ panel, track, snackbar, rememberOpener }: DrawerDeps): Drawer => {
  const openState = createObservable(false);

  const openDrawer = async (): Promise<void> => {
    rememberOpener();
    const loadResult = await track(panel.load());
    if (loadResult.ok) openState.set(true);
    else
      snackbar({
        text: text('PartFailed'),
        tone: 'error',
        action: { label: text('Retry'), run: () => void openDrawer() },
      });
  };

  return { get: openState.get, subscribe: openState.subscribe, open: openDrawer, close: () => openState.set(false) };
};

/**
 * Script with the panel, entries and icons of the drawer, and the marks on the menu button. It loads after the list.
 */
export type DrawerModule = LazyModule<
  Pick<typeof Panel, 'DrawerPanel' | 'MenuMarks' | 'watchUnreadCount'> & Pick<DrawerPanelProps, 'entries' | 'SidePanel'>
>;

interface DrawerHostProps extends Omit<DrawerPanelProps, 'onLeave' | 'entries' | 'SidePanel'> {
  readonly drawer: Drawer;
  readonly drawerModule: DrawerModule;
}

/** Renders the drawer while it is open. */
export const DrawerHost = ({ drawer, drawerModule, ...panelProps }: DrawerHostProps) => {
  const isOpen = useObservable(drawer);
  const loadedModule = useObservable(drawerModule);
  if (!isOpen || loadedModule === null) return null;
  const { DrawerPanel, entries, SidePanel } = loadedModule;
  return <DrawerPanel {...panelProps} entries={entries} SidePanel={SidePanel} onLeave={drawer.close} />;
};
