import { createObservable, useObservable } from '@mahlzeit/shared-ui/platform';
import type { Observable, SnackbarMessage } from '@mahlzeit/shared-ui/platform';
import type { SidePanel } from '@mahlzeit/shared-ui/ui/dialog';
import type { LazyModule } from '../loading/lazy-module';
import { text, useTexts } from '../texts/shell-texts';
import type * as Content from './drawer-content';
import type { DrawerContentProps } from './drawer-content';

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

/** Panel, entries and icons of the drawer, and the marks on the menu button; loaded after the list. */
export type DrawerModule = LazyModule<
  Pick<typeof Content, 'DrawerContent' | 'DrawerFoot' | 'MenuMarks' | 'watchUnreadCount'> &
    Pick<DrawerContentProps, 'entries'> & { readonly SidePanel: typeof SidePanel }
>;

interface DrawerHostProps extends Omit<DrawerContentProps, 'onLeave' | 'entries'> {
  readonly drawer: Drawer;
  readonly drawerModule: DrawerModule;
}

const MAX_FOCUS_FRAMES = 10;

// Runs `action` after React-aria has returned the focus to the menu button, some frames after the panel has closed. An
// alert that opens earlier would lose the focus.
const afterFocusIsBack = (action: () => void, framesLeft = MAX_FOCUS_FRAMES): void => {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body && framesLeft > 0) afterFocusIsBack(action, framesLeft - 1);
    else action();
  });
};

/** Renders the drawer while it is open. */
export const DrawerHost = ({ drawer, drawerModule, onLogout, ...contentProps }: DrawerHostProps) => {
  const t = useTexts();
  const isOpen = useObservable(drawer);
  const loadedModule = useObservable(drawerModule);
  if (!isOpen || loadedModule === null) return null;
  const drawerContentProps = {
    ...contentProps,
    entries: loadedModule.entries,
    onLeave: drawer.close,
    onLogout: () => afterFocusIsBack(onLogout),
  };
  return (
    <loadedModule.SidePanel
      label={t('Menu')}
      onClose={drawer.close}
      footer={<loadedModule.DrawerFoot {...drawerContentProps} />}
    >
      <loadedModule.DrawerContent {...drawerContentProps} />
    </loadedModule.SidePanel>
  );
};
