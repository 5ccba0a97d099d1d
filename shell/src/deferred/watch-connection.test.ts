import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { createSnackbars } from '../messages/snackbars';
import { watchConnection } from './watch-connection';

type LiveStatus = 'connecting' | 'online' | 'offline';

const startConnectionWatch = ({
  onLine = true,
  status = 'connecting',
}: { onLine?: boolean; status?: LiveStatus } = {}) => {
  const timers = createManualTimers();
  const snackbars = createSnackbars(timers);
  const listeners = new Set<() => void>();
  const addListener = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const fakeNavigator = { onLine };
  let liveStatus = status;
  const stopWatching = watchConnection({
    browser: {
      navigator: fakeNavigator,
      addEventListener: (_type, listener) => void addListener(listener),
      removeEventListener: (_type, listener) => void listeners.delete(listener),
    },
    live: { status: () => liveStatus, onStatus: addListener },
    snackbars,
    timers,
  });
  const emitChange = () => [...listeners].forEach((listener) => listener());
  return {
    stop: stopWatching,
    timers,
    texts: () => [snackbars.get()].flatMap((candidate) => (candidate === null ? [] : [candidate.message.text])),
    setLive: (nextStatus: LiveStatus) => {
      liveStatus = nextStatus;
      emitChange();
    },
    setOnLine: (nextOnLine: boolean) => {
      fakeNavigator.onLine = nextOnLine;
      emitChange();
    },
    listeners,
  };
};

const offlineText = 'Keine Verbindung. Wir versuchen es weiter.';

it('shows nothing while connecting and while connected', () => {
  const { texts, setLive } = startConnectionWatch();
  expect(texts()).toEqual([]);
  setLive('online');
  expect(texts()).toEqual([]);
});

it('shows once that the live connection is down, until it is back', () => {
  const { texts, timers, setLive } = startConnectionWatch();
  setLive('offline');
  setLive('offline');
  timers.advance(3_000);
  expect(texts()).toEqual([offlineText]);
  setLive('online');
  expect(texts()).toEqual([]);
  setLive('offline');
  timers.advance(3_000);
  expect(texts()).toEqual([offlineText]);
});

it('makes no words about a drop that is over at once', () => {
  const { texts, timers, setLive } = startConnectionWatch({ status: 'online' });
  setLive('offline');
  timers.advance(2_999);
  setLive('online');
  timers.advance(10_000);
  expect(texts()).toEqual([]);
});

it('says at start and later that the network is gone', () => {
  const { texts, timers, setOnLine } = startConnectionWatch({ onLine: false, status: 'online' });
  timers.advance(3_000);
  expect(texts()).toEqual([offlineText]);
  setOnLine(true);
  expect(texts()).toEqual([]);
  setOnLine(false);
  timers.advance(3_000);
  expect(texts()).toEqual([offlineText]);
});

it('takes its message and its listeners with it', () => {
  const { texts, timers, stop, listeners } = startConnectionWatch({ onLine: false });
  timers.advance(3_000);
  stop();
  expect(texts()).toEqual([]);
  expect(listeners.size).toBe(0);
  expect(timers.pendingCount()).toBe(0);
});
