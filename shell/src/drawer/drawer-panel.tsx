import type { SidePanel as SidePanelComponent } from '@mahlzeit/shared-ui/ui/dialog';
import { DrawerContent, DrawerFoot } from './drawer-content';
import type { DrawerContentProps } from './drawer-content';
import { useTexts } from './drawer-texts';

export { MenuMarks } from './menu-marks';
export { watchUnreadCount } from './unread-count';

export interface DrawerPanelProps extends DrawerContentProps {
  /** Component for the panel, from the design system. Its script loads together with the dialogs. */
  readonly SidePanel: typeof SidePanelComponent;
}

const MAX_FOCUS_FRAMES = 10;

// Runs `action` after react-aria has returned the focus to the menu button, some frames after the panel has closed. An
// alert that opens earlier would lose the focus.
const afterFocusIsBack = (action: () => void, framesLeft = MAX_FOCUS_FRAMES): void => {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body && framesLeft > 0) afterFocusIsBack(action, framesLeft - 1);
    else action();
  });
};

/** Open drawer: a panel with the entries and, at its lower edge, the legal links. */
export const DrawerPanel = ({ SidePanel, onLogout, ...contentProps }: DrawerPanelProps) => {
  const t = useTexts();
  const drawerContentProps = { ...contentProps, onLogout: () => afterFocusIsBack(onLogout) };
  return (
    <SidePanel label={t('Menu')} onClose={contentProps.onLeave} footer={<DrawerFoot {...drawerContentProps} />}>
      <DrawerContent {...drawerContentProps} />
    </SidePanel>
  );
};
