import { createManualTimers } from '../../testing/time/manual-timers';
import { createObservable } from '../events/observable';
import { createOfflineCache } from './offline-cache';
import type { CachedRow, OfflineDatabase, RowId, RowWrite, ShownRow } from './offline-cache';

const SOUP: RowId = { group: { name: 'dishes', maxRows: 2 }, name: 'soup' };

const createFakeDatabase = () => {
  const rows = new Map<string, CachedRow>();
  const writes: (readonly [string, readonly RowWrite[]])[] = [];
  const database: OfflineDatabase = {
    read: (owner, { group, name }) => Promise.resolve(rows.get(`${owner} ${group.name} ${name}`)),
    write(owner, rowWrites) {
      writes.push([owner, rowWrites]);
      for (const { group, name, row } of rowWrites)
        if (row === null) rows.delete(`${owner} ${group.name} ${name}`);
        else rows.set(`${owner} ${group.name} ${name}`, row);
      return Promise.resolve();
    },
    erase: () => Promise.resolve(rows.clear()),
  };
  return { database, rows, writes };
};

const setUp = (fake = createFakeDatabase()) => {
  const timers = createManualTimers(1_000);
  const shown = createObservable<readonly ShownRow[]>([]);
  const cache = createOfflineCache({ database: fake.database, timers, now: timers.elapsedMs, shown });
  return { cache, timers, ...fake };
};

it('writes the last value of each row together', async () => {
  const { cache, timers, writes } = setUp();
  cache.setOwner('frieda');
  const toFirstValue = jest.fn();
  cache.put(SOUP, toFirstValue);
  cache.put(SOUP, () => 'Linsen');
  cache.put({ ...SOUP, name: 'salad' }, () => 'Gurke');
  expect(await cache.find(SOUP)).toEqual({ cachedAt: 1_000, value: 'Linsen' });
  expect(writes).toEqual([]);
  timers.advance(3_000);
  expect(await cache.find(SOUP)).toEqual({ cachedAt: 1_000, value: 'Linsen' });
  expect(writes).toHaveLength(1);
  expect(toFirstValue).not.toHaveBeenCalled();
});

it('removes a row, even before it is written', async () => {
  const { cache, timers } = setUp();
  cache.setOwner('frieda');
  cache.put(SOUP, () => 'Linsen');
  cache.remove(SOUP);
  expect(await cache.find(SOUP)).toBeUndefined();
  timers.advance(3_000);
  expect(await cache.find(SOUP)).toBeUndefined();
});

it('A06 neither writes nor finds anything of a user who has left', async () => {
  const { cache, timers, writes } = setUp();
  cache.setOwner('frieda');
  cache.put(SOUP, () => 'Linsen');
  timers.advance(3_000);
  cache.put({ ...SOUP, name: 'salad' }, () => 'Gurke');
  const search = cache.find(SOUP);
  cache.setOwner('ben');
  timers.advance(3_000);
  expect(await search).toBeUndefined();
  expect(await cache.find(SOUP)).toBeUndefined();
  expect(writes.map(([owner, rowWrites]) => [owner, rowWrites.length])).toEqual([['frieda', 1]]);
});

it('erases everything when its user logs out, and stores nothing without a user', async () => {
  const { cache, timers, rows, writes } = setUp();
  cache.setOwner('frieda');
  cache.put(SOUP, () => 'Linsen');
  timers.advance(3_000);
  await cache.find(SOUP);
  expect(rows.size).toBe(1);
  cache.put(SOUP, () => 'Erbsen');
  cache.erase();
  cache.setOwner(null);
  cache.put(SOUP, () => 'Bohnen');
  timers.advance(3_000);
  cache.setOwner('frieda');
  expect(await cache.find(SOUP)).toBeUndefined();
  expect(rows.size).toBe(0);
  expect(writes).toHaveLength(1);
});

it('finds nothing, and throws nothing, in a browser without a database', async () => {
  const deny = () => Promise.reject(new Error('denied'));
  const { cache, timers } = setUp({
    ...createFakeDatabase(),
    database: { read: deny, write: deny, erase: deny },
  });
  cache.setOwner('frieda');
  cache.put(SOUP, () => 'Linsen');
  timers.advance(3_000);
  expect(await cache.find(SOUP)).toBeUndefined();
  cache.erase();
});

it('lists what the page shows, each row once, until the gateway answers or the user leaves', () => {
  const { cache } = setUp();
  cache.setOwner('frieda');
  const showSoup = () => cache.addShown(SOUP, { cachedAt: 1, value: null });
  showSoup();
  showSoup();
  expect(cache.shown.get()).toEqual([{ ...SOUP, cachedAt: 1 }]);
  cache.clearShown();
  expect(cache.shown.get()).toEqual([]);
  showSoup();
  cache.setOwner(null);
  expect(cache.shown.get()).toEqual([]);
});
