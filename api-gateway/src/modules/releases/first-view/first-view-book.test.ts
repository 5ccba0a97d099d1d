import type { PrerenderResult, PrerenderRequest } from '@mahlzeit/contract';
import { fallbackCoordinate } from '@mahlzeit/contract/rules';
import type { PrerenderRelease } from './first-view-book';
import { createPrerenderCache } from './first-view-book';
import type { PrerenderThread } from './first-view-thread';

const there = { latitude: 48.14742, longitude: 11.56722 };
const aView = (html = '<article></article>'): PrerenderResult => ({ html, css: '' });
const aRelease = (overrides: Partial<PrerenderRelease> = {}): PrerenderRelease => ({ integrity: 'a', file: async () => '/a.cjs', has: () => true, ...overrides });

/** What has been promised is done. */
const untilIdle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const open = (draw: PrerenderThread['draw'] = async () => aView()) => {
  const clock = { real: 1_000_000, domain: 60_000_000 };
  const started: string[] = [];
  const closed: string[] = [];
  const broken: unknown[] = [];
  let lists = 0;
  const cache = createPrerenderCache({
    clock: { now: () => clock.domain, realNow: () => clock.real },
    loadList: async (): Promise<PrerenderRequest> => {
      lists += 1;
      return { now: clock.domain, restaurants: [], discounts: [] };
    },
    startThread: (file) => {
      started.push(file);
      return { draw, close: async () => void closed.push(file) };
    },
    onBroken: (cause) => void broken.push(cause),
  });
  return { cache, clock, started, closed, broken, lists: () => lists };
};

it('draws once for all who ask within ten seconds, and a place each', async () => {
  const { cache, clock, lists, started } = open();
  expect(await Promise.all([cache.around(aRelease(), there), cache.around(aRelease(), there)])).toEqual([aView(), aView()]);
  clock.real += 9_999;
  await cache.around(aRelease(), there);
  expect(lists()).toBe(1);
  await cache.around(aRelease(), fallbackCoordinate);
  expect(lists()).toBe(2);
  clock.real += 1;
  await cache.around(aRelease(), there);
  await cache.around(aRelease(), there);
  expect(lists()).toBe(3);
  expect(started).toEqual(['/a.cjs']);
});

it('lets a page begin with a view of the last minute while it draws a new one', async () => {
  const later: ((view: PrerenderResult) => void)[] = [];
  const { cache, clock } = open(() => (later.length === 0 && clock.real === 1_000_000 ? Promise.resolve(aView('old')) : new Promise((resolve) => later.push(resolve))));
  expect(await cache.around(aRelease(), there)).toEqual(aView('old'));
  clock.real += 30_000;
  clock.domain += 30_000;
  expect(await cache.around(aRelease(), there)).toEqual(aView('old'));
  await untilIdle();
  later[0]?.(aView('new'));
  await untilIdle();
  expect(await cache.around(aRelease(), there)).toEqual(aView('new'));
});

it.each([
  ['a minute later', 60_000, 60_000],
  ['after the server’s clock was moved', 10_000, 3_600_000],
])('begins with no old view %s', async (_when, real, domain) => {
  const { cache, clock, lists } = open();
  await cache.around(aRelease(), there);
  clock.real += real;
  clock.domain += domain;
  await cache.around(aRelease(), there);
  expect(lists()).toBe(2);
});

it('changes to a new release and ends the thread of the old one', async () => {
  const { cache, started, closed } = open();
  await cache.around(aRelease(), there);
  await cache.around(aRelease({ integrity: 'b', file: async () => '/b.cjs' }), there);
  expect(started).toEqual(['/a.cjs', '/b.cjs']);
  expect(closed).toEqual(['/a.cjs']);
});

it('asks a release that failed no more, and says so once', async () => {
  let draws = 0;
  const { cache, broken, clock } = open(() => {
    draws += 1;
    return Promise.reject(new Error('broken'));
  });
  expect(await cache.around(aRelease(), there)).toBeNull();
  clock.real += 60_000;
  expect(await cache.around(aRelease(), there)).toBeNull();
  expect(draws).toBe(1);
  expect(broken).toHaveLength(1);
});

it('lets a page begin without a view that takes long, and has it for the next', async () => {
  let finish = (_view: PrerenderResult): void => undefined;
  const { cache } = open(() => new Promise((resolve) => (finish = resolve)));
  expect(await cache.around(aRelease(), there)).toBeNull();
  finish(aView());
  expect(await cache.around(aRelease(), there)).toEqual(aView());
});

it.each([
  ['is not there', aRelease({ file: async () => null })],
  ['shows what the page has not', aRelease({ has: () => false })],
])('has none where the script %s', async (_what, release) => expect(await open().cache.around(release, there)).toBeNull());

it('draws once with a new release before anybody asks', async () => {
  const { cache, started, lists } = open();
  await cache.prepare(aRelease());
  await cache.prepare(aRelease());
  expect(started).toEqual(['/a.cjs']);
  expect(lists()).toBe(1);
});
