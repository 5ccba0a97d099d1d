import { createListeners } from '../events/listeners';

/** Time that passes: injected, so that tests decide when it does. */
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
 * Waiting time before try number `attempt` (from 0): anywhere up to the bound, so that many clients don't come back at
 * once.
 */
export const fullJitter = ({ baseMs, capMs }: BackOff, attempt: number, random: () => number): number =>
  Math.round(random() * Math.min(capMs, baseMs * 2 ** Math.min(attempt, 20)));

/** The server's time in the browser. */
export interface ShellClock {
  /** Epoch milliseconds of the domain clock. */
  now(): number;
  /** Called at each full minute of the server's clock and when it is moved. Returns an unsubscribe function. */
  onMinute(listener: () => void): () => void;
}

/** One reading of the server's domain clock. */
export interface ClockReading {
  /** Epoch milliseconds the server sent. */
  readonly now: number;
  /** Value of `elapsed` when it was valid. */
  readonly at: number;
}

/** The server's clock as the platform itself drives it. */
interface ServerClock extends ShellClock {
  /**
   * Takes the time an answer carried. Answers travel, so an older reading than expected is believed only when it is far
   * off.
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
/** An answer may have travelled this long; only a reading further in the past means that the clock was set back. */
const MAX_TRAVEL_MS = 5_000;
/** From this jump on listeners hear of it; smaller corrections are travel time. */
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
    // A timer may fire a millisecond early: the minute is then not full yet.
    const isFull = Math.floor(now() / MINUTE) !== minute;
    arm();
    if (isFull) listeners.emit();
  }

  return {
    add: listeners.add,
    moved(): void {
      if (listeners.isEmpty()) return;
      arm();
      listeners.emit();
    },
  };
};

/** The server's time in the browser: runs on the monotonic counter, so the device's clock and zone don't matter. */
export const createServerClock = ({ elapsed, timers, first }: ServerClockDeps): ServerClock => {
  let offset = first.now - first.at;
  const now = (): number => Math.floor(elapsed() + offset);
  const ticker = createMinuteTicker(now, timers);

  const adopt = (reading: number): void => {
    const jump = reading - now();
    offset = reading - elapsed();
    if (Math.abs(jump) >= NOTICEABLE_MS) ticker.moved();
  };

  return {
    now,
    onMinute: ticker.add,
    observe(reading) {
      const ahead = reading - now();
      if (ahead > 0 || ahead < -MAX_TRAVEL_MS) adopt(reading);
    },
    moveTo: adopt,
  };
};

/** The browser's monotonic counter. */
export const browserElapsed = (): number => performance.now();

const answerArrivedAt = (): number => {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && 'responseStart' in navigation && typeof navigation.responseStart === 'number'
    ? navigation.responseStart
    : 0;
};

/**
 * The time that the page's HTML carries in `data-now`; the device's own clock where there is none, as in the alone
 * host.
 */
export const firstBrowserTime = ({ dataset }: HTMLElement, arrivedAt = answerArrivedAt): ClockReading => {
  const now = Number(dataset.now);
  return Number.isFinite(now) ? { now, at: arrivedAt() } : { now: Date.now(), at: performance.now() };
};

/**
 * Lets the browser answer a tap or paint before what follows. Unlike a timer it comes back at once where nothing waits.
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

/** A page that paints nothing, one that nobody sees for instance, must not wait for it. */
const LONGEST_WAIT_MS = 100;

/** Calls back once the page has painted its next frame. Returns a cancel function. */
export const afterPainting = (run: () => void): (() => void) => {
  let painted: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(painted);
    clearTimeout(longest);
  };
  const go = (): void => {
    stop();
    run();
  };
  // A timer that is set while a frame is made ends behind it.
  const frame = requestAnimationFrame(() => {
    painted = setTimeout(go);
  });
  const longest = setTimeout(go, LONGEST_WAIT_MS);
  return stop;
};
