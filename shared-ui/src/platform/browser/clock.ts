import { createListeners } from '../events/listeners';

/** Timers that functions receive as a parameter, so that tests can control them. */
export interface Timers {
  /** Calls `run` once after `ms` of real time. Returns a cancel function. */
  after(ms: number, run: () => void): () => void;
}

/** Timers of the browser, with `setTimeout`. */
export const browserTimers: Timers = {
  after(ms, run) {
    const timeoutId = setTimeout(run, ms);
    return () => clearTimeout(timeoutId);
  },
};

/** Limits of the delay between attempts, in milliseconds. */
export interface BackOffLimits {
  readonly baseMs: number;
  readonly capMs: number;
}

/**
 * Returns the delay before attempt number `attemptCount` (from 0): a random value below a limit that doubles with each
 * attempt. Being random, it prevents many clients from reconnecting at the same time.
 */
export const fullJitterMs = ({ baseMs, capMs }: BackOffLimits, attemptCount: number, random: () => number): number =>
  Math.round(random() * Math.min(capMs, baseMs * 2 ** Math.min(attemptCount, 20)));

/** Time of the server, as the browser knows it. */
export interface ShellClock {
  /** Returns the time of the gateway's clock, which tests can move, in epoch milliseconds. */
  now(): number;
  /**
   * Calls the listener at each full minute of the server's clock and when the clock is set. Returns an unsubscribe
   * function.
   */
  onMinute(listener: () => void): () => void;
}

/** One reading of the gateway's clock, which tests can move. */
export interface ClockReading {
  /** Epoch milliseconds that the server sent. */
  readonly now: number;
  /** Value of `elapsed` at the time of the reading. */
  readonly elapsedAtMs: number;
}

/** Clock with the server's time, and the functions with which the platform corrects it. */
interface ServerClock extends ShellClock {
  /**
   * Corrects the clock by the server's time in a response. Because the response was delayed on its way, an earlier time
   * is used only when the difference is large.
   */
  observe(now: number): void;
  /** Sets this clock to a new time after the gateway's clock was moved on purpose. */
  moveTo(now: number): void;
}

interface ServerClockDependencies {
  /** Returns the milliseconds of a counter that never goes back. */
  elapsed(): number;
  readonly timers: Timers;
  readonly firstReading: ClockReading;
}

const MINUTE_MS = 60_000;
/**
 * Longest delay of a response in ms. A server time that is further behind means that the server's clock was set back.
 */
const MAX_RESPONSE_DELAY_MS = 5_000;
/**
 * Smallest correction of the clock in ms about which listeners are notified. Smaller corrections come from different
 * delays of responses.
 */
const MIN_NOTICEABLE_JUMP_MS = 1_500;

const createMinuteTicker = (now: () => number, timers: Timers) => {
  const listeners = createListeners({ onFirst: () => armMinuteTimer(), onLast: () => stopMinuteTimer?.() });
  let stopMinuteTimer: (() => void) | null = null;
  let armedMinute = 0;

  const armMinuteTimer = (): void => {
    stopMinuteTimer?.();
    armedMinute = Math.floor(now() / MINUTE_MS);
    stopMinuteTimer = timers.after(MINUTE_MS - (now() % MINUTE_MS), onMinuteTimer);
  };
  function onMinuteTimer(): void {
    // Timers may fire a millisecond early, before the next minute has begun.
    const hasNextMinuteBegun = Math.floor(now() / MINUTE_MS) !== armedMinute;
    armMinuteTimer();
    if (hasNextMinuteBegun) listeners.emit();
  }

  return {
    add: listeners.add,
    onMove(): void {
      if (listeners.isEmpty()) return;
      armMinuteTimer();
      listeners.emit();
    },
  };
};

/**
 * Creates the server's clock in the browser. It uses the browser's monotonic counter, so the device's clock and time
 * zone have no influence.
 */
export const createServerClock = ({ elapsed, timers, firstReading }: ServerClockDependencies): ServerClock => {
  let offsetMs = firstReading.now - firstReading.elapsedAtMs;
  const now = (): number => Math.floor(elapsed() + offsetMs);
  const minuteTicker = createMinuteTicker(now, timers);

  const setServerNow = (serverNow: number): void => {
    const clockJumpMs = serverNow - now();
    offsetMs = serverNow - elapsed();
    if (Math.abs(clockJumpMs) >= MIN_NOTICEABLE_JUMP_MS) minuteTicker.onMove();
  };

  return {
    now,
    onMinute: minuteTicker.add,
    observe(serverNowReading) {
      const readingAheadMs = serverNowReading - now();
      if (readingAheadMs > 0 || readingAheadMs < -MAX_RESPONSE_DELAY_MS) setServerNow(serverNowReading);
    },
    moveTo: setServerNow,
  };
};

/** Returns the browser's monotonic counter in ms. */
export const browserElapsed = (): number => performance.now();

/**
 * Returns the value of the browser's monotonic counter in ms when the response with the page's HTML began to arrive; 0
 * when the browser doesn't tell.
 */
const pageResponseStartMs = (): number => {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && 'responseStart' in navigation && typeof navigation.responseStart === 'number'
    ? navigation.responseStart
    : 0;
};

/**
 * Returns the server's time from `data-now` in the page's HTML. Without `data-now`, as on a page that runs one remote
 * without the shell, returns the time of the device's own clock.
 */
export const firstBrowserTime = ({ dataset }: HTMLElement, computeArrivalMs = pageResponseStartMs): ClockReading => {
  const pageNow = Number(dataset.now);
  return Number.isFinite(pageNow)
    ? { now: pageNow, elapsedAtMs: computeArrivalMs() }
    : { now: Date.now(), elapsedAtMs: performance.now() };
};

/**
 * Lets the browser handle a waiting tap or paint before the code that follows. Unlike a timer, it continues at once
 * when nothing is waiting.
 */
export const yieldToBrowser = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** Longest wait in ms, for pages that paint no frames because they are hidden. */
const MAX_PAINT_WAIT_MS = 100;

/** Calls `callback` after the page has painted its next frame. Returns a cancel function. */
export const afterPainting = (callback: () => void): (() => void) => {
  let paintTimer: ReturnType<typeof setTimeout> | undefined;
  const cancelPending = (): void => {
    cancelAnimationFrame(frameRequestId);
    clearTimeout(paintTimer);
    clearTimeout(fallbackTimer);
  };
  const runCallbackOnce = (): void => {
    cancelPending();
    callback();
  };
  // A timer that is started during a frame fires after the frame was painted.
  const frameRequestId = requestAnimationFrame(() => {
    paintTimer = setTimeout(runCallbackOnce);
  });
  const fallbackTimer = setTimeout(runCallbackOnce, MAX_PAINT_WAIT_MS);
  return cancelPending;
};
