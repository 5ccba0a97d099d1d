import { useTexts } from '../shell-texts';
import { useObservable } from '../use-observable';
import type { Drawer } from './create-drawer';
import type { DrawerContentProps } from './drawer-content';
import type { DrawerModule } from './drawer-parts';

interface DrawerHostProps extends Omit<DrawerContentProps, 'onLeave'> {
  readonly drawer: Drawer;
  readonly drawerModule: DrawerModule;
}

const MAX_FRAMES = 10;

// React-aria gives focus back to the menu button some frames after the panel has gone; an alert has to find it there.
const afterFocusIsBack = (act: () => void, framesLeft = MAX_FRAMES): void => {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body && framesLeft > 0) afterFocusIsBack(act, framesLeft - 1);
    else act();
  });
};

/** The side drawer, while it is open. */
export const DrawerHost = ({ drawer, drawerModule, onLogout, ...lines }: DrawerHostProps) => {
  const t = useTexts();
  const isOpen = useObservable(drawer);
  const ui = useObservable(drawerModule);
  if (!isOpen || ui === null) return null;
  const content = { ...lines, onLeave: drawer.close, onLogout: () => afterFocusIsBack(onLogout) };
  return (
    <ui.SidePanel label={t('Menu')} onClose={drawer.close} footer={<ui.DrawerFoot {...content} />}>
      <ui.DrawerContent {...content} />
    </ui.SidePanel>
  );
};
