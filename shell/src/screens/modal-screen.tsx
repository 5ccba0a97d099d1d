import type { RemoteName } from '@mahlzeit/contract';
import { useSession } from '@mahlzeit/shared-ui/platform';
import type { Navigation, ScreenAccess, ScreenDeclaration, SessionView } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useObservable } from '../observable';
import type { ScreenPhase } from '../remotes/mount-screen';
import { remoteOfModal } from '../remotes/registry';
import { useDeclaration } from '../remotes/remote-screen';
import type { ModalAddress } from '../router/address';
import type { Router } from '../router/router';
import type { ShellServices } from '../shell-services';
import { LoadingFrame, ScreenFailed } from './modal-fallbacks';

/** Whether a screen may be shown: `wait` until the session is known, `refused` shows nothing at all. */
export type AccessDecision = 'wait' | 'allowed' | 'refused';

type KnownSession = Extract<SessionView, { status: 'known' }>;

const mayEnter: Readonly<Record<ScreenAccess, (account: KnownSession['account']) => boolean>> = {
  anyone: () => true,
  notLoggedIn: ({ loggedIn }) => !loggedIn,
  loggedIn: ({ loggedIn }) => loggedIn,
  verified: ({ loggedIn, verified }) => loggedIn && verified,
};

/** Checks access first, then what the screen itself says of its parameters (DESIGN §2). */
export const checkAccess = (
  screen: Pick<ScreenDeclaration, 'access' | 'isValid'>,
  params: readonly string[],
  session: SessionView,
): AccessDecision => {
  if (session.status !== 'known') return 'wait';
  const isAllowed = mayEnter[screen.access](session.account) && (screen.isValid?.(params, session) ?? true);
  return isAllowed ? 'allowed' : 'refused';
};

/**
 * Navigation of one modal screen: it closes, replaces and goes back only while the address still names that screen. A
 * response that comes after the user went elsewhere must not close or replace what they see now. What it opens lies
 * above that, and Back leads there: an alert's answer may open a screen when its own has gone.
 */
export const ownNavigation = (router: Pick<Router, 'get'>, navigation: Navigation, key: string): Navigation => {
  const whileHere = <Args extends readonly unknown[]>(act: (...args: Args) => void) => (...args: Args): void => {
    if (router.get().modal?.key === key) act(...args);
  };
  return {
    ...navigation,
    replace: whileHere(navigation.replace),
    close: whileHere(navigation.close),
    back: whileHere(navigation.back),
  };
};

interface ModalScreenProps {
  readonly services: ShellServices;
  readonly remote: RemoteName;
  readonly address: ModalAddress;
}

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

// Screens that VISUAL.md draws as the 1040 px dialog.
const wideScreens: ReadonlySet<string> = new Set(['details']);

/** One modal screen: loads its declaration, waits for the session, asks whether it may show, and mounts it. */
const ModalScreen = ({ services, remote, address }: ModalScreenProps) => {
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

/** Shows the one modal screen that the hash names; an unknown key shows nothing. A new key is a new screen. */
export const ModalHost = ({ services }: { readonly services: ShellServices }) => {
  const { modal } = useObservable(services.router);
  const remote = modal === null ? null : remoteOfModal(services.lookup, modal.key);
  const { focus } = services;
  const isOpen = remote !== null;

  useEffect(() => {
    if (!isOpen) return;
    focus.noteOpener();
    return () => focus.restore();
  }, [focus, isOpen]);

  if (modal === null || remote === null) return null;
  return <ModalScreen key={modal.key} services={services} remote={remote} address={modal} />;
};
