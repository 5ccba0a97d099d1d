import type { RemoteName } from '@mahlzeit/contract';
import type { ScreenDeclaration } from '@mahlzeit/shared-ui/platform';
import { useSession } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Chrome } from '../chrome';
import type { ScreenPhase } from '../parcels';
import type { ModalAddress } from '../router';
import { useObservable } from '../use-observable';
import { judgeScreen } from './judge-screen';
import type { ScreenVerdict } from './judge-screen';
import { LoadingFrame } from './loading-frame';
import { ownNavigation } from './own-navigation';
import { ScreenFailed } from './screen-failed';
import { useDeclaration } from './use-declaration';

interface ModalScreenProps {
  readonly chrome: Chrome;
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

const ShownScreen = ({ chrome, remote, address, screen, onPhase, onClose }: ShownScreenProps) => {
  const { shell, router, title, RemoteScreen } = chrome;
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

/** A06: a member's screen that shows goes when he may no longer see it, and leaves no address behind for whoever comes next. */
const useClosingWhenRefused = (screen: ScreenDeclaration | undefined, verdict: ScreenVerdict, close: () => void): void => {
  const hasShown = useRef(false);
  useEffect(() => {
    if (verdict === 'allowed') hasShown.current = true;
    else if (verdict === 'refused' && hasShown.current && screen !== undefined && isForMembers(screen)) close();
  }, [screen, verdict, close]);
};

/** One modal screen: loads its declaration, waits for the session, asks whether it may show, and mounts it. */
export const ModalScreen = ({ chrome, remote, address }: ModalScreenProps) => {
  const session = useSession();
  const access = useObservable(chrome.access);
  const view = useDeclaration(chrome.loader, remote);
  const [phase, setPhase] = useState<ScreenPhase>('loading');
  const { router, alerts } = chrome;
  // React-aria lets the overlay that came last have the page to itself: an alert that stands stays in front.
  const isMounted = phase === 'mounted';
  useEffect(() => {
    if (isMounted) alerts.raise();
  }, [isMounted, alerts]);
  const close = useCallback(() => router.close(), [router]);

  const declared = view.status === 'ready' ? view.declaration.screens.find(({ key, region }) => key === address.key && region === 'modal') : undefined;
  const verdict = declared === undefined ? 'wait' : judgeScreen(declared, address.params, session);
  useClosingWhenRefused(declared, verdict, close);

  // R06: nothing shows before the session is known and the version is checked, not even that something loads.
  if (session.status !== 'known' || access === 'unknown') return null;
  const screen = verdict === 'allowed' ? declared : undefined;
  const isLoading = view.status === 'loading' || (screen !== undefined && phase === 'loading');
  return (
    <>
      {isLoading && <LoadingFrame isWide={wideScreens.has(address.key)} onClose={close} />}
      {view.status === 'failed' && <ScreenFailed onRetry={view.retry} onClose={close} />}
      {screen !== undefined && <ShownScreen chrome={chrome} remote={remote} address={address} screen={screen} onPhase={setPhase} onClose={close} />}
    </>
  );
};
