import { berlinDay } from '@mahlzeit/contract/rules';
import { formatMoment, formatTime } from '@mahlzeit/shared-ui/platform';
import type { LiveClient, Observable, ShellClock, ShownRow, Timers } from '@mahlzeit/shared-ui/platform';
import type { Router } from '../router/router';
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
  /** Rows that the page shows from this browser because the gateway didn't answer. */
  readonly shownOffline: Observable<readonly ShownRow[]>;
  readonly router: Pick<Router, 'get' | 'subscribe'>;
  readonly clock: Pick<ShellClock, 'now'>;
  /** Text of the bar that says that there is no connection; null while there is one. */
  readonly connectionText: { get(): string | null; set(text: string | null): void };
  readonly timers: Timers;
}

// Delay in ms before the bar about a lost connection appears. A socket that reconnects quickly, for example after a
// change of network or a restart of the gateway, needs no bar. A page without WebSockets starts to poll within this
// time.
const OFFLINE_GRACE_MS = 3_000;

/** Group of the rows that every screen shows: those of the user's own topic. */
const OWN_TOPIC_GROUP = 'me';

const oldestOf = (rows: readonly ShownRow[]): number | null =>
  rows.length === 0 ? null : Math.min(...rows.map(({ cachedAt }) => cachedAt));

/**
 * Watches how old the visible screen is. Each row belongs to the screen that was visible when the row was first shown,
 * and rows of the own topic belong to all screens that have none of their own.
 */
const createAgeWatch = ({ shownOffline, router }: Pick<ConnectionDeps, 'shownOffline' | 'router'>) => {
  const screenByRow = new WeakMap<ShownRow, string>();
  const visibleScreen = (): string => JSON.stringify(router.get());
  return {
    noteScreens() {
      for (const row of shownOffline.get()) if (!screenByRow.has(row)) screenByRow.set(row, visibleScreen());
    },
    /** Returns the time of the oldest row of the visible screen; null when the screen shows none. */
    oldest(): number | null {
      const rows = shownOffline.get();
      return (
        oldestOf(
          rows.filter((row) => row.group.name !== OWN_TOPIC_GROUP && screenByRow.get(row) === visibleScreen()),
        ) ?? oldestOf(rows.filter(({ group }) => group.name === OWN_TOPIC_GROUP))
      );
    },
  };
};

const offlineTextOf = (oldest: number | null, now: number): string => {
  if (oldest === null) return text('Offline');
  const moment = berlinDay(oldest) === berlinDay(now) ? formatTime(oldest) : formatMoment(oldest, now);
  return text('OfflineAsOf', { moment });
};

/**
 * Shows „Keine Verbindung“ while the network or the live socket is down, with the age of what the visible screen shows
 * from this browser. Returns an unsubscribe function.
 */
export const watchConnection = (deps: ConnectionDeps): (() => void) => {
  const { browser, live, shownOffline, router, clock, connectionText, timers } = deps;
  const ageWatch = createAgeWatch(deps);
  let stopGrace: (() => void) | null = null;

  const showText = (): void => connectionText.set(offlineTextOf(ageWatch.oldest(), clock.now()));
  const hideText = (): void => {
    stopGrace?.();
    stopGrace = null;
    connectionText.set(null);
  };
  const updateText = (): void => {
    ageWatch.noteScreens();
    const isOffline = !browser.navigator.onLine || live.status() === 'offline' || shownOffline.get().length > 0;
    if (!isOffline) hideText();
    else if (connectionText.get() !== null) showText();
    else stopGrace ??= timers.after(OFFLINE_GRACE_MS, showText);
  };

  const unsubscribers = [live.onStatus, shownOffline.subscribe, router.subscribe].map((subscribe) =>
    subscribe(updateText),
  );
  browser.addEventListener('online', updateText);
  browser.addEventListener('offline', updateText);
  updateText();
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
    browser.removeEventListener('online', updateText);
    browser.removeEventListener('offline', updateText);
    hideText();
  };
};
