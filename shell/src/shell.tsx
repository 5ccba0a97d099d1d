import { ShellProvider } from '@mahlzeit/shared-ui/platform';
import { GlobalStyle } from '@mahlzeit/shared-ui/ui';
import { AccessHost } from './access';
import { BusyHost } from './busy';
import type { Chrome } from './chrome';
import { AlertHost } from './dialogs';
import { DrawerHost } from './drawer';
import { CrashBoundary, Page, mainRegion } from './frame';
import { ModalHost, remoteOfModal } from './screens';
import { SnackbarHost } from './snackbars';
import { useObservable } from './use-observable';

const focusMain = (): void => mainRegion()?.focus({ preventScroll: true });

const Layers = ({ chrome }: { readonly chrome: Chrome }) => {
  const { shell, router, lookup, drawer, dialogParts, drawerParts, alerts, snackbars, busy } = chrome;
  const hasScreen = (key: string): boolean => remoteOfModal(lookup, key) !== null;
  return (
    <>
      <ModalHost chrome={chrome} />
      <DrawerHost
        drawer={drawer}
        drawerParts={drawerParts}
        navigation={router}
        deployment={shell.deployment}
        hasScreen={hasScreen}
        onLogout={() => void chrome.logout()}
      />
      <AlertHost alerts={alerts} dialogParts={dialogParts} />
      <SnackbarHost snackbars={snackbars} onFocusLost={focusMain} />
      <BusyHost busy={busy} />
      <AccessHost access={chrome.access} onReload={chrome.reload} />
    </>
  );
};

const Views = ({ chrome }: { readonly chrome: Chrome }) => {
  const { page } = useObservable(chrome.router);
  // S1§2: /empty renders nothing.
  if (page.kind === 'empty') return null;
  return (
    <>
      <Page chrome={chrome} placeId={page.placeId} />
      <Layers chrome={chrome} />
    </>
  );
};

/** Everything the shell draws. */
export const Shell = ({ chrome }: { readonly chrome: Chrome }) => (
  <>
    <GlobalStyle />
    <CrashBoundary onReload={chrome.reload}>
      <ShellProvider shell={chrome.shell}>
        <Views chrome={chrome} />
      </ShellProvider>
    </CrashBoundary>
  </>
);
