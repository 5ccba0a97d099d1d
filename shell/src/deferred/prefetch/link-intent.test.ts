/** @page */
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { fakeAddresses } from '../../fake-entries';
import { REST_MS, watchLinkIntent } from './link-intent';

const start = () => {
  document.body.innerHTML =
    '<a id="card" href="#details/mensa"><span id="name">Mensa</span></a><a id="other" href="#orders">x</a>' +
    '<a id="away" href="https://elsewhere.test/">x</a><p id="text">x</p>';
  const timers = createManualTimers();
  const calls: string[] = [];
  const stop = watchLinkIntent({
    page: document,
    lookup: fakeAddresses(),
    timers,
    prefetch: {
      loadScreen: ({ key, params }) => void calls.push(`load ${[key, ...params].join('/')}`),
      requestData: ({ key, params }) => void calls.push(`data ${[key, ...params].join('/')}`),
    },
  });
  const fire = (id: string, event: Event): void => void document.getElementById(id)?.dispatchEvent(event);
  return {
    timers,
    calls,
    stop,
    hover: (id: string, pointerType = 'mouse') =>
      fire(id, Object.assign(new Event('pointerover', { bubbles: true }), { pointerType })),
    touch: (id: string, type: 'touchstart' | 'touchmove' | 'touchend' = 'touchstart') =>
      fire(id, new Event(type, { bubbles: true })),
    focus: (id: string) => fire(id, new FocusEvent('focusin', { bubbles: true })),
  };
};

it.each(['hover', 'focus'] as const)('loads a screen and its data after a %s has rested', (kind) => {
  const { timers, calls, stop, ...intents } = start();
  intents[kind]('name');
  timers.advance(REST_MS - 1);
  expect(calls).toEqual([]);
  timers.advance(1);
  expect(calls).toEqual(['load details/mensa', 'data details/mensa']);
  stop();
});

it('loads nothing for a pointer that passes over links', () => {
  const { timers, calls, hover, stop } = start();
  for (const id of ['card', 'other', 'text']) {
    hover(id);
    timers.advance(REST_MS - 1);
  }
  timers.advance(REST_MS);
  expect(calls).toEqual([]);
  stop();
});

it('goes on resting while the pointer moves within a link', () => {
  const { timers, calls, hover, stop } = start();
  hover('card');
  timers.advance(REST_MS - 1);
  hover('name');
  timers.advance(1);
  expect(calls).toEqual(['load details/mensa', 'data details/mensa']);
  stop();
});

it('loads a screen at the first touch, and its data once the finger has rested', () => {
  const { timers, calls, touch, stop } = start();
  touch('name');
  expect(calls).toEqual(['load details/mensa']);
  timers.advance(REST_MS);
  expect(calls.at(-1)).toBe('data details/mensa');
  stop();
});

it.each(['touchmove', 'touchend'] as const)('requests no data after a %s', (type) => {
  const { timers, calls, touch, hover, stop } = start();
  touch('card');
  touch('card', type);
  // Browsers send this event for fingers, too.
  hover('card', 'touch');
  timers.advance(REST_MS);
  expect(calls).toEqual(['load details/mensa']);
  stop();
});

it('ignores links to other pages, and everything after its stop', () => {
  const { timers, calls, hover, touch, focus, stop } = start();
  hover('away');
  touch('text');
  timers.advance(REST_MS);
  focus('card');
  stop();
  touch('card');
  hover('card');
  timers.advance(REST_MS);
  expect(calls).toEqual([]);
});
