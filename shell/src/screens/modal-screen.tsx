import type { RemoteName } from '@mahlzeit/contract';
import { useObservable, useSession } from '@mahlzeit/shared-ui/platform';
import type { Navigation, ScreenAddress, ScreenDeclaration, ShellApi } from '@mahlzeit/shared-ui/platform';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ComponentType } from 'react';
import type { AccessWatch } from '../access/access-gate';
import type { Alerts } from '../messages/alerts';
import type { LoadError } from '../remotes/load-error';
import type { ScreenPhase } from '../remotes/mount-screen';
import { remoteOfModal } from '../remotes/registry';
import type { RemoteLookup } from '../remotes/registry';
import type { RemoteLoader } from '../remotes/remote-loader';
import { useDeclaration } from '../remotes/remote-screen';
import type { RemoteScreenProps } from '../remotes/remote-screen';
import type { MissingStep } from '../router/history-mark';
import type { Router } from '../router/router';
import type { FocusRestorer } from './focus-restorer';
import { LoadingFrame, ScreenLoadError } from './modal-fallbacks';
import type { PageTitle } from './page-title';
import { useAccessDecision } from './screen-access';
import type { AccessDecision } from './screen-access';

/**
 * Creates the navigation for one modal screen. Its functions close, replace and go back only while the URL still names
 * that screen: a late response must not close or replace another screen. `open` always works: the answer of an alert
 * may open a screen after its own screen is closed; the new screen is above the current one, and Back leads there.
 */
export const navigationOfScreen = (
  router: Pick<Router, 'get' | 'whenArrived'>,
  navigation: Navigation,
  screenKey: string,
): Navigation => {
  const isScreenOpen = (): boolean => router.get().modal?.key === screenKey;
  // During a history step, the check is repeated after the step, because only then it is known which entry was reached.
  const whileScreenOpen =
    <Args extends readonly unknown[]>(navigate: (...args: Args) => void) =>
    (...args: Args): void => {
      if (isScreenOpen()) router.whenArrived(() => isScreenOpen() && navigate(...args));
    };
  return {
    ...navigation,
    replace: whileScreenOpen(navigation.replace),
    close: whileScreenOpen(navigation.close),
    back: whileScreenOpen(navigation.back),
  };
};

/** Services of the shell that a modal screen needs. */
export interface ModalServices {
  readonly shell: ShellApi;
  readonly router: Router;
  readonly lookup: RemoteLookup;
  readonly loader: Pick<RemoteLoader, 'declaration' | 'onArrival'>;
  readonly RemoteScreen: ComponentType<RemoteScreenProps>;
  readonly focus: FocusRestorer;
  readonly alerts: Alerts;
  readonly access: Pick<AccessWatch, 'get' | 'subscribe' | 'check'>;
  readonly title: PageTitle;
}

interface ModalScreenProps {
  readonly services: ModalServices;
  readonly remote: RemoteName;
  readonly address: ScreenAddress;
}

interface ShownScreenProps extends ModalScreenProps {
  readonly screen: ScreenDeclaration;
  readonly onPhase: (phase: ScreenPhase) => void;
  readonly onClose: () => void;
}

const ShownScreen = ({ services, remote, address, screen, onPhase, onClose }: ShownScreenProps) => {
  const { shell, router, title, RemoteScreen } = services;
  const { key } = address;
  const screenShell = useMemo(
    () => ({ ...shell, navigation: navigationOfScreen(router, shell.navigation, key) }),
    [shell, router, key],
  );
  useEffect(() => {
    shell.logEvent(`show_${key}`);
    return title.show(key);
  }, [shell, title, key]);
  const renderFailure = useCallback(
    (retry: () => void, error: LoadError | null) => <ScreenLoadError error={error} onRetry={retry} onClose={onClose} />,
    [onClose],
  );
  return (
    <RemoteScreen
      remote={remote}
      screen={screen}
      params={address.params}
      shell={screenShell}
      renderFailure={renderFailure}
      onPhase={onPhase}
    />
  );
};

const isForMembers = ({ access }: ScreenDeclaration): boolean => access === 'loggedIn' || access === 'verified';

interface RefusedActions {
  close(): void;
  /** Opens the login or verification screen, which meets the missing requirement `step`. */
  openRequirementScreen(step: MissingStep): void;
}

/**
 * Leads users without an account or a verified address to login or verification, and back afterwards (Design §2). If a
 * member loses the access to the screen, it closes, so that the next user doesn't find its URL (A06).
 */
