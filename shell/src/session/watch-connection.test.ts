import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { createSnackbars } from '../snackbars';
import { watchConnection } from './watch-connection';

type LiveStatus = 'connecting' | 'online' | 'offline';

const start = ({ onLine = true, status = 'connecting' }: { onLine?: boolean; status?: LiveStatus } = {}) => {
  const snackbars = createSnackbars(createManualTimers());
  const listeners = new Set<() => void>();
  const listen = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const network = { onLine };
  let live = status;
  const stop = watchConnection({
    browser: {
      navigator: network,
      addEventListener: (_type, listener) => void listen(listener),
      removeEventListener: (_type, listener) => void listeners.delete(listener),
    },
    live: { status: () => live, onStatus: listen },
    snackbars,
  });
  const tell = () => [...listeners].forEach((listener) => listener());
  return {
    stop,
    texts: () => snackbars.get().map(({ message }) => message.text),
    setLive: (next: LiveStatus) => { live = next; tell(); },
    setOnLine: (next: boolean) => { network.onLine = next; tell(); },
    listeners,
  };
};

const words = 'Keine Verbindung. Wir versuchen es weiter.';

it('says nothing while connecting and while connected', () => {
  const { texts, setLive } = start();
  expect(texts()).toEqual([]);
  setLive('online');
  expect(texts()).toEqual([]);
});

it('says once that the live connection is down, until it is back', () => {
  const { texts, setLive } = start();
  setLive('offline');
  setLive('offline');
  expect(texts()).toEqual([words]);
  setLive('online');
  expect(texts()).toEqual([]);
  setLive('offline');
  expect(texts()).toEqual([words]);
});

it('says at start and later that the network is gone', () => {
  const { texts, setOnLine } = start({ onLine: false, status: 'online' });
  expect(texts()).toEqual([words]);
  setOnLine(true);
  expect(texts()).toEqual([]);
  setOnLine(false);
  expect(texts()).toEqual([words]);
});

it('takes its message and its listeners with it', () => {
  const { texts, stop, listeners } = start({ onLine: false });
  stop();
  expect(texts()).toEqual([]);
  expect(listeners.size).toBe(0);
});
