import type { Timers } from '../../platform/browser/clock';

/** Timers that fire only when a test calls `advance`. `elapsedMs` is the time of their clock. */
export interface ManualTimers extends Timers {
  elapsedMs(): number;
  /** Advances time by `ms` and fires the timers that are due, in the order of their times. */
  advance(ms: number): void;
  /** Returns the number of waiting timers. */
  pendingCount(): number;
}

interface WaitingCall {
  readonly dueMs: number;
  readonly run: () => void;
}

/** Creates timers that fire only when a test calls `advance`; `startMs` is the initial time of their clock. */
export const createManualTimers = (startMs = 0): ManualTimers => {
  let nowMs = startMs;
  const waitingCalls = new Set<WaitingCall>();

  const nextDueCall = (endMs: number): WaitingCall | undefined =>
    [...waitingCalls].filter(({ dueMs }) => dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs)[0];

  return {
    elapsedMs: () => nowMs,
    pendingCount: () => waitingCalls.size,
    after(ms, callback) {
      const waitingCall = { dueMs: nowMs + ms, run: callback };
      waitingCalls.add(waitingCall);
      return () => waitingCalls.delete(waitingCall);
    },
    advance(ms) {
      const endMs = nowMs + ms;
      for (let nextCall = nextDueCall(endMs); nextCall !== undefined; nextCall = nextDueCall(endMs)) {
        waitingCalls.delete(nextCall);
        nowMs = Math.max(nowMs, nextCall.dueMs);
        nextCall.run();
      }
      nowMs = endMs;
    },
  };
};
