import { ShellProvider } from '@mahlzeit/shared-ui/platform';
import { GlobalStyle } from '@mahlzeit/shared-ui/ui';
import { AccessHost } from './access/access-host';
import { BusyHost } from './busy/busy-host';
import type { ShellServices } from './chrome';
import { AlertHost } from './dialogs/alert-host';
import { DrawerHost } from './drawer/drawer-host';
import { CrashBoundary } from './frame/crash-boundary';
import { Page } from './frame/page';
import { mainRegion } from './frame/main-region';
import { ModalHost } from './screens/modal-host';
import { remoteOfModal } from './screens/remote-of-modal';
import { SnackbarHost } from './snackbars/snackbar-host';
import { useObservable } from './use-observable';

const focusMain = (): void => mainRegion()?.focus({ preventScroll: true });

const Layers = ({ services }: { readonly services: ShellServices }) => {
  const { shell, router, lookup, drawer, dialogModule, drawerModule, alerts, snackbars, busy } = services;
  const hasScreen = (key: string): boolean => remoteOfModal(lookup, key) !== null;
  return (
    <>
      <ModalHost services={services} />
      <DrawerHost
        drawer={drawer}
        drawerModule={drawerModule}
        navigation={router}
        deployment={shell.deployment}
        hasScreen={hasScreen}
        onLogout={() => void services.logout()}
      />
      <AlertHost alerts={alerts} dialogModule={dialogModule} />
      <SnackbarHost snackbars={snackbars} onFocusLost={focusMain} />
      <BusyHost busy={busy} />
      <AccessHost access={services.access} onReload={services.reload} />
    </>
  );
};

const Views = ({ services }: { readonly services: ShellServices }) => {
  const { page } = useObservable(services.router);
  // S1§2: /empty renders nothing.
  if (page.kind === 'empty') return null;
  return (
    <>
      <Page services={services} placeId={page.placeId} />
      <Layers services={services} />
    </>
  );
};

/** Everything the shell draws. */
export const Shell = ({ services }: { readonly services: ShellServices }) => (
  <>
    <GlobalStyle />
    <CrashBoundary onReload={services.reload}>
      <ShellProvider shell={services.shell}>
        <Views services={services} />
      </ShellProvider>
    </CrashBoundary>
  </>
);
