import type { LiveClient, Timers } from '@mahlzeit/shared-ui/platform';
import { text } from '../shell-texts';
import type { Snackbars } from '../snackbars';

/** The part of `window` that knows of the network. */
export interface NetworkWindow {
  readonly navigator: { readonly onLine: boolean };
  addEventListener(type: 'online' | 'offline', listener: () => void): void;
  removeEventListener(type: 'online' | 'offline', listener: () => void): void;
}

/** What tells whether we are connected, and where to say that we aren't. */
export interface ConnectionDeps {
  readonly browser: NetworkWindow;
  readonly live: Pick<LiveClient, 'status' | 'onStatus'>;
  readonly snackbars: Pick<Snackbars, 'hold'>;
  readonly timers: Timers;
}

// A socket that is back at once, after a change of network or a restart of the gateway, needs no words.
const GRACE_MS = 1_500;

/** Shows „Keine Verbindung“ while the network or the live socket is down. Answers the way to stop watching. */
export const watchConnection = ({ browser, live, snackbars, timers }: ConnectionDeps): (() => void) => {
  let undo: (() => void) | null = null;

  const say = (): void => {
    undo = snackbars.hold({ text: text('Offline'), tone: 'offline' });
  };
  const look = (): void => {
    const isOffline = !browser.navigator.onLine || live.status() === 'offline';
    if (isOffline) undo ??= timers.after(GRACE_MS, say);
    else {
      undo?.();
      undo = null;
    }
  };

  const stopLive = live.onStatus(look);
  browser.addEventListener('online', look);
  browser.addEventListener('offline', look);
  look();
  return () => {
    stopLive();
    browser.removeEventListener('online', look);
    browser.removeEventListener('offline', look);
    undo?.();
  };
};
