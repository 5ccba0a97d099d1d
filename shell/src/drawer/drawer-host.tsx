import type { DialogParts } from '../dialog-parts';
import { useTexts } from '../shell-texts';
import { useObservable } from '../use-observable';
import type { Drawer } from './create-drawer';
import { DrawerContent, DrawerFoot } from './drawer-content';
import type { DrawerContentProps } from './drawer-content';

interface DrawerHostProps extends Omit<DrawerContentProps, 'onLeave'> {
  readonly drawer: Drawer;
  readonly dialogParts: DialogParts;
}

/** The side drawer, while it is open. */
export const DrawerHost = ({ drawer, dialogParts, ...content }: DrawerHostProps) => {
  const t = useTexts();
  const isOpen = useObservable(drawer);
  const parts = useObservable(dialogParts);
  if (!isOpen || parts === null) return null;
  return (
    <parts.SidePanel label={t('Menu')} onClose={drawer.close} footer={<DrawerFoot {...content} onLeave={drawer.close} />}>
      <DrawerContent {...content} onLeave={drawer.close} />
    </parts.SidePanel>
  );
};
