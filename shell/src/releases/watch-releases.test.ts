import { aRegistryRemote } from '@mahlzeit/contract/fixtures';
import type { TopicView } from '@mahlzeit/shared-ui/platform';
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { createRemoteLookup } from '../registry/remote-lookup';
import { createReloadHolds } from '../reload/create-reload-holds';
import { watchReleases } from './watch-releases';

const MINUTE = 60_000;

interface Circumstances {
  /** What the page has. */
  readonly version?: string;
  /** What the registry says at first. */
  readonly announced?: string;
  /** How the dice fall. */
  readonly dice?: number;
}

const open = ({ version = '5.0.1+a', announced = version, dice = 0 }: Circumstances = {}) => {
  const listeners = new Set<(view: TopicView) => void>();
  const subscribe = (_topic: string, listener: (view: TopicView) => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const timers = createManualTimers();
  const holds = createReloadHolds();
  const page = document.implementation.createHTMLDocument();
  let [visibility, reloads] = ['visible', 0];
  Object.defineProperty(page, 'visibilityState', { get: () => visibility });
  const lookup = createRemoteLookup({ remotes: [aRegistryRemote({ name: 'mf-social', version })] });
  const stop = watchReleases({ live: { subscribe }, lookup, page, holds, timers, random: () => dice, reload: () => (reloads += 1) });
  const tell = (next: string, status: TopicView['status'] = 'live'): void => {
    const collections = new Map([['registry', new Map([['mf-social', { key: 'mf-social', version: next }]])]]);
    for (const listener of listeners) listener({ status, collections });
  };
  const show = (isVisible: boolean): void => {
    visibility = isVisible ? 'visible' : 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
  };
  tell(announced);
  return { tell, show, timers, holds, page, stop, listeners, reloads: () => reloads };
};

it('loads the page anew for a new release once nobody has looked at it for a minute', () => {
  const { tell, show, timers, reloads } = open();
  tell('5.0.1+b');
  timers.advance(60 * MINUTE);
  expect(reloads()).toBe(0);
  show(false);
  timers.advance(MINUTE - 1);
  expect(reloads()).toBe(0);
  timers.advance(1);
  expect(reloads()).toBe(1);
});

it('notices a release in the background, too, and lets pages come back one after another', () => {
  const { tell, show, timers, reloads } = open({ dice: 0.5 });
  show(false);
  tell('5.0.1+b');
  timers.advance(3 * MINUTE - 1);
  expect(reloads()).toBe(0);
  timers.advance(1);
  expect(reloads()).toBe(1);
});

it('stays as it is for who only glanced elsewhere', () => {
  const { tell, show, timers, reloads } = open();
  tell('5.0.1+b');
  show(false);
  timers.advance(MINUTE / 2);
  show(true);
  timers.advance(60 * MINUTE);
  expect(reloads()).toBe(0);
});

it.each([
  ['no new release', '5.0.1+a'],
  ['a release that the page has already', '5.0.1+b'],
])('stays as it is for %s', (_, next) => {
  const { tell, show, timers, reloads } = open({ version: next, announced: '5.0.1+a' });
  tell(next);
  show(false);
  timers.advance(60 * MINUTE);
  expect(reloads()).toBe(0);
});

it('does not reload for ever where another gateway announces what this one does not serve', () => {
  const { tell, show, timers, reloads } = open({ version: '5.0.1+a', announced: '5.0.1+b' });
  tell('5.0.1+b');
  show(false);
  timers.advance(60 * MINUTE);
  expect(reloads()).toBe(0);
});

it('stays as it is once a release is taken back', () => {
  const { tell, show, timers, reloads } = open();
  show(false);
  tell('5.0.1+b');
  tell('5.0.1+a');
  timers.advance(60 * MINUTE);
  expect(reloads()).toBe(0);
});

it('takes what a topic held before it was live for no news', () => {
  const { tell, show, timers, reloads } = open();
  tell('5.0.1+b', 'connecting');
  show(false);
  timers.advance(60 * MINUTE);
  expect(reloads()).toBe(0);
});

it('waits for the end of a payment or a draft', () => {
  const { tell, show, timers, holds, reloads } = open();
  const endPayment = holds.hold();
  tell('5.0.1+b');
  show(false);
  timers.advance(60 * MINUTE);
  expect(reloads()).toBe(0);
  endPayment();
  timers.advance(MINUTE);
  expect(reloads()).toBe(1);
});

it('keeps text that was typed and not sent', () => {
  const { tell, show, timers, page, reloads } = open();
  page.body.innerHTML = '<div role="dialog"><textarea>Bis gleich</textarea></div>';
  tell('5.0.1+b');
  show(false);
  timers.advance(60 * MINUTE);
  expect(reloads()).toBe(0);
});

it.each([
  ['another build of a developer at once, before all eyes', '5.0.1+dev.b', 1],
  ['the build of a developer that it has already', '5.0.1+dev.a', 0],
])('takes %s', (_, next, expected) => {
  const { tell, reloads } = open({ version: '5.0.1+dev.a' });
  tell(next);
  expect(reloads()).toBe(expected);
});

it('watches no longer once that is called off', () => {
  const { tell, show, timers, stop, listeners, reloads } = open();
  tell('5.0.1+b');
  show(false);
  stop();
  timers.advance(60 * MINUTE);
  show(true);
  show(false);
  timers.advance(60 * MINUTE);
  expect(reloads()).toBe(0);
  expect(listeners.size).toBe(0);
});
