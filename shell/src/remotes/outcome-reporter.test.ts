import type { ReleaseEvent } from '@mahlzeit/contract';
import { aRegistryRemote } from '@mahlzeit/contract/fixtures';
import { createListeners } from '@mahlzeit/shared-ui/platform';
import type { EventListener } from '@mahlzeit/shared-ui/platform';
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { LoadError } from './load-error';
import type { LoadPhase } from './load-error';
import { startOutcomeReporter } from './outcome-reporter';
import { createPageFacts, watchRemotes } from './page-facts';

const SOON_MS = 5_000;
const LATER_MS = 30_000;
const VERSION = '5.0.1+aaaaaaaaaaaa';
const NEXT_VERSION = '5.0.1+bbbbbbbbbbbb';
const social = aRegistryRemote({
  name: 'mf-social',
  version: VERSION,
  entry: '/remotes/mf-social/remoteEntry.js',
  slots: ['restaurant/social'],
});

const loaded = { name: 'mf-social', version: VERSION, kind: 'loaded', ms: 200 };
const failed = (phase: string, version = VERSION) => ({ name: 'mf-social', version, kind: 'failed', phase });

const setUp = () => {
  const timers = createManualTimers();
  const pageFacts = createPageFacts();
  const arrivals = createListeners();
  const events = createListeners<Parameters<EventListener>>();
  const batches: ReleaseEvent[][] = [];
  const browser = new EventTarget();
  const page: EventTarget & { visibilityState: DocumentVisibilityState } = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as const,
  });
  let isOnline = true;
  let version = VERSION;
  const releaseOf = (remote: string) => ({ remote, version });
  watchRemotes(pageFacts, {
    remotes: [social],
    loader: { onArrival: (_remote, listener) => arrivals.add(listener), releaseOf },
    eventLog: { subscribe: events.add },
    elapsed: () => 900,
  });
  return {
    timers,
    batches,
    page,
    start: () =>
      startOutcomeReporter({
        facts: pageFacts,
        releaseOf,
        lookup: { byName: () => social },
        fetchStartOf: (path) => (path === social.entry ? 700 : null),
        async send(batch) {
          if (isOnline) batches.push([...batch]);
          return isOnline;
        },
        timers,
        browser,
        page,
      }),
    arrive: arrivals.emit,
    log: events.emit,
    fail: (reason: LoadError['reason'], phase: LoadPhase = 'entry') =>
      pageFacts.record({
        kind: 'failed',
        release: releaseOf('mf-social'),
        error: new LoadError(phase, reason, { message: 'broken' }),
      }),
    setOnline: (isNowOnline: boolean) => void (isOnline = isNowOnline),
    turnTo: (nextVersion: string) => void (version = nextVersion),
    dispatch: (event: Event) => browser.dispatchEvent(event),
    hide() {
      page.visibilityState = 'hidden';
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
};

const uncaughtIn = (filename: string) => Object.assign(new Event('error'), { filename });

const rejectionIn = (url: string) => {
  const reason = Object.assign(new Error('x'), {
    stack: `Error: x\n    at f (${url}:1:2)\n    at http://a/shell.js:1:1`,
  });
  return Object.assign(new Event('unhandledrejection'), { reason });
};

it('reports in one batch, some seconds after its start, what happened before and since', () => {
  const { timers, batches, start, arrive, fail } = setUp();
  arrive();
  start();
  fail('broken', 'chunk');
  timers.advance(SOON_MS - 1);
  expect(batches).toEqual([]);
  timers.advance(1);
  expect(batches).toEqual([[loaded, failed('chunk')]]);
});

it('reports each outcome of a release once', () => {
  const { timers, batches, start, arrive, fail, turnTo } = setUp();
  start();
  for (let count = 0; count < 3; count += 1) {
    arrive();
    fail('broken', 'mount');
    timers.advance(LATER_MS);
  }
  turnTo(NEXT_VERSION);
  fail('broken', 'mount');
  arrive();
  timers.advance(LATER_MS);
  // Report about a later release, which the page's registry doesn't contain. The time of its request is therefore
  // unknown.
  const laterLoad = { name: 'mf-social', version: NEXT_VERSION, kind: 'loaded' };
  expect(batches).toEqual([
    [loaded, failed('mount')],
    [failed('mount', NEXT_VERSION), laterLoad],
  ]);
});

it.each([
  ['broken', true],
  ['incompatible', true],
  ['unreachable', false],
  ['timeout', false],
] as const)('counts a load that fails as %s: %s', (reason, isCounted) => {
  const { timers, batches, start, fail } = setUp();
  start();
  fail(reason);
  timers.advance(SOON_MS);
  expect(batches).toEqual(isCounted ? [[failed('entry')]] : []);
});

it.each([
  ['a screen', 'screen_failed', { screen: 'mf-social/screen:contacts#3', error: 'x', phase: 'mount' }, 'mount'],
  ['a slot', 'slot_failed', { slot: 'restaurant/social', error: 'x', phase: 'runtime' }, 'runtime'],
  ['a slot whose load failed', 'slot_failed', { slot: 'restaurant/social', error: 'x' }, null],
  ['a slot of nobody', 'slot_failed', { slot: 'meal/actions', error: 'x', phase: 'runtime' }, null],
  ['another remote', 'screen_failed', { screen: 'mf-socialist/screen:x#1', error: 'x', phase: 'mount' }, null],
  ['another event', 'show_details', { screen: 'mf-social/screen:contacts#3', phase: 'mount' }, null],
] as const)('reports %s that throws by its remote and phase', (_title, name, parameters, phase) => {
  const { timers, batches, start, log } = setUp();
  start();
  log(name, parameters);
  timers.advance(SOON_MS);
  expect(batches).toEqual(phase === null ? [] : [[failed(phase)]]);
});

it.each([
  ['an uncaught error of the remote', uncaughtIn('http://a/remotes/mf-social/chunk.1.js'), true],
  ['an uncaught rejection of the remote', rejectionIn('http://a/remotes/mf-social/chunk.1.js'), true],
  ['an uncaught error of the shell', uncaughtIn('http://a/assets/shell.1.js'), false],
  ['a rejection that begins in the shell', rejectionIn('http://a/assets/shell.1.js'), false],
  ['a rejection without an error', Object.assign(new Event('unhandledrejection'), { reason: 'x' }), false],
])('attributes %s to the remote: %s', (_title, event, isCounted) => {
  const { timers, batches, start, dispatch } = setUp();
  start();
  dispatch(event);
  timers.advance(SOON_MS);
  expect(batches).toEqual(isCounted ? [[failed('runtime')]] : []);
});

it('sends later failures soon, and later loads with more time', () => {
  const { timers, batches, start, arrive, fail, turnTo } = setUp();
  start();
  arrive();
  timers.advance(SOON_MS);
  turnTo(NEXT_VERSION);
  arrive();
  timers.advance(SOON_MS);
  expect(batches).toHaveLength(1);
  fail('broken');
  timers.advance(SOON_MS);
  expect(batches[1]?.map(({ kind }) => kind)).toEqual(['loaded', 'failed']);
  expect(timers.pendingCount()).toBe(0);
});

it.each(['hide', 'leave'] as const)('sends at once when the visitors %s the page', (way) => {
  const { batches, start, arrive, hide, dispatch, timers } = setUp();
  start();
  arrive();
  if (way === 'hide') hide();
  else dispatch(new Event('pagehide'));
  expect(batches).toEqual([[loaded]]);
  expect(timers.pendingCount()).toBe(0);
});

it('sends a batch that did not arrive with the next one', async () => {
  const { timers, batches, start, arrive, fail, setOnline } = setUp();
  start();
  setOnline(false);
  arrive();
  timers.advance(SOON_MS);
  await Promise.resolve();
  setOnline(true);
  fail('broken');
  timers.advance(SOON_MS);
  expect(batches).toEqual([[loaded, failed('entry')]]);
});

it('reports nothing after its stop', () => {
  const { timers, batches, start, arrive, fail, hide, dispatch } = setUp();
  const stop = start();
  arrive();
  stop();
  fail('broken');
  timers.advance(LATER_MS);
  hide();
  dispatch(new Event('pagehide'));
  dispatch(uncaughtIn('http://a/remotes/mf-social/chunk.1.js'));
  expect(batches).toEqual([]);
});
