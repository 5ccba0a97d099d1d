import { createContext, use, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { Account } from '@mahlzeit/contract';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { OverlayNavigationContext } from '../../ui/overlay-navigation';
import { useMinute } from '../browser/page-hooks';
import type { LiveStatus } from '../live/live-client';
import { accountOf, uidOf } from '../session/session-state';
import type { SessionView, ShellApi } from './shell-contract';

const ShellContext = createContext<ShellApi | null>(null);

/** Provides the shell's API to all components in a React root. Each root needs one. */
export const ShellProvider = ({ shell, children }: { readonly shell: ShellApi; readonly children: ReactNode }) => (
  <ShellContext value={shell}>
    <Provider store={shell.store}>
      <OverlayNavigationContext value={shell.navigation}>{children}</OverlayNavigationContext>
    </Provider>
  </ShellContext>
);

/** Returns the shell's API. Works in a screen, in a slot and in the shell itself. */
export const useShell = (): ShellApi => {
  const shell = use(ShellContext);
  if (shell === null) throw new Error('useShell needs a ShellProvider at the root');
  return shell;
};

/** Returns the session and renders again when it changes. */
export const useSession = (): SessionView => {
  const { session } = useShell();
  return useSyncExternalStore(session.subscribe, session.get);
};

/** Returns the account of the session; null until the session is known. */
export const useAccount = (): Account | null => accountOf(useSession());

/** Returns the uid of the session's user, registered or anonymous; null until the session is known. */
export const useUid = (): string | null => uidOf(useSession());

/**
 * Returns the start of the current minute by the server's clock, in epoch milliseconds. Renders again at each full
 * minute.
 */
export const useNow = (): number => useMinute(useShell().clock);

/** Returns the status of the live connection, and renders again when it changes. */
export const useLiveStatus = (): LiveStatus => {
  const { live } = useShell();
  return useSyncExternalStore(live.onStatus, live.status);
};

/** Returns the writes that the gateway has not confirmed, and renders again when they change. */
export const useWaitingWrites = (): ReturnType<ShellApi['waitingWrites']['get']> => {
  const { waitingWrites } = useShell();
  return useSyncExternalStore(waitingWrites.subscribe, waitingWrites.get);
};

/** Calls `retry` when the connection is back, if `hasFailed` is true. For queries in an error state. */
export const useRetryOnline = (hasFailed: boolean, retry: () => void): void => {
  const liveStatus = useLiveStatus();
  const [statusAtFailure, setStatusAtFailure] = useState<LiveStatus | null>(null);
  if (hasFailed && statusAtFailure === null) setStatusAtFailure(liveStatus);
  if (!hasFailed && statusAtFailure !== null) setStatusAtFailure(null);
  const isBackOnline = statusAtFailure !== null && statusAtFailure !== 'online' && liveStatus === 'online';
  const retryAfterReconnect = useEffectEvent(retry);
  useEffect(() => {
    if (isBackOnline) retryAfterReconnect();
  }, [isBackOnline]);
};

/**
 * Tells the shell once that the main screen shows its content, or an error. The shell then removes the prerendered
 * view.
 */
export const useMainReady = (hasSettled: boolean): void => {
  const { mainReady } = useShell();
  useEffect(() => {
    if (hasSettled) mainReady();
  }, [mainReady, hasSettled]);
};

/**
 * Prevents automatic reloads of the page while `isWorkUnderWay` is true: during work that would be lost, such as a
 * payment or a draft.
 */
export const useHoldReload = (isWorkUnderWay: boolean): void => {
  const { holdReload } = useShell();
  useEffect(() => (isWorkUnderWay ? holdReload() : undefined), [holdReload, isWorkUnderWay]);
};

/**
 * Sets a more precise name for a modal screen than its key gives, for example „Mensa am Brunnen“. Null while the name
 * isn't known.
 */
export const useScreenName = (screenName: string | null): void => {
  const { nameScreen } = useShell();
  useEffect(() => (screenName === null ? undefined : nameScreen(screenName)), [nameScreen, screenName]);
};