const useRefusedActions = (
  screen: ScreenDeclaration | undefined,
  decision: AccessDecision,
  { close, openRequirementScreen }: RefusedActions,
): void => {
  const hasShownScreen = useRef(false);
  useEffect(() => {
    const isStepMissing = decision === 'login' || decision === 'verification';
    if (decision === 'allowed') hasShownScreen.current = true;
    else if (isStepMissing && !hasShownScreen.current) openRequirementScreen(decision);
    else if (
      (isStepMissing || decision === 'refused') &&
      hasShownScreen.current &&
      screen !== undefined &&
      isForMembers(screen)
    )
      close();
  }, [screen, decision, close, openRequirementScreen]);
};

/**
 * Returns the function that loads the declaration again; null unless loading failed or the declaration lacks the
 * screen. A remote of another release may no longer declare the screen.
 */
const retryOfDeclaration = (
  { status, retry }: ReturnType<typeof useDeclaration>,
  declaredScreen: ScreenDeclaration | undefined,
): (() => void) | null => (status === 'failed' || (status === 'ready' && declaredScreen === undefined) ? retry : null);

/** Modal screen: loads its declaration, waits for the session, checks the access, and mounts it. */
const ModalScreen = ({ services, remote, address }: ModalScreenProps) => {
  const session = useSession();
  const access = useObservable(services.access);
  const declarationView = useDeclaration(services.loader, remote);
  const [phase, setPhase] = useState<ScreenPhase>('loading');
  const { router, alerts, lookup, shell } = services;
  // Brings an open alert to the front after the screen is mounted: react-aria makes everything behind the newest
  // overlay inert, so the alert must be the newest.
  const isScreenMounted = phase === 'mounted';
  useEffect(() => {
    if (isScreenMounted) alerts.raise();
  }, [isScreenMounted, alerts]);
  const close = useCallback(() => router.close(), [router]);

  const openRequirementScreen = useCallback(
    (step: MissingStep) => {
      const requirementScreen = lookup.address(step);
      if (requirementScreen === null) return;
      // The login screen gets the code of a connection link, so that it can name the link's sender.
      const codes = step === 'login' && lookup.address('connection')?.key === address.key ? address.params : [];
      router.detour(step, { ...requirementScreen, params: [...requirementScreen.params, ...codes] });
    },
    [lookup, router, address],
  );

  const declaredScreen =
    declarationView.status === 'ready'
      ? declarationView.declaration.screens.find(({ key, region }) => key === address.key && region === 'modal')
      : undefined;
  const { decision, retry } = useAccessDecision({ screen: declaredScreen, params: address.params, session, shell });
  const retryFailed = decision === 'failed' ? retry : retryOfDeclaration(declarationView, declaredScreen);
  useRefusedActions(declaredScreen, decision, { close, openRequirementScreen });

  // Nothing is shown before the session is known and the version is checked, not even a placeholder (R06).
  if (session.status !== 'known' || access === 'unknown') return null;
  const screen = decision === 'allowed' ? declaredScreen : undefined;
  const isDecisionPending = declaredScreen !== undefined && decision === 'wait';
  const isScreenLoading =
    declarationView.status === 'loading' || isDecisionPending || (screen !== undefined && phase === 'loading');
  return (
    <>
      {isScreenLoading && <LoadingFrame size={lookup.withScreen(address.key)?.frames[address.key]} onClose={close} />}
      {retryFailed !== null && <ScreenLoadError error={declarationView.error} onRetry={retryFailed} onClose={close} />}
      {screen !== undefined && (
        <ShownScreen
          services={services}
          remote={remote}
          address={address}
          screen={screen}
          onPhase={setPhase}
          onClose={close}
        />
      )}
    </>
  );
};

/**
 * Renders the modal screen that the hash names; for an unknown key, renders nothing. A screen with another key is
 * mounted anew.
 */
export const ModalHost = ({ services }: { readonly services: ModalServices }) => {
  const { modal } = useObservable(services.router);
  const remote = modal === null ? null : remoteOfModal(services.lookup, modal.key);
  const { focus } = services;
  const isModalOpen = remote !== null;

  useEffect(() => {
    if (!isModalOpen) return;
    focus.rememberOpener();
    return () => focus.restore();
  }, [focus, isModalOpen]);

  if (modal === null || remote === null) return null;
  return <ModalScreen key={modal.key} services={services} remote={remote} address={modal} />;
};
