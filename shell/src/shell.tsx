import { ShellProvider, useObservable } from '@mahlzeit/shared-ui/platform';
import { Button, EmptyState, GlobalStyle } from '@mahlzeit/shared-ui/ui';
import { CircleAlert, RefreshCw } from 'lucide-react';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { AccessHost } from './access/access-gate';
import { AlertHost } from './messages/alerts';
import { BusyHost } from './messages/busy';
import { ConnectionBar } from './messages/connection-bar';
import { DrawerHost } from './drawer/drawer';
import { Page } from './page';
import { mainRegion } from './screens/focus-restorer';
import { ModalHost } from './screens/modal-screen';
import type { ShellServices } from './shell-services';
import { text } from './texts/shell-texts';
import { SnackbarHost } from './messages/snackbars';

interface CrashBoundaryProps {
  readonly children: ReactNode;
  readonly onReload: () => void;
}

/**
 * Last error boundary: if the shell itself crashes, the user sees a German page with a reload button instead of a blank
 * one.
 */
export class CrashBoundary extends Component<CrashBoundaryProps, { readonly hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError(): { readonly hasCrashed: boolean } {
    return { hasCrashed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasCrashed) return this.props.children;
    return (
      <main>
        <EmptyState icon={CircleAlert} title={text('CrashTitle')} text={text('CrashText')} headingLevel={1}>
          <Button icon={RefreshCw} onClick={this.props.onReload}>
            {text('Reload')}
          </Button>
        </EmptyState>
      </main>
    );
  }
}

const focusMain = (): void => mainRegion()?.focus({ preventScroll: true });

const Overlays = ({ services }: { readonly services: ShellServices }) => {
  const { shell, router, lookup, drawer, dialogModule, drawerModule, alerts, snackbars, busy } = services;
  return (
    <>
      <ModalHost services={services} />
      <DrawerHost
        drawer={drawer}
        drawerModule={drawerModule}
        navigation={router}
        deployment={shell.deployment}
        lookup={lookup}
        onLogout={() => void services.logout()}
      />
      <AlertHost alerts={alerts} dialogModule={dialogModule} />
      <SnackbarHost snackbars={snackbars} onFocusLost={focusMain} />
      <ConnectionBar connectionText={services.connectionText} />
      <BusyHost busy={busy} />
      <AccessHost access={services.access} onReload={services.reload} />
    </>
  );
};

const PageAndOverlays = ({ services }: { readonly services: ShellServices }) => {
  const { page } = useObservable(services.router);
  // The path /empty renders nothing (S1§2).
  if (page.kind === 'empty') return null;
  return (
    <>
      <Page services={services} placeId={page.placeId} />
      <Overlays services={services} />
    </>
  );
};

/** Root component of the shell: global style, crash boundary, page and overlays. */
export const Shell = ({ services }: { readonly services: ShellServices }) => (
  <>
    <GlobalStyle />
    <CrashBoundary onReload={services.reload}>
      <ShellProvider shell={services.shell}>
        <PageAndOverlays services={services} />
      </ShellProvider>
    </CrashBoundary>
  </>
);
