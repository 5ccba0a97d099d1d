import { createManualTimers } from '../../testing/time/manual-timers';
import { createListeners } from '../events/listeners';
import { createLateLive } from './late-live';
import type { LiveDriver, LiveStatus } from './live-client';
import { initialTopicView } from './topic-view';
import type { TopicView } from './topic-view';

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const createFakeClient = () => {
  const calls: string[] = [];
  const statusListeners = createListeners();
  let status: LiveStatus = 'connecting';
  const client: LiveDriver = {
    status: () => status,
    onStatus: statusListeners.add,
    subscribe(topic, listener) {
      calls.push(`subscribe ${topic}`);
      listener({ ...initialTopicView, status: 'stale' });
      return () => void calls.push(`unsubscribe ${topic}`);
    },
    setToken: (token) => void calls.push(`token ${token}`),
    forgetUser: () => void calls.push('forget'),
    beginOffline: () => void calls.push('offline'),
    reconnectSoon: () => void calls.push('reconnect'),
    stop: () => void calls.push('stop'),
  };
  const setStatus = (nextStatus: LiveStatus): void => {
    status = nextStatus;
    statusListeners.emit();
  };
  return { client, calls, setStatus };
};

const setUp = () => {
  const fake = createFakeClient();
  const timers = createManualTimers();
  const load = jest.fn(() => Promise.resolve(fake.client));
  const live = createLateLive({ load, timers });
  const statuses: LiveStatus[] = [];
  live.onStatus(() => statuses.push(live.status()));
  return { ...fake, timers, load, live, statuses };
};

it('loads its script with the first token, and then does in order what was asked for before', async () => {
  const { live, load, calls } = setUp();
  const views: TopicView[] = [];
  live.forgetUser();
  const unsubscribe = live.subscribe('me', (view) => views.push(view));
  const leaveAtOnce = live.subscribe('restaurant/mensa', () => undefined);
  leaveAtOnce();
  expect(views).toEqual([initialTopicView]);
  expect([live.status(), load.mock.calls.length]).toEqual(['connecting', 0]);
  live.setToken('t1');
  live.setToken('t2');
  await settle();
  expect(calls).toEqual(['forget', 'subscribe me', 'token t1', 'token t2']);
  expect(views.map(({ status }) => status)).toEqual(['connecting', 'stale']);
  expect(load).toHaveBeenCalledTimes(1);
  unsubscribe();
  live.subscribe('orders', () => undefined)();
  live.reconnectSoon();
  live.stop();
  expect(calls.slice(4)).toEqual(['unsubscribe me', 'subscribe orders', 'unsubscribe orders', 'reconnect', 'stop']);
});

it('shows the status of the client', async () => {
  const { live, setStatus, statuses } = setUp();
  live.setToken('t1');
  await settle();
  setStatus('online');
  setStatus('offline');
  expect(statuses.slice(-2)).toEqual(['online', 'offline']);
});

it('is offline at once on a page that begins without a network', async () => {
  const { live, calls, statuses } = setUp();
  live.beginOffline();
  expect([live.status(), statuses]).toEqual(['offline', ['offline']]);
  await settle();
  expect(calls).toEqual(['offline']);
});

it('is offline while its script can’t be loaded, and tries again later, or as soon as the network is back', async () => {
  const { live, load, timers, calls } = setUp();
  load.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'));
  live.reconnectSoon();
  live.setToken('t1');
  await settle();
  expect([live.status(), load.mock.calls.length]).toEqual(['offline', 1]);
  timers.advance(5_000);
  await settle();
  expect([live.status(), load.mock.calls.length]).toEqual(['offline', 2]);
  live.reconnectSoon();
  await settle();
  expect([live.status(), calls]).toEqual(['connecting', ['token t1']]);
  expect(timers.pendingCount()).toBe(0);
});
