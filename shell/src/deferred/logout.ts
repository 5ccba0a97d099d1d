import {
  accountOf,
  createStoredText,
  eraseOtherUsers,
  errorText,
  uidOf,
  UNSENT_MESSAGES,
  userStorageKey,
} from '@mahlzeit/shared-ui/platform';
import type { BrowserStorage, SessionClient, ShellApi } from '@mahlzeit/shared-ui/platform';
import type { Alerts } from '../messages/alerts';
import type { Drawer } from '../drawer/drawer';
import type { Snackbars } from '../messages/snackbars';
import { text } from './deferred-texts';

type EndSessionDeps = Pick<ShellApi, 'track' | 'snackbar'> & { readonly session: Pick<ShellApi['session'], 'logout'> };

/** Logs out and shows a message (SuccessLogout), or the error. */
export const endSession = async ({ track, snackbar, session }: EndSessionDeps): Promise<void> => {
  const logoutResult = await track(session.logout());
  if (logoutResult.ok) snackbar({ text: text('SuccessLogout'), tone: 'success' });
  else snackbar({ text: errorText(logoutResult.error), tone: 'error' });
};

export type LogoutDeps = EndSessionDeps &
  Pick<ShellApi, 'alert'> & { readonly session: Pick<ShellApi['session'], 'get'> };

/**
 * Asks for confirmation (LogoutMessage), then logs out. The question warns of unsent messages, because logging out
 * erases them from this browser (`eraseDepartedUsers`).
 */
export const logOut = async (
  { alert, ...endSessionDeps }: LogoutDeps,
  storage: BrowserStorage = () => window.localStorage,
): Promise<void> => {
  const uid = uidOf(endSessionDeps.session.get());
  const hasUnsentMessages =
    uid !== null && createStoredText(storage, userStorageKey(uid, UNSENT_MESSAGES)).read() !== null;
  const choice = await alert({
    title: text('LogoutTitle'),
    text: text(hasUnsentMessages ? 'LogoutMessageUnsent' : 'LogoutMessage'),
    actions: [
      { id: 'stay', label: text('Cancel'), tone: 'safe' },
      { id: 'logout', label: text('Logout'), tone: 'primary' },
    ],
  });
  if (choice === 'logout') await endSession(endSessionDeps);
};

export interface DepartedUserDeps {
  readonly session: Pick<SessionClient, 'get' | 'subscribe'>;
  readonly alerts: Pick<Alerts, 'clear'>;
  readonly snackbars: Pick<Snackbars, 'clear'>;
  readonly drawer: Pick<Drawer, 'close'>;
}

/**
 * Closes alerts, messages and the drawer when a member logs out, in this tab or another one (A06). Returns an
 * unsubscribe function.
 */
export const forgetDepartedUser = ({ session, alerts, snackbars, drawer }: DepartedUserDeps): (() => void) => {
  const activeMemberUid = (): string | null => {
    const account = accountOf(session.get());
    return account?.loggedIn === true ? account.uid : null;
  };
  let currentMemberUid = activeMemberUid();
  return session.subscribe(() => {
    const previousMemberUid = currentMemberUid;
    currentMemberUid = activeMemberUid();
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
