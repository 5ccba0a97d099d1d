import { createListeners } from '../events/listeners';

/** Timers that are injected, so that tests control them. */
export interface Timers {
  /** Calls `run` once after `ms` of real time. Returns a cancel function. */
  after(ms: number, run: () => void): () => void;
}

/** Timers of the browser. */
export const browserTimers: Timers = {
  after(ms, run) {
    const id = setTimeout(run, ms);
    return () => clearTimeout(id);
  },
};

/** Bounds of a back-off in milliseconds. */
export interface BackOff {
  readonly baseMs: number;
  readonly capMs: number;
}

/**
 * Returns the delay before try number `attempt` (from 0): a random value up to the bound, so that many clients don't
 * return at once.
 */
export const fullJitter = ({ baseMs, capMs }: BackOff, attempt: number, random: () => number): number =>
  Math.round(random() * Math.min(capMs, baseMs * 2 ** Math.min(attempt, 20)));

/** Server's time in the browser. */
export interface ShellClock {
  /** Returns epoch milliseconds of the domain clock. */
  now(): number;
  /**
   * Calls the listener at each full minute of the server's clock and when the clock is set. Returns an unsubscribe
   * function.
   */
  onMinute(listener: () => void): () => void;
}

/** Reading of the server's domain clock. */
export interface ClockReading {
  /** Epoch milliseconds that the server sent. */
  readonly now: number;
  /** Value of `elapsed` at the reading. */
  readonly at: number;
}

/** Server's clock, as the platform updates it. */
interface ServerClock extends ShellClock {
  /**
   * Takes the time of a response. Responses travel, so an earlier time than expected counts only when the difference is
   * large.
   */
  observe(now: number): void;
  /** Takes the time of a clock that was set on purpose. */
  moveTo(now: number): void;
}

interface ServerClockDeps {
  /** Monotonic milliseconds. */
  elapsed(): number;
  readonly timers: Timers;
  readonly first: ClockReading;
}

const MINUTE = 60_000;
/** Longest travel time of a response; an earlier reading means that the clock was set back. */
const MAX_TRAVEL_MS = 5_000;
/** Jumps of at least this size notify listeners; smaller corrections are travel time. */
const NOTICEABLE_MS = 1_500;

const createMinuteTicker = (now: () => number, timers: Timers) => {
  const listeners = createListeners({ onFirst: () => arm(), onLast: () => stop?.() });
  let stop: (() => void) | null = null;
  let minute = 0;

  const arm = (): void => {
    stop?.();
    minute = Math.floor(now() / MINUTE);
    stop = timers.after(MINUTE - (now() % MINUTE), tick);
  };
  function tick(): void {
    // A timer may fire a millisecond early: the minute isn't full yet.
    const isFull = Math.floor(now() / MINUTE) !== minute;
    arm();
    if (isFull) listeners.emit();
  }

  return {
    add: listeners.add,
    onMove(): void {
      if (listeners.isEmpty()) return;
      arm();
      listeners.emit();
    },
  };
};

/**
 * Creates the server's clock in the browser. Runs on the monotonic counter, so the device's clock and time zone don't
 * matter.
 */
export const createServerClock = ({ elapsed, timers, first }: ServerClockDeps): ServerClock => {
  let offset = first.now - first.at;
  const now = (): number => Math.floor(elapsed() + offset);
  const ticker = createMinuteTicker(now, timers);

  const setOffset = (reading: number): void => {
    const jump = reading - now();
    offset = reading - elapsed();
    if (Math.abs(jump) >= NOTICEABLE_MS) ticker.onMove();
  };

  return {
    now,
    onMinute: ticker.add,
    observe(reading) {
      const aheadMs = reading - now();
      if (aheadMs > 0 || aheadMs < -MAX_TRAVEL_MS) setOffset(reading);
    },
    moveTo: setOffset,
  };
};

/** Returns the browser's monotonic counter, in ms. */
export const browserElapsed = (): number => performance.now();

const answerArrivedAt = (): number => {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && 'responseStart' in navigation && typeof navigation.responseStart === 'number'
    ? navigation.responseStart
    : 0;
};

/**
 * Reads the time that the page's HTML carries in `data-now`; without it, as in the alone host, the device's own clock.
 */
export const firstBrowserTime = ({ dataset }: HTMLElement, arrivedAt = answerArrivedAt): ClockReading => {
  const now = Number(dataset.now);
  return Number.isFinite(now) ? { now, at: arrivedAt() } : { now: Date.now(), at: performance.now() };
};

/**
 * Lets the browser handle a tap or paint before the code that follows. Unlike a timer, it returns immediately when
 * nothing is pending.
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

/** Bound for a page that paints nothing, such as a hidden one. */
const LONGEST_WAIT_MS = 100;

/** Calls `run` after the page has painted its next frame. Returns a cancel function. */
export const afterPainting = (run: () => void): (() => void) => {
  let paintTimer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(paintTimer);
    clearTimeout(longest);
  };
  const tick = (): void => {
    stop();
    run();
  };
  // A timer that is set during a frame fires after the frame.
  const frame = requestAnimationFrame(() => {
    paintTimer = setTimeout(tick);
  });
  const longest = setTimeout(tick, LONGEST_WAIT_MS);
  return stop;
};
