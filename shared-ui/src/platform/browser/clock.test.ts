/** @page */
import { createManualTimers } from '../../testing/time/manual-timers';
import { browserElapsed, createServerClock, firstBrowserTime } from './clock';

describe('the server’s clock', () => {
  const NOON = Date.UTC(2026, 5, 24, 9, 30, 20);

  const setUp = (now = NOON) => {
    const timers = createManualTimers();
    const clock = createServerClock({ elapsed: timers.elapsed, timers, first: { now, at: timers.elapsed() } });
    return { timers, clock };
  };

  it("runs from the first reading, whatever the device's clock says", () => {
    const { timers, clock } = setUp();
    timers.advance(1_500);
    expect(clock.now()).toBe(NOON + 1_500);
  });

  it('counts the time since the reading was valid', () => {
    const timers = createManualTimers(8_000);
    const clock = createServerClock({ elapsed: timers.elapsed, timers, first: { now: NOON, at: 6_500 } });
    expect(clock.now()).toBe(NOON + 1_500);
  });

  it.each([
    ['follows an answer that is ahead', 700, 700],
    ['ignores an answer that was on its way for a while', -3_000, 0],
    ['believes an answer that is far behind, because the clock was set back', -3_600_000, -3_600_000],
  ])('%s', (_, difference, adopted) => {
    const { clock } = setUp();
    clock.observe(NOON + difference);
    expect(clock.now()).toBe(NOON + adopted);
  });

  it('follows a clock that was set, also backwards', () => {
    const { clock } = setUp();
    clock.moveTo(NOON - 1_000);
    expect(clock.now()).toBe(NOON - 1_000);
  });

  it('notifies listeners at each full minute', () => {
    const { timers, clock } = setUp();
    const minutes: number[] = [];
    clock.onMinute(() => minutes.push(clock.now()));
    timers.advance(39_999);
    expect(minutes).toEqual([]);
    timers.advance(1);
    timers.advance(60_000);
    expect(minutes).toEqual([NOON + 40_000, NOON + 100_000]);
  });

  it('keeps waiting when a timer fires before the minute is full', () => {
    const { timers, clock } = setUp();
    const listener = jest.fn();
    clock.onMinute(listener);
    clock.moveTo(NOON - 1_000);
    timers.advance(40_000);
    expect(listener).not.toHaveBeenCalled();
    timers.advance(1_000);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('notifies listeners immediately when the clock jumps, but not for travel time', () => {
    const { clock } = setUp();
    const listener = jest.fn();
    clock.onMinute(listener);
    clock.observe(NOON + 300);
    expect(listener).not.toHaveBeenCalled();
    clock.moveTo(NOON + 3_600_000);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('leaves no timer behind when the last listener goes', () => {
    const { timers, clock } = setUp();
    const stops = [clock.onMinute(() => undefined), clock.onMinute(() => undefined)];
    expect(timers.pending()).toBe(1);
    for (const stop of stops) stop();
    expect(timers.pending()).toBe(0);
  });
});

describe('the first time of a page', () => {
  it("is the time in the page's HTML, counted from the arrival of the response", () => {
    const page = document.createElement('html');
    page.dataset.now = '1782293400000';
    expect(firstBrowserTime(page, () => 120)).toEqual({ now: 1_782_293_400_000, at: 120 });
  });

  it.each([undefined, 'soon'])("is the device's where the HTML says %s", (now) => {
    const page = document.createElement('html');
    if (now !== undefined) page.dataset.now = now;
    const before = { now: Date.now(), at: browserElapsed() };
    const first = firstBrowserTime(page);
    const after = { now: Date.now(), at: browserElapsed() };
    expect([before.now <= first.now && first.now <= after.now, before.at <= first.at && first.at <= after.at]).toEqual([
      true,
      true,
    ]);
  });
});
