import { getRestaurant } from '@mahlzeit/contract';
import { aRestaurant, aSession } from '@mahlzeit/contract/fixtures';
import { createListeners } from '../events/listeners';
import type { OutboxEntry } from '../outbox';
import { createLateOffline } from './late-offline';
import type { OfflineParts } from './offline-parts';
import type { WaitingWrite } from './waiting-writes';

const waitingFavourite: OutboxEntry<WaitingWrite> = {
  key: 'w1',
  route: 'patchMe',
  input: {},
  about: 'favourite/mensa',
  title: 'Dein Favorit',
  status: 'waiting',
};

const createFakeParts = () => {
  const calls: string[] = [];
  const writes = createListeners();
  const parts: OfflineParts = {
    setOwner: (owner) => void calls.push(`owner ${owner}`),
    answers: {
      put: ({ name }) => void calls.push(`put ${name}`),
      find: () => Promise.resolve(undefined),
    },
    session: {
      put: ({ account }) => void calls.push(`session ${account.uid}`),
      find: () => Promise.resolve(aSession()),
      erase: () => void calls.push('erase'),
    },
    topics: {
      put: (topic) => void calls.push(`topic ${topic}`),
      remove: (topic) => void calls.push(`no topic ${topic}`),
      find: () => Promise.resolve([]),
    },
    waitingWrites: {
      get: () => [waitingFavourite],
      subscribe: writes.add,
      send: () => Promise.resolve('waiting'),
      discard: (key) => void calls.push(`discard ${key}`),
    },
    stop: () => void calls.push('stop'),
  };
  return { parts, calls, writes };
};

const setUp = (loadResult?: () => Promise<OfflineParts>) => {
  const fake = createFakeParts();
  const load = jest.fn(loadResult ?? (() => Promise.resolve(fake.parts)));
  const offline = createLateOffline(load);
  return { ...fake, load, offline };
};

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

it('loads its script when it starts, and then does in order what was asked for before', async () => {
  const { offline, load, calls } = setUp();
  offline.setOwner('frieda');
  offline.answers.put(getRestaurant, {}, aRestaurant());
  offline.topics.put('me', new Map());
  offline.setOwner('ben');
  offline.topics.remove('me');
  expect(load).not.toHaveBeenCalled();
  offline.start();
  await settle();
  expect(calls).toEqual(['owner frieda', 'put getRestaurant', 'topic me', 'owner ben', 'no topic me']);
  offline.setOwner(null);
  expect(calls.at(-1)).toBe('owner null');
  offline.stop();
  expect(calls.at(-1)).toBe('stop');
  expect(load).toHaveBeenCalledTimes(1);
});

it('loads its script at once for what is looked up, sent or erased', async () => {
  const { offline, load, calls } = setUp();
  offline.setOwner('frieda');
  expect(await offline.session.find('frieda')).toEqual(aSession());
  expect(await offline.topics.find('me')).toEqual([]);
  expect(await offline.waitingWrites.send('patchMe', { body: {} }, waitingFavourite)).toBe('waiting');
  offline.session.erase();
  await settle();
  expect(calls).toEqual(['owner frieda', 'erase']);
  expect(load).toHaveBeenCalledTimes(1);
});

it('tells who follows the waiting writes of them once they are known', async () => {
  const { offline, writes } = setUp();
  const listener = jest.fn();
  const unsubscribe = offline.waitingWrites.subscribe(listener);
  expect(offline.waitingWrites.get()).toEqual([]);
  await offline.session.find('frieda');
  expect(listener).toHaveBeenCalledTimes(1);
  expect(offline.waitingWrites.get()).toEqual([waitingFavourite]);
  writes.emit();
  expect(listener).toHaveBeenCalledTimes(2);
  unsubscribe();
  expect(writes.isEmpty()).toBe(true);
  const followLater = offline.waitingWrites.subscribe(listener);
  writes.emit();
  expect(listener).toHaveBeenCalledTimes(3);
  followLater();
});

it('finds nothing and sends nothing while its script can’t be loaded, and tries again', async () => {
  const { parts } = createFakeParts();
  const load = jest.fn(() => Promise.reject<OfflineParts>(new Error('offline')));
  const { offline } = setUp(load);
  expect(await offline.answers.find(getRestaurant, {})).toBeUndefined();
  expect(await offline.waitingWrites.send('patchMe', { body: {} }, waitingFavourite)).toMatchObject({
    error: { code: 'offline' },
  });
  load.mockImplementation(() => Promise.resolve(parts));
  expect(await offline.waitingWrites.send('patchMe', { body: {} }, waitingFavourite)).toBe('waiting');
});

it('A06 still knows its user, and erases what was left, once its script can be loaded after a failure', async () => {
  const { parts, calls } = createFakeParts();
  const load = jest.fn(() => Promise.reject<OfflineParts>(new Error('offline')));
  const { offline } = setUp(load);
  offline.setOwner('frieda');
  offline.topics.put('me', new Map());
  offline.session.erase();
  offline.setOwner('ben');
  await settle();
  load.mockImplementation(() => Promise.resolve(parts));
  offline.start();
  await settle();
  expect(calls).toEqual(['owner frieda', 'erase', 'owner ben']);
});

it('does nothing on a page without such a script', async () => {
  const offline = createLateOffline(null);
  offline.start();
  offline.setOwner('frieda');
  expect(await offline.session.find('frieda')).toBeUndefined();
  expect(offline.waitingWrites.get()).toEqual([]);
  offline.stop();
});
