import type { FirstView, FirstViewRequest } from '@mahlzeit/contract';
import { fallbackCoordinate } from '@mahlzeit/contract/rules';
import type { DrawnRelease } from './first-view-book';
import { createFirstViewBook } from './first-view-book';
import type { FirstViewThread } from './first-view-thread';

const there = { latitude: 48.14742, longitude: 11.56722 };
const aView = (html = '<article></article>'): FirstView => ({ html, css: '' });
const aRelease = (overrides: Partial<DrawnRelease> = {}): DrawnRelease => ({ integrity: 'a', file: async () => '/a.cjs', has: () => true, ...overrides });

/** What has been promised is done. */
const untilIdle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const open = (draw: FirstViewThread['draw'] = async () => aView()) => {
  const clock = { real: 1_000_000, domain: 60_000_000 };
  const started: string[] = [];
  const closed: string[] = [];
  const broken: unknown[] = [];
  let lists = 0;
  const book = createFirstViewBook({
    clock: { now: () => clock.domain, realNow: () => clock.real },
    loadList: async (): Promise<FirstViewRequest> => {
      lists += 1;
      return { now: clock.domain, restaurants: [], discounts: [] };
    },
    startThread: (file) => {
      started.push(file);
      return { draw, close: async () => void closed.push(file) };
    },
    onBroken: (cause) => void broken.push(cause),
  });
  return { book, clock, started, closed, broken, lists: () => lists };
};

it('draws once for all who ask within ten seconds, and a place each', async () => {
  const { book, clock, lists, started } = open();
  expect(await Promise.all([book.around(aRelease(), there), book.around(aRelease(), there)])).toEqual([aView(), aView()]);
  clock.real += 9_999;
  await book.around(aRelease(), there);
  expect(lists()).toBe(1);
  await book.around(aRelease(), fallbackCoordinate);
  expect(lists()).toBe(2);
  clock.real += 1;
  await book.around(aRelease(), there);
  await book.around(aRelease(), there);
  expect(lists()).toBe(3);
  expect(started).toEqual(['/a.cjs']);
});

it('lets a page begin with a view of the last minute while it draws a new one', async () => {
  const later: ((view: FirstView) => void)[] = [];
  const { book, clock } = open(() => (later.length === 0 && clock.real === 1_000_000 ? Promise.resolve(aView('old')) : new Promise((resolve) => later.push(resolve))));
  expect(await book.around(aRelease(), there)).toEqual(aView('old'));
  clock.real += 30_000;
  clock.domain += 30_000;
  expect(await book.around(aRelease(), there)).toEqual(aView('old'));
  await untilIdle();
  later[0]?.(aView('new'));
  await untilIdle();
  expect(await book.around(aRelease(), there)).toEqual(aView('new'));
});

it.each([
  ['a minute later', 60_000, 60_000],
  ['after the server’s clock was moved', 10_000, 3_600_000],
])('begins with no old view %s', async (_when, real, domain) => {
  const { book, clock, lists } = open();
  await book.around(aRelease(), there);
  clock.real += real;
  clock.domain += domain;
  await book.around(aRelease(), there);
  expect(lists()).toBe(2);
});

it('changes to a new release and ends the thread of the old one', async () => {
  const { book, started, closed } = open();
  await book.around(aRelease(), there);
  await book.around(aRelease({ integrity: 'b', file: async () => '/b.cjs' }), there);
  expect(started).toEqual(['/a.cjs', '/b.cjs']);
  expect(closed).toEqual(['/a.cjs']);
});

it('asks a release that failed no more, and says so once', async () => {
  let draws = 0;
  const { book, broken, clock } = open(() => {
    draws += 1;
    return Promise.reject(new Error('broken'));
  });
  expect(await book.around(aRelease(), there)).toBeNull();
  clock.real += 60_000;
  expect(await book.around(aRelease(), there)).toBeNull();
  expect(draws).toBe(1);
  expect(broken).toHaveLength(1);
});

it('lets a page begin without a view that takes long, and has it for the next', async () => {
  let finish = (_view: FirstView): void => undefined;
  const { book } = open(() => new Promise((resolve) => (finish = resolve)));
  expect(await book.around(aRelease(), there)).toBeNull();
  finish(aView());
  expect(await book.around(aRelease(), there)).toEqual(aView());
});

it.each([
  ['is not there', aRelease({ file: async () => null })],
  ['shows what the page has not', aRelease({ has: () => false })],
])('has none where the script %s', async (_what, release) => expect(await open().book.around(release, there)).toBeNull());

it('draws once with a new release before anybody asks', async () => {
  const { book, started, lists } = open();
  await book.prepare(aRelease());
  await book.prepare(aRelease());
  expect(started).toEqual(['/a.cjs']);
  expect(lists()).toBe(1);
});
