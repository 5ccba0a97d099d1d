import type { LiveClient, Timers } from '@mahlzeit/shared-ui/platform';
import type { Snackbars } from '../messages/snackbars';
import { text } from './deferred-texts';

/** Part of `window` that tells whether the browser is online. */
interface NetworkStatusWindow {
  readonly navigator: { readonly onLine: boolean };
  addEventListener(type: 'online' | 'offline', listener: () => void): void;
  removeEventListener(type: 'online' | 'offline', listener: () => void): void;
}

export interface ConnectionDeps {
  readonly browser: NetworkStatusWindow;
  readonly live: Pick<LiveClient, 'status' | 'onStatus'>;
  readonly snackbars: Pick<Snackbars, 'hold'>;
  readonly timers: Timers;
}

// Delay in ms before the message about a lost connection appears. A socket that reconnects quickly, for example after a
// change of network or a restart of the gateway, needs no message. A page without WebSockets starts to poll within this
// time.
const OFFLINE_GRACE_MS = 3_000;

/** Shows „Keine Verbindung“ while the network or the live socket is down. Returns an unsubscribe function. */
export const watchConnection = ({ browser, live, snackbars, timers }: ConnectionDeps): (() => void) => {
  let hideOfflineMessage: (() => void) | null = null;

  const showOfflineMessage = (): void => {
    hideOfflineMessage = snackbars.hold({ text: text('Offline'), tone: 'offline' });
  };
  const updateOfflineMessage = (): void => {
    const isOffline = !browser.navigator.onLine || live.status() === 'offline';
    if (isOffline) hideOfflineMessage ??= timers.after(OFFLINE_GRACE_MS, showOfflineMessage);
    else {
      hideOfflineMessage?.();
      hideOfflineMessage = null;
    }
  };

  const unsubscribeStatus = live.onStatus(updateOfflineMessage);
  browser.addEventListener('online', updateOfflineMessage);
  browser.addEventListener('offline', updateOfflineMessage);
  updateOfflineMessage();
  return () => {
    unsubscribeStatus();
    browser.removeEventListener('online', updateOfflineMessage);
    browser.removeEventListener('offline', updateOfflineMessage);
    hideOfflineMessage?.();
  };
};
