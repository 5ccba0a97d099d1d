import {
  accountOf,
  createStoredText,
  eraseOtherUsers,
  errorText,
  uidOf,
  UNSENT_MESSAGES,
  userStorageKey,
  WAITING_WRITES,
} from '@mahlzeit/shared-ui/platform';
import type { ApiError, BrowserStorage, SessionClient, ShellApi } from '@mahlzeit/shared-ui/platform';
import type { Alerts } from '../messages/alerts';
import type { Drawer } from '../drawer/drawer';
import type { Snackbars } from '../messages/snackbars';
import type { Router } from '../router/router';
import { text } from './deferred-texts';

type EndSessionDeps = Pick<ShellApi, 'track' | 'snackbar'> & { readonly session: Pick<ShellApi['session'], 'logout'> };

/** Logs the user out and shows a message (SuccessLogout), or the error. Returns whether the user is logged out. */
export const endSession = async (
  { track, snackbar, session }: EndSessionDeps,
  failureTextOf: (error: ApiError) => string = errorText,
): Promise<boolean> => {
  const logoutResult = await track(session.logout());
  if (logoutResult.ok) snackbar({ text: text('SuccessLogout'), tone: 'success' });
  else snackbar({ text: failureTextOf(logoutResult.error), tone: 'error' });
  return logoutResult.ok;
};

export type LogoutDeps = EndSessionDeps &
  Pick<ShellApi, 'alert'> & {
    readonly session: Pick<ShellApi['session'], 'get'>;
    readonly router: Pick<Router, 'openMain'>;
  };

/** Storage and network of the browser in which the user logs out. */
interface LogoutBrowser {
  readonly localStorage: ReturnType<BrowserStorage>;
  readonly navigator: Pick<Navigator, 'onLine'>;
}

/**
 * Asks for confirmation (LogoutMessage), then logs out and opens the main screen, so that the next user of the browser
 * begins there. The question warns of unsent messages and other writes that wait, because logging out erases them from
 * this browser (`eraseDepartedUsers`). Without internet nobody can log out, so nothing is asked and nothing is lost.
 */
export const logOut = async (
  { alert, router, ...endSessionDeps }: LogoutDeps,
  browser: LogoutBrowser = window,
): Promise<void> => {
  const uid = uidOf(endSessionDeps.session.get());
  const isAnythingUnsent =
    uid !== null &&
    [UNSENT_MESSAGES, WAITING_WRITES].some(
      (name) => createStoredText(() => browser.localStorage, userStorageKey(uid, name)).read() !== null,
    );
  if (!browser.navigator.onLine)
    return endSessionDeps.snackbar({
      text: text(isAnythingUnsent ? 'LogoutOfflineUnsent' : 'LogoutOffline'),
      tone: 'error',
    });
  const choice = await alert({
    title: text('LogoutTitle'),
    text: text(isAnythingUnsent ? 'LogoutMessageUnsent' : 'LogoutMessage'),
    actions: [
      { id: 'stay', label: text('Cancel'), tone: 'safe' },
      { id: 'logout', label: text('Logout'), tone: 'primary' },
    ],
  });
  if (choice !== 'logout') return;
  const failureTextOf = (error: ApiError): string =>
    isAnythingUnsent ? text('LogoutFailedUnsent', { reason: errorText(error) }) : errorText(error);
  if (await endSession(endSessionDeps, failureTextOf)) router.openMain();
};

export interface DepartedUserDeps {
  readonly session: Pick<SessionClient, 'get' | 'subscribe'>;
  readonly alerts: Pick<Alerts, 'clear'>;
  readonly snackbars: Pick<Snackbars, 'clear'>;
  readonly drawer: Pick<Drawer, 'close'>;
  readonly router: Pick<Router, 'openMain'>;
}

/**
 * Closes alerts, messages and the drawer when a member logs out, in this tab or another one (A06). A member who logs in
 * afterwards sees the main screen instead of the screen that the former member had open. Returns an unsubscribe
 * function.
 */
export const forgetDepartedUser = ({ session, alerts, snackbars, drawer, router }: DepartedUserDeps): (() => void) => {
  const activeMemberUid = (): string | null => {
    const account = accountOf(session.get());
    return account?.loggedIn === true ? account.uid : null;
  };
  let currentMemberUid = activeMemberUid();
  let lastMemberUid = currentMemberUid;
  return session.subscribe(() => {
    const previousMemberUid = currentMemberUid;
    currentMemberUid = activeMemberUid();
    if (currentMemberUid !== null) {
      if (lastMemberUid !== null && lastMemberUid !== currentMemberUid) router.openMain();
      lastMemberUid = currentMemberUid;
    }
    // When an anonymous visitor logs in, everything stays open, because the visitor continues their work.
    if (previousMemberUid === null || previousMemberUid === currentMemberUid) return;
    alerts.clear();
    snackbars.clear();
    drawer.close();
  });
};

interface StoredUserDeps {
  readonly session: Pick<SessionClient, 'get' | 'subscribe'>;
  readonly storage: Parameters<typeof eraseOtherUsers>[0];
}

/**
 * Erases the stored data of all users except the current one from this browser, including data of earlier visits (A06).
 * Returns an unsubscribe function.
 */
export const eraseDepartedUsers = ({ session, storage }: StoredUserDeps): (() => void) => {
  let activeUid: string | null = null;
  const eraseIfUserChanged = (): void => {
    const uid = uidOf(session.get());
    if (uid === null || uid === activeUid) return;
    activeUid = uid;
    eraseOtherUsers(storage, activeUid);
  };
  eraseIfUserChanged();
  return session.subscribe(eraseIfUserChanged);
};
