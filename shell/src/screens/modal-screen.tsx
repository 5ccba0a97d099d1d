import type { RemoteName } from '@mahlzeit/contract';
import type { ScreenDeclaration } from '@mahlzeit/shared-ui/platform';
import { useSession } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ShellServices } from '../chrome';
import type { ScreenPhase } from '../parcels/visit-screen';
import type { ModalAddress } from '../router/hash-address';
import { useObservable } from '../use-observable';
import { checkAccess } from './judge-screen';
import type { AccessDecision } from './judge-screen';
import { LoadingFrame } from './loading-frame';
import { ownNavigation } from './own-navigation';
import { ScreenFailed } from './screen-failed';
import { useDeclaration } from './use-declaration';

interface ModalScreenProps {
  readonly services: ShellServices;
  readonly remote: RemoteName;
  readonly address: ModalAddress;
}

// Screens that VISUAL.md draws as the 1040 px dialog.
const wideScreens: ReadonlySet<string> = new Set(['details']);

interface ShownScreenProps extends ModalScreenProps {
  readonly screen: ScreenDeclaration;
  readonly onPhase: (phase: ScreenPhase) => void;
  readonly onClose: () => void;
}

const ShownScreen = ({ services, remote, address, screen, onPhase, onClose }: ShownScreenProps) => {
  const { shell, router, title, RemoteScreen } = services;
  const { key } = address;
  const ownShell = useMemo(() => ({ ...shell, navigation: ownNavigation(router, shell.navigation, key) }), [shell, router, key]);
  useEffect(() => {
    shell.logEvent(`show_${key}`);
    return title.show(key);
  }, [shell, title, key]);
  const renderFailure = useCallback((retry: () => void) => <ScreenFailed onRetry={retry} onClose={onClose} />, [onClose]);
  return (
    <RemoteScreen
      remote={remote}
      screen={screen}
      params={address.params}
      shell={ownShell}
      renderFailure={renderFailure}
      onPhase={onPhase}
    />
  );
};

const isForMembers = ({ access }: ScreenDeclaration): boolean => access === 'loggedIn' || access === 'verified';

/** A06: closes a shown member's screen when the user may no longer see it, so that no address is left for whoever comes next. */
const useClosingWhenRefused = (screen: ScreenDeclaration | undefined, decision: AccessDecision, close: () => void): void => {
  const hasShown = useRef(false);
  useEffect(() => {
    if (decision === 'allowed') hasShown.current = true;
    else if (decision === 'refused' && hasShown.current && screen !== undefined && isForMembers(screen)) close();
  }, [screen, decision, close]);
};

/** One modal screen: loads its declaration, waits for the session, asks whether it may show, and mounts it. */
export const ModalScreen = ({ services, remote, address }: ModalScreenProps) => {
  const session = useSession();
  const access = useObservable(services.access);
  const view = useDeclaration(services.loader, remote);
  const [phase, setPhase] = useState<ScreenPhase>('loading');
  const { router, alerts } = services;
  // React-aria lets the overlay that came last have the page to itself: an open alert stays in front.
  const isMounted = phase === 'mounted';
  useEffect(() => {
    if (isMounted) alerts.raise();
  }, [isMounted, alerts]);
  const close = useCallback(() => router.close(), [router]);

  const declared = view.status === 'ready' ? view.declaration.screens.find(({ key, region }) => key === address.key && region === 'modal') : undefined;
  const decision = declared === undefined ? 'wait' : checkAccess(declared, address.params, session);
  useClosingWhenRefused(declared, decision, close);

  // R06: nothing shows before the session is known and the version is checked, not even that something loads.
  if (session.status !== 'known' || access === 'unknown') return null;
  const screen = decision === 'allowed' ? declared : undefined;
  const isLoading = view.status === 'loading' || (screen !== undefined && phase === 'loading');
  return (
    <>
      {isLoading && <LoadingFrame isWide={wideScreens.has(address.key)} onClose={close} />}
      {view.status === 'failed' && <ScreenFailed onRetry={view.retry} onClose={close} />}
      {screen !== undefined && <ShownScreen services={services} remote={remote} address={address} screen={screen} onPhase={setPhase} onClose={close} />}
    </>
  );
};
