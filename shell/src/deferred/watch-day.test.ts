/** @page */
import { createReloadHolds } from '../loading/reload';
import { hasUnsentText, watchDay } from './watch-day';

describe('unsent text', () => {
  it.each<[string, boolean]>([
    ['<div role="dialog"><input type="email" value="anna@"></div>', true],
    ['<div role="dialog"><section><textarea>Bin da</textarea></section></div>', true],
    ['<div role="alertdialog"><input value="x"></div>', true],
    ['<div role="dialog"><input type="email" value="  "><textarea></textarea></div>', false],
    ['<div role="dialog"><input type="checkbox" value="on" checked><input type="radio" value="a"></div>', false],
    ['<div role="dialog"><span><input type="email" value="anna@mahlzeit.test" readonly></span></div>', false],
    ['<header><input type="search" value="Suppe"><input value="Suppe"></header>', false],
    ['', false],
  ])('T08 detects unsent text in %s: %s', (html, isUnsent) => {
    const page = document.createElement('main');
    page.innerHTML = html;
    expect(hasUnsentText(page)).toBe(isUnsent);
  });
});

describe('a new day', () => {
  const HOUR_MS = 3_600_000;

  // Creates a clock that emits minutes only when the test calls `tick`, like the clock of a tab that was asleep.
  const createClock = (initialTime: string) => {
    const listeners = new Set<() => void>();
    let now = Date.parse(initialTime);
    const clock = {
      now: () => now,
      onMinute: (listener: () => void) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
    const emitMinute = (): void => [...listeners].forEach((listener) => listener());
    return {
      clock,
      tick: emitMinute,
      set: (nextTime: string | number) => {
        now = typeof nextTime === 'string' ? Date.parse(nextTime) : nextTime;
        emitMinute();
      },
      setSilently: (nextTime: string) => {
        now = Date.parse(nextTime);
      },
      listenerCount: () => listeners.size,
    };
  };

  const startDayWatch = (openedAt: string, initialTime = openedAt) => {
    const fakeClock = createClock(initialTime);
    const reloadHolds = createReloadHolds();
    let [reloadCount, visibility] = [0, 'visible'];
    const page = document.implementation.createHTMLDocument();
    Object.defineProperty(page, 'visibilityState', { get: () => visibility });
    const stopWatching = watchDay({
      clock: fakeClock.clock,
      openedAt: Date.parse(openedAt),
      page,
      holds: reloadHolds,
      reload: () => (reloadCount += 1),
    });
    const setVisible = (isVisible: boolean): void => {
      visibility = isVisible ? 'visible' : 'hidden';
      page.dispatchEvent(new Event('visibilitychange'));
    };
    return { ...fakeClock, holds: reloadHolds, page, stop: stopWatching, setVisible, reloads: () => reloadCount };
  };

  it.each([
    ['an ordinary night', '2026-06-24T12:00:00+02:00', '2026-06-25T00:00:00+02:00'],
    ['a day of 23 hours', '2027-03-28T00:30:00+01:00', '2027-03-29T00:00:00+02:00'],
    ['a day of 25 hours', '2027-10-31T00:30:00+02:00', '2027-11-01T00:00:00+01:00'],
  ])('T08 reloads at the next midnight in Berlin after %s, once', (_night, pageOpenedAt, nextMidnight) => {
    const { set, reloads } = startDayWatch(pageOpenedAt);
    set(Date.parse(nextMidnight) - 60_000);
    expect(reloads()).toBe(0);
    set(nextMidnight);
    expect(reloads()).toBe(1);
    set(Date.parse(nextMidnight) + 60_000);
    expect(reloads()).toBe(1);
  });

  it('T08 notices a midnight between the opening and the start of the watch', () => {
    expect(startDayWatch('2026-06-24T23:59:58+02:00', '2026-06-25T00:00:03+02:00').reloads()).toBe(1);
  });

  it('T08 ignores the midnight of any other time zone', () => {
    const { set, reloads } = startDayWatch('2026-06-24T12:00:00+02:00');
    for (let hour = 1; hour < 12; hour += 1) set(Date.parse('2026-06-24T12:00:00+02:00') + hour * HOUR_MS);
    expect(reloads()).toBe(0);
  });

  it('T08 waits in the background until the page is visible', () => {
    const { set, setVisible, reloads } = startDayWatch('2026-06-24T23:00:00+02:00');
    setVisible(false);
    set('2026-06-25T07:00:00+02:00');
    expect(reloads()).toBe(0);
    setVisible(true);
    expect(reloads()).toBe(1);
  });

  it('T08 notices a night in the background as soon as it is visible', () => {
    const { setSilently, setVisible, reloads } = startDayWatch('2026-06-24T23:00:00+02:00');
    setVisible(false);
    setSilently('2026-06-25T07:00:00+02:00');
    setVisible(true);
    expect(reloads()).toBe(1);
  });

  it("T08 doesn't reload when it is visible again on the same day", () => {
    const { set, setVisible, reloads } = startDayWatch('2026-06-24T11:00:00+02:00');
    setVisible(false);
    set('2026-06-24T23:59:00+02:00');
    setVisible(true);
    expect(reloads()).toBe(0);
  });

  it('T08 waits for the end of a payment or a draft', () => {
    const { set, holds, reloads } = startDayWatch('2026-06-24T23:59:00+02:00');
    const releasePaymentHold = holds.hold();
    set('2026-06-25T00:00:00+02:00');
    expect(reloads()).toBe(0);
    releasePaymentHold();
    expect(reloads()).toBe(1);
  });

  it('T08 waits until typed text is sent or discarded', () => {
    const { set, tick, page, reloads } = startDayWatch('2026-06-24T23:59:00+02:00');
    page.body.innerHTML = '<div role="dialog"><textarea>Bis gleich</textarea></div>';
    set('2026-06-25T00:00:00+02:00');
    expect(reloads()).toBe(0);
    page.body.replaceChildren();
    tick();
    expect(reloads()).toBe(1);
  });

  it('does nothing after its stop', () => {
    const { stop, set, setVisible, listenerCount, reloads } = startDayWatch('2026-06-24T23:59:00+02:00');
    stop();
    set('2026-06-25T00:00:00+02:00');
    setVisible(true);
    expect(reloads()).toBe(0);
    expect(listenerCount()).toBe(0);
  });
});
