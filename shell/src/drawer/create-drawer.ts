import type { SnackbarMessage } from '@mahlzeit/shared-ui/platform';
import type { LazyModule } from '../lazy-part';
import { createObservable } from '../observable';
import type { Observable } from '../observable';
import { text } from '../shell-texts';

/** Whether the drawer is open. */
export interface Drawer extends Observable<boolean> {
  open(): Promise<void>;
  close(): void;
}

export interface DrawerDeps {
  readonly panel: LazyModule<unknown>;
  track<T>(work: Promise<T>): Promise<T>;
  snackbar(message: SnackbarMessage): void;
  /** Remembers what has focus: a screen opened from the drawer gives it back there. */
  noteOpener(): void;
}

/** Opens once its panel is loaded; where that fails, says so and offers another try. */
export const createDrawer = ({ panel, track, snackbar, noteOpener }: DrawerDeps): Drawer => {
  const isOpen = createObservable(false);

  const open = async (): Promise<void> => {
    noteOpener();
    const loaded = await track(panel.load());
    if (loaded.ok) isOpen.set(true);
    else snackbar({ text: text('PartFailed'), tone: 'error', action: { label: text('Retry'), run: () => void open() } });
  };

  return { get: isOpen.get, subscribe: isOpen.subscribe, open, close: () => isOpen.set(false) };
};
