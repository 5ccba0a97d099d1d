import { storedText, UNSENT_MESSAGES, userStorageKey } from '@mahlzeit/shared-ui/platform';
import type { BrowserStorage, ShellApi } from '@mahlzeit/shared-ui/platform';

interface ResumeSendingDeps {
  readonly shell: Pick<ShellApi, 'session' | 'remotes'> & {
    readonly live: Pick<ShellApi['live'], 'status' | 'onStatus'>;
  };
  readonly storage: BrowserStorage;
}

/**
 * Has social send what an earlier page, or another tab, left unsent, whatever is shown: once a member is known, and
 * whenever the connection is back. Nothing is loaded where nothing is stored. Returns an unsubscribe function.
 */
export const resumeSending = ({ shell: { session, live, remotes }, storage }: ResumeSendingDeps): (() => void) => {
  let isAsking = false;
  const resume = async (): Promise<void> => {
    const view = session.get();
    if (isAsking || view.status !== 'known' || !view.account.loggedIn) return;
    if (storedText(storage, userStorageKey(view.account.uid, UNSENT_MESSAGES)).read() === null) return;
    isAsking = true;
    // Where social can't be had, the next connection asks again.
    await remotes.runCommand('social/resumeSending', {}).finally(() => (isAsking = false));
  };
  const onSession = (): void => void resume();
  const onStatus = (): void => {
    if (live.status() === 'online') void resume();
  };
  const stops = [session.subscribe(onSession), live.onStatus(onStatus)];
  onSession();
  return () => stops.forEach((stop) => stop());
};
