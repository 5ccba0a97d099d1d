import { fullJitter } from '../clock/full-jitter';
import type { Timers } from '../clock/timers';
import type { ApiError } from '../gateway/gateway-failure';

const RENEW_BEFORE_END_MS = 60_000;
const MIN_RENEWAL_MS = 5_000;
const RETRY = { baseMs: 2_000, capMs: 60_000 };

/** The one thing that the session does next by itself. */
export const createSessionSchedule = (timers: Timers, random: () => number) => {
  let stopTimer: (() => void) | null = null;
  let overdue: (() => void) | null = null;
  let failures = 0;

  const later = (ms: number, run: () => void): void => {
    stopTimer?.();
    stopTimer = timers.after(ms, run);
  };

  return {
    later,
    /** The session lasts `ms`: renew it before. */
    renewal(ms: number, renew: () => void): void {
      failures = 0;
      overdue = null;
      later(Math.max(ms - RENEW_BEFORE_END_MS, MIN_RENEWAL_MS), renew);
    },
    /** A call failed: try again with growing distance, or when woken. */
    retry(error: ApiError, run: () => void): void {
      overdue = run;
      later(Math.max(fullJitter(RETRY, failures, random), error.retryAfterMs ?? 0), run);
      failures += 1;
    },
    /** Tries at once what waits for its next try. */
    wake: (): void => overdue?.(),
    stop: (): void => stopTimer?.(),
  };
};

/** The schedule of a session. */
export type SessionSchedule = ReturnType<typeof createSessionSchedule>;
