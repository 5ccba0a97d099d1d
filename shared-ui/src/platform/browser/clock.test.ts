/** @page */
import { createManualTimers } from '../../testing/time/manual-timers';
import { browserElapsed, createServerClock, firstBrowserTime } from './clock';

describe('the server’s clock', () => {
  const START_MS = Date.UTC(2026, 5, 24, 9, 30, 20);

  const setUpClock = (initialNow = START_MS) => {
    const timers = createManualTimers();
    const clock = createServerClock({
      elapsed: timers.elapsedMs,
      timers,
      firstReading: { now: initialNow, elapsedAtMs: timers.elapsedMs() },
    });
    return { timers, clock };
  };

  it("runs from the first reading, whatever the device's clock says", () => {
    const { timers, clock } = setUpClock();
    timers.advance(1_500);
    expect(clock.now()).toBe(START_MS + 1_500);
  });

  it('counts the time since the reading was valid', () => {
    const timers = createManualTimers(8_000);
    const clock = createServerClock({
      elapsed: timers.elapsedMs,
      timers,
      firstReading: { now: START_MS, elapsedAtMs: 6_500 },
    });
    expect(clock.now()).toBe(START_MS + 1_500);
  });

  it.each([
    ['follows an answer that is ahead', 700, 700],
    ['ignores an answer that was on its way for a while', -3_000, 0],
    ['believes an answer that is far behind, because the clock was set back', -3_600_000, -3_600_000],
  ])('%s', (_, clockDifferenceMs, expectedDifferenceMs) => {
    const { clock } = setUpClock();
    clock.observe(START_MS + clockDifferenceMs);
    expect(clock.now()).toBe(START_MS + expectedDifferenceMs);
  });

  it('follows a clock that was set, also backwards', () => {
    const { clock } = setUpClock();
    clock.moveTo(START_MS - 1_000);
    expect(clock.now()).toBe(START_MS - 1_000);
  });

  it('notifies listeners at each full minute', () => {
    const { timers, clock } = setUpClock();
    const minuteTimes: number[] = [];
    clock.onMinute(() => minuteTimes.push(clock.now()));
    timers.advance(39_999);
    expect(minuteTimes).toEqual([]);
    timers.advance(1);
    timers.advance(60_000);
    expect(minuteTimes).toEqual([START_MS + 40_000, START_MS + 100_000]);
  });

  it('keeps waiting when a timer fires before the minute is full', () => {
    const { timers, clock } = setUpClock();
    const minuteListener = jest.fn();
    clock.onMinute(minuteListener);
    clock.moveTo(START_MS - 1_000);
    timers.advance(40_000);
    expect(minuteListener).not.toHaveBeenCalled();
    timers.advance(1_000);
    expect(minuteListener).toHaveBeenCalledTimes(1);
  });

  it('notifies listeners immediately when the clock jumps, but not for travel time', () => {
    const { clock } = setUpClock();
    const listener = jest.fn();
    clock.onMinute(listener);
    clock.observe(START_MS + 300);
    expect(listener).not.toHaveBeenCalled();
    clock.moveTo(START_MS + 3_600_000);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('leaves no timer behind when the last listener goes', () => {
    const { timers, clock } = setUpClock();
    const unsubscribers = [clock.onMinute(() => undefined), clock.onMinute(() => undefined)];
    expect(timers.pendingCount()).toBe(1);
    for (const unsubscribe of unsubscribers) unsubscribe();
    expect(timers.pendingCount()).toBe(0);
  });
});

describe('the first time of a page', () => {
  it("is the time in the page's HTML, counted from the arrival of the response", () => {
    const htmlElement = document.createElement('html');
    htmlElement.dataset.now = '1782293400000';
    expect(firstBrowserTime(htmlElement, () => 120)).toEqual({ now: 1_782_293_400_000, elapsedAtMs: 120 });
  });

  it.each([undefined, 'soon'])("is the device's where the HTML says %s", (declaredNow) => {
    const htmlElement = document.createElement('html');
    if (declaredNow !== undefined) htmlElement.dataset.now = declaredNow;
    const readingBefore = { now: Date.now(), at: browserElapsed() };
    const firstTime = firstBrowserTime(htmlElement);
    const readingAfter = { now: Date.now(), at: browserElapsed() };
    expect([
      readingBefore.now <= firstTime.now && firstTime.now <= readingAfter.now,
      readingBefore.at <= firstTime.elapsedAtMs && firstTime.elapsedAtMs <= readingAfter.at,
    ]).toEqual([true, true]);
  });
});
