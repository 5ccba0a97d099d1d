import { createObservable } from '@mahlzeit/shared-ui/platform';
import type { ScreenAddress, ShownRow } from '@mahlzeit/shared-ui/platform';
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import type { AddressView } from '../router/router';
import { watchConnection } from './watch-connection';

const NOON = Date.parse('2026-06-24T12:00:00+02:00');
const MINUTE_MS = 60_000;

const addressOf = (modal: ScreenAddress | null): AddressView => ({ page: { kind: 'main', placeId: null }, modal });

type LiveStatus = 'connecting' | 'online' | 'offline';

const startConnectionWatch = ({
  onLine = true,
  status = 'connecting',
}: { onLine?: boolean; status?: LiveStatus } = {}) => {
  const timers = createManualTimers();
  const connectionText = createObservable<string | null>(null);
  const listeners = new Set<() => void>();
  const addListener = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const fakeNavigator = { onLine };
  let liveStatus = status;
  const shownOffline = createObservable<readonly ShownRow[]>([]);
  const address = createObservable(addressOf(null));
  const stopWatching = watchConnection({
    browser: {
      navigator: fakeNavigator,
      addEventListener: (_type, listener) => void addListener(listener),
      removeEventListener: (_type, listener) => void listeners.delete(listener),
    },
    live: { status: () => liveStatus, onStatus: addListener },
    shownOffline,
    router: address,
    clock: { now: () => NOON },
    connectionText,
    timers,
  });
  const emitChange = () => [...listeners].forEach((listener) => listener());
  return {
    stop: stopWatching,
    timers,
    text: connectionText.get,
    setLive: (nextStatus: LiveStatus) => {
      liveStatus = nextStatus;
      emitChange();
    },
    setOnLine: (nextOnLine: boolean) => {
      fakeNavigator.onLine = nextOnLine;
      emitChange();
    },
    listeners,
    /** Shows a row that is this old, in minutes. */
    showRow: (groupName: string, ageMinutes: number, name = '') =>
      shownOffline.set([
        ...shownOffline.get(),
        { group: { name: groupName, maxRows: 1 }, name, cachedAt: NOON - ageMinutes * MINUTE_MS },
      ]),
    clearShown: () => shownOffline.set([]),
    open: (screenKey: string | null) =>
      address.set(addressOf(screenKey === null ? null : { key: screenKey, params: [] })),
  };
};

const offlineText = 'Keine Verbindung. Wir versuchen es weiter.';

it('shows nothing while connecting and while connected', () => {
  const { text, setLive } = startConnectionWatch();
  expect(text()).toBeNull();
  setLive('online');
  expect(text()).toBeNull();
});

it('shows once that the live connection is down, until it is back', () => {
  const { text, timers, setLive } = startConnectionWatch();
  setLive('offline');
  setLive('offline');
  timers.advance(3_000);
  expect(text()).toBe(offlineText);
  setLive('online');
  expect(text()).toBeNull();
  setLive('offline');
  timers.advance(3_000);
  expect(text()).toBe(offlineText);
});

it('makes no words about a drop that is over at once', () => {
  const { text, timers, setLive } = startConnectionWatch({ status: 'online' });
  setLive('offline');
  timers.advance(2_999);
  setLive('online');
  timers.advance(10_000);
  expect(text()).toBeNull();
});

it('says at start and later that the network is gone', () => {
  const { text, timers, setOnLine } = startConnectionWatch({ onLine: false, status: 'online' });
  timers.advance(3_000);
  expect(text()).toBe(offlineText);
  setOnLine(true);
  expect(text()).toBeNull();
  setOnLine(false);
  timers.advance(3_000);
  expect(text()).toBe(offlineText);
});

it('tells how old the visible screen is', () => {
  const { text, timers, showRow, open } = startConnectionWatch({ status: 'offline' });
  const expectMoment = (moment: string) => expect(text()).toBe(`Keine Verbindung. Stand ${moment}.`);
  showRow('me', 5);
  showRow('loadByLocation', 18, '1');
  showRow('loadByLocation', 17, '2');
  timers.advance(3_000);
  expectMoment('11:42');
  open('details');
  showRow('getRestaurant', 24 * 60);
  expectMoment('Di. 23. Juni, 12:00');
  open('contacts');
  expectMoment('11:55');
  open(null);
  expectMoment('11:42');
});

it('speaks of stored data even if the live connection has noticed nothing, until they are replaced', () => {
  const { text, timers, showRow, clearShown } = startConnectionWatch({ status: 'online' });
  showRow('getRestaurant', 18);
  timers.advance(3_000);
  expect(text()).toBe('Keine Verbindung. Stand 11:42.');
  clearShown();
  expect(text()).toBeNull();
});

it('takes its message and its listeners with it', () => {
  const { text, timers, stop, listeners } = startConnectionWatch({ onLine: false });
  timers.advance(3_000);
  stop();
  expect(text()).toBeNull();
  expect(listeners.size).toBe(0);
  expect(timers.pendingCount()).toBe(0);
});
