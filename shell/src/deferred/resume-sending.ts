import {
  accountOf,
  createSingleFlight,
  storedText,
  UNSENT_MESSAGES,
  userStorageKey,
} from '@mahlzeit/shared-ui/platform';
import type { BrowserStorage, ShellApi } from '@mahlzeit/shared-ui/platform';

interface ResumeSendingDeps {
  readonly shell: Pick<ShellApi, 'session' | 'remotes'> & {
    readonly live: Pick<ShellApi['live'], 'status' | 'onStatus'>;
  };
  readonly storage: BrowserStorage;
}

/**
 * Lets social send the messages that an earlier page, or another tab, left unsent, whatever screen shows: once a member
 * is known, and whenever the connection is back. Loads nothing when no message is stored. Returns an unsubscribe
 * function.
 */
export const resumeSending = ({ shell: { session, live, remotes }, storage }: ResumeSendingDeps): (() => void) => {
  const flight = createSingleFlight();
  const resume = (): void => {
    const account = accountOf(session.get());
    if (account?.loggedIn !== true) return;
    if (storedText(storage, userStorageKey(account.uid, UNSENT_MESSAGES)).read() === null) return;
    // Not awaited: when social can't be loaded, the next connection runs the command again.
    void flight.run(() => remotes.runCommand('social/resumeSending', {}));
  };
  const onStatus = (): void => {
    if (live.status() === 'online') resume();
  };
  const stops = [session.subscribe(resume), live.onStatus(onStatus)];
  resume();
  return () => stops.forEach((stop) => stop());
};
