import {
  accountOf,
  createSingleFlight,
  createStoredText,
  UNSENT_MESSAGES,
  userStorageKey,
} from '@mahlzeit/shared-ui/platform';
import type { BrowserStorage, ShellApi } from '@mahlzeit/shared-ui/platform';

interface ResumeSendingDeps {
  readonly shell: Pick<ShellApi, 'session' | 'remotes'> & {
    readonly live: Pick<ShellApi['live'], 'status' | 'onStatus'>;
  };
  readonly storage: BrowserStorage;
  /** Window that fires an event when the network is back. */
  readonly browser: Pick<Window, 'addEventListener' | 'removeEventListener'>;
}

/**
 * Lets the remote mf-social send messages that an earlier page or another tab has left unsent, even if no screen of
 * this remote is open. Runs when a member is logged in, and when the network or the live connection is back. Without
 * stored messages, the remote isn't loaded. Returns an unsubscribe function.
 */
export const resumeSending = ({
  shell: { session, live, remotes },
  storage,
  browser,
}: ResumeSendingDeps): (() => void) => {
  const singleFlight = createSingleFlight();
  const resumeWhenSignedIn = (): void => {
    const account = accountOf(session.get());
    if (account?.loggedIn !== true) return;
    if (createStoredText(storage, userStorageKey(account.uid, UNSENT_MESSAGES)).read() === null) return;
    // The promise isn't awaited: if mf-social can't be loaded, the command runs again when the connection is next
    // restored.
    void singleFlight.run(() => remotes.runCommand('social/resumeSending', {}));
  };
  const onStatus = (): void => {
    if (live.status() === 'online') resumeWhenSignedIn();
  };
  const stopFunctions = [session.subscribe(resumeWhenSignedIn), live.onStatus(onStatus)];
  browser.addEventListener('online', resumeWhenSignedIn);
  resumeWhenSignedIn();
  return () => {
    browser.removeEventListener('online', resumeWhenSignedIn);
    stopFunctions.forEach((stop) => stop());
  };
};
